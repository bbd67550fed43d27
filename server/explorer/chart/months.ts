/** Months of an answer: energies of powers, sums of sums, means of everything else. */
import { KnownSum } from "irradiance-engine/shared";
import type { Answer, Column } from "../service/answer.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { monthOf, monthText, type Zone } from "./time.js";
import { energyUnit, hoursOf, isEnergy, isPower, plainUnit } from "./units.js";

export interface Month {
  /** "Jun 2026"; of a typical year "Jun" */
  readonly label: string;
  readonly year: number;
  /** From 0. */
  readonly month: number;
  /** Indices of the intervals of which the middle is in it. */
  readonly from: number;
  readonly to: number;
}

/** By the middle of an interval: under summer time a month begins in the standard time's month before. */
export function monthsOf({ starts, ends }: Answer, zone: Zone): Month[] {
  const months: Month[] = [];
  const at = (i: number) => monthOf(((starts[i] as number) + (ends[i] as number)) / 2, zone);
  let from = 0;
  for (let i = 1; i <= starts.length; i++) {
    const { year, month } = at(i - 1);
    const next = i < starts.length ? at(i) : undefined;
    if (next?.year === year && next.month === month) continue;
    months.push({ label: monthText(year, month, zone), year, month, from, to: i });
    from = i;
  }
  return months;
}

/** What a month's figure of a column is: a sum or a mean, and its unit. */
export function monthlyQuantity(column: Column): { readonly unit: string; readonly isSum: boolean } {
  if (isPower(column) || isEnergy(column)) return { unit: energyUnit(column), isSum: true };
  return { unit: plainUnit(column.unit), isSum: column.aggregation === "sum" };
}

/** Its unit, which says whether it is a mean. */
export function monthlyUnit(column: Column): string {
  const { unit, isSum } = monthlyQuantity(column);
  return isSum ? unit : texts().chart.mean(unit);
}

/** Of the intervals with a value; null where there is none. */
export function monthlyValue(answer: Answer, column: Column, { from, to }: Pick<Month, "from" | "to">): number | null {
  const known = new KnownSum();
  const isSum = column.aggregation === "sum";
  for (let i = from; i < to; i++) known.add(column.values[i], isSum ? 1 : hoursOf(answer, i));
  if (known.count === 0) return null;
  if (isPower(column) || isEnergy(column)) return known.sum / 1000;
  return isSum ? known.sum : known.mean;
}

/** Days of a month for which a column has values; without a column, those that the answer is of. */
export function daysWithValues(answer: Answer, column: Column | undefined, { from, to }: Month): number {
  let hours = 0;
  for (let i = from; i < to; i++) if (column?.values[i] !== null) hours += hoursOf(answer, i);
  return hours / 24;
}

/** Share of a month that values must cover: a month of which more is missing cannot be compared. */
const WHOLE = 0.99;

export function isWhole(answer: Answer, column: Column | undefined, month: Month): boolean {
  return daysWithValues(answer, column, month) >= WHOLE * daysOf(month);
}

const MOST_NAMED = 6;

/** Of which months values are missing, and how much of them is there; "" where all are whole or without any. */
export function partsText(answer: Answer, column: Column, months: readonly Month[]): string {
  const parts = months.flatMap((month) => {
    const days = daysWithValues(answer, column, month);
    if (days === 0 || isWhole(answer, column, month)) return [];
    return [texts().chart.daysOf(month.label, figure(days, Number.isInteger(days) ? 0 : 1), figure(daysOf(month)))];
  });
  if (parts.length === 0) return "";
  const more = parts.length > MOST_NAMED ? figure(parts.length - MOST_NAMED) : "";
  return texts().chart.pale(parts.slice(0, MOST_NAMED).join(", "), more);
}

function daysOf({ year, month }: Month): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}
