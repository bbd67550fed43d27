/** Months and years of an answer: energies of powers, sums of sums, means of everything else. */
import { KnownSum } from "irradiance-engine/internal/shared";
import { type Answer, type Column, nameOf, type Quantiles } from "../service/answer.js";
import { isOfNoYear, isOfStandardTime, SHADED, type State } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import type { Curve } from "./panels.js";
import { chosenZone, HOUR, monthOf, monthText, type Zone } from "./time.js";

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
  if (isPower(column) || isEnergy(column))
    return { unit: `k${POWERS[column.unit] ?? plainUnit(column.unit)}`, isSum: true };
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

export interface ShownColumn {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
  /** What a day has of it. */
  readonly daily: NonNullable<Curve["daily"]>;
}

const POWERS: { readonly [unit: string]: string } = { "W/m**2": "Wh/m²", "W/kWp": "Wh/kWp" };

export function isPower(column: Column): boolean {
  return column.unit in POWERS;
}

/** Of days, months and years the service gives the energies itself. */
export function isEnergy(column: Column): boolean {
  return column.unit.startsWith("Wh/");
}

export function plainUnit(unit: string): string {
  return unit.replace("**2", "²").replace("**3", "³");
}

/** Hours of interval i. */
export function hoursOf({ starts, ends }: Answer, i: number): number {
  return ((ends[i] as number) - (starts[i] as number)) / HOUR;
}

/** A column in the units that the state asks for. In those of the service it is the very array of the answer. */
export function shownColumn(answer: Answer, column: Column, { units }: State): ShownColumn {
  const { name, unit, values } = column;
  if (units === "mean" || !isPower(column)) return { name, unit: plainUnit(unit), values, daily: dailyOf(column) };
  const energies = values.map((value, i) => (value === null ? null : rounded(value * hoursOf(answer, i))));
  return { name, unit: POWERS[unit] as string, values: energies, daily: "sum" };
}

/** Of the light a day has its energy; temperatures and the like go from a lowest to a highest. */
function dailyOf(column: Column): ShownColumn["daily"] {
  return isEnergy(column) || isPower(column) || column.aggregation === "sum" ? "sum" : "range";
}

/** The quantiles of a column, in the units that the state asks for. */
export function shownQuantiles(answer: Answer, column: Column, state: State): Quantiles {
  const found = Object.entries(answer.quantiles[column.name] ?? {});
  return Object.fromEntries(
    found.map(([name, values]) => [name, shownColumn(answer, { ...column, values }, state).values]),
  );
}

/** To the thousandth of a unit: the service rounds to hundredths of a watt. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Of every parameter that the answer has with and without shading. */
function lossesOf(answer: Answer) {
  return answer.parameters.flatMap((column) => {
    const partner = answer.parameters.find(({ name }) => name === column.name + SHADED);
    const [open, shaded] = [totalOf(answer, column), partner && totalOf(answer, partner)];
    if (open == null || shaded == null) return [];
    return [{ column, open, shaded, percent: open === 0 ? 0 : 100 * (1 - shaded / open) }];
  });
}

/** The energy of a column over the whole answer; null for a column of something else, or without values. */
export function totalOf(answer: Answer, column: Column): number | null {
  if (!isPower(column) && !isEnergy(column)) return null;
  return monthlyValue(answer, column, { from: 0, to: answer.starts.length });
}

/** "" where the answer has nothing with shading beside the same without. */
export function lossText(answer: Answer): string {
  const parts = lossesOf(answer).map(({ column, open, shaded, percent }) => {
    const sum = `${figure(open, 1)} ${monthlyUnit(column)}`;
    return texts().chart.lossOf(nameOf(column.name), figure(shaded, 1), sum, figure(percent, 1));
  });
  return parts.length === 0 ? "" : texts().chart.loss(parts.join("; "));
}

export interface Scene {
  readonly answer: Answer;
  readonly state: State;
  readonly zone: Zone;
}

/**
 * The zone to show an answer in. Years of a climate are made in standard time: in the place's own clock they would begin or end an
 * hour off, and a typical year has no date at which clocks could change.
 */
export function zoneOf({ zone }: Pick<State, "zone">, answer: Answer): Zone {
  const { timeZone, zoneName, place, request, starts, ends } = answer;
  const choice = zone === "local" && isOfStandardTime(request.path) ? "standard" : zone;
  const clock = { zoneName, hours: timeZone, lon: place.lon };
  const found = chosenZone(choice, clock, starts[0] ?? 0, ends.at(-1) ?? 0);
  return isOfNoYear(request.path) ? { ...found, isYearless: true } : found;
}
