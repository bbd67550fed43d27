/** Typical years: months of different years, mapped to one nominal year and wrapped at its ends. */
import { DAY, HOUR, yearStart } from "../../../time/calendar.js";
import { parseIsoTime } from "../../../time/iso-time.js";
import { isLeapYear, LEAP_DAY, repeatedRows } from "../../../time/typical-year.js";
import type { WeatherColumn } from "../../series.js";
import type { EqualSteps } from "./equal-steps.js";

/** Default nominal year; must be a common one. */
export const NOMINAL_YEAR = 2023;
export const NOMINAL_YEAR_START = /* @__PURE__ */ yearStart(NOMINAL_YEAR);

/** Ms from the start of a common year to a date; NaN for a date that it does not have. */
export function offsetInYear(month: number, day: number): number {
  const [mm, dd] = [month, day].map((value) => String(value).padStart(2, "0"));
  return parseIsoTime(`${NOMINAL_YEAR}-${mm}-${dd}T00:00Z`) - NOMINAL_YEAR_START;
}

export interface TypicalYear {
  /** Unix ms. */
  start: number;
  columns: { [name in WeatherColumn]?: Float64Array };
}

/**
 * @param rows intervals of the typical year; `start` is the first interval's start in ms of local standard time from the
 * start of a common year (negative if it begins in the evening before)
 * @param timeZone hours ahead of UTC
 * @param year the nominal year; in a leap year 29 February repeats the 28th
 * @param periodic true: every interval that overlaps the UTC year, wrapped around the ends of the typical one;
 * false: the rows unchanged, from their own start
 */
export function placeTypicalYear(rows: EqualSteps, timeZone: number, year: number, periodic: boolean): TypicalYear {
  const { step } = rows;
  const shift = timeZone * HOUR;
  const phase = rows.start - shift;
  const [from, to] = periodic ? utcYear(year, phase, step) : ownSpan(rows, year, shift);
  const count = Math.round((to - from) / step);
  const row = repeatedRows(rows.start, { start: from, step, count }, shift);
  const columns: TypicalYear["columns"] = {};
  for (const [name, values] of Object.entries(rows.columns)) {
    const column = Float64Array.from(row, (index) => values[index] ?? Number.NaN);
    columns[name as WeatherColumn] = column;
  }
  return { start: from, columns };
}

/** Intervals of this phase that overlap the UTC year, as [start, end) in Unix ms. */
function utcYear(year: number, phase: number, step: number): [number, number] {
  const origin = yearStart(year) + phase;
  const first = Math.floor((yearStart(year) - origin) / step);
  const last = Math.ceil((yearStart(year + 1) - origin) / step);
  return [origin + first * step, origin + last * step];
}

function ownSpan(rows: EqualSteps, year: number, shift: number): [number, number] {
  const leapDay = isLeapYear(year) ? LEAP_DAY * DAY : Number.POSITIVE_INFINITY;
  const end = rows.start + rows.count * rows.step;
  const from = rows.start + (rows.start >= leapDay ? DAY : 0);
  const to = end + (end > leapDay ? DAY : 0);
  return [yearStart(year) + from - shift, yearStart(year) + to - shift];
}
