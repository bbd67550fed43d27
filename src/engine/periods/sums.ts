/** One column over days, months or years. */

/** Where the rows are in the columns, and how much of each has values. */
export class Rows {
  /** Row r has the intervals [first[r], first[r + 1]). */
  readonly first: Int32Array;
  /** What a row must have, 0…1. */
  readonly minimumCoverage: number;
  /** What it has, 0…1, in the column that lacks most; columns without any value count only if all are so. */
  readonly coverage: Float64Array;
  private hasValues = false;

  constructor(first: Int32Array, minimumCoverage: number) {
    this.first = first;
    this.minimumCoverage = minimumCoverage;
    this.coverage = new Float64Array(first.length - 1);
  }

  get count(): number {
    return this.coverage.length;
  }

  /** Whether a row with so much has a value. */
  isEnough(coverage: number): boolean {
    return coverage > 0 && coverage >= this.minimumCoverage;
  }

  /** Takes note of a column's coverage. */
  note(coverage: Float64Array): void {
    if (coverage.every((share) => share === 0)) return;
    if (!this.hasValues) this.coverage.fill(1);
    this.hasValues = true;
    for (let row = 0; row < coverage.length; row++) {
      if (coverage[row]! < this.coverage[row]!) this.coverage[row] = coverage[row]!;
    }
  }
}

/**
 * Sums of a power over time. A gap is filled in proportion to the clear sky, by the row's own ratio to it: an hour at noon counts
 * for more than one at dusk.
 *
 * @param clearSky weights of the intervals; null: there are no gaps
 * @param hours length of an interval
 */
export function sumsOf(column: Float64Array, rows: Rows, clearSky: Float64Array | null, hours: number): Float64Array {
  const { first } = rows;
  const sums = new Float64Array(rows.count);
  const coverage = new Float64Array(rows.count);
  for (let row = 0; row < sums.length; row++) {
    const [from, to] = [first[row]!, first[row + 1]!];
    let sum = 0;
    let light = 0;
    let seen = 0;
    let count = 0;
    for (let i = from; i < to; i++) {
      const weight = clearSky === null ? 1 : clearSky[i]!;
      light += weight;
      if (Number.isNaN(column[i]!)) continue;
      sum += column[i]!;
      seen += weight;
      count++;
    }
    // In the polar night time counts.
    const share = light > 0 ? seen / light : count / (to - from);
    sums[row] = rows.isEnough(share) ? (sum * hours) / (light > 0 ? share : 1) : Number.NaN;
    coverage[row] = share;
  }
  rows.note(coverage);
  return sums;
}

/** Means of a column over time. */
export function meansOf(column: Float64Array, rows: Rows): Float64Array {
  const { first } = rows;
  const means = new Float64Array(rows.count);
  const coverage = new Float64Array(rows.count);
  for (let row = 0; row < means.length; row++) {
    const [from, to] = [first[row]!, first[row + 1]!];
    let sum = 0;
    let count = 0;
    for (let i = from; i < to; i++) {
      if (Number.isNaN(column[i]!)) continue;
      sum += column[i]!;
      count++;
    }
    coverage[row] = count / (to - from);
    means[row] = rows.isEnough(coverage[row]!) ? sum / count : Number.NaN;
  }
  rows.note(coverage);
  return means;
}
