/**
 * From sub-steps to output intervals: means weighted by time. The mean comes last, whatever was computed before. The
 * weights of an interval add up to the time that has light; for the rest of its `length` (s) every column of light is 0.
 * Intervals without sub-steps are left as they are: the caller has filled them. One and two sub-steps a row have loops of
 * their own where all columns pass: with twenty columns the general one took a sixth of the whole chain (measured). All
 * give the same bits.
 */
import type { LitRows, Steps } from "./grids.js";

/** Mean of a column over each lit output interval, written to out[offset + row]. NaN in a sub-step gives NaN. */
export function meanRows(
  lit: LitRows,
  steps: Steps,
  weight: Float64Array,
  length: number,
  column: Float64Array,
  out: Float64Array,
  offset: number,
): void {
  const { rows, count } = lit;
  const { outputStart } = steps;
  if (lit.single) {
    for (let r = 0; r < lit.runCount; r++) {
      const row = lit.runs[2 * r]!;
      const end = offset + lit.runs[2 * r + 1]!;
      let i = outputStart[row]!;
      for (let o = offset + row; o < end; o++) out[o] = column[i++]!;
    }
    return;
  }
  if (lit.pairs) {
    for (let r = 0; r < lit.runCount; r++) {
      const row = lit.runs[2 * r]!;
      const end = offset + lit.runs[2 * r + 1]!;
      let i = outputStart[row]!;
      for (let o = offset + row; o < end; o++, i += 2) {
        out[o] = (column[i]! * weight[i]! + column[i + 1]! * weight[i + 1]!) / length;
      }
    }
    return;
  }
  for (let k = 0; k < count; k++) {
    const o = rows[k]!;
    const begin = outputStart[o]!;
    const end = outputStart[o + 1]!;
    if (end - begin === 1 && weight[begin] === length) {
      out[offset + o] = column[begin]!;
      continue;
    }
    let sum = 0;
    for (let i = begin; i < end; i++) sum += column[i]! * weight[i]!;
    out[offset + o] = sum / length;
  }
}

/** Mean of the sum of two columns: global from direct and diffuse, so that the three close. */
export function meanSumRows(
  lit: LitRows,
  steps: Steps,
  weight: Float64Array,
  length: number,
  direct: Float64Array,
  diffuse: Float64Array,
  out: Float64Array,
  offset: number,
): void {
  const { rows, count } = lit;
  const { outputStart } = steps;
  for (let k = 0; k < count; k++) {
    const o = rows[k]!;
    const begin = outputStart[o]!;
    const end = outputStart[o + 1]!;
    if (end - begin === 1 && weight[begin] === length) {
      out[offset + o] = direct[begin]! + diffuse[begin]!;
      continue;
    }
    let sum = 0;
    for (let i = begin; i < end; i++) sum += (direct[i]! + diffuse[i]!) * weight[i]!;
    out[offset + o] = sum / length;
  }
}

/**
 * Mean of a column over the sunlit sub-steps (`up` > 0) of each lit output interval; `otherwise` where there are none.
 * Summed as differences from the first value, so that the mean of equal values is that value: 45° stays the tracker's limit.
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
  const { rows, count } = lit;
  const { outputStart } = steps;
  if (lit.single) {
    for (let r = 0; r < lit.runCount; r++) {
      const row = lit.runs[2 * r]!;
      const end = offset + lit.runs[2 * r + 1]!;
      let i = outputStart[row]!;
      for (let o = offset + row; o < end; o++, i++) out[o] = up[i]! > 0 ? column[i]! : otherwise;
    }
    return;
  }
  for (let k = 0; k < count; k++) {
    const o = rows[k]!;
    const end = outputStart[o + 1]!;
    let first = 0;
    let sum = 0;
    let time = 0;
    for (let i = outputStart[o]!; i < end; i++) {
      if (up[i]! <= 0) continue;
      if (time === 0) first = column[i]!;
      sum += (column[i]! - first) * weight[i]!;
      time += weight[i]!;
    }
    out[offset + o] = time > 0 ? first + sum / time : otherwise;
  }
}

/** `meanRows` of direct and of diffuse light and `meanSumRows` of both in one (measured: three loops took half as much again). */
export function meanTripleRows(
  lit: LitRows,
  steps: Steps,
  weight: Float64Array,
  length: number,
  direct: Float64Array,
  diffuse: Float64Array,
  outDirect: Float64Array,
  outDiffuse: Float64Array,
  outSum: Float64Array,
  offset: number,
): void {
  const { runs, runCount } = lit;
  const { outputStart } = steps;
  if (lit.single) {
    for (let r = 0; r < runCount; r++) {
      const row = runs[2 * r]!;
      const end = offset + runs[2 * r + 1]!;
      let i = outputStart[row]!;
      for (let o = offset + row; o < end; o++, i++) {
        const a = direct[i]!;
        const b = diffuse[i]!;
        outDirect[o] = a;
        outDiffuse[o] = b;
        outSum[o] = a + b;
      }
    }
  } else if (lit.pairs) {
    for (let r = 0; r < runCount; r++) {
      const row = runs[2 * r]!;
      const end = offset + runs[2 * r + 1]!;
      let i = outputStart[row]!;
      for (let o = offset + row; o < end; o++, i += 2) {
        const w0 = weight[i]!;
        const w1 = weight[i + 1]!;
        const a0 = direct[i]!;
        const a1 = direct[i + 1]!;
        const b0 = diffuse[i]!;
        const b1 = diffuse[i + 1]!;
        outDirect[o] = (a0 * w0 + a1 * w1) / length;
        outDiffuse[o] = (b0 * w0 + b1 * w1) / length;
        outSum[o] = ((a0 + b0) * w0 + (a1 + b1) * w1) / length;
      }
    }
  } else {
    meanRows(lit, steps, weight, length, direct, outDirect, offset);
    meanRows(lit, steps, weight, length, diffuse, outDiffuse, offset);
    meanSumRows(lit, steps, weight, length, direct, diffuse, outSum, offset);
  }
}

/** Below this rotation (degrees) a tracker lies flat. */
const FLAT = 1e-9;

/**
 * Azimuth and tilt of a tracker from the mean rotation over the sunlit part of each lit output interval; what lies flat is
 * left as it is.
 */
export function surfaceRows(
  lit: LitRows,
  steps: Steps,
  weight: Float64Array,
  up: Float64Array,
  rotation: Float64Array,
  azimuth: Float64Array,
  tilt: Float64Array,
  offset: number,
): void {
  sunlitMeanRows(lit, steps, weight, up, rotation, 0, tilt, offset);
  for (let r = 0; r < lit.runCount; r++) {
    const end = offset + lit.runs[2 * r + 1]!;
    for (let o = offset + lit.runs[2 * r]!; o < end; o++) {
      const turned = tilt[o]!;
      if (turned >= FLAT) azimuth[o] = 270;
      else tilt[o] = turned > -FLAT ? 0 : -turned;
    }
  }
}
