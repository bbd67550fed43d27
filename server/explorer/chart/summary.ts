/** A chart in a sentence or two: for those who hear it, and for those who want the answer before the picture. */
import { KnownSum } from "irradiance-engine/internal/shared";
import { highestOf, risesAndSets, sunCourse } from "../rooms/sun/course.js";
import { type Answer, amount, type Column, lengthOf, nameOf } from "../service/answer.js";
import { SHADED } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { isEnergy, isPower, type Month, monthlyQuantity, type ShownColumn, totalOf, type Year } from "./months.js";
import { DAY, dateWords, HOUR, monthName, timeWords, type Zone } from "./time.js";

export interface Duration {
  /** Largest first. */
  readonly values: Float64Array;
  /** Hours in which the value beside it is reached or exceeded. */
  readonly hours: Float64Array;
}

/** @param hoursOf length of interval i, hours */
export function durationOf(values: readonly (number | null)[], hoursOf: (i: number) => number): Duration {
  const known = Array.from(values.keys()).filter((i) => values[i] !== null);
  known.sort((a, b) => (values[b] as number) - (values[a] as number));
  const hours = new Float64Array(known.length);
  let sum = 0;
  known.forEach((i, k) => {
    sum += hoursOf(i);
    hours[k] = sum;
  });
  return { values: Float64Array.from(known, (i) => values[i] as number), hours };
}

/** The value that is reached in a share of all hours. */
export function valueAtShare({ values, hours }: Duration, share: number): number {
  const least = share * (hours.at(-1) ?? 0);
  const k = hours.findIndex((sum) => sum >= least);
  return values[Math.max(0, k)] as number;
}

/** Hours in which a value is reached or exceeded. */
export function hoursAbove({ values, hours }: Duration, least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) >= least) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (hours[low - 1] as number);
}

export function factsOf(values: readonly (number | null)[]) {
  const known = new KnownSum();
  let [most, least]: (number | undefined)[] = [];
  for (const [i, value] of values.entries()) {
    known.add(value);
    if (value === null) continue;
    if (most === undefined || value > (values[most] as number)) most = i;
    if (least === undefined || value < (values[least] as number)) least = i;
  }
  return { most, least, mean: known.mean, missing: values.length - known.count };
}

/**
 * The first parameter, the temperature, and what is missing.
 *
 * @param columns those that are drawn; @param now intervals that end after it are still to come, and not missing
 */
export function curvesSummary(answer: Answer, columns: readonly ShownColumn[], zone: Zone, now = Date.now()): string {
  const words = texts().chart.summary;
  const told = columns.filter(({ name }, k) => k === 0 || name === "temperature");
  const ended = answer.ends.filter((end) => end <= now).length;
  const missing = columns.map(({ values }) => factsOf(values.slice(0, ended)).missing).filter((count) => count < ended);
  const most = Math.max(0, ...missing);
  const night = isDark(answer, columns) ? sunWords(answer) : [];
  const gaps = most > 0 ? [words.gaps(figure(most), figure(answer.starts.length))] : [];
  return [...told.map((column) => columnSentence(answer, column, zone)), ...night, ...gaps].join(" ");
}

function columnSentence(answer: Answer, column: ShownColumn, zone: Zone): string {
  const words = texts().chart.summary;
  const name = nameOf(column.name);
  const { most, least, mean } = factsOf(column.values);
  if (most === undefined || least === undefined) return words.none(name);
  const [highest, lowest] = [column.values[most] as number, column.values[least] as number];
  // A day, a month and a year have no clock.
  const when = (i: number) => (lengthOf(answer) < 0.9 * DAY ? timeWords : dateWords)(answer.starts[i] as number, zone);
  if (column.daily === "range") {
    const { unit } = column;
    return words.level(name, amount(lowest, unit), when(least), amount(highest, unit), when(most), amount(mean, unit));
  }
  const own = answer.columns.find((one) => one.name === column.name) as Column;
  const sum = sumText(answer, own);
  if (highest === 0) return isPower(own) || isEnergy(own) ? words.dark(name) : words.amount(name, sum);
  return words.light(name, amount(highest, column.unit), when(most), sum);
}

function sumText(answer: Answer, column: Column): string {
  const total = totalOf(answer, column);
  return total === null ? "" : amount(total, monthlyQuantity(column).unit);
}

/** A day or more without any light, though nothing stands before the sky. */
function isDark({ starts, ends, columns }: Answer, shown: readonly ShownColumn[]): boolean {
  const open = columns.filter((column) => isPower(column) && !column.name.endsWith(SHADED));
  const drawn = open.filter(({ name }) => shown.some((one) => one.name === name));
  const isLong = (ends.at(-1) ?? 0) - (starts[0] ?? 0) >= DAY;
  return isLong && drawn.length > 0 && drawn.every(({ values }) => values.every((value) => value === 0));
}

/** Degrees: a sun that stands no higher may give no light that is left after rounding. */
const LOW = 3;

/** Why there is no light, as far as the sun is why: the sensor may be dead, or its cable cut. */
function sunWords({ starts, ends, place: { lat, lon } }: Answer): string[] {
  const words = texts().chart.summary;
  const [from, to] = [starts[0] ?? 0, ends.at(-1) ?? 0];
  if (highestOf(sunCourse(from, to, HOUR, lat, lon)).elevation > LOW) return [];
  for (let day = from; day < to; day += DAY) {
    const { sunrise, sunset } = risesAndSets(day, Math.min(day + DAY, to), lat, lon);
    if (sunrise !== null || sunset !== null) return [words.lowSun];
  }
  return [words.polarNight];
}

/** What is highest when in a day, and where all values are. @param hours means of the hours of a day */
export function heatSummary(
  answer: Answer,
  column: ShownColumn,
  hours: readonly (number | null)[],
  zone: Zone,
): string {
  const { most } = factsOf(hours);
  const sentence = columnSentence(answer, column, zone);
  if (most === undefined || hours[most] === 0) return sentence;
  const clock = `${String(most).padStart(2, "0")}:30`;
  return `${sentence} ${texts().chart.summary.hour(clock, amount(hours[most] as number, column.unit))}`;
}

/** @param values of the months, null where there is none */
export function monthsSummary(column: Column, months: readonly Month[], values: readonly (number | null)[]): string {
  const words = texts().chart.summary;
  const { most, least, mean } = factsOf(values);
  if (most === undefined || least === undefined) return words.none(nameOf(column.name));
  const { unit, isSum } = monthlyQuantity(column);
  const sum = values.reduce((all: number, value) => all + (value ?? 0), 0);
  const whole = isSum ? words.sum(amount(sum, unit)) : words.mean(amount(mean, unit));
  if (most === least) return whole;
  const label = (k: number) => (months[k] as Month).label;
  const of = (k: number) => amount(values[k] as number, unit);
  return `${whole} ${words.months(of(most), label(most), of(least), label(least))}`;
}

/** Whole years; where there are none, the months that stand out. */
export function yearsSummary(column: Column, years: readonly Year[]): string {
  const words = texts().chart.summary;
  const whole = years.filter(({ whole }) => whole !== null);
  const { unit } = monthlyQuantity(column);
  const { most, least, mean } = factsOf(whole.map((year) => year.whole));
  if (most === undefined || least === undefined) return bestMonth(years, unit);
  const of = (k: number) => [String(whole[k]?.year), amount(whole[k]?.whole as number, unit)] as const;
  return words.years(...of(most), ...of(least), amount(mean, unit));
}

function bestMonth(years: readonly Year[], unit: string): string {
  const all = years.flatMap(({ year, months }) =>
    months.map((value, month) => ({ label: `${monthName(month)} ${year}`, value })),
  );
  const { most, least } = factsOf(all.map(({ value }) => value));
  if (most === undefined || least === undefined) return "";
  const of = (k: number) => [amount(all[k]?.value as number, unit), all[k]?.label ?? ""] as const;
  return texts().chart.summary.months(...of(most), ...of(least));
}

export function durationSummary(duration: Duration, { name, unit }: ShownColumn): string {
  const words = texts().chart.summary;
  const most = duration.values[0];
  if (most === undefined) return words.none(nameOf(name));
  const at = (share: number) => amount(valueAtShare(duration, share), unit);
  return words.duration(nameOf(name), at(0.5), at(0.1), amount(most, unit));
}
