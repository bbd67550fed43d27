/** The light that was likely there in rows that lost it: the clear sky's, times how clear the days around were. */
import { DAY, dateFromDays } from "../../../time/calendar.js";
import type { SkyRows } from "../types.js";
import { type Days, type Lost, SATURATED, sumDays } from "./look.js";
import { type Ranges, rangesOf } from "./temperature-range.js";

/** Sound days that say how clear it was, on each side. */
const AROUND = 20;
/** Of other years, days so near in the season. */
const SEASON = 10;
const YEAR = 365.2425;
/** Share of a day's clear-sky light that tells by itself how clear the day was. */
const TELLING = 0.3;
/** Days are between so many times as clear as those around. */
const DARKEST_DAY = 0.2;
const CLEAREST_DAY = 2;

export interface LikelyLight {
  /** The light as read where it is sound, what was likely where it is lost, NaN where it is missing. */
  readonly light: Float64Array;
  /** Of a single lost day, as a share (standard deviation); NaN where none is lost, or nobody knows. */
  readonly spread: number;
}

export function likelyLight(sky: SkyRows, lost: Lost): LikelyLight {
  const { light, clear } = sky;
  const likely = light.slice();
  const days = sumDays(sky, light, lost);
  const season = seasonOf(sky, days);
  let plateau: ((row: number) => number) | undefined;
  let ranges: Ranges | undefined;
  let index = Number.NaN;
  let known = -1;
  for (let day = 0; day < days.count; day++) {
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++) {
      if (lost[row] === 0) continue;
      if (clear[row] === 0) likely[row] = 0;
      else if (lost[row] === SATURATED) {
        plateau ??= indexUnderPlateau(sky, lost);
        likely[row] = clear[row]! * plateau(row);
      } else {
        ranges ??= rangesOf(sky, days, (other) => telling(days, season, other));
        if (known !== day) index = likelyIndex(days, season, day, ranges);
        known = day;
        likely[row] = clear[row]! * index;
      }
    }
  }
  return { light: likely, spread: ranges?.spread ?? Number.NaN };
}

export interface LostEffect {
  /** Relative change of the light that the rows marked so make. */
  readonly change: number;
  /** The likely light is no better known than this, in the same unit (standard error); NaN where nobody knows. */
  readonly error: number;
}

/** Days that follow one another are alike: two say as much as one. */
const ALIKE = 2;

/** Undefined where nobody knows what the rows marked so hide. */
export function effectOf(
  sky: SkyRows,
  lost: Lost,
  { light: likely, spread }: LikelyLight,
  why: number,
): LostEffect | undefined {
  let [read, sun, ours, days, today] = [0, 0, 0, 0, Number.NaN];
  for (let row = 0; row < sky.count; row++) {
    const value = sky.light[row]!;
    if (Number.isNaN(value)) continue;
    sun += likely[row]!;
    if (lost[row] !== why) {
      read += likely[row]!;
      continue;
    }
    read += value;
    ours += likely[row]!;
    const day = Math.floor((sky.start + row * sky.step) / DAY);
    if (day !== today) days++;
    today = day;
  }
  const error = (spread * ours * Math.sqrt(ALIKE / days + 1 / AROUND)) / sun;
  return sun > 0 ? { change: read / sun - 1, error } : undefined;
}

/** The clear-sky index of a day beside its season's, where enough of its light is sound to tell; else NaN. */
function telling({ light, clear, all }: Days, season: (day: number) => number, day: number): number {
  return clear[day]! > TELLING * all[day]! ? light[day]! / (clear[day]! * season(day)) : Number.NaN;
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
function seasonOf({ options: { climate }, step }: SkyRows, { first, count, all }: Days): (day: number) => number {
  if (climate === undefined) return () => 1;
  const [sent, days] = [new Float64Array(12), new Float64Array(12)];
  const monthOf = (day: number) => dateFromDays(first + day).month - 1;
  for (let day = 0; day < count; day++) {
    sent[monthOf(day)]! += all[day]!;
    days[monthOf(day)]!++;
  }
  const rows = DAY / step;
  const indices = sent.map((sum, month) => (climate.globalHorizontal[month]! * rows * days[month]!) / sum);
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
function indexUnderPlateau({ light, clear, count }: SkyRows, lost: Lost): (row: number) => number {
  let plateau = 0;
  for (let row = 0; row < count; row++) if (lost[row] === SATURATED) plateau = Math.max(plateau, light[row]!);
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
