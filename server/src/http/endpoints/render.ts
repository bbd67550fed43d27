/** An answer from the weather of a place: what observations, forecasts and climate years have in common. */
import type { Provenance } from "irradiance-archive";
import type { Notice, ObservationRequest, WeatherSeries } from "irradiance-engine";
import type { ClimateRequest } from "irradiance-engine/contract";
import type { ClimateMethod } from "../../compute/climate-method.js";
import type { QuantilesOfRows } from "../../compute/forecast/quantile-rows.js";
import type { Surroundings } from "../../compute/places.js";
import { siteAltitude } from "../../compute/site-altitude.js";
import type { Service } from "../../service.js";
import type { Rendered, RenderOptions } from "../endpoint.js";
import { wireSource } from "../wire-source.js";
import type { ChosenLine } from "./horizon-choice.js";

/** All that was found out for a request. */
export interface Found {
  readonly request: ObservationRequest | ClimateRequest;
  /** Output intervals. */
  readonly rows: number;
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  readonly ground: Surroundings;
  readonly line: ChosenLine;
  /** `meta=extended` */
  readonly extended: boolean;
  /** How a climate year was made, for its `meta.climate`. */
  readonly method?: ClimateMethod | undefined;
  /** Of a forecast, for its `meta.quantiles`. */
  readonly quantiles?: QuantilesOfRows | undefined;
}

/** The engine on what was found, with all notices in their order: the weather's, the horizon's, the place's, the engine's. */
export async function renderFound(
  service: Service,
  { request, rows, series, provenance, notices: weatherNotices, ground, line, extended, method, quantiles }: Found,
  { encoding, signal, priority }: RenderOptions,
): Promise<Omit<Rendered, "passing">> {
  const site = siteAltitude(ground, series.place?.altitude, request.lat, request.lon);
  const hasOwnAltitude = "altitude" in request && request.altitude !== "auto";
  const notices = [...weatherNotices, ...line.notices, ...(hasOwnAltitude ? [] : site.notices)];
  const computed = await service.compute({
    request: line.profile === undefined && request.horizon === "auto" ? { ...request, horizon: "flat" } : request,
    weather: series,
    rows,
    context: {
      altitude: site.altitude,
      linkeTurbidity: ground.clearTurbidity,
      timeZone: ground.timeZone,
      software: service.software,
      ...(line.profile === undefined ? {} : { horizon: line.profile }),
    },
    extended: extended
      ? {
          sources: provenance.map(wireSource),
          ...(method && { climate: method }),
          ...(quantiles && { quantiles }),
          notices,
        }
      : undefined,
    encoding,
    signal,
    priority,
  });
  return { ...computed, notices: [...notices, ...computed.notices], sources: provenance };
}
