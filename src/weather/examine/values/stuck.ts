/** One value over and over, a straight line across a gap, a plateau at the top: what no sky does for hours. */
import { log } from "../../../math/index.js";
import { NIGHT } from "../../../sky/clear-sky.js";
import { DAY } from "../../../time/calendar.js";
import type { RowSpan, SkyRows } from "../types.js";
import { spansOfRows } from "./words.js";

/** Equal values: pvanalytics' `stale_values_diff` (0.2.2) has the same tolerance. */
export const SAME = 1e-5;
/** W/m²: values that stand still below it are zeros. */
export const LEAST = 0.5;
/** Hours by night and by day of one value: no sun does both. */
const DARK_HOURS = 2;
const LIT_HOURS = 2;
/** Hours by day alone: the sun moves so far in them that no light stands still. */
const DAY_HOURS = 4;
/** Chance is no reason below this probability. */
export const CHANCE = 1e-7;
/** Values within so many steps of rounding come after one another by chance. */
export const NEAR = 10;
/** Of clear-sky light where the sun could change a value, W/m². */
const CLEAR = 50;

/** @param rounding of the file, W/m² */
export function stuckSpans(sky: SkyRows, rounding: number): RowSpan[] {
  const { light, sunHeight, clear, count, step } = sky;
  const hours = step / 3_600_000;
  const spans: RowSpan[] = [];
  let [from, to, value, dark, lit, rows] = [-1, -1, Number.NaN, 0, 0, 0];
  const close = () => {
    if (value > LEAST && rows > 2) {
      const isNight = dark * hours >= DARK_HOURS && lit * hours >= LIT_HOURS;
      const isDay = lit * hours >= DAY_HOURS && isNoChance(value / rounding, Math.min(rows, 2 * lit * hours));
      if (isNight || isDay) spans.push({ from, to });
    }
    [dark, lit, rows] = [0, 0, 0];
  };
  for (let row = 0; row < count; row++) {
    const here = light[row]!;
    if (Number.isNaN(here)) continue;
    if (!(Math.abs(here - value) <= SAME * Math.abs(value))) {
      close();
      from = row;
      value = here;
    }
    to = row + 1;
    rows++;
    if (sunHeight[row]! < NIGHT) dark++;
    else if (clear[row]! > CLEAR) lit++;
  }
  close();
  return spans;
}

function isNoChance(levels: number, rows: number): boolean {
  const again = Math.min(1, NEAR / levels);
  return (rows - 1) * log(again) < log(CHANCE);
}

/** Of the hours with light that a day has: what comes again is no longer the day before alone. */
const LEAST_AGAIN = 1.5;
/** How far light follows the course of a clear sky from row to row, as a share. */
const SMOOTH = 0.05;

/**
 * Days that have the light of the day before, row by row, twice and more often: a logger that sends its last day again. Chance is judged
 * row by row: light that is rounded coarsely comes again, and so does that of a clear sky at the solstices.
 */
export function repeatedDays({ light, clear, count, step }: SkyRows, rounding: number): RowSpan[] {
  const perDay = DAY / step;
  if (!Number.isInteger(perDay)) return [];
  const spans: RowSpan[] = [];
  let [from, to, lit, chance] = [-1, -1, 0, 0];
  const close = () => {
    if (chance < log(CHANCE) && lit >= LEAST_AGAIN * litRows(light, clear, from - perDay, from))
      spans.push({ from, to });
    [from, lit, chance] = [-1, 0, 0];
  };
  for (let row = perDay; row < count; row++) {
    const here = light[row]!;
    const apart = Math.abs(here - light[row - perDay]!);
    if (apart > SAME * Math.abs(here)) {
      if (from >= 0 && clear[row]! > CLEAR) close();
      continue;
    }
    // A dead sensor comes again every day.
    if (!(clear[row]! > CLEAR && here > LEAST) || Number.isNaN(apart)) continue;
    if (from < 0) from = row;
    to = row + 1;
    lit++;
    const isClear = Math.abs((here * clear[row - 1]!) / (light[row - 1]! * clear[row]!) - 1) < SMOOTH;
    const isNoSign = isClear && Math.abs(clear[row]! - clear[row - perDay]!) < rounding;
    // What stands still comes again, too.
    if (!isNoSign && here !== light[row - 1])
      chance += log(Math.min(1, (NEAR * Math.max(rounding, roundOf(here))) / here));
  }
  if (from >= 0) close();
  return spans;
}

/** Files may have rows that are rounded more coarsely than the others. */
function roundOf(value: number): number {
  return [10, 5, 1].find((step) => value % step === 0) ?? 0;
}

function litRows(light: Float64Array, clear: Float32Array, from: number, to: number): number {
  let lit = 0;
  for (let row = from; row < to; row++) if (clear[row]! > CLEAR && light[row]! > LEAST) lit++;
  return lit;
}

/** Rows of one slope: by the clock, by number, and by day. */
const LINE_HOURS = 5;
const LINE_ROWS = 6;
const LINE_LIT_HOURS = 3;
/** Minutes have too many rows for chance, s. */
const FINE = 1800;

/** Straight lines, as pvanalytics' `interpolation_diff` finds them, but longer than a clear morning can look straight. */
export function straightSpans({ light, count, step, clear }: SkyRows, rounding: number): RowSpan[] {
  const spans: RowSpan[] = [];
  const hours = step / 3_600_000;
  const least = Math.max(LINE_ROWS, LINE_HOURS / hours);
  const isFine = step < FINE * 1000;
  let [from, lit] = [0, 0];
  const close = (to: number) => {
    if (to - from >= least && lit * hours >= LINE_LIT_HOURS) {
      const levels = Math.abs(light[from + 1]! - light[from]!) / rounding;
      const isBetween = Math.abs(levels - Math.round(levels)) > 1e-3;
      if (isFine || isBetween || isNoChance(levels, to - from - 1)) spans.push({ from, to });
    }
    lit = 0;
  };
  for (let row = 2; row < count; row++) {
    const slope = light[row]! - light[row - 1]!;
    const bend = slope - (light[row - 1]! - light[row - 2]!);
    if (!(Math.abs(bend) <= SAME * Math.abs(slope) + 1e-9 && Math.abs(slope) > 1e-6)) {
      close(row);
      from = row - 1;
    } else if (clear[row]! > CLEAR) lit++;
  }
  close(count);
  return spans;
}

/** Values as near to the highest as this are the highest, as a share of it. */
const TOP = 0.001;
/** The values just below it, for comparison, as a share of it. */
const BELOW = 0.01;
/** A plateau has so many rows, and so many times as the values just below it. */
const LEAST_ROWS = 8;
const TIMES = 3;
/** Most of its rows have a clear sky that could reach it. */
const REACH = 0.85;

/** A value met again and again that nothing exceeds, while the sun would. */
export function saturatedSpans(sky: SkyRows, rounding: number): RowSpan[] {
  const { light, clear, count } = sky;
  let top = 0;
  for (let row = 0; row < count; row++) if (light[row]! > top) top = light[row]!;
  const least = top - Math.max(TOP * top, rounding / 2);
  const below = least - Math.max(BELOW * top, rounding);
  let [rows, near, reaching] = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    const value = light[row]!;
    if (value >= least) {
      rows++;
      if (clear[row]! > REACH * top) reaching++;
    } else if (value >= below) near++;
  }
  if (rows < LEAST_ROWS || rows < TIMES * near || 2 * reaching < rows) return [];
  return spansOfRows(count, (row) => light[row]! >= least);
}
