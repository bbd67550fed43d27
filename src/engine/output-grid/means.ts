/**
 * From sub-steps to output intervals: means weighted by time, and power from those. Averaging comes last. The weights of an
 * interval add up to its lit time; for the rest of its `length` (s) every irradiance column is 0. Intervals without
 * sub-steps are left unchanged unless stated otherwise: the caller has filled them.
 * Rows with one or two sub-steps have their own loops: with twenty columns the general loop took a sixth of the
 * whole chain (measured). All give the same bits.
 */
import type { Columns } from "../../physics/models/model.js";
import { defaultPower } from "../../physics/models/pv/linear-temperature.js";
import type { ComputedBlock } from "../grid/lattice.js";
import { endOf, type LitRows } from "../grid/lit-rows.js";
import type { Steps } from "../grid/sub-steps.js";

/** The output intervals of a block, and the first of its sub-steps. */
type Outputs = Pick<ComputedBlock, "first" | "last" | "from">;

/** Three columns and where their means go; `c` null: the sum of the others. */
type Three = Columns<"a" | "b" | "outA" | "outB" | "outC"> & { readonly c: Float64Array | null };

/**
 * Mean of a column, or of the sum of two, over each lit output interval, written to out[offset + row]. NaN in a sub-step gives NaN.
 */
export function meanRows(
  lit: LitRows,
  steps: Steps,
  weight: Float64Array,
  length: number,
  column: Float64Array,
  added: Float64Array | null,
  out: Float64Array,
  offset: number,
): void {
  const { outputStart } = steps;
  const last = endOf(lit);
  for (let o = 0; o < last; o++) {
    const begin = outputStart[o]!;
    const end = outputStart[o + 1]!;
    if (end === begin) continue;
    let sum = 0;
    for (let i = begin; i < end; i++) sum += (added ? column[i]! + added[i]! : column[i]!) * weight[i]!;
    // A single sub-step as long as the interval needs no mean: a product and a quotient would cost the last digit.
    const isWhole = end - begin === 1 && weight[begin] === length;
    out[offset + o] = isWhole ? (added ? column[begin]! + added[begin]! : column[begin]!) : sum / length;
  }
}

/**
 * Mean of a column over the sunlit sub-steps (`up` > 0) of each lit output interval; `otherwise` if there are none.
 * Summed as differences from the first value, so that the mean of equal values is that value: the tracker's limit stays 45°.
 */
export function sunlitMeanRows(
  lit: LitRows,
  steps: Steps,
  weight: Float64Array,
  up: Float64Array,
  column: Float64Array,
  otherwise: number,
  out: Float64Array,
  offset: number,
): void {
  const { outputStart } = steps;
  const last = endOf(lit);
  for (let o = 0; o < last; o++) {
    const begin = outputStart[o]!;
    const end = outputStart[o + 1]!;
    if (end === begin) continue;
    let first = 0;
    let sum = 0;
    let time = 0;
    for (let i = begin; i < end; i++) {
      if (up[i]! <= 0) continue;
      if (time === 0) first = column[i]!;
      sum += (column[i]! - first) * weight[i]!;
      time += weight[i]!;
    }
    out[offset + o] = time > 0 ? first + sum / time : otherwise;
  }
}

/**
 * `meanRows` of three columns at once, the third of which may be the sum of the others (null), over all output intervals of a
 * block: 0 if there are no sub-steps. Several destinations may be the same: the last mean stays. Three columns, and four rows if
 * each has one sub-step, are processed at once, because the overhead of so short a loop dominates (measured: one column at a
 * time takes half as long again, one row at a time a quarter).
 */
export function meanThreeRows(
  lit: LitRows,
  steps: Steps,
  weight: Float64Array,
  length: number,
  outputs: Outputs,
  three: Three,
): void {
  if (lit.single) {
    copyThreeRows(lit, outputs, three);
    return;
  }
  const { first, last } = outputs;
  for (const out of [three.outA, three.outB, three.outC]) out.fill(0, first, last);
  if (lit.pairs) meanPairs(lit, steps, weight, length, first, three);
  else meanMany(lit, steps, weight, length, first, three);
}

/** `meanThreeRows` if each lit row has two sub-steps. */
function meanPairs(
  { runs, runCount }: LitRows,
  { outputStart }: Steps,
  weight: Float64Array,
  length: number,
  first: number,
  { a, b, c, outA, outB, outC }: Three,
): void {
  for (let r = 0; r < runCount; r++) {
    const row = runs[2 * r]!;
    const end = first + runs[2 * r + 1]!;
    let i = outputStart[row]!;
    for (let o = first + row; o < end; o++, i += 2) {
      const w0 = weight[i]!;
      const w1 = weight[i + 1]!;
      const a0 = a[i]!;
      const a1 = a[i + 1]!;
      const b0 = b[i]!;
      const b1 = b[i + 1]!;
      outA[o] = (a0 * w0 + a1 * w1) / length;
      outB[o] = (b0 * w0 + b1 * w1) / length;
      if (c) outC[o] = (c[i]! * w0 + c[i + 1]! * w1) / length;
      else outC[o] = ((a0 + b0) * w0 + (a1 + b1) * w1) / length;
    }
  }
}

/** `meanThreeRows` if lit rows have any number of sub-steps. */
function meanMany(
  { runs, runCount }: LitRows,
  { outputStart }: Steps,
  weight: Float64Array,
  length: number,
  first: number,
  { a, b, c, outA, outB, outC }: Three,
): void {
  for (let r = 0; r < runCount; r++) {
    const last = runs[2 * r + 1]!;
    let row = runs[2 * r]!;
    for (let i = outputStart[row]!; row < last; row++) {
      const end = outputStart[row + 1]!;
      // A single sub-step as long as the interval needs no mean: a product and a quotient would cost the last digit.
      const isWhole = end - i === 1 && weight[i] === length;
      let sumA = 0;
      let sumB = 0;
      let sumC = 0;
      for (; i < end; i++) {
        const dt = isWhole ? 1 : weight[i]!;
        sumA += a[i]! * dt;
        sumB += b[i]! * dt;
        sumC += (c ? c[i]! : a[i]! + b[i]!) * dt;
      }
      const total = isWhole ? 1 : length;
      outA[first + row] = sumA / total;
      outB[first + row] = sumB / total;
      outC[first + row] = sumC / total;
    }
  }
}

/** `meanThreeRows` if each lit row has one sub-step. */
function copyThreeRows(
  { runs, runCount }: LitRows,
  { first, last, from }: Outputs,
  { a, b, c, outA, outB, outC }: Three,
): void {
  let i = from;
  let o = first;
  for (let r = 0; r <= runCount; r++) {
    const begin = r < runCount ? first + runs[2 * r]! : last;
    for (; o + 3 < begin; o += 4) {
      putFour(outA, o, 0, 0, 0, 0);
      putFour(outB, o, 0, 0, 0, 0);
      putFour(outC, o, 0, 0, 0, 0);
    }
    for (; o < begin; o++) outA[o] = outB[o] = outC[o] = 0;
    const end = r < runCount ? first + runs[2 * r + 1]! : last;
    for (; o + 3 < end; o += 4, i += 4) {
      const a0 = a[i]!;
      const a1 = a[i + 1]!;
      const a2 = a[i + 2]!;
      const a3 = a[i + 3]!;
      const b0 = b[i]!;
      const b1 = b[i + 1]!;
      const b2 = b[i + 2]!;
      const b3 = b[i + 3]!;
      putFour(outA, o, a0, a1, a2, a3);
      putFour(outB, o, b0, b1, b2, b3);
      if (c) putFour(outC, o, c[i]!, c[i + 1]!, c[i + 2]!, c[i + 3]!);
      else putFour(outC, o, a0 + b0, a1 + b1, a2 + b2, a3 + b3);
    }
    for (; o < end; o++, i++) {
      outA[o] = a[i]!;
      outB[o] = b[i]!;
      outC[o] = c ? c[i]! : a[i]! + b[i]!;
    }
  }
}

function putFour(out: Float64Array, o: number, a: number, b: number, c: number, d: number): void {
  out[o] = a;
  out[o + 1] = b;
  out[o + 2] = c;
  out[o + 3] = d;
}

/** Below this rotation (degrees) a tracker counts as flat. */
const FLAT = 1e-9;

/**
 * Azimuth and tilt of a tracker from its mean rotation over the sunlit part of each output interval of the block; if there is
 * none, it is flat and faces east.
 */
export function surfaceRows(
  lit: LitRows,
  steps: Steps,
  weight: Float64Array,
  up: Float64Array,
  rotation: Float64Array,
  { first, last, from }: Outputs,
  azimuth: Float64Array,
  tilt: Float64Array,
): void {
  const { runs, runCount, single } = lit;
  azimuth.fill(90, first, last);
  tilt.fill(0, first, last);
  if (!single) sunlitMeanRows(lit, steps, weight, up, rotation, 0, tilt, first);
  let i = from;
  for (let r = 0; r < runCount; r++) {
    const end = first + runs[2 * r + 1]!;
    for (let o = first + runs[2 * r]!; o < end; o++, i++) {
      const turned = !single ? tilt[o]! : up[i]! > 0 ? rotation[i]! : 0;
      azimuth[o] = turned >= FLAT ? 270 : 90;
      tilt[o] = turned >= FLAT ? turned : turned > -FLAT ? 0 : -turned;
    }
  }
}

/** Power on two planes by the default formula, from means of a block's outputs; 0 if there are no sub-steps. */
export function powerRows(
  { runs, runCount }: LitRows,
  { first, last }: ComputedBlock,
  temperature: Float64Array,
  globalA: Float64Array,
  globalB: Float64Array,
  outA: Float64Array,
  outB: Float64Array,
): void {
  let o = first;
  for (let r = 0; r <= runCount; r++) {
    const begin = r < runCount ? first + runs[2 * r]! : last;
    for (; o < begin; o++) outA[o] = outB[o] = 0;
    const end = r < runCount ? first + runs[2 * r + 1]! : last;
    for (; o < end; o++) {
      const air = temperature[o]!;
      outA[o] = defaultPower(globalA[o]!, air);
      outB[o] = defaultPower(globalB[o]!, air);
    }
  }
}
