/** One figure a day from a meter's clear rows: how much of the expected power there was while no cloud passed. */
import { log } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import type { MeterDays } from "./days.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** What the health of a system is read from, beside its meter. */
export interface HealthInput {
  readonly days: MeterDays;
  readonly place: MeterPlace;
  /** kW by row under a clear sky; 0 at night. */
  readonly expected: ArrayLike<number>;
  /** kW by row under the real weather, where there is some. */
  readonly withWeather?: ArrayLike<number> | undefined;
  /** kW: rows that ought to reach it tell nothing. */
  readonly limit?: number | undefined;
  /** Which rows count, default all; outages have to, what cannot be power has not. */
  readonly isUsed?: ((row: number) => boolean) | undefined;
}

export interface HealthDay {
  /** Natural logarithm of measured over expected power: the median of the clear rows. NaN where fewer than two hours are clear. */
  readonly clear: number;
  /** The ratio that nine tenths of the day's bright rows stay below, cloud or not; NaN with less than two hours of them. */
  readonly ceiling: number;
}

/** Rows from this share of the highest expected power: below it, horizon, shade and the night's own draw are most of the ratio. */
const BRIGHT = 0.2;
const AT_LIMIT = 0.98;
/** Days. */
export const YEAR = 365.25;
/**
 * A clear stretch: at least 1.5 hours (and three rows) over which the ratio goes straight to 2 % and stays within 12 %. An edge of
 * cloud changes it by tens of per cent from one row to the next; the error of a plane by 3° tilts it by less than 5 % an hour.
 */
const CLEAR = { time: 1.5 * HOUR, rows: 3, bend: 0.02, range: 0.12 };
/** Of a day's clear rows: as the median of an hour alone is still that of one hole between clouds. */
const FEWEST_TIME = 2 * HOUR;
/** The ratio's own course over the day is taken by hours and pairs of months, from at least so many clear rows. */
const [HOURS, SEASONS, FEWEST_ROWS] = [24, 6, 12];

/** The days' figures. */
export function healthDays({ step, power }: MeterRows, input: HealthInput): HealthDay[] {
  const ratios = brightRatios(power, input);
  const isClear = clearRows(ratios, step);
  const { from, count, first } = input.days;
  const perDay = DAY / step;
  const logs = Array.from({ length: count }, (_, day) => {
    const end = from[day + 1]!;
    // the first day may begin late, the last end early
    const lead = day === 0 ? perDay - end + from[0]! : 0;
    const season = HOURS * Math.floor((((first + day) % YEAR) / YEAR) * SEASONS);
    const found: { bin: number; value: number }[] = [];
    for (let row = from[day]!; row < end; row++) {
      if (isClear[row] === 0) continue;
      const hour = Math.min(HOURS - 1, Math.floor(((row - from[day]! + lead) / perDay) * HOURS));
      found.push({ bin: hour + season, value: log(ratios[row]!) });
    }
    return found.length * step >= FEWEST_TIME ? found : [];
  });
  const course = courseOfHours(logs);
  return logs.map((rows, day) => {
    const bright = ratios.subarray(from[day], from[day + 1]).filter((ratio) => !Number.isNaN(ratio));
    return {
      clear: median(rows.map(({ bin, value }) => value - course[bin]!)),
      ceiling: bright.length * step >= FEWEST_TIME ? valueAtShare(bright, 0.9)! : Number.NaN,
    };
  });
}

function brightRatios(
  power: Float64Array,
  { expected, limit = Number.POSITIVE_INFINITY, isUsed }: HealthInput,
): Float64Array {
  let top = 0;
  for (let row = 0; row < expected.length; row++) top = Math.max(top, expected[row]!);
  const ratios = new Float64Array(power.length).fill(Number.NaN);
  for (let row = 0; row < power.length; row++) {
    const clear = expected[row]!;
    if (clear > BRIGHT * top && clear < AT_LIMIT * limit && (isUsed?.(row) ?? true)) ratios[row] = power[row]! / clear;
  }
  return ratios;
}

function clearRows(ratios: Float64Array, step: number): Uint8Array {
  const width = Math.max(CLEAR.rows, Math.round(CLEAR.time / step));
  const clear = new Uint8Array(ratios.length);
  for (let from = 0; from + width <= ratios.length; from++) {
    if (isSmooth(ratios, from, from + width)) clear.fill(1, from, from + width);
  }
  return clear;
}

function isSmooth(ratios: Float64Array, from: number, to: number): boolean {
  let [low, high, sum, bend] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for (let row = from; row < to; row++) {
    const ratio = ratios[row]!;
    if (!(ratio > DARK)) return false;
    low = Math.min(low, ratio);
    high = Math.max(high, ratio);
    sum += ratio;
    if (row > from && row < to - 1) bend += Math.abs(ratios[row - 1]! - 2 * ratio + ratios[row + 1]!);
  }
  const middle = sum / (to - from);
  return high - low < CLEAR.range * middle && bend < CLEAR.bend * middle * (to - from - 2);
}

/** A day that never has more of the expected power than this is without power: the darkest overcast leaves 3 to 5 % at some time of it. */
export const DARK = 0.02;

/** What an hour's clear rows lie above their days' medians: the part of a wrong plane, of shade and of horizons. */
function courseOfHours(days: readonly (readonly { bin: number; value: number }[])[]): Float64Array {
  const bins: number[][] = Array.from({ length: HOURS * SEASONS }, () => []);
  for (const rows of days) {
    const middle = median(rows.map(({ value }) => value));
    for (const { bin, value } of rows) bins[bin]!.push(value - middle);
  }
  return Float64Array.from(bins, (values) => (values.length < FEWEST_ROWS ? 0 : valueAtShare(values, 0.5)!));
}

/** The date of a day number (0 = 1970-01-01). */
export function dateText(day: number): string {
  return formatTime(day * DAY).slice(0, 10);
}

export function median(values: ArrayLike<number>): number {
  return valueAtShare(Array.from(values), 0.5) ?? Number.NaN;
}

/** Standard deviation of a normal distribution with the same median distance from the median. */
export function spreadOf(values: ArrayLike<number>): number {
  const middle = median(values);
  return median(Array.from(values, (value) => Math.abs(value - middle))) / 0.6745;
}
