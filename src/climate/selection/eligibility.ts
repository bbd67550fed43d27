/** Which months of a record may stand for their kind: those that were measured, but for short gaps. */
import { HOUR } from "../../time/calendar.js";
import type { WeatherColumn } from "../../weather/series.js";
import type { DroppedMonth } from "./audit.js";
import type { MeasuredColumns } from "./measured.js";
import { type LocalRecord, type MonthSpan, monthSpan, yearsOf } from "./record.js";

/** A longer stretch without a value takes a month out, hours. */
export const LONGEST_GAP = 6;
/** So does a larger share of missing values. */
export const LARGEST_MISSING_SHARE = 0.01;

/** Twelve months, January first, each with its measured years in order. */
export interface MeasuredMonths {
  readonly months: readonly (readonly MonthSpan[])[];
  readonly dropped: readonly DroppedMonth[];
}

/** @param names columns in which a month must have been measured */
export function measuredMonths(
  record: LocalRecord,
  columns: MeasuredColumns,
  names: readonly WeatherColumn[],
): MeasuredMonths {
  const dropped: DroppedMonth[] = [];
  const months = Array.from({ length: 12 }, (_, index) =>
    yearsOf(record).flatMap((year) => {
      const span = monthSpan(record, year, index + 1);
      const reason = reasonAgainst(record, columns, names, span);
      if (reason === undefined) return [span];
      dropped.push({ month: span.month, year, ...reason });
      return [];
    }),
  );
  return { months, dropped };
}

type Reason = Pick<DroppedMonth, "reason" | "column" | "longestGap" | "missing">;

function reasonAgainst(
  record: LocalRecord,
  columns: MeasuredColumns,
  names: readonly WeatherColumn[],
  span: MonthSpan,
): Reason | undefined {
  const { count } = record.weather;
  const hours = (rows: number) => (rows * record.step) / HOUR;
  // What the clock moves into the next year, or out of the last, is none of a month.
  const covered = Math.min(span.toRow, count) - Math.max(span.fromRow, 0);
  if (covered <= 0 || hours(covered) <= Math.abs(record.timeZone)) {
    return { reason: "outside the record", column: null, longestGap: hours(span.toRow - span.fromRow), missing: 1 };
  }
  for (const name of names) {
    const { longest, missing } = gapsIn(columns[name]!, span);
    const longestGap = hours(longest);
    const share = missing / (span.toRow - span.fromRow);
    if (longestGap <= LONGEST_GAP && share <= LARGEST_MISSING_SHARE) continue;
    const lead = -span.fromRow;
    const rest = span.toRow - count;
    const cut = Math.max(lead, rest);
    // A record of whole UTC years lacks a few hours at one end of the local ones, and nothing else.
    const isCut = cut > 0 && hours(cut) <= Math.abs(record.timeZone) && missing <= cut;
    const reason = isCut ? "cut by the clock" : cut > 0 ? "the record does not cover it" : "gaps";
    return { reason, column: name, longestGap, missing: share };
  }
  return undefined;
}

function gapsIn(column: Float64Array, { fromRow, toRow }: MonthSpan): { longest: number; missing: number } {
  let longest = 0;
  let missing = 0;
  let run = 0;
  for (let row = fromRow; row < toRow; row++) {
    const value = column[row];
    if (value === undefined || Number.isNaN(value)) {
      missing++;
      run++;
      if (run > longest) longest = run;
    } else {
      run = 0;
    }
  }
  return { longest, missing };
}
