/** The calendar year of a climate request in local standard time. */
import type { ClimateRequest } from "../contract/climate/request.js";
import { FREQUENCIES } from "../contract/observation/period.js";
import { DAY, HOUR, MINUTE, SECOND, yearStart } from "../time/calendar.js";
import { isLeapYear, LEAP_DAY } from "../time/typical-year.js";
import { fixedZone, type Zone } from "../time/zone.js";
import type { YearGrid } from "./types.js";

/** The label of a typical year of the present. @experimental */
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
 * The label of a request's year: 2005, the scenario's, or the actual one. A typical year always has 365 days,
 * and each keeps its date.
 *
 * @param timeZone standard-time UTC offset of the place in hours
 * @throws TypeError for an actual year without a number; RangeError for an offset that is not a whole number of minutes
 */
export function climateYear(request: ClimateRequest, timeZone: number): ClimateYear {
  const { endpoint, futureYear, climateTime } = request;
  const year = endpoint === "amy" ? request.year : (futureYear ?? TYPICAL_YEAR);
  if (year === undefined) {
    throw new TypeError("computeClimate: request.year must be set for an actual year: { ...request, year }");
  }
  if (!Number.isInteger((timeZone * HOUR) / MINUTE)) {
    throw new RangeError(`computeClimate: the time zone must be whole minutes, got ${timeZone} hours`);
  }
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
 *
 * @param timeZone standard-time UTC offset of the place in hours
 * @returns [start, end) in Unix ms
 * @throws TypeError for an actual year without a number; RangeError for an offset that is not a whole number of minutes
 * @experimental
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

/** Start of a row, Unix ms. */
export function rowStart({ start, interval, skip }: YearGrid, row: number): number {
  const intervals = skip !== null && row >= skip.row ? row + skip.intervals : row;
  return start + intervals * interval * SECOND;
}

/** The zone in which times are written; undefined: UTC. */
export function stampZone({ offset }: YearGrid): Zone | undefined {
  return offset === null ? undefined : fixedZone(offset);
}

/** A column over all intervals of the year, without omitted ones. */
export function withoutSkipped(column: Float64Array, { skip, count }: YearGrid): Float64Array {
  if (skip === null) return column;
  const rest = new Float64Array(count);
  rest.set(column.subarray(0, skip.row));
  rest.set(column.subarray(skip.row + skip.intervals), skip.row);
  return rest;
}
