/** Months of an answer: energies of powers, sums of sums, means of everything else. */
import type { Answer, Column } from "../service/answer.js";
import { monthName, monthOf, type Zone } from "./time.js";
import { energyUnit, hoursOf, isEnergy, isPower, plainUnit } from "./units.js";

export interface Month {
  /** "Jun 2026" */
  readonly label: string;
  readonly year: number;
  /** From 0. */
  readonly month: number;
  /** Indices of the intervals that begin in it. */
  readonly from: number;
  readonly to: number;
}

export function monthsOf({ starts }: Answer, zone: Zone): Month[] {
  const months: Month[] = [];
  let from = 0;
  for (let i = 1; i <= starts.length; i++) {
    const { year, month } = monthOf(starts[i - 1] as number, zone);
    const next = i < starts.length ? monthOf(starts[i] as number, zone) : undefined;
    if (next?.year === year && next.month === month) continue;
    months.push({ label: `${monthName(month)} ${year}`, year, month, from, to: i });
    from = i;
  }
  return months;
}

/** What a month's figure of a column is, and its unit. */
export function monthlyUnit(column: Column): string {
  if (isPower(column) || isEnergy(column)) return energyUnit(column);
  return column.aggregation === "sum" ? plainUnit(column.unit) : `${plainUnit(column.unit)}, mean`;
}

/** Of the intervals with a value; null where there is none. */
export function monthlyValue(answer: Answer, column: Column, { from, to }: Month): number | null {
  let [sum, hours, count] = [0, 0, 0];
  const isSum = column.aggregation === "sum";
  for (let i = from; i < to; i++) {
    const value = column.values[i];
    if (value === null || value === undefined) continue;
    const length = hoursOf(answer, i);
    sum += isSum ? value : value * length;
    hours += length;
    count++;
  }
  if (count === 0) return null;
  if (isPower(column) || isEnergy(column)) return sum / 1000;
  return isSum ? sum : sum / hours;
}

/** Days of a month for which a column has values. */
export function daysWithValues(answer: Answer, column: Column, { from, to }: Month): number {
  let hours = 0;
  for (let i = from; i < to; i++) if (column.values[i] !== null) hours += hoursOf(answer, i);
  return hours / 24;
}
