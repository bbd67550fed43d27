/** Beta distributions of Skartveit & Olseth's minutes, tabulated over their mean: what depends on nothing else is made once. */
import { exp, log } from "../../math/index.js";

/** Where on [0, 1] distributions stand, and the means for which they do. */
export const NODES = 161;
const MEANS = 129;
/** Panels of Simpson's rule between two nodes; more change the table by less than 1e-6. */
const PANELS = 2;
const POINTS = (NODES - 1) * PANELS + 1;

const LEAST_VARIANCE = 1e-6;

/** Cumulated probabilities: MEANS rows of NODES. */
export type BetaTable = Float64Array;

/**
 * Cumulated beta distributions whose variance is `variance`, or as much as their mean t allows: t²(1 − t)/(1 + t) and its mirror
 * image, beyond which the density would rise towards an end.
 */
export function betaTable(variance: number): BetaTable {
  const table = new Float64Array(MEANS * NODES);
  const logs = new Float64Array(POINTS);
  for (let k = 0; k < POINTS; k++) logs[k] = k > 0 ? log(k / (POINTS - 1)) : 0;
  for (let k = 0; k < MEANS; k++) {
    const t = Math.min(Math.max(k / (MEANS - 1), 1e-3), 1 - 1e-3);
    const most = Math.min((t * t * (1 - t)) / (1 + t), (t * (1 - t) * (1 - t)) / (2 - t));
    const v = Math.max(Math.min(variance, most), LEAST_VARIANCE);
    const scale = (t * (1 - t)) / v - 1;
    fillRow(table.subarray(k * NODES, (k + 1) * NODES), Math.max(1, t * scale), Math.max(1, (1 - t) * scale), logs);
  }
  return table;
}

/** Integrates x^(a−1)·(1−x)^(b−1) from node to node; divided by its whole, no gamma function is asked. */
function fillRow(row: Float64Array, a: number, b: number, logs: Float64Array): void {
  const mode = a + b > 2 ? Math.min(Math.max((a - 1) / (a + b - 2), 0), 1) : 0.5;
  const peak = logDensity(a, b, mode > 0 ? log(mode) : 0, mode < 1 ? log(1 - mode) : 0);
  const density = (k: number) => {
    if ((k === 0 && a > 1) || (k === POINTS - 1 && b > 1)) return 0;
    return exp(logDensity(a, b, logs[k]!, logs[POINTS - 1 - k]!) - peak);
  };
  let sum = 0;
  let here = density(0);
  for (let node = 1; node < NODES; node++) {
    const k = node * PANELS;
    const there = density(k);
    sum += here + 4 * density(k - 1) + there;
    row[node] = sum;
    here = there;
  }
  for (let node = 0; node < NODES; node++) row[node] = row[node]! / sum;
}

function logDensity(a: number, b: number, logX: number, logRest: number): number {
  return (a - 1) * logX + (b - 1) * logRest;
}

/** Adds weight times the distribution of a mean to `out`: the rows of the two nearest means, joined linearly. */
export function addDistribution(table: BetaTable, mean: number, weight: number, out: Float64Array): void {
  const position = Math.min(Math.max(mean, 0), 1) * (MEANS - 1);
  const before = Math.min(Math.floor(position), MEANS - 2);
  const after = weight * (position - before);
  const rest = weight - after;
  const at = before * NODES;
  for (let k = 0; k < NODES; k++) out[k] = out[k]! + rest * table[at + k]! + after * table[at + NODES + k]!;
}
