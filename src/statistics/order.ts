/** Mean, spread and order of a few values. */

export function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Of a sample: with n − 1 in the denominator. */
export function standardDeviation(values: Float64Array): number {
  const middle = mean(values);
  let sum = 0;
  for (const value of values) sum += (value - middle) * (value - middle);
  return Math.sqrt(sum / (values.length - 1));
}

/** Linear between the values, as numpy's default (type 7 of Hyndman & Fan 1996, American Statistician 50, 361–365). */
export function quantileOfSorted(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (position - below);
}
