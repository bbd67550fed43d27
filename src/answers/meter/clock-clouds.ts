/** What clouds tell of a meter's clock: they come when they come, whatever the plane, its shade and its horizon. */
import { cos, DEG } from "../../foundation/math/index.js";
import { PairSums } from "../../foundation/statistics/order.js";
import { DAY, MINUTE } from "../../foundation/time/calendar.js";
import type { ClockEvidence } from "./clock-evidence.js";
import { type ClockShift, SkyRows } from "./sky-rows.js";
import type { Direction, MeterPlace, MeterRows } from "./types.js";
import type { MeterWeather } from "./weather.js";

/** Longer steps of weather blur when a cloud came. */
const LONGEST_STEP = 30 * MINUTE;
/** Days that are looked at: more take longer and say the same. */
const MOST_DAYS = 360;
const FEWEST_ROWS = 500;
/** Degrees of zenith, and share of full power, within which power over that of a clear sky is the clouds'. */
const LOWEST_SUN = 75;
const LEAST_POWER = 0.2;
/** Minutes that are tried on either side, and between them. */
const REACH = 90;
const GRID = 5;
/** Correlation of the changes from row to row; satellites at thirty minutes have 0.2, day-ahead runs 0.02. */
const LEAST = 0.06;
/** Parts that are left out in turn; minutes that satellites are early or late. */
const PARTS = 8;
const FLOOR = 4;

/** Rows one after the other whose change tells: by what power over the clear sky's changes, and where the weather does. */
interface Change {
  readonly part: number;
  /** Unix ms of the begin of the second row. */
  readonly time: number;
  readonly size: number;
}

/**
 * By how many minutes the meter's clouds pass before the weather's, put to the clock.
 *
 * @param shift minutes, a first guess; to which `levelAt` adds ms by row
 * @param plane a rough one: it only makes morning and evening alike
 */
export function cloudEvidence(
  meter: MeterRows,
  place: MeterPlace,
  weather: MeterWeather,
  shift: number,
  levelAt: ClockShift,
  plane: Direction,
): ClockEvidence | undefined {
  if (weather.step > LONGEST_STEP) return undefined;
  const moved = { ...meter, start: meter.start + shift * MINUTE };
  const changes = changesOf(moved, place, weather, levelAt, plane);
  if (changes.length < FEWEST_ROWS) return undefined;
  const lags = Array.from({ length: (2 * REACH) / GRID + 1 }, (_, k) => k * GRID - REACH);
  // Of each lag, with one part left out in turn, and with all.
  const curves = lags.map((lag) => {
    const sums = Array.from({ length: PARTS + 1 }, () => new PairSums());
    for (const { part, time, size } of changes) {
      const at = time + lag * MINUTE;
      const change = weather.clearness(at, meter.step) - weather.clearness(at - meter.step, meter.step);
      if (!Number.isNaN(change)) for (const [k, sum] of sums.entries()) if (k !== part) sum.add(size, change);
    }
    return sums.map(({ correlation }) => correlation);
  });
  const [lag, ...others] = Array.from({ length: PARTS + 1 }, (_, k) => {
    return peakOf(curves.map((parts) => parts[PARTS - k]!));
  });
  if (lag === undefined || others.includes(undefined)) return undefined;
  const squares = others.reduce<number>((sum, own) => sum + (own! - lag) * (own! - lag), 0);
  const deviation = Math.sqrt(FLOOR * FLOOR + squares * (1 - 1 / PARTS));
  return { shift: shift + lag, deviation, days: new Set(changes.map(({ time }) => Math.floor(time / DAY))).size };
}

/** Minutes: the middle between both sides at half its height. Undefined where it is low, or one side is not seen. */
function peakOf(curve: readonly number[]): number | undefined {
  const top = curve.reduce((best, value, k) => (value > curve[best]! ? k : best), 0);
  const half = curve[top]! / 2;
  if (!(2 * half > LEAST)) return undefined;
  const sideOf = (direction: 1 | -1) => {
    let k = top;
    while (curve[k]! > half) k += direction;
    return k - direction * ((half - curve[k]!) / (curve[k - direction]! - curve[k]!));
  };
  const middle = (sideOf(-1) + sideOf(1)) / 2;
  return Number.isNaN(middle) ? undefined : GRID * middle - REACH;
}

function changesOf(
  meter: MeterRows,
  place: MeterPlace,
  weather: MeterWeather,
  levelAt: ClockShift,
  plane: Direction,
): Change[] {
  const { start, step, power } = meter;
  const first = Math.max(0, Math.ceil((weather.start - start) / step));
  const end = Math.min(power.length, Math.floor((weather.end - start) / step));
  const every = Math.max(1, ((end - first) * step) / DAY / MOST_DAYS);
  const rows: number[] = [];
  for (let row = first; row < end; row++) {
    const day = Math.floor((row * step) / DAY);
    if (power[row]! >= 0 && Math.floor(day / every) !== Math.floor((day - 1) / every)) rows.push(row);
  }
  const sky = SkyRows.above(meter, place, Int32Array.from(rows), levelAt);
  const clear = sky.power(plane);
  const isHigh = (k: number) => clear[k]! > LEAST_POWER && sky.lowest(k) > cos(LOWEST_SUN * DEG);
  const changes: Change[] = [];
  for (const [k, row] of rows.entries()) {
    if (rows[k - 1] !== row - 1 || !isHigh(k) || !isHigh(k - 1)) continue;
    const time = start + row * step + levelAt(row);
    const part = Math.floor((PARTS * (row - first)) / (end - first));
    changes.push({ part, time, size: power[row]! / clear[k]! - power[row - 1]! / clear[k - 1]! });
  }
  return changes;
}
