/**
 * How power swings within an interval of weather of which only means are known: as the clear-sky index does by Skartveit & Olseth 1992
 * (see `minute-law.ts`), given the index of the interval and those of its neighbours.
 */
import { NODES } from "../../climate/generation/beta-table.js";
import {
  drawnSpread,
  expectedSpread,
  fillDistribution,
  MINUTE_LAW,
  neighbourSpread,
  positionOf,
  type Span,
} from "../../climate/generation/minute-law.js";
import { positivePow } from "../../math/index.js";

/** Equal shares of the time, the darkest first, of each cell of the table. */
export const SHARES = 48;

/** Cells: indices 0…1.2 and expected spreads 0…0.45, as far as the law goes. */
const INDEX_STEP = 0.03;
const INDICES = 41;
const SPREAD_STEP = 0.015;
const SPREADS = 31;
/** Draws of the spread, and quantiles of each, that make a cell. */
const DRAWS = 8;
const QUANTILES = 48;

/**
 * The law has minutes up to an index of 1.5, which cloud edges reach for seconds. Over a minute, and over the modules of an inverter, more
 * than 1.2 is rare: there the law's tail ends.
 */
const MOST = 1.2;

/**
 * The changes of the light, as shares of its mean: SHARES for each cell, each cell's mean 0; those that were asked for once. Made of
 * the law alone, so that every run finds the same.
 */
const changes = /* @__PURE__ */ new Float64Array(INDICES * SPREADS * SHARES);
const isMade = /* @__PURE__ */ new Uint8Array(INDICES * SPREADS);

const distribution = /* @__PURE__ */ new Float64Array(NODES);
const range: Span = { least: 0, span: 0 };

/**
 * How much more minutes swing than the law's five: what is clipped at Desert Rock. The other stations of research/yield.md were in sight
 * when it was settled, so that none of them is a blind test. Lyngby alone would ask for 1.6, Penn State for 1.3 or less. The spread of
 * the generated minutes is 1.3, from seven other stations.
 */
const SWING = 1.4;

/** No cell: it is night, or nothing is known. */
export const STEADY = -1;

/** Cells of the weather's intervals, of which `changes` has the rows. */
export interface Swing {
  readonly cells: Int32Array;
  readonly changes: Float64Array;
}

/**
 * @param clearness GHI over that of a clear sky, of consecutive intervals of weather; NaN where the sun is down or nothing is known
 * @param interval seconds
 */
export function swingOf(clearness: Float64Array, interval: number): Swing {
  const cells = new Int32Array(clearness.length).fill(STEADY);
  cellRows(clearness, SWING * Math.sqrt(shareWithin(interval) / shareWithin(3600)), cells);
  return { cells, changes };
}

/** A function of its own: a loop behind which more follows is compiled at every call anew. */
function cellRows(clearness: Float64Array, swing: number, cells: Int32Array): void {
  for (let i = 0; i < clearness.length; i++) {
    if (Number.isNaN(clearness[i]!)) continue;
    const k = indexOf(clearness, i);
    const spread = expectedSpread(k, neighbourSpread(indexOf(clearness, i - 1), k, indexOf(clearness, i + 1)), swing);
    const cell = Math.round(k / INDEX_STEP) * SPREADS + Math.min(Math.round(spread / SPREAD_STEP), SPREADS - 1);
    if (isMade[cell] === 0) makeCell(cell);
    cells[i] = cell;
  }
}

/** As far as the law goes; NaN where there is none. */
function indexOf(clearness: Float64Array, i: number): number {
  const k = i < 0 || i >= clearness.length ? Number.NaN : clearness[i]!;
  return Math.min(Math.max(k, 0.02), 1.2);
}

/**
 * Share of the variance of a chain of minutes (each goes with the next by the law's correlation ρ) that is within an interval of n of
 * them: 1 − (1 + 2·Σ(1 − j/n)·ρ^j)/n. The law's own interval is the hour; shorter ones swing less.
 */
function shareWithin(interval: number): number {
  const n = Math.max(Math.round(interval / 60), 1);
  let sum = 1;
  for (let j = 1; j < n; j++) sum += 2 * (1 - j / n) * positivePow(MINUTE_LAW.correlation, j);
  return 1 - sum / n;
}

function makeCell(cell: number): void {
  const k = Math.max(Math.floor(cell / SPREADS) * INDEX_STEP, 0.02);
  const expected = Math.max((cell % SPREADS) * SPREAD_STEP, 0.001);
  const all = new Float64Array(DRAWS * QUANTILES);
  for (let draw = 0; draw < DRAWS; draw++) {
    fillDistribution(k, drawnSpread(k, expected, (draw + 0.5) / DRAWS), distribution, range);
    for (let q = 0; q < QUANTILES; q++) {
      const index = range.least + range.span * positionOf(distribution, (q + 0.5) / QUANTILES);
      all[draw * QUANTILES + q] = Math.min(index, Math.max(MOST, k));
    }
  }
  all.sort();
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  const each = all.length / SHARES;
  for (let share = 0; share < SHARES; share++) {
    const part = all.subarray(share * each, (share + 1) * each).reduce((sum, value) => sum + value, 0) / each;
    changes[cell * SHARES + share] = part / mean - 1;
  }
  isMade[cell] = 1;
}
