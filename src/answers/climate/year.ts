/** Types of a climate year's results. */
import type { ClimateParameterName, ClimateValueName } from "../../data/contract/climate/parameters.js";
import type { ClimateRequest } from "../../data/contract/climate/request.js";
import { FREQUENCIES } from "../../data/contract/observation/period.js";
import type { AnyDescriptor, AnyMetadata, Diagnostics } from "../../data/contract/observation/types.js";
import { DAY, HOUR, MINUTE, SECOND, yearStart } from "../../foundation/time/calendar.js";
import { isLeapYear, LEAP_DAY } from "../../foundation/time/typical-year.js";

export interface ClimateDescriptor extends AnyDescriptor {
  name: ClimateParameterName;
}

export type ClimateMetadata = AnyMetadata<ClimateDescriptor>;

/** The intervals of a year in local standard time. */
export interface YearGrid {
  /** Start of the first interval, Unix ms. */
  readonly start: number;
  /** Length of an interval, seconds. */
  readonly interval: number;
  readonly count: number;
  /** Hours by which the time stamps are ahead of UTC; null: stamps in UTC, with a Z. */
  readonly offset: number | null;
  /** 29 February of a typical year labelled with a leap year: this many intervals are omitted before a row. */
  readonly skip: { readonly row: number; readonly intervals: number } | null;
}

/**
 * A climate year in typed arrays: full precision, NaN = missing, `null` = not requested, or without any data. `meta` describes the
 * requested parameters.
 */
export interface ClimateColumns extends YearGrid {
  readonly values: { readonly [name in ClimateValueName]: Float64Array | null };
  readonly meta: ClimateMetadata;
  readonly diagnostics: Diagnostics;
}

/** Arrays of one length; times with the place's fixed offset. */
export interface ClimateResponse {
  start_times: string[];
  end_times: string[];
  values: { [name in ClimateValueName]: (number | null)[] | null };
  meta: ClimateMetadata;
}

/** The label of a typical year of the present. */
export const TYPICAL_YEAR = 2005;

/** A year in Unix ms, [start, end), and the offset of its stamps. */
export interface ClimateYear {
  readonly year: number;
  readonly start: number;
  readonly end: number;
  readonly offset: number | null;
  /** Ms after whole UTC intervals at which the year's intervals begin. */
  readonly phase: number;
  /** 29 February, if it is omitted from the year. */
  readonly leapDay: { readonly start: number; readonly end: number } | null;
}

/**
 * The label of a request's year: 2005, the scenario's, or the actual one. A typical year always has 365 days, and each
 * keeps its date.
 * @param timeZone standard-time UTC offset of the place in hours
 * @throws TypeError for an actual year without a number; RangeError for an offset that is not a whole number of minutes
 */
export function climateYear(request: ClimateRequest, timeZone: number): ClimateYear {
  const { endpoint, futureYear, climateTime } = request;
  const year = endpoint === "amy" ? request.year : (futureYear ?? TYPICAL_YEAR);
  if (year === undefined)
    throw new TypeError("computeClimate: request.year must be set for an actual year: { ...request, year }");
  if (!Number.isInteger((timeZone * HOUR) / MINUTE))
    throw new RangeError(`computeClimate: the time zone must be whole minutes, got ${timeZone} hours`);
  const offset = climateTime === "utc" ? null : timeZone;
  const ahead = (offset ?? 0) * HOUR;
  const start = yearStart(year) - ahead;
  const end = yearStart(year + 1) - ahead;
  const step = FREQUENCIES[request.frequency];
  const leapDay = start + LEAP_DAY * DAY;
  const skipsLeapDay = endpoint !== "amy" && isLeapYear(year);
  return {
    year,
    start,
    end,
    offset,
    phase: ((start % step) + step) % step,
    leapDay: skipsLeapDay ? { start: leapDay, end: leapDay + DAY } : null,
  };
}

/**
 * The time that the weather of a climate request has to cover: its year in local standard time.
 * @param timeZone standard-time UTC offset of the place in hours
 * @returns [start, end) in Unix ms
 * @throws TypeError for an actual year without a number; RangeError for an offset that is not a whole number of minutes
 */
export function climatePeriod(request: ClimateRequest, timeZone: number): { start: number; end: number } {
  const { start, end } = climateYear(request, timeZone);
  return { start, end };
}

/** The rows of a year in the response. */
export function yearGrid({ start, end, offset, leapDay }: ClimateYear, step: number): YearGrid {
  const whole = (end - start) / step;
  const skip = leapDay && { row: (leapDay.start - start) / step, intervals: (leapDay.end - leapDay.start) / step };
  return { start, interval: step / SECOND, count: whole - (skip?.intervals ?? 0), offset, skip };
}

/** A column over all intervals of the year, without omitted ones. */
export function withoutSkipped(column: Float64Array, { skip, count }: YearGrid): Float64Array {
  if (skip === null) return column;
  const rest = new Float64Array(count);
  rest.set(column.subarray(0, skip.row));
  rest.set(column.subarray(skip.row + skip.intervals), skip.row);
  return rest;
}
