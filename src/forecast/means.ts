/** Means over groups of rows. */

/** Of every `ratio` rows, one after the other; NaN where one of them is. */
export function meansOf(values: Float64Array, ratio: number): Float64Array {
  if (ratio === 1) return values;
  const means = new Float64Array(Math.floor(values.length / ratio));
  for (let k = 0; k < means.length; k++) {
    let sum = 0;
    for (let j = k * ratio; j < (k + 1) * ratio; j++) sum += values[j]!;
    means[k] = sum / ratio;
  }
  return means;
}
