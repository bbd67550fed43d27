/**
 * From sub-steps to output intervals: means weighted by time. The mean comes last, whatever was computed before. The
 * weights of an interval add up to the time that has light; for the rest of its `length` (s) every column of light is 0.
 */
import type { Steps } from "./grids.js";

/** Mean of a column over each of n output intervals, written to out[offset…]. NaN in a sub-step gives NaN. */
export function meanRows(
  n: number,
  steps: Steps,
  weight: Float64Array,
  length: number,
  column: Float64Array,
  out: Float64Array,
  offset: number,
): void {
  for (let o = 0; o < n; o++) {
    const begin = steps.outputStart[o]!;
    const end = steps.outputStart[o + 1]!;
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
  n: number,
  steps: Steps,
  weight: Float64Array,
  length: number,
  direct: Float64Array,
  diffuse: Float64Array,
  out: Float64Array,
  offset: number,
): void {
  for (let o = 0; o < n; o++) {
    const begin = steps.outputStart[o]!;
    const end = steps.outputStart[o + 1]!;
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
 * Mean of a column over the sunlit sub-steps (`up` > 0) of each output interval; `otherwise` where there are none. Summed
 * as differences from the first value, so that the mean of equal values is that value: 45° stays the tracker's limit.
 */
export function sunlitMeanRows(
  n: number,
  steps: Steps,
  weight: Float64Array,
  up: Float64Array,
  column: Float64Array,
  otherwise: number,
  out: Float64Array,
  offset: number,
): void {
  for (let o = 0; o < n; o++) {
    let first = 0;
    let sum = 0;
    let time = 0;
    for (let i = steps.outputStart[o]!; i < steps.outputStart[o + 1]!; i++) {
      if (up[i]! <= 0) continue;
      if (time === 0) first = column[i]!;
      sum += (column[i]! - first) * weight[i]!;
      time += weight[i]!;
    }
    out[offset + o] = time > 0 ? first + sum / time : otherwise;
  }
}
