/** One figure a day from a meter's clear rows: how much of the expected power there was while no cloud passed. */
import { log } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { formatTime } from "../../foundation/time/iso-time.js";

/** What the days are read from. */
export interface DayRows {
  readonly step: number;
  /** kW by row. */
  readonly power: ArrayLike<number>;
  /** kW by row; 0 at night. */
  readonly expected: ArrayLike<number>;
  readonly usable: ArrayLike<number>;
  /** First row of each solar day, then the row after the last. */
  readonly days: ArrayLike<number>;
}

export interface HealthDay {
  /** Natural logarithm of measured over expected power: the median of the clear rows. NaN where fewer than two hours are clear. */
  readonly clear: number;
  /** The ratio that nine tenths of the day's bright rows stay below, cloud or not; NaN with less than two hours of them. */
  readonly ceiling: number;
}

/** Rows from this share of the highest expected power: below it, horizon, shade and the night's own draw are most of the ratio. */
const BRIGHT = 0.2;
/**
 * A clear stretch: at least 1.5 hours (and three rows) over which the ratio goes straight to 2 % and stays within 12 %. An edge of
 * cloud changes it by tens of per cent from one row to the next; the error of a plane by 3° tilts it by less than 5 % an hour.
 */
const CLEAR = { time: 1.5 * HOUR, rows: 3, bend: 0.02, range: 0.12 };
/** Of a day's clear rows: as the median of an hour alone is still that of one hole between clouds. */
const FEWEST_TIME = 2 * HOUR;
/** The ratio's own course over the day is taken by hours and pairs of months, from at least so many clear rows. */
const [HOURS, SEASONS, FEWEST_ROWS] = [24, 6, 12];

/** The days' figures; `season` is each day's place in the year, 0 to 1. */
export function healthDays(rows: DayRows, season: ArrayLike<number>): HealthDay[] {
  const ratios = brightRatios(rows);
  const isClear = clearRows(ratios, rows.step);
  const { days } = rows;
  const spans = Array.from({ length: days.length - 1 }, (_, day) => [days[day]!, days[day + 1]!] as const);
  const perDay = spans.reduce((most, [from, to]) => Math.max(most, to - from), 1);
  const logs = spans.map(([from, to], day) => {
    const lead = day === 0 ? perDay - (to - from) : 0;
    const found: { hour: number; value: number }[] = [];
    for (let row = from; row < to; row++) {
      if (isClear[row] === 0) continue;
      const hour = Math.min(HOURS - 1, Math.floor(((row - from + lead) / perDay) * HOURS));
      found.push({ hour: hour + HOURS * Math.min(SEASONS - 1, Math.floor(season[day]! * SEASONS)), value: log(ratios[row]!) });
    }
    return found.length * rows.step >= FEWEST_TIME ? found : [];
  });
  const course = courseOfHours(logs);
  return spans.map(([from, to], day) => {
    const bright = ratios.subarray(from, to).filter((ratio) => !Number.isNaN(ratio));
    return {
      clear: valueAtShare(logs[day]!.map(({ hour, value }) => value - course[hour]!), 0.5) ?? Number.NaN,
      ceiling: bright.length * rows.step >= FEWEST_TIME ? valueAtShare(bright, 0.9)! : Number.NaN,
    };
  });
}

function brightRatios({ power, expected, usable }: DayRows): Float64Array {
  let top = 0;
  for (let row = 0; row < expected.length; row++) if (expected[row]! > top) top = expected[row]!;
  return Float64Array.from(expected, (value, row) => (usable[row] && value > BRIGHT * top ? power[row]! / value : Number.NaN));
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
function courseOfHours(days: readonly (readonly { hour: number; value: number }[])[]): Float64Array {
  const bins: number[][] = Array.from({ length: HOURS * SEASONS }, () => []);
  for (const rows of days) {
    const middle = valueAtShare(rows.map(({ value }) => value), 0.5);
    if (middle !== undefined) for (const { hour, value } of rows) bins[hour]!.push(value - middle);
  }
  return Float64Array.from(bins, (values) => (values.length < FEWEST_ROWS ? 0 : valueAtShare(values, 0.5)!));
}

/** The date of a day number (0 = 1970-01-01). */
export function dateText(day: number): string {
  return formatTime(day * DAY).slice(0, 10);
}
