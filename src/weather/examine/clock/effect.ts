/**
 * What a wrong clock does to the answers of a year: the light on walls and a roof with the sun as read beside that of the right time.
 */
import { DAY, MINUTE } from "../../../time/calendar.js";
import type { Effect, SkyRows } from "../types.js";
import { LightOnPlanes, planeOf } from "./planes.js";

/** Shorter steps are joined to intervals as long. */
const LEAST_STEP = 15 * MINUTE;
/** Days that are looked at, evenly chosen. */
const MOST_DAYS = 366;

/** @param shiftAt minutes by which the right sun of a row is later */
export function clockEffect(sky: SkyRows, shiftAt: (row: number) => number): Effect {
  const planes = [planeOf(90, 90), planeOf(90, 270), planeOf(30, sky.place.latitude >= 0 ? 180 : 0)];
  const join = Math.max(1, Math.round(LEAST_STEP / sky.step));
  const length = join * sky.step;
  const n = Math.round(DAY / length);
  const days = daysOf(sky, Math.round(DAY / sky.step));
  const [asRead, right] = [0, 1].map(() => new LightOnPlanes(sky, planes, length, n)) as [LightOnPlanes, LightOnPlanes];
  const [sums, wanted] = [0, 1].map(() => new Float64Array(planes.length + 1)) as [Float64Array, Float64Array];
  const slots = new Int32Array(n);
  for (const first of days) {
    for (let k = 0; k < n; k++) slots[k] = k;
    for (let k = 0; k < n; k++) {
      const row = first + k * join;
      const shift = shiftAt(row + (join >> 1));
      const start = sky.start + row * sky.step;
      asRead.light[k] = right.light[k] = meanOf(sky.light, row, row + join);
      asRead.start[k] = start;
      right.start[k] = start + shift * MINUTE;
      // Where a right clock would have this row: around the clock, for one day is like the next.
      slots[(((k + Math.round((shift * MINUTE) / length)) % n) + n) % n] = k;
    }
    asRead.run();
    right.run();
    // Only times for which both clocks have a value make a ratio, as with any two answers.
    for (let p = 0; p <= planes.length; p++) {
      for (let k = 0; k < n; k++) {
        const [one, other] = [asRead.result[p]![k]!, right.result[p]![slots[k]!]!];
        if (Number.isNaN(one + other)) continue;
        sums[p]! += one;
        wanted[p]! += other;
      }
    }
  }
  const change = (p: number) => (wanted[p]! > 0 ? sums[p]! / wanted[p]! - 1 : 0);
  return {
    horizontal: change(planes.length),
    planes: planes.map(({ surfaceTilt, surfaceAzimuth }, p) => ({ surfaceTilt, surfaceAzimuth, change: change(p) })),
  };
}

/** First rows of whole days of the sun, evenly chosen. */
function daysOf({ start, step, count, place }: SkyRows, perDay: number): number[] {
  const solar = start + (place.longitude / 360) * DAY;
  const first = Math.round((Math.ceil(solar / DAY) * DAY - solar) / step);
  const many = Math.max(0, Math.floor((count - first) / perDay));
  const most = Math.min(many, MOST_DAYS);
  return Array.from({ length: most }, (_, k) => first + perDay * Math.floor(((k + 0.5) * many) / most));
}

/** NaN where half of the rows and more are missing. */
function meanOf(values: Float64Array, from: number, to: number): number {
  let [sum, seen] = [0, 0];
  for (let row = from; row < to; row++) {
    if (Number.isNaN(values[row]!)) continue;
    sum += Math.max(0, values[row]!);
    seen++;
  }
  return 2 * seen > to - from ? sum / seen : Number.NaN;
}
