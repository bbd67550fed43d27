/** Years of an answer side by side: a figure for each of their whole months. */
import type { Answer, Column } from "../service/answer.js";
import { daysWithValues, type Month, monthlyValue, monthsOf } from "./months.js";
import type { Zone } from "./time.js";

/** Share of a month that values must cover: a month of which more is missing cannot be compared. */
const WHOLE = 0.99;

export interface Year {
  readonly year: number;
  /** January to December; null where the month is not whole. */
  readonly months: readonly (number | null)[];
  /** Of all twelve; null where one is not whole. */
  readonly whole: number | null;
}

export function yearsOf(answer: Answer, column: Column, zone: Zone): Year[] {
  const months = monthsOf(answer, zone);
  return [...new Set(months.map(({ year }) => year))].map((year) => yearOf(answer, column, year, months));
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

function isWhole(answer: Answer, column: Column, month: Month): boolean {
  const days = new Date(Date.UTC(month.year, month.month + 1, 0)).getUTCDate();
  return daysWithValues(answer, column, month) >= WHOLE * days;
}
