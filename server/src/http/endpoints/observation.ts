/** GET /v1/observation/realtime, training and historical: the archive's history. */

import {
  type Endpoint as Name,
  type ObservationRequest,
  parseObservationRequest,
  tokenCost,
  type WeatherSeries,
} from "irradiance-engine";
import { computedIntervals, withPlaceZone } from "irradiance-engine/contract";
import { HOUR_SECONDS } from "irradiance-engine/shared";
import { needsOf } from "../../compute/needs.js";
import { findWeather } from "../../compute/weather.js";
import type { Service } from "../../service.js";
import type { Endpoint, ObservationAsked, Task } from "../endpoint.js";
import { HttpError } from "../errors.js";
import { knownQuery } from "../query.js";
import { priceOf } from "./price.js";
import { type FindSeries, type SeriesWeather, seriesTask, untilQuarter } from "./series.js";

const NAMES: readonly Name[] = ["realtime", "training", "historical"];
const SECONDS_IN_A_MINUTE = 60;
/** Seconds for which the past is taken not to change. */

export function observationEndpoints(service: Service): readonly Endpoint[] {
  return NAMES.map((name) => ({
    method: "GET",
    path: `observation/${name}`,
    parse: (asked) => observationTask(service, name, asked),
  }));
}

/** Also for the requests of a batch, and the sites of a job. @param query known keys, or a request that was read before */
export function observationRequest(
  { places, settings }: Service,
  name: Name,
  query: object,
  now: number,
): ObservationRequest {
  const grace = settings["window-grace"] * SECONDS_IN_A_MINUTE;
  return parseObservationRequest(withPlaceZone(query, places.zoneAt) as never, { endpoint: name, now, grace });
}

export function observationTask(
  service: Service,
  name: Name,
  asked: ObservationAsked,
  request = observationRequest(service, name, knownQuery(`observation/${name}`, asked.query), asked.now),
): Task {
  const path = `observation/${name}` as const;
  const cost = costOf(service, name, request);
  const maxAge = name === "realtime" ? untilQuarter(asked.now) : HOUR_SECONDS;
  // The row that now lies within starts where those that have ended end.
  const ended = computedIntervals(request, asked.now, asked.now + 1).start;
  const find = endedFinder(service, ended);
  return seriesTask(service, asked, { path, request, purpose: "history", cost, maxAge, find });
}

/**
 * Weather of the rows that have ended: of the one in progress nothing was observed as a whole, whatever a source has.
 *
 * @param ended Unix ms
 */
function endedFinder(service: Service, ended: number): FindSeries {
  return async (wish, _ground, signal) => {
    const isOpen = ended < wish.period.end && needsOf(wish.parameters).length > 0;
    if (isOpen && ended <= wish.period.start)
      throw new HttpError(
        404,
        `no observation for this period yet: no interval of it has ended, the last ended at ${isoOf(ended)}`,
      );
    const found = await findWeather(service.archive, wish, signal);
    if (!isOpen) return found;
    const { passing, revision } = found;
    return { passing, revision: [revision, ended], read: async (reading) => until(await found.read(reading), ended) };
  };
}

function until(weather: SeriesWeather, ended: number): SeriesWeather {
  const message = `no observations after ${isoOf(ended)} yet: an interval has a value when it has ended`;
  return {
    ...weather,
    series: cutSeries(weather.series, ended),
    notices: [...weather.notices, { code: "not-ended", message }],
  };
}

function cutSeries(series: WeatherSeries, ended: number): WeatherSeries {
  const { start, interval, columns } = series;
  const known = Math.floor((ended - (start as number)) / (interval * 1000));
  const cut = Object.entries(columns).map(([name, values = []]) => [
    name,
    Float64Array.from(values, (value, k) => (k < known ? (value ?? Number.NaN) : Number.NaN)),
  ]);
  return { ...series, columns: Object.fromEntries(cut) };
}

function isoOf(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z");
}

/** Micro-tokens: the engine's own sum, at the price of the settings. */
function costOf({ settings }: Service, name: Name, request: ObservationRequest): number {
  if (name === "realtime") return priceOf(settings, settings["cost-realtime"]);
  const years = tokenCost(name, request) / 200;
  return priceOf(settings, years * settings["cost-year"]);
}
