/** An answer from the weather of a place: what observations, forecasts and climate years have in common. */
import type { Provenance } from "irradiance-archive";
import type { Notice, ObservationRequest, WeatherSeries } from "irradiance-engine";
import type { Encoding } from "irradiance-engine/bulk";
import type { ClimateRequest } from "irradiance-engine/contract";
import { missNotices } from "./climate/world-year.js";
import type { ClimateMethod } from "./climate/year-generator.js";
import type { AnswerContext } from "./context.js";
import type { QuantilesOfRows } from "./forecast/quantile-rows.js";
import type { HorizonData } from "./horizon.js";
import type { PlaceData } from "./places.js";
import { siteAltitude } from "./site-altitude.js";
import { wireSource } from "./wire.js";

export interface RenderOptions {
  readonly encoding: Encoding;
  readonly signal: AbortSignal;
  /** Paying accounts come first. */
  readonly priority: 0 | 1;
}

/** The bytes of an answer. */
export interface RenderedAnswer {
  readonly contentType: string;
  readonly encoding: Encoding;
  readonly body: Uint8Array;
  readonly rows: number;
  readonly columns: number;
  readonly notices: readonly Notice[];
  readonly sources: readonly Provenance[];
  /** A source was passed over: another try may give another answer. */
  readonly passing: boolean;
  /** Of this answer alone. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** An answer that is planned from metadata: no weather has been read. */
export interface PreparedAnswer {
  /** All that the bytes depend on, for the ETag; undefined: they must not be kept. */
  readonly identity: unknown;
  render(options: RenderOptions): Promise<RenderedAnswer>;
}

/** All that was found out for a request. */
export interface AnswerData {
  readonly request: ObservationRequest | ClimateRequest;
  /** Output intervals. */
  readonly rows: number;
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  readonly ground: PlaceData;
  readonly line: HorizonData;
  /** `meta=extended` */
  readonly extended: boolean;
  /** How a climate year was made, for its `meta.climate`. */
  readonly method?: ClimateMethod | undefined;
  /** Of a forecast, for its `meta.quantiles`. */
  readonly quantiles?: QuantilesOfRows | undefined;
}

/** The engine on what was found, with all notices in their order: the weather's, the horizon's, the place's, the engine's. */
export async function renderAnswer(
  { compute, software, places }: AnswerContext,
  { request, rows, series, provenance, notices: weatherNotices, ground, line, extended, method, quantiles }: AnswerData,
  { encoding, signal, priority }: RenderOptions,
): Promise<Omit<RenderedAnswer, "passing">> {
  const site = siteAltitude(ground);
  const hasOwnAltitude = "altitude" in request && request.altitude !== "auto";
  const misses = await missNotices(provenance, request);
  const notices = [...weatherNotices, ...misses, ...line.notices, ...(hasOwnAltitude ? [] : site.notices)];
  const computed = await compute({
    request: line.profile === undefined && request.horizon === "auto" ? { ...request, horizon: "flat" } : request,
    weather: series,
    rows,
    context: {
      altitude: site.altitude,
      linkeTurbidity: site.clearTurbidity,
      timeZone: ground.timeZone,
      software,
      ...(line.profile === undefined ? {} : { horizon: line.profile }),
    },
    extended: extended
      ? {
          time_zone_name: places.zoneAt("local", request.lat, request.lon),
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
