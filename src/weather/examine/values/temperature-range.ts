/**
 * Clear days are warm by day and cold by night: the range of a day's temperature tells how clear it was (G. H. Hargreaves and Z. A.
 * Samani 1982, J. Irrig. Drain. Div. ASCE 108, 225–230; K. L. Bristow and G. S. Campbell 1984, Agric. For. Meteorol. 31, 159–166). How
 * much it tells differs from place to place, so the file's own sound days say it.
 */
import { DAY } from "../../../time/calendar.js";
import type { SkyRows } from "../types.js";
import type { Days } from "./look.js";

/** Ranges of temperature by day, and how much clearer a day is with each degree more than days around it have. */
export interface Ranges {
  /** °C; NaN where too much of the day is missing. */
  readonly of: Float64Array;
  /** Of the clear-sky index, per °C; 0 where nothing is known. */
  readonly slope: number;
  /** By how much a day is still clearer or darker than expected, as a share of the mean index (standard deviation); NaN if unknown. */
  readonly spread: number;
}

/** Of a day's rows, to have its night and its noon. */
const WHOLE = 0.75;
/** Days on each side with which a day is compared, so that the season does not count. */
const AROUND = 10;
/** As many have to be there, of those and of days in all. */
const LEAST = 4;
const LEAST_DAYS = 30;

/** @param indexOf clear-sky index of a day; NaN where it does not tell */
export function rangesOf(sky: SkyRows, days: Days, indexOf: (day: number) => number): Ranges {
  const temperature = sky.weather.columns.temperature as ArrayLike<number> | undefined;
  const of = new Float64Array(days.count).fill(Number.NaN);
  for (let day = 0; temperature !== undefined && day < days.count; day++) {
    let [low, high, rows] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++) {
      const value = temperature[row]!;
      if (Number.isNaN(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
      rows++;
    }
    if (rows > 0 && rows >= (WHOLE * DAY) / sky.step) of[day] = high - low;
  }
  const indices = Float64Array.from(of, (_, day) => indexOf(day));
  const line = lineThrough(of, indices);
  return {
    of,
    ...(line ?? { slope: 0, spread: lineThrough(new Float64Array(days.count), indices)?.spread ?? Number.NaN }),
  };
}

/** Least squares through what each day has more than the days around it; undefined where too few days tell. */
function lineThrough(ranges: Float64Array, indices: Float64Array): Pick<Ranges, "slope" | "spread"> | undefined {
  let [xx, xy, yy, sum, known] = [0, 0, 0, 0, 0];
  for (let day = 0; day < ranges.length; day++) {
    if (Number.isNaN(ranges[day]! + indices[day]!)) continue;
    let [x, y, others] = [0, 0, 0];
    for (let other = Math.max(0, day - AROUND); other <= Math.min(ranges.length - 1, day + AROUND); other++) {
      if (other === day || Number.isNaN(ranges[other]! + indices[other]!)) continue;
      x += ranges[other]!;
      y += indices[other]!;
      others++;
    }
    if (others < LEAST) continue;
    x = ranges[day]! - x / others;
    y = indices[day]! - y / others;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    sum += indices[day]!;
    known++;
  }
  if (known < LEAST_DAYS) return undefined;
  const slope = xx > 0 ? Math.max(0, xy / xx) : 0;
  return { slope, spread: Math.sqrt(Math.max(0, yy - slope * xy) * known) / sum };
}
