/** From a query of the forecast endpoints to a checked request. */

import { shown } from "../../../foundation/text/shown.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { type EndpointPeriod, resolvePeriod, zoneOf } from "../observation/period.js";
import {
  checkChoice,
  checkGrace,
  checkQuery,
  checkTexts,
  RequestError,
  readName,
  refuse,
  refuseUnknownKeys,
  requireNow,
  type WireQuery,
} from "../observation/readers.js";
import { parseObservationRequest } from "../observation/request.js";
import type { Frequency, ObservationQuery, ObservationRequest } from "../observation/types.js";
import { QUERY_KEYS } from "../query-keys.js";

export const FORECAST_ENDPOINTS = ["basic", "precision"] as const;
export type ForecastEndpoint = (typeof FORECAST_ENDPOINTS)[number];

interface Rules {
  /** The default first. */
  readonly frequencies: readonly [Frequency, ...Frequency[]];
  /** Defaults of the period. */
  readonly start: string;
  readonly end: string;
  /** The reach of the window around now, ms. */
  readonly back: number;
  readonly ahead: number;
  /** The window in words. */
  readonly reach: string;
}

/** The values that each endpoint allows; a server's documents are checked against them. */
export const FORECAST_RULES: { readonly [endpoint in ForecastEndpoint]: Rules } = {
  basic: {
    frequencies: ["1_hour"],
    start: "now",
    end: "+72hours",
    back: 24 * HOUR,
    ahead: 14 * DAY,
    reach: "from 24 hours ago to 14 days ahead",
  },
  precision: {
    frequencies: ["15_minutes", "1_minute", "30_minutes", "1_hour"],
    start: "now",
    end: "+24hours",
    back: 24 * HOUR,
    ahead: 14 * DAY,
    reach: "from 24 hours ago to 14 days ahead",
  },
};

/** A checked request: plain, frozen, cloneable. Made by `parseForecastRequest`. @experimental */
export interface ForecastRequest {
  readonly kind: "forecast-request";
  readonly endpoint: ForecastEndpoint;
  /** The observation to compute: without an endpoint, with `start` and `end`. */
  readonly observation: ObservationRequest & { readonly start: number; readonly end: number };
  /** Of GHI, for the answer's `meta`: ascending. */
  readonly quantiles?: readonly QuantileName[] | undefined;
}

/** A query of the forecast endpoints as a program writes it. */
export interface ForecastQuery extends ObservationQuery {
  /** Quantiles of GHI: `["p10", "p50", "p90"]` or "p10,p50,p90". */
  quantiles?: string | readonly QuantileName[] | undefined;
}

export interface ForecastParseOptions {
  endpoint: ForecastEndpoint;
  /** The current time: `Date`, Unix ms or ISO 8601 UTC. */
  now: Date | number | string;
  /** Seconds, 0 to 86,400, by which a time may lie outside the window. Default 0. Messages state the window without it. */
  grace?: number | undefined;
}

/**
 * Checks a query of the forecast endpoints and fills in its defaults. Everything except period, frequency and quantiles is as on the
 * observation endpoints; `basic` is hourly only. Unknown keys are refused, the query is not changed.
 *
 * @returns a deeply frozen plain object that `structuredClone` can copy; `observation` is the engine's input
 * @throws RequestError for an invalid query, with the query key as `parameter`; TypeError or RangeError for errors of the
 * program: a query that is not an object, a bad option
 * @experimental
 */
export function parseForecastRequest(given: ForecastQuery | WireQuery, options: ForecastParseOptions): ForecastRequest {
  checkQuery("parseForecastRequest", given);
  const query = given as WireQuery;
  checkTexts(query);
  const endpoint = checkChoice("parseForecastRequest", "endpoint", options?.endpoint, FORECAST_ENDPOINTS);
  const now = requireNow("parseForecastRequest", options.now);
  refuseUnknownKeys(query, QUERY_KEYS[`forecast/${endpoint}`]);
  const { frequencies } = FORECAST_RULES[endpoint];
  const whenever = parseObservationRequest({
    ...withoutOwnKeys(query),
    frequency: readName("frequency", query.frequency, frequencies, frequencies[0]),
  });
  const period = resolvePeriod(query, forecastPeriod(endpoint, now, checkGrace(options.grace ?? 0)), now, {
    zone: zoneOf(whenever.zone),
  });
  const observation = parseObservationRequest({ ...whenever, ...period }) as ForecastRequest["observation"];
  const quantiles = readQuantiles(query.quantiles);
  if (quantiles !== undefined) checkForQuantiles(observation);
  return Object.freeze({ kind: "forecast-request", endpoint, observation, ...(quantiles && { quantiles }) });
}

/** @throws RequestError for an answer that cannot have quantiles */
function checkForQuantiles({ parameters, frequency, responseFormat }: ObservationRequest): void {
  const refused = (why: string) => new RequestError("quantiles", `parameter "quantiles" ${why}`);
  if (!parameters.includes("global_horizontal_irradiance")) {
    throw refused('needs global_horizontal_irradiance in "parameters"');
  }
  if (frequency === "1_minute") throw refused("applies to 15_minutes and longer: the spread of minutes is not known");
  if (responseFormat === "csv")
    throw refused('needs response_format "json": quantiles are in meta, which a CSV does not have');
}

/** The period is resolved by the endpoint's own window; quantiles are of forecasts alone. */
function withoutOwnKeys({ start, end, quantiles, ...observation }: WireQuery): WireQuery {
  return observation;
}

function forecastPeriod(endpoint: ForecastEndpoint, now: number, grace: number): EndpointPeriod {
  const { start, end, back, ahead, reach } = FORECAST_RULES[endpoint];
  return { endpoint: `forecast ${endpoint}`, start, end, reach, grace, window: { from: now - back, to: now + ahead } };
}

export type QuantileName = `p${number}`;

/** Those for which a spread is known: every percent. */
export const QUANTILE_NAMES: readonly QuantileName[] = /* @__PURE__ */ Object.freeze(
  Array.from({ length: 99 }, (_, k): QuantileName => `p${k + 1}`),
);

/** 0.01 … 0.99. */
export function probabilityOf(name: QuantileName): number {
  return Number(name.slice(1)) / 100;
}

/** Without repetition, ascending: a comma-separated list or an array. @throws RequestError for anything else */
export function readQuantiles(value: unknown): readonly QuantileName[] | undefined {
  if (value === undefined) return undefined;
  const names: unknown = typeof value === "string" ? value.split(",") : value;
  const isKnown = (name: unknown) => QUANTILE_NAMES.includes(name as QuantileName);
  if (!Array.isArray(names) || names.length === 0 || !names.every(isKnown)) {
    return refuse("quantiles", "a comma-separated list without blanks of p1, p2 and so on to p99", shown(value));
  }
  return Object.freeze(QUANTILE_NAMES.filter((name) => names.includes(name)));
}
