/** The series of an observation or a forecast: the engine on the weather that was found. */
import type { ObservationRequest } from "irradiance-engine";
import type { FoundWeather } from "../../compute/weather.js";
import type { Service } from "../../service.js";
import type { Prepared } from "../endpoint.js";
import { wireSource } from "../wire-source.js";
import { type HorizonChoice, horizonLine } from "./horizon-choice.js";
import { siteAltitude } from "./site-altitude.js";

export interface SeriesTask {
  readonly service: Service;
  readonly request: ObservationRequest;
  readonly grid: { readonly start: number; readonly interval: number; readonly count: number };
  readonly horizon: HorizonChoice;
  readonly weather: FoundWeather;
  /** `meta=extended` */
  readonly extended: boolean;
  /** Seconds. */
  readonly maxAge: number;
}

export function prepareSeries({ service, request, grid, horizon, weather, extended, maxAge }: SeriesTask): Prepared {
  const { start: _start, end: _end, ...shape } = request;
  return {
    identity: weather.passing ? undefined : [shape, grid, weather.revision, extended, horizon.kind],
    maxAge,
    async render({ encoding, signal, priority }) {
      const [found, ground, line] = await Promise.all([
        weather.read(signal),
        service.places.surroundings(request.lat, request.lon),
        horizonLine(service, horizon, request.lat, request.lon),
      ]);
      const { lat, lon } = request;
      const { altitude, notices: remarks } = siteAltitude(ground, found.series.place?.altitude, lat, lon);
      const notices = [...found.notices, ...line.notices, ...remarks];
      const computed = await service.compute({
        request: line.profile === undefined && request.horizon === "auto" ? { ...request, horizon: "flat" } : request,
        weather: found.series,
        rows: grid.count,
        context: {
          altitude,
          linkeTurbidity: ground.linkeTurbidity,
          timeZone: ground.timeZone,
          software: service.software,
          ...(line.profile === undefined ? {} : { horizon: line.profile }),
        },
        extended: extended ? { sources: found.provenance.map(wireSource), notices } : undefined,
        encoding,
        signal,
        priority,
      });
      return {
        ...computed,
        notices: [...notices, ...computed.notices],
        sources: found.provenance,
        passing: weather.passing || found.passedOver.length > 0,
      };
    },
  };
}
