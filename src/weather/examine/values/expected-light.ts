/** The light that was likely there in rows that lost it: the clear sky's, times how clear the days around were. */
import { DAY, dateFromDays } from "../../../time/calendar.js";
import type { SkyRows } from "../types.js";
import { type Days, type Lost, SATURATED, sumDays, UP } from "./look.js";

/** Sound days that say how clear it was, on each side. */
const AROUND = 10;
/** Of other years, days so near in the season. */
const SEASON = 10;
const YEAR = 365.2425;
/** Share of a day's clear-sky light that tells by itself how clear the day was. */
const TELLING = 0.3;

/** The light as read where it is sound, what was likely where it is lost, NaN where it is missing. */
export function likelyLight(sky: SkyRows, lost: Lost): Float64Array {
  const { light, clear } = sky;
  const likely = light.slice();
  const days = sumDays(sky, light, lost);
  const season = seasonOf(sky, days);
  let plateau: ((row: number) => number) | undefined;
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
        if (known !== day) index = likelyIndex(days, season, day);
        known = day;
        likely[row] = clear[row]! * index;
      }
    }
  }
  return likely;
}

/** Relative change of the light that the rows marked so make; undefined where nobody knows what they hid. */
export function effectOf(sky: SkyRows, lost: Lost, likely: Float64Array, why: number): number | undefined {
  let [read, sun] = [0, 0];
  for (let row = 0; row < sky.count; row++) {
    const value = sky.light[row]!;
    if (Number.isNaN(value)) continue;
    const isOurs = lost[row] === why;
    read += isOurs ? value : likely[row]!;
    sun += likely[row]!;
  }
  return sun > 0 ? read / sun - 1 : undefined;
}

/** The clear-sky index of the day itself where enough of its light is sound, else of days around and of the season in other years. */
function likelyIndex(days: Days, season: (day: number) => number, day: number): number {
  const { light, clear, all, count } = days;
  if (clear[day]! > TELLING * all[day]!) return light[day]! / clear[day]!;
  let [lit, sent] = [0, 0];
  const add = (other: number) => {
    if (!(clear[other]! > TELLING * all[other]!)) return false;
    lit += light[other]!;
    sent += clear[other]! * season(other);
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
  return sent > 0 ? (lit / sent) * season(day) : Number.NaN;
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

/** From this step on the rows beside a plateau tell how clear it was; minutes beside one lie in a cloud, ms. */
const COARSE = 1_800_000;

/** Of a plateau's row, the clear-sky index that was likely: at least its own. */
function indexUnderPlateau(sky: SkyRows, lost: Lost): (row: number) => number {
  const { light, clear, sunHeight, step } = sky;
  const own = (row: number) => light[row]! / clear[row]!;
  if (step >= COARSE) {
    const beside = (row: number, side: number) => {
      let other = row;
      while (lost[other] === SATURATED) other += side;
      return sunHeight[other]! > UP && lost[other] === 0 && light[other]! > 0 ? own(other) : 0;
    };
    return (row) => Math.max(own(row), beside(row, -1), beside(row, 1));
  }
  const above = meanAbove(sky, lost);
  return (row) => above(own(row));
}

const BINS = 300;
/** Clear-sky indices as bins: up to 3. */
const WIDTH = 0.01;
/** Clear-sky light below a plateau, as shares of it: hours that never reach it, in a sun about as high. */
const FREE = [0.5, 0.9] as const;

/** The mean clear-sky index among those above a given one, of rows in which the sun was too low for the plateau. */
function meanAbove({ light, clear, count }: SkyRows, lost: Lost): (least: number) => number {
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
  return (least) => {
    const bin = Math.min(BINS, Math.ceil(least / WIDTH));
    return weights[bin]! > 0 ? Math.max(least, sums[bin]! / weights[bin]!) : least;
  };
}
