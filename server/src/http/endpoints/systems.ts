/** GET and POST /v1/forecast/pv, /v1/observation/pv and /v1/yield: the power of a PV system in the days to come and in the past, and what it yields; and series of observations and forecasts. */

import { type Endpoint as Name, type ObservationRequest, parseObservationRequest, tokenCost } from "irradiance-engine";
import { parseForecastRequest } from "irradiance-engine/contract";
import type { EndpointPath, ForecastEndpoint } from "irradiance-engine/internal/contract";
import { computedIntervals, endpointWindow, outputGrid, withPlaceZone } from "irradiance-engine/internal/contract";
import { DAY_SECONDS, HOUR_SECONDS } from "irradiance-engine/internal/shared";
import type { PowerEndpoint, PowerRequest, YieldRequest } from "irradiance-engine/internal/yield";
import { parsePowerRequest, parseYieldRequest, YIELD_COLUMNS } from "irradiance-engine/internal/yield";
import type { PvSystem } from "irradiance-engine/system";
import { forecastFinder } from "../../answers/forecast/forecast-weather.js";
import { preparePower } from "../../answers/forecast/power-answer.js";
import { endedFinder, prepareSeries, type SeriesRequest } from "../../answers/series.js";
import { type AnswerContext, chosenHorizon, type Rights } from "../../answers/site.js";
import { prepareYield } from "../../answers/yield/yield-answer.js";
import type { Service } from "../../service.js";
import type { ApiRequest, ObservationQuery, Task } from "../endpoint.js";
import { extendedMeta, knownQuery, priceOf, unknownKeyNotices } from "../endpoint.js";
import { HttpError, invalidParameter } from "../errors.js";
import { checkWork } from "../system-work.js";

const QUARTER = 900_000;

interface SeriesTask extends Pick<SeriesRequest, "request" | "purpose" | "find"> {
  readonly path: EndpointPath;
  readonly request: ObservationRequest;
  /** Micro-tokens. */
  readonly cost: number;
  /** Seconds for which a client may keep the answer. */
  readonly maxAge: number;
}

/** Seconds to the next quarter of an hour, when newer weather may be there. */
function untilQuarter(now: number): number {
  return Math.ceil((QUARTER - (now % QUARTER)) / 1000);
}

function seriesTask(service: Service, asked: ObservationQuery, task: SeriesTask): Task {
  const { path, request, purpose, find, cost, maxAge } = task;
  const extended = extendedMeta(asked.query);
  const horizon = chosenHorizon(service, request.horizon, asked.caller);
  const grid = computedIntervals(request, request.start as number, request.end as number);
  const question = { request, purpose, grid, horizon, extended, find };
  return {
    place: request,
    cost,
    values: grid.count * (request.parameters.length + 2),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices(path, asked.query),
    prepare: async (signal) => ({ ...(await prepareSeries(service, asked, question, signal)), maxAge }),
  };
}

/** Also for the requests of a batch, and the sites of a job. @param query known keys, or a request that was read before */
export function observationRequest(
  { places, settings }: Service,
  name: Name,
  query: object,
  now: number,
): ObservationRequest {
  const grace = settings["window-grace"] * 60;
  return parseObservationRequest(withPlaceZone(query, places.zoneAt) as never, { endpoint: name, now, grace });
}

export function observationTask(
  service: Service,
  name: Name,
  asked: ObservationQuery,
  request = observationRequest(service, name, knownQuery(`observation/${name}`, asked.query), asked.now),
): Task {
  const path = `observation/${name}` as const;
  const cost = costOfSeries(service, name, request);
  const maxAge = name === "realtime" ? untilQuarter(asked.now) : HOUR_SECONDS;
  // The row that now lies within starts where those that have ended end.
  const ended = computedIntervals(request, asked.now, asked.now + 1).start;
  const find = endedFinder(service.archive, ended);
  return seriesTask(service, asked, { path, request, purpose: "history", cost, maxAge, find });
}

/** Micro-tokens: the engine's own sum, at the price of the settings. */
function costOfSeries({ settings }: Service, name: Name, request: ObservationRequest | PowerRequest): number {
  if (name === "realtime") return priceOf(settings, settings["cost-realtime"]);
  const years = tokenCost(name, request as ObservationRequest) / 200;
  return priceOf(settings, years * settings["cost-year"]);
}

export function forecastTask(service: Service, name: ForecastEndpoint, asked: ApiRequest): Task {
  const { settings } = service;
  const { now } = asked;
  const path = `forecast/${name}` as const;
  const query = withPlaceZone(knownQuery(path, asked.query), service.places.zoneAt);
  const grace = settings["window-grace"] * 60;
  const { observation: request, quantiles } = parseForecastRequest(query as never, { endpoint: name, now, grace });
  if (quantiles !== undefined && !extendedMeta(asked.query)) {
    const why = "because the quantiles are in meta.quantiles";
    throw invalidParameter("quantiles", `parameter "quantiles" needs meta=extended, ${why}`);
  }
  const price = name === "basic" ? settings["cost-forecast-basic"] : settings["cost-forecast-precision"];
  const cost = priceOf(settings, price);
  const find = forecastFinder(service, { endpoint: name, quantiles });
  return seriesTask(service, asked, { path, request, purpose: "forecast", cost, maxAge: untilQuarter(now), find });
}

/** A plane takes 2.6 µs of a thread for each row, and as much again for each quantile (measured: bench/power.mjs). */
const MOST_PLANE_ROWS = 500_000;
/** Power, light and snow of all planes. */
const POWER_COLUMNS = 3;

/** Also for the requests of a batch, and the sites of a job. @param system the body's, or a stored one; undefined: the query has it */
export function powerTask(
  service: Service,
  asked: ObservationQuery,
  system: unknown,
  endpoint: PowerEndpoint = "forecast/pv",
): Task {
  const { settings, places } = service;
  const { now, caller } = asked;
  // Days are counted by the place's clocks, unless the query names others.
  const query = withPlaceZone({ time_zone: "local", ...knownQuery(endpoint, asked.query) }, places.zoneAt);
  const request = parsePowerRequest(query, { endpoint, now, system, grace: settings["window-grace"] * 60 });
  checkWork({ system: request.system, years: 0 }, caller.access === undefined);
  const { lat, lon, responseFormat } = request;
  const horizon = chosenHorizon(service, request.horizon, caller);
  const lookUp = lookingUp(service, request, caller);
  return {
    place: { lat, lon },
    cost: costOfPower(service, request, now),
    values: powerValues(request),
    csv: responseFormat === "csv",
    notices: unknownKeyNotices(endpoint, asked.query),
    lookUp,
    async prepare(signal) {
      await lookUp(signal);
      return { ...(await preparePower(service, asked, { request, horizon }, signal)), maxAge: untilQuarter(now) };
    },
  };
}

/** Micro-tokens: power costs what the weather costs that it is made of. */
function costOfPower(service: Service, request: PowerRequest, now: number): number {
  const { settings } = service;
  if (request.weather === "basic") return priceOf(settings, settings["cost-forecast-basic"]);
  if (request.weather === "precision") return priceOf(settings, settings["cost-forecast-precision"]);
  const { from } = endpointWindow("realtime", now - settings["window-grace"] * 60_000);
  return costOfSeries(service, request.start >= from ? "realtime" : "historical", request);
}

/** @throws HttpError 400 for more than a thread should be busy with */
function powerValues({ start, end, frequency, system, quantiles = [] }: PowerRequest): number {
  const rows = outputGrid(start, end, frequency).count + 1;
  const planes = system.planes.length;
  if (planes * rows * (1 + quantiles.length) > MOST_PLANE_ROWS) {
    const given = `${planes} planes in ${rows} intervals with ${quantiles.length} quantiles`;
    throw new HttpError(
      "answer_too_large",
      `an answer has at most ${MOST_PLANE_ROWS} intervals of planes, each quantile counted as one more: got ${given}; ask for fewer days ` +
        "or quantiles, or describe planes of one direction as one",
      { parameter: "end" },
    );
  }
  return rows * (POWER_COLUMNS + quantiles.length + planes);
}

const HOURS_OF_A_YEAR = 8784;

/** Also for the requests of a batch, and the sites of a job. @param system the body's; undefined: the query has it */
export function yieldTask(service: Service, asked: ObservationQuery, system: unknown): Task {
  const { query, now, caller } = asked;
  const request = parseYieldRequest(knownQuery("yield", query), { now, system });
  checkWork({ ...request, years: yearsOf(request) }, caller.access === undefined);
  const extended = extendedMeta(query);
  const horizon = chosenHorizon(service, request.horizon, caller);
  const lookUp = lookingUp(service, request, caller);
  const { lat, lon } = request;
  return {
    place: { lat, lon },
    cost: costOf(service, request),
    values: yieldValues(request),
    csv: request.responseFormat === "csv",
    notices: unknownKeyNotices("yield", query),
    lookUp,
    async prepare(signal) {
      await lookUp(signal);
      return { ...(await prepareYield(service, asked, { request, horizon, extended }, signal)), maxAge: DAY_SECONDS };
    },
  };
}

/** Micro-tokens: a yield costs what the weather costs that it is made of. */
function costOf({ settings }: Service, request: YieldRequest): number {
  if (request.weather === "typical") return priceOf(settings, settings["cost-climate"]);
  return priceOf(settings, yearsOf(request) * settings["cost-year"]);
}

/** Those of every hour, or of the light and the power that the sums are made of. */
function yieldValues(request: YieldRequest): number {
  const planes = request.system.planes.length;
  const columns = request.output === "summary" ? planes + 1 : YIELD_COLUMNS.length * (planes > 1 ? planes + 1 : 1);
  return yearsOf(request) * HOURS_OF_A_YEAR * columns;
}

function yearsOf({ startYear, endYear }: YieldRequest): number {
  return startYear === undefined ? 1 : endYear! - startYear + 1;
}

/** Looks up what a system names, before its weather is looked for. */
function lookingUp(
  { products }: Pick<AnswerContext, "products">,
  { system }: { readonly system: PvSystem },
  { access }: Rights,
): (signal: AbortSignal) => Promise<void> {
  return (signal) => products.check(system, { signal, priority: access === undefined ? 0 : 1 });
}
