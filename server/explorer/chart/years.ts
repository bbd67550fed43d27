/** Years of an answer side by side: a figure for each of their whole months. */
import type { Answer, Column } from "../service/answer.js";
import { isWhole, type Month, monthlyValue, monthsOf } from "./months.js";
import type { Zone } from "./time.js";

export interface Year {
  readonly year: number;
  /** January to December; null where the month is not whole. */
  readonly months: readonly (number | null)[];
  /** Of all twelve; null where one is not whole. */
  readonly whole: number | null;
}

/** Of the years that the answer is of those that have a figure for a month. */
export function yearsOf(answer: Answer, column: Column, zone: Zone): Year[] {
  const all = monthsOf(answer, zone);
  return calendarYears(answer, zone)
    .map((year) => yearOf(answer, column, year, all))
    .filter(({ months }) => months.some((value) => value !== null));
}

/**
 * The years of which the answer is of a whole month or more, whether it has values of it or not. A year of another zone ends
 * some hours before or after: those are no year.
 */
export function calendarYears(answer: Answer, zone: Zone): number[] {
  const whole = monthsOf(answer, zone).filter((month) => isWhole(answer, undefined, month));
  return [...new Set(whole.map(({ year }) => year))];
}

function yearOf(answer: Answer, column: Column, year: number, all: readonly Month[]): Year {
  const own = all.filter((month) => month.year === year);
  const months = Array.from({ length: 12 }, (_, k) => {
    const found = own.find(({ month }) => month === k);
    return found && isWhole(answer, column, found) ? monthlyValue(answer, column, found) : null;
  });
  const [first, last] = [own[0], own.at(-1)];
  const known = first && last && months.every((value) => value !== null);
  const whole = known ? monthlyValue(answer, column, { ...first, to: last.to }) : null;
  return { year, months, whole };
}
