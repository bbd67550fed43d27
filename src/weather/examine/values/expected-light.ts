/** The light that was likely there in rows that lost it: the clear sky's, times how clear the days around were. */
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
  const { light, clear, count } = sky;
  const likely = light.slice();
  const days = sumDays(sky, light, lost);
  const above = indicesAbove(sky, lost);
  let index = Number.NaN;
  let known = -1;
  for (let day = 0; day < days.count; day++) {
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++) {
      if (lost[row] === 0) continue;
      if (lost[row] === SATURATED) likely[row] = clear[row]! * above(light[row]! / clear[row]!);
      else {
        if (known !== day) index = likelyIndex(days, day);
        known = day;
        likely[row] = clear[row]! * index;
      }
    }
  }
  return count > 0 ? likely : light;
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
function likelyIndex(days: Days, day: number): number {
  const { light, clear, all, count } = days;
  if (clear[day]! > TELLING * all[day]!) return light[day]! / clear[day]!;
  let [lit, sent] = [0, 0];
  const add = (other: number) => {
    if (!(clear[other]! > TELLING * all[other]!)) return false;
    lit += light[other]!;
    sent += clear[other]!;
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
  return sent > 0 ? lit / sent : Number.NaN;
}

const BINS = 300;
/** Clear-sky indices as bins: up to 3. */
const WIDTH = 0.01;
/** Below this share of the plateau the clear sky never reaches it. */
const FREE = 0.8;

/**
 * The mean clear-sky index among those above a given one, of hours in which the sun was too low for the plateau: the light that a
 * plateau hides is as clear as theirs.
 */
function indicesAbove({ light, clear, sunHeight, count }: SkyRows, lost: Lost): (least: number) => number {
  let plateau = 0;
  for (let row = 0; row < count; row++) if (lost[row] === SATURATED) plateau = Math.max(plateau, light[row]!);
  const [weights, sums] = [new Float64Array(BINS + 1), new Float64Array(BINS + 1)];
  for (let row = 0; row < count && plateau > 0; row++) {
    if (lost[row] !== 0 || !(sunHeight[row]! > UP) || clear[row]! > FREE * plateau) continue;
    const index = light[row]! / clear[row]!;
    if (!(index > 0)) continue;
    const bin = Math.min(BINS - 1, Math.floor(index / WIDTH));
    weights[bin]! += clear[row]!;
    sums[bin]! += light[row]!;
  }
  for (let bin = BINS - 1; bin >= 0; bin--) {
    weights[bin]! += weights[bin + 1]!;
    sums[bin]! += sums[bin + 1]!;
  }
  return (least) => {
    const bin = Math.min(BINS, Math.ceil(Math.max(least, 0) / WIDTH));
    return weights[bin]! > 0 ? Math.max(least, sums[bin]! / weights[bin]!) : least;
  };
}
