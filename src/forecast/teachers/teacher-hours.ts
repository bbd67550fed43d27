/** What was observed and what runs said of the same hours, beside the clear sky, by days of the sun. */
import type { TimeGrid } from "../../sky/time-grid.js";
import { quantileOfSorted } from "../../statistics/order.js";
import type { KnownPast } from "../known-past.js";

/** One value an hour; clear-sky indices, NaN = not known. */
export interface TeacherHours extends TimeGrid {
  /** GHI of the clear sky, W/m². */
  readonly clear: Float64Array;
  /** Observed; what a look leaves out becomes NaN. */
  readonly observed: Float64Array;
  /** Of the newest run that covers the hour, and of the run before it. */
  readonly newest: Float64Array;
  readonly older: Float64Array;
  /** Of mean solar time, from 1970. */
  readonly day: Int32Array;
  /** Of mean solar time, 0 … 23. */
  readonly hour: Int32Array;
}

/** W/m²: with less clear sky an hour says little of the sky. */
const TELLING = 200;
/** Clear hours: so much of the hours is darker. */
export const CLEAR_HOURS = 0.95;

export function teacherHours({ clearHours, hourlyIndex, runs }: KnownPast): TeacherHours {
  const { start, step, count, global: clear, day } = clearHours;
  const [newest, older] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count).fill(Number.NaN)];
  for (const { hours } of runs) {
    hours.index.forEach((index, k) => {
      if (Number.isNaN(index)) return;
      older[k + hours.shift] = newest[k + hours.shift]!;
      newest[k + hours.shift] = index;
    });
  }
  // A day of mean solar time begins with the first row of its number; that of the first row may have begun before.
  const second = day.findIndex((one) => one !== day[0]);
  const hour = Int32Array.from(day, (_, row) => (((row - second) % 24) + 24) % 24);
  return { start, step, count, clear, observed: hourlyIndex.slice(), newest, older, day, hour };
}

/** Rows by their day, the first day first. */
export function rowsByDay({ day, count }: TeacherHours): readonly (readonly number[])[] {
  const days: number[][] = Array.from({ length: day[count - 1]! - day[0]! + 1 }, () => []);
  for (let row = 0; row < count; row++) days[day[row]! - day[0]!]!.push(row);
  return days;
}

/** Whether the sun is so high that an hour says something of the sky, if it was observed. */
export function isHigh({ clear }: TeacherHours, row: number): boolean {
  return clear[row]! > TELLING;
}

/** Whether an hour says something of the sky. */
export function tells(hours: TeacherHours, row: number): boolean {
  return isHigh(hours, row) && !Number.isNaN(hours.observed[row]!);
}

/** How bright clear hours are, over the clear sky; NaN of none. @param indices of hours */
export function clearest(indices: readonly number[]): number {
  return indices.length === 0 ? Number.NaN : quantileOfSorted(Float64Array.from(indices).sort(), CLEAR_HOURS);
}

/** Values of a column, without the missing ones. */
export function knownOf(column: Float64Array, rows: readonly number[]): readonly number[] {
  return rows.map((row) => column[row]!).filter((value) => !Number.isNaN(value));
}
