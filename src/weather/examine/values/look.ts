/** What the looks at values share: which rows lost their light, the sums of days, and the rounding of a file. */
import { DAY, dateFromDays, daysFromDate } from "../../../time/calendar.js";
import type { RowSpan, SkyRows } from "../types.js";

/** Sine of a sun at 5°, from where on there is light under any cloud. */
export const UP = 0.087_156;

/** Of each row, whether its light is there but not the sun's, and why. */
export type Lost = Uint8Array;
export const DEAD = 1;
export const STUCK = 2;
export const SATURATED = 3;
/** Dead, at a time of day. */
export const DARK_HOUR = 4;

/** Whether the sun is up in the row. */
export function isLit({ extraterrestrial }: SkyRows, row: number): boolean {
  return extraterrestrial[row]! > 0;
}

/** Marks the rows of spans whose light is there and not lost yet: by night only what is no zero. */
export function mark(sky: SkyRows, lost: Lost, spans: readonly RowSpan[], why: number): void {
  for (const { from, to } of spans) {
    for (let row = from; row < to; row++)
      if (lost[row] === 0 && (isLit(sky, row) ? !Number.isNaN(sky.light[row]!) : sky.light[row]! > 0)) lost[row] = why;
  }
}

/** Sums of the days of local solar time that a series touches, over rows whose light is there and not lost. */
export interface Days {
  readonly count: number;
  /** Days since 1970 of the first. */
  readonly first: number;
  /** Row at which each begins; one more for the end. */
  readonly from: Int32Array;
  readonly light: Float64Array;
  /** Clear-sky light of the same rows, and of all rows. */
  readonly clear: Float64Array;
  readonly all: Float64Array;
}

export function sumDays(sky: SkyRows, light: Float64Array, lost?: Lost): Days {
  const { start, step, count: rows, place } = sky;
  const middle = start + step / 2 + (place.longitude / 360) * DAY;
  const first = Math.floor(middle / DAY);
  const count = Math.floor((middle + (rows - 1) * step) / DAY) - first + 1;
  const from = new Int32Array(count + 1).fill(rows);
  const days = { light: new Float64Array(count), clear: new Float64Array(count), all: new Float64Array(count) };
  for (let day = 0; day < count; day++) from[day] = Math.max(0, Math.ceil(((first + day) * DAY - middle) / step));
  for (let day = 0; day < count; day++) {
    for (let row = from[day]!; row < from[day + 1]!; row++) {
      const sent = sky.clear[row]!;
      days.all[day]! += sent;
      if (sent === 0 || Number.isNaN(light[row]!) || (lost !== undefined && lost[row] !== 0)) continue;
      days.light[day]! += light[row]!;
      days.clear[day]! += sent;
    }
  }
  return { count, first, from, ...days };
}

/** The days [from, to) of days. */
export function partOfDays(days: Days, from: number, to: number): Days {
  return {
    count: to - from,
    first: days.first + from,
    from: days.from.subarray(from, to + 1),
    light: days.light.subarray(from, to),
    clear: days.clear.subarray(from, to),
    all: days.all.subarray(from, to),
  };
}

/** A calendar month of local solar time, nearly whole: W/m², as if the rows that are missing were as the others. */
export interface MonthOfDays {
  readonly year: number;
  /** 1…12. */
  readonly month: number;
  /** Days [from, to) of the days. */
  readonly from: number;
  readonly to: number;
  readonly light: number;
  readonly clear: number;
}

/** A month counts from so many of its days, and of its light, on. */
const WHOLE_MONTH = 0.8;
const SEEN_MONTH = 0.5;

export function monthsOfDays({ first, count, light, clear, all }: Days, step: number): MonthOfDays[] {
  const months: MonthOfDays[] = [];
  const perDay = DAY / step;
  for (let day = 0; day < count; ) {
    const { year, month } = dateFromDays(first + day);
    const next = daysFromDate(year, month + 1, 1) - first;
    const from = day;
    let [lit, seen, sent] = [0, 0, 0];
    for (; day < Math.min(next, count); day++) {
      lit += light[day]!;
      seen += clear[day]!;
      sent += all[day]!;
    }
    const length = next - (daysFromDate(year, month, 1) - first);
    if (day - from < WHOLE_MONTH * length || !(seen >= SEEN_MONTH * sent) || seen === 0) continue;
    const rows = perDay * (day - from);
    months.push({ year, month, from, to: day, light: ((lit / seen) * sent) / rows, clear: sent / rows });
  }
  return months;
}

/** Share of a file's values that are multiples of its rounding: others may be mended by hand. */
const MOSTLY = 0.9;

/** The step to which a file is rounded, W/m². */
export function roundingOf(light: Float64Array): number {
  for (const step of [10, 5, 1, 0.1]) {
    let [all, whole] = [0, 0];
    for (let row = 0; row < light.length; row++) {
      const levels = light[row]! / step;
      if (!(levels > 0)) continue;
      all++;
      if (Math.abs(levels - Math.round(levels)) < 1e-6) whole++;
    }
    if (whole > MOSTLY * all) return step;
  }
  return 0.01;
}

/** A quantile, each value with its weight; NaN without any. */
export function weightedQuantile(pairs: readonly (readonly [value: number, weight: number])[], share: number): number {
  const sorted = [...pairs].sort(([a], [b]) => a - b);
  const all = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  let below = 0;
  for (const [value, weight] of sorted) {
    below += weight;
    if (below >= share * all) return value;
  }
  return Number.NaN;
}
