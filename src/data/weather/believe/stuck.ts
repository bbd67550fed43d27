/** One value over and over, a straight line across a gap, steps like stairs, a plateau at the top: what no sky does for hours. */
import { log } from "../../../foundation/math/index.js";
import { DAY, HOUR, MINUTE } from "../../../foundation/time/calendar.js";
import { NIGHT } from "../../../physics/sky/clear-sky.js";
import { type CheckContext, type Found, LIT } from "./context.js";
import { type RowSpan, spansOfRows } from "./types.js";

/** Share of the values of a file that are multiples of its rounding: others may be mended by hand. */
const MOSTLY = 0.9;

/** The step to which a file is rounded, W/m². */
export function roundingOf(light: Float64Array): number {
  for (const step of [10, 5, 1, 0.1]) {
    let [all, whole] = [0, 0];
    for (let row = 0; row < light.length; row++) {
      const levels = light[row]! / step;
      if (!(levels > 0)) continue;
      all++;
      if (Math.abs(levels - Math.round(levels)) < 1e-6) whole++;
    }
    if (whole > MOSTLY * all) return step;
  }
  return 0.01;
}

/** Equal values: pvanalytics' `stale_values_diff` (0.2.2) has the same tolerance. */
const SAME = 1e-5;
/** W/m²: values that stand still below it are zeros. */
const LEAST = 0.5;
/** Hours by night and by day of one value: no sun does both. */
const DARK_HOURS = 2;
const LIT_HOURS = 2;
/** Hours by day alone: the sun moves so far in them that no light stands still. */
const DAY_HOURS = 4;
/** Chance is no reason below this probability. */
const CHANCE = 1e-7;
/** Values within so many steps of rounding come after one another by chance. */
const NEAR = 10;

/** @param rounding of the file, W/m² */
export function stuckSpans(context: CheckContext, rounding: number): RowSpan[] {
  const { light, sunHeight, clear, count, step } = context;
  const hours = step / HOUR;
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
    else if (clear[row]! > LIT.still) lit++;
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
export function repeatedDays({ light, clear, count, step }: CheckContext, rounding: number): RowSpan[] {
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
      if (from >= 0 && clear[row]! > LIT.still) close();
      continue;
    }
    // A dead sensor comes again every day.
    if (!(clear[row]! > LIT.still && here > LEAST) || Number.isNaN(apart)) continue;
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
  for (let row = from; row < to; row++) if (clear[row]! > LIT.still && light[row]! > LEAST) lit++;
  return lit;
}

/** Rows of one slope: by the clock, by number, and by day. */
const LINE_HOURS = 5;
const LINE_ROWS = 6;
const LINE_LIT_HOURS = 3;
/** Minutes have too many rows for chance. */
const FINE = 30 * MINUTE;

/** Straight lines, as pvanalytics' `interpolation_diff` finds them, but longer than a clear morning can look straight. */
export function straightSpans({ light, count, step, clear }: CheckContext, rounding: number): RowSpan[] {
  const spans: RowSpan[] = [];
  const hours = step / HOUR;
  const least = Math.max(LINE_ROWS, LINE_HOURS / hours);
  const isFine = step < FINE;
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
    } else if (clear[row]! > LIT.still) lit++;
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
export function saturatedSpans(context: CheckContext, rounding: number): RowSpan[] {
  const { light, clear, count } = context;
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

/**
 * Stairs: means of hours that stand in several rows each, as forecasts of three or six hours do that were filled forward. Of these lengths,
 * the longest first: each fits those that are a part of it, too.
 */
const LENGTHS = [6 * HOUR, 3 * HOUR, 2 * HOUR, HOUR];
/** Parts of a file that are judged one by one: of all lengths. */
const PART = 72 * HOUR;
/** Of the pairs of rows within a step, and across two, so many are equal. */
const EQUAL = 0.98;
const MOST_ACROSS = 0.5;
/** Of all pairs, where a part may be stairs at all; days with so many are rare. */
const LIKELY = 0.4;
/** Parts that have to be stairs. */
const LEAST_PARTS = 2;

export interface Stairs {
  /** Rows of one step. */
  readonly rows: number;
  readonly spans: readonly RowSpan[];
}

/** @param rounding of the file, W/m² */
export function stairsOf(context: CheckContext, rounding: number): Stairs | undefined {
  const parts = likelyParts(context);
  for (const length of LENGTHS) {
    const rows = length / context.step;
    if (!Number.isInteger(rows) || rows < 2) continue;
    const phase = phaseOf(context, parts, rows);
    const stairs = parts.map((part) => isStairs(context, part, rows, phase, rounding));
    if (stairs.filter((is) => is === true).length < LEAST_PARTS) continue;
    return { rows, spans: joined(parts, stairs) };
  }
  return undefined;
}

function likelyParts({ light, count, step }: CheckContext): RowSpan[] {
  const size = Math.ceil(PART / step);
  const parts: RowSpan[] = [];
  for (let from = 0; from < count; from += size) {
    const to = Math.min(count, from + size);
    let [lit, equal] = [0, 0];
    for (let row = from + 1; row < to; row++) {
      if (!(light[row]! > LEAST)) continue;
      lit++;
      if (isSame(light, row)) equal++;
    }
    if (lit === 0 || equal > LIKELY * lit) parts.push({ from, to });
  }
  return parts;
}

/** The row of each step that is the least often as the one before it. */
function phaseOf({ light }: CheckContext, parts: readonly RowSpan[], rows: number): number {
  const equal = new Float64Array(rows);
  for (const { from, to } of parts) {
    for (let row = from + 1; row < to; row++) if (light[row]! > LEAST && isSame(light, row)) equal[row % rows]!++;
  }
  return equal.indexOf(Math.min(...equal));
}

/** Undefined where too little light tells. */
function isStairs({ light }: CheckContext, { from, to }: RowSpan, rows: number, phase: number, rounding: number) {
  let [within, equal, across, alike, chance] = [0, 0, 0, 0, 0];
  for (let row = from + 1; row < to; row++) {
    const [here, before] = [light[row]!, light[row - 1]!];
    if (!(here > LEAST || before > LEAST) || Number.isNaN(here + before)) continue;
    const isEqual = isSame(light, row);
    if (row % rows === phase) {
      across++;
      if (isEqual) alike++;
      continue;
    }
    within++;
    if (!isEqual) continue;
    equal++;
    chance += log(Math.min(1, (NEAR * rounding) / here));
  }
  if (equal < EQUAL * within || alike > MOST_ACROSS * across) return false;
  return chance < log(CHANCE) ? true : undefined;
}

/** Parts in a row as one; those too dark to tell part no stairs. */
function joined(parts: readonly RowSpan[], stairs: readonly (boolean | undefined)[]): RowSpan[] {
  const spans: RowSpan[] = [];
  let open: RowSpan | undefined;
  for (const [k, { from, to }] of parts.entries()) {
    const isNext = open !== undefined && parts[k - 1]!.to === from;
    if (stairs[k] === true) {
      open = isNext ? { from: open!.from, to } : { from, to };
      if (isNext) spans.pop();
      spans.push(open);
    } else if (stairs[k] === false || !isNext) open = undefined;
  }
  return spans;
}

function isSame(light: Float64Array, row: number): boolean {
  return Math.abs(light[row]! - light[row - 1]!) <= SAME * Math.abs(light[row]!);
}

const GROUPS: { readonly [rows: number]: string } = { 2: "twos", 3: "threes", 4: "fours", 6: "sixes" };

export function stairsFinding(context: CheckContext, { rows, spans }: Stairs): Found {
  const hours = (rows * context.step) / HOUR;
  const length = hours === 1 ? "1 hour" : `${hours} hours`;
  const isAll = spans.length === 1 && spans[0]!.to - spans[0]!.from > context.count - 2 * rows;
  return {
    code: "stairs",
    verdict: "look",
    spans,
    message: `values come in ${GROUPS[rows] ?? `groups of ${rows}`}: a series of ${length}${isAll ? "" : `, ${context.clockSpans(spans)}`}`,
    remedy: `keep one row of each ${length} and read the series in steps of ${length}: its light then follows the sun within them`,
  };
}
