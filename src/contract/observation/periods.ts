/** Days, months and years as the rows of a response, and the intervals that they are made of. */

import { shown } from "../../text/shown.js";
import { type CalendarPeriod, periodEdges } from "../../time/periods.js";
import { fixedZone } from "../../time/zone.js";
import { FREQUENCIES, outputGrid } from "./period.js";
import { refuse } from "./readers.js";
import { zoneOf } from "./time-zone.js";
import type { Frequency, IntervalFrequency, ObservationRequest, PeriodFrequency } from "./types.js";

export const PERIODS: { readonly [name in PeriodFrequency]: CalendarPeriod } = {
  "1_day": "daily",
  "1_month": "monthly",
  "1_year": "annual",
};

export const FREQUENCY_NAMES = [...Object.keys(FREQUENCIES), ...Object.keys(PERIODS)] as readonly Frequency[];

export function isPeriod(frequency: Frequency): frequency is PeriodFrequency {
  return Object.hasOwn(PERIODS, frequency);
}

/** A request whose frequency is one of intervals. */
export type IntervalRequest = ObservationRequest & { readonly frequency: IntervalFrequency };

/** A request whose frequency is one of days, months and years. */
export type PeriodRequest = ObservationRequest & { readonly frequency: PeriodFrequency };

/** @throws RequestError for days, months and years, which `what` does not have */
export function asIntervals(request: ObservationRequest, what: string): IntervalRequest {
  const { frequency } = request;
  if (!isPeriod(frequency)) return request as IntervalRequest;
  return refuse("frequency", `one of ${Object.keys(FREQUENCIES).join(", ")} for ${what}`, `"${frequency}"`);
}

/** The longest first. */
const LENGTHS = /* @__PURE__ */ (Object.entries(FREQUENCIES) as [IntervalFrequency, number][]).sort(
  ([, a], [, b]) => b - a,
);

/** Intervals that are computed for a request. @experimental */
export interface ComputedIntervals {
  readonly frequency: IntervalFrequency;
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  readonly count: number;
}

/** Where each period of the request's zone that overlaps [start, end) begins, and after the last its end: Unix ms. */
export function edgesOf(
  { frequency, zone }: { readonly frequency: PeriodFrequency; readonly zone?: string | undefined },
  start: number,
  end: number,
): Float64Array {
  return periodEdges(zoneOf(zone) ?? fixedZone(0), start, end, PERIODS[frequency]);
}

/**
 * The intervals of days, months or years: hours, where all edges are whole hours of UTC, else as long as the edges allow (half hours
 * at +05:30, quarters at +05:45).
 *
 * @throws RequestError for a zone whose days do not begin at whole minutes of UTC
 */
export function intervalsWithin(edges: Float64Array, zone: string | undefined): ComputedIntervals {
  const [start, end] = [edges[0]!, edges.at(-1)!];
  const found = LENGTHS.find(([, length]) => edges.every((edge) => edge % length === 0));
  if (found === undefined) {
    return refuse("time_zone", "a zone whose days begin at whole minutes of UTC throughout the period", shown(zone));
  }
  const [frequency, length] = found;
  return { frequency, start, interval: length / 1000, count: (end - start) / length };
}

/**
 * The intervals that are computed for the rows that overlap [start, end): those of the response, or those that its days, months and
 * years are made of.
 *
 * @param request whose frequency and zone count
 * @param start Unix ms; @param end Unix ms, exclusive
 * @throws RangeError unless start < end; RequestError for a zone whose days do not begin at whole minutes of UTC
 * @experimental
 */
export function computedIntervals(
  request: Pick<ObservationRequest, "frequency" | "zone">,
  start: number,
  end: number,
): ComputedIntervals {
  const { frequency, zone } = request;
  if (!isPeriod(frequency)) return { frequency, ...outputGrid(start, end, frequency) };
  if (!(start < end)) throw new RangeError(`computedIntervals: start must be before end, got ${start} and ${end}`);
  return intervalsWithin(edgesOf({ frequency, zone }, start, end), zone);
}
