/** Stairs: means of hours that stand in several rows each, as forecasts of three or six hours do that were filled forward. */
import { log } from "../../../math/index.js";
import { HOUR } from "../../../time/calendar.js";
import type { RowSpan, SkyRows } from "../types.js";
import type { Doubt } from "./columns.js";
import { CHANCE, LEAST, NEAR, SAME } from "./stuck.js";
import { spansText } from "./words.js";

/** The longest first: each fits those that are a part of it, too. */
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
export function stairsOf(sky: SkyRows, rounding: number): Stairs | undefined {
  const parts = likelyParts(sky);
  for (const length of LENGTHS) {
    const rows = length / sky.step;
    if (!Number.isInteger(rows) || rows < 2) continue;
    const phase = phaseOf(sky, parts, rows);
    const stairs = parts.map((part) => isStairs(sky, part, rows, phase, rounding));
    if (stairs.filter((is) => is === true).length < LEAST_PARTS) continue;
    return { rows, spans: joined(parts, stairs) };
  }
  return undefined;
}

function likelyParts({ light, count, step }: SkyRows): RowSpan[] {
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
function phaseOf({ light }: SkyRows, parts: readonly RowSpan[], rows: number): number {
  const equal = new Float64Array(rows);
  for (const { from, to } of parts) {
    for (let row = from + 1; row < to; row++) if (light[row]! > LEAST && isSame(light, row)) equal[row % rows]!++;
  }
  return equal.indexOf(Math.min(...equal));
}

/** Undefined where too little light tells. */
function isStairs({ light }: SkyRows, { from, to }: RowSpan, rows: number, phase: number, rounding: number) {
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

const TIMES: { readonly [rows: number]: string } = { 2: "twos", 3: "threes", 4: "fours", 6: "sixes" };

export function stairsFinding(sky: SkyRows, { rows, spans }: Stairs): Doubt {
  const hours = (rows * sky.step) / HOUR;
  const length = hours === 1 ? "1 hour" : `${hours} hours`;
  const isAll = spans.length === 1 && spans[0]!.to - spans[0]!.from > sky.count - 2 * rows;
  return {
    code: "stairs",
    verdict: "look",
    spans,
    message: `values come in ${TIMES[rows] ?? `groups of ${rows}`}: a series of ${length}${isAll ? "" : `, ${spansText(sky, spans)}`}`,
    remedy: `keep one row of each ${length} and read the series in steps of ${length}: its light then follows the sun within them`,
  };
}
