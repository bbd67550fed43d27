/** Sums and means of values of which some are missing. */

/** A sum and a mean of the values that there are. */
export class KnownSum {
  /** Of each value times its weight. */
  sum = 0;
  weight = 0;
  count = 0;

  /** null, undefined and NaN are missing. @param weight such as the hours of the value's interval */
  add(value: number | null | undefined, weight = 1): void {
    if (value === null || value === undefined || Number.isNaN(value)) return;
    this.sum += value * weight;
    this.weight += weight;
    this.count += 1;
  }

  /** NaN without any value. */
  get mean(): number {
    return this.sum / this.weight;
  }
}
