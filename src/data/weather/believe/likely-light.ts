/** The light that was likely there in rows that lost it: the clear sky's, times how clear the days around were. */
import { DAY } from "../../../foundation/time/calendar.js";
import { type CheckContext, WHOLE } from "./context.js";
import { Days } from "./days.js";

/** Of each row, why its light is lost; 0: it is not. `darkHour`: dead at a time of day. */
export const LOST = { dead: 1, stuck: 2, saturated: 3, darkHour: 4 } as const;
export type Why = (typeof LOST)[keyof typeof LOST];

/** Sound days that say how clear it was, on each side. */
const AROUND = 20;
/** Of other years, days so near in the season. */
const SEASON = 10;
const YEAR = 365.2425;
/** Days are between so many times as clear as those around. */
const DARKEST_DAY = 0.2;
const CLEAREST_DAY = 2;

export interface LikelyLight {
  /** The light as read where it is sound, what was likely where it is lost, NaN where it is missing. */
  readonly light: Float64Array;
  /** Of a single lost day, as a share (standard deviation); NaN where none is lost, or nobody knows. */
  readonly spread: number;
}

export function likelyLight(context: CheckContext, lost: Uint8Array): LikelyLight {
  const { light, clear } = context;
  const likely = light.slice();
  const days = Days.of(context, light, lost);
  const season = seasonOf(days);
  let plateau: ((row: number) => number) | undefined;
  let ranges: Ranges | undefined;
  let index = Number.NaN;
  let known = -1;
  for (let day = 0; day < days.count; day++) {
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++) {
      if (lost[row] === 0) continue;
      if (clear[row] === 0) likely[row] = 0;
      else if (lost[row] === LOST.saturated) {
        plateau ??= indexUnderPlateau(context, lost);
        likely[row] = clear[row]! * plateau(row);
      } else {
        ranges ??= rangesOf(days, (other) => telling(days, season, other));
        if (known !== day) index = likelyIndex(days, season, day, ranges);
        known = day;
        likely[row] = clear[row]! * index;
      }
    }
  }
  return { light: likely, spread: ranges?.spread ?? Number.NaN };
}

/** Days that follow one another are alike: two say as much as one. */
const ALIKE = 2;

/**
 * Relative change of the light that the rows marked so make, and its standard error (NaN where nobody knows), which is that of the likely
 * light; undefined where nobody knows what they hide.
 */
export function effectOf(context: CheckContext, lost: Uint8Array, { light: likely, spread }: LikelyLight, why: Why) {
  let [read, sun, ours, days, today] = [0, 0, 0, 0, Number.NaN];
  for (let row = 0; row < context.count; row++) {
    const value = context.light[row]!;
    if (Number.isNaN(value)) continue;
    sun += likely[row]!;
    if (lost[row] !== why) {
      read += likely[row]!;
      continue;
    }
    read += value;
    ours += likely[row]!;
    const day = Math.floor((context.start + row * context.step) / DAY);
    if (day !== today) days++;
    today = day;
  }
  const error = (spread * ours * Math.sqrt(ALIKE / days + 1 / AROUND)) / sun;
  return sun > 0 ? { change: read / sun - 1, error } : undefined;
}

/** The clear-sky index of a day beside its season's, where enough of its light is sound to tell; else NaN. */
function telling({ light, clear, all }: Days, season: (day: number) => number, day: number): number {
  return clear[day]! > WHOLE.index * all[day]! ? light[day]! / (clear[day]! * season(day)) : Number.NaN;
}

/**
 * The clear-sky index of the day itself where enough of its light is sound, else of days around and of the season in other years, and by
 * how much warmer than theirs its noon was above its night.
 */
function likelyIndex(days: Days, season: (day: number) => number, day: number, ranges: Ranges): number {
  const { light, clear, count } = days;
  const own = telling(days, season, day);
  if (!Number.isNaN(own)) return own * season(day);
  let [lit, sent, range, known] = [0, 0, 0, 0];
  const add = (other: number) => {
    if (Number.isNaN(telling(days, season, other))) return false;
    lit += light[other]!;
    sent += clear[other]! * season(other);
    if (!Number.isNaN(ranges.of[other]!)) {
      range += ranges.of[other]!;
      known++;
    }
    return true;
  };
  for (const side of [-1, 1]) {
    let left = AROUND;
    for (let other = day + side; other >= 0 && other < count && left > 0; other += side) if (add(other)) left--;
  }
  for (let year = -Math.ceil(count / YEAR); year * YEAR < count; year++) {
    const middle = Math.round(day + year * YEAR);
    if (year === 0) continue;
    for (let other = Math.max(0, middle - SEASON); other <= Math.min(count - 1, middle + SEASON); other++) add(other);
  }
  if (!(sent > 0)) return Number.NaN;
  const mean = lit / sent;
  const more = known > 0 && !Number.isNaN(ranges.of[day]!) ? ranges.slope * (ranges.of[day]! - range / known) : 0;
  return season(day) * Math.min(CLEAREST_DAY * mean, Math.max(DARKEST_DAY * mean, mean + more));
}

/** How clear the climate is in the month of a day, so that one month can stand for another; 1 without a climate. */
function seasonOf(days: Days): (day: number) => number {
  const { climate } = days.context.options;
  if (climate === undefined) return () => 1;
  const [sent, counts] = [new Float64Array(12), new Float64Array(12)];
  const monthOf = (day: number) => days.dateOf(day).month - 1;
  for (let day = 0; day < days.count; day++) {
    sent[monthOf(day)]! += days.all[day]!;
    counts[monthOf(day)]!++;
  }
  const rows = DAY / days.context.step;
  const indices = sent.map((sum, month) => (climate.globalHorizontal[month]! * rows * counts[month]!) / sum);
  return (day) => {
    const index = indices[monthOf(day)]!;
    return index > 0 && index < Number.POSITIVE_INFINITY ? index : 1;
  };
}

const BINS = 300;
/** Clear-sky indices as bins: up to 3. */
const WIDTH = 0.01;
/** Clear-sky light below a plateau, as shares of it: a sun about as high as the plateau's that hardly reaches it. */
const FREE = [0.7, 1] as const;

/**
 * Of a plateau's row, the clear-sky index that was likely: it had more than the plateau, and so the mean of the rows that had more of
 * a clear sky's light than that, in a sun too low for the plateau. (The brighter of the hours beside a plateau is up to a fifth off, as
 * their weather is.)
 */
function indexUnderPlateau({ light, clear, count }: CheckContext, lost: Uint8Array): (row: number) => number {
  let plateau = 0;
  for (let row = 0; row < count; row++) if (lost[row] === LOST.saturated) plateau = Math.max(plateau, light[row]!);
  const [weights, sums] = [new Float64Array(BINS + 1), new Float64Array(BINS + 1)];
  for (let row = 0; row < count; row++) {
    const index = light[row]! / clear[row]!;
    if (lost[row] !== 0 || !(index > 0) || clear[row]! < FREE[0] * plateau || clear[row]! > FREE[1] * plateau) continue;
    const bin = Math.min(BINS - 1, Math.floor(index / WIDTH));
    weights[bin]! += clear[row]!;
    sums[bin]! += light[row]!;
  }
  for (let bin = BINS - 1; bin >= 0; bin--) {
    weights[bin]! += weights[bin + 1]!;
    sums[bin]! += sums[bin + 1]!;
  }
  return (row) => {
    const least = light[row]! / clear[row]!;
    const bin = Math.min(BINS, Math.ceil(least / WIDTH));
    return weights[bin]! > 0 ? Math.max(least, sums[bin]! / weights[bin]!) : least;
  };
}

/**
 * Ranges of temperature by day, and how much clearer a day is with each degree more than days around it have: clear days are warm by day
 * and cold by night (G. H. Hargreaves and Z. A. Samani 1982, J. Irrig. Drain. Div. ASCE 108, 225–230; K. L. Bristow and G. S. Campbell
 * 1984, Agric. For. Meteorol. 31, 159–166). How much that tells differs from place to place, so the file's own sound days say it.
 */
interface Ranges {
  /** °C; NaN where too much of the day is missing. */
  readonly of: Float64Array;
  /** Of the clear-sky index, per °C; 0 where nothing is known. */
  readonly slope: number;
  /** By how much a day is still clearer or darker than expected, as a share of the mean index (standard deviation); NaN if unknown. */
  readonly spread: number;
}

/** Of a day's rows, to have its night and its noon. */
const WHOLE_RANGE = 0.75;
/** Days on each side with which the range of a day is compared, so that the season does not count. */
const BESIDE = 10;
/** As many have to be there, of those and of days in all. */
const LEAST_BESIDE = 4;
const LEAST_DAYS = 30;

/** @param indexOf clear-sky index of a day; NaN where it does not tell */
function rangesOf(days: Days, indexOf: (day: number) => number): Ranges {
  const { weather, step } = days.context;
  const temperature = weather.columns.temperature as ArrayLike<number> | undefined;
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
    if (rows > 0 && rows >= (WHOLE_RANGE * DAY) / step) of[day] = high - low;
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
    for (let other = Math.max(0, day - BESIDE); other <= Math.min(ranges.length - 1, day + BESIDE); other++) {
      if (other === day || Number.isNaN(ranges[other]! + indices[other]!)) continue;
      x += ranges[other]!;
      y += indices[other]!;
      others++;
    }
    if (others < LEAST_BESIDE) continue;
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
