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

/** The value that a share of all is below: one of the values itself, of two in the middle the upper. Undefined without values. */
export function valueAtShare(values: Iterable<number>, share: number): number | undefined {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The same of the values above 0; 0 where there are none. */
export function positiveAtShare(values: Float64Array, share: number): number {
  const positive = values.filter((value) => value > 0);
  return valueAtShare(positive, share) ?? 0;
}

/** The first value up to which the values have a share of all weight; NaN without values. */
export function weightedQuantile(pairs: readonly (readonly [value: number, weight: number])[], share: number): number {
  const sorted = [...pairs].sort(([a], [b]) => a - b);
  const all = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  let below = 0;
  for (const [value, weight] of sorted) {
    below += weight;
    if (below >= share * all) return value;
  }
  return Number.NaN;
}

/** The correlation of pairs that come one by one. */
export class PairSums {
  count = 0;
  private x = 0;
  private y = 0;
  private xx = 0;
  private yy = 0;
  private xy = 0;

  add(a: number, b: number): void {
    this.count++;
    this.x += a;
    this.y += b;
    this.xx += a * a;
    this.yy += b * b;
    this.xy += a * b;
  }

  /** NaN where one of them does not vary. */
  get correlation(): number {
    const { count: n, x, y, xx, yy, xy } = this;
    const spread = Math.sqrt((xx / n - (x / n) * (x / n)) * (yy / n - (y / n) * (y / n)));
    return spread > 0 ? (xy / n - (x / n) * (y / n)) / spread : Number.NaN;
  }
}
