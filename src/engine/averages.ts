/**
 * From sub-steps to output intervals: means weighted by time. The mean comes last, whatever was computed before. The
 * weights of an interval add up to the time that has light; for the rest of its `length` (s) every column of light is 0.
 * Intervals without sub-steps are left as they are: the caller has filled them. One and two sub-steps a row have loops of
 * their own: with twenty columns the general one took a sixth of the whole chain (measured); all give the same bits.
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
  if (lit.single) {
    for (let r = 0; r < lit.runCount; r++) {
      const row = lit.runs[2 * r]!;
      const end = offset + lit.runs[2 * r + 1]!;
      let i = outputStart[row]!;
      for (let o = offset + row; o < end; o++, i++) out[o] = direct[i]! + diffuse[i]!;
    }
    return;
  }
  if (lit.pairs) {
    for (let r = 0; r < lit.runCount; r++) {
      const row = lit.runs[2 * r]!;
      const end = offset + lit.runs[2 * r + 1]!;
      let i = outputStart[row]!;
      for (let o = offset + row; o < end; o++, i += 2) {
        out[o] =
          ((direct[i]! + diffuse[i]!) * weight[i]! + (direct[i + 1]! + diffuse[i + 1]!) * weight[i + 1]!) / length;
      }
    }
    return;
  }
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
