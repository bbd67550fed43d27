/** The series of an observation or a forecast: what is asked of the archive, and the engine on what it found. */

import type { ArchiveWeather } from "irradiance-archive";
import type { ObservationRequest } from "irradiance-engine";
import { type ComputedIntervals, computedIntervals, type EndpointPath } from "irradiance-engine/contract";
import type { QuantilesOfRows } from "../../compute/forecast/quantile-rows.js";
import { placeOn, type Surroundings } from "../../compute/places.js";
import { findWeather, type WeatherWish } from "../../compute/weather.js";
import type { Service } from "../../service.js";
import type { ObservationAsked, Prepared, Task } from "../endpoint.js";
import { extendedMeta, unknownKeyNotices } from "../query.js";
import { chosenHorizon, type HorizonChoice, horizonLine } from "./horizon-choice.js";
import { renderFound } from "./render.js";

const QUARTER = 900_000;

export interface SeriesQuestion {
  readonly path: EndpointPath;
  readonly request: ObservationRequest;
  readonly purpose: "history" | "forecast";
  /** Micro-tokens. */
  readonly cost: number;
  /** Seconds for which a client may keep the answer. */
  readonly maxAge: number;
  /** Default: `findWeather`. */
  readonly find?: FindSeries | undefined;
}

/** @throws as `findWeather` */
export type FindSeries = (wish: WeatherWish, ground: Surroundings, signal: AbortSignal) => Promise<FoundSeries>;

/** What the answer is computed from, before it is read. */
export interface FoundSeries {
  /** Of all data that the answer depends on, for the ETag. */
  readonly revision: unknown;
  /** A source did not answer: the answer must not be kept. */
  readonly passing: boolean;
  read(signal: AbortSignal): Promise<SeriesWeather>;
}

export interface SeriesWeather extends Pick<ArchiveWeather, "series" | "provenance" | "notices" | "passedOver"> {
  readonly quantiles?: QuantilesOfRows | undefined;
}

/** Seconds to the next quarter of an hour, when newer weather may be there. */
export function untilQuarter(now: number): number {
  return Math.ceil((QUARTER - (now % QUARTER)) / 1000);
}

export function seriesTask(service: Service, { query, now, caller }: ObservationAsked, question: SeriesQuestion): Task {
  const { path, request, purpose, cost, maxAge } = question;
  const find: FindSeries = question.find ?? ((wish, _ground, signal) => findWeather(service.archive, wish, signal));
  const extended = extendedMeta(query);
  const horizon = chosenHorizon(service, request.horizon, caller);
  const grid = computedIntervals(request, request.start as number, request.end as number);
  return {
    place: request,
    cost,
    values: grid.count * (request.parameters.length + 2),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices(path, query),
    async prepare(signal) {
      const ground = await service.places.surroundings(request.lat, request.lon);
      const wish = {
        purpose,
        place: placeOn(ground, request.lat, request.lon),
        period: { start: grid.start, end: grid.start + grid.count * grid.interval * 1000 },
        step: grid.interval,
        parameters: request.parameters,
        synthetic: caller.access === undefined || service.settings.synthetic,
        now,
      } as const;
      const weather = await find(wish, ground, signal);
      return prepareSeries({ service, request, grid, horizon, weather, extended, maxAge });
    },
  };
}

interface SeriesTask {
  readonly service: Service;
  readonly request: ObservationRequest;
  /** Days, months and years are made of hours, and count as those. */
  readonly grid: ComputedIntervals;
  readonly horizon: HorizonChoice;
  readonly weather: FoundSeries;
  /** `meta=extended` */
  readonly extended: boolean;
  /** Seconds. */
  readonly maxAge: number;
}

function prepareSeries({ service, request, grid, horizon, weather, extended, maxAge }: SeriesTask): Prepared {
  const { start: _start, end: _end, ...shape } = request;
  return {
    identity: weather.passing
      ? undefined
      : [shape, grid, weather.revision, extended, horizon.kind, calendarOf(request)],
    maxAge,
    async render(options) {
      const [found, ground, line] = await Promise.all([
        weather.read(options.signal),
        service.places.surroundings(request.lat, request.lon),
        horizonLine(service, horizon, request.lat, request.lon),
      ]);
      const { series, provenance, notices, quantiles } = found;
      const all = { request, rows: grid.count, series, provenance, notices, ground, line, extended, quantiles };
      const rendered = await renderFound(service, all, options);
      return { ...rendered, passing: weather.passing || found.passedOver.length > 0 };
    },
  };
}

/** A new release of the time-zone data may change when clocks do. */
function calendarOf({ timeZone }: ObservationRequest): string | undefined {
  return timeZone === undefined ? undefined : process.versions.tz;
}
