/**
 * How a row's power is distributed, from the chain on quantiles of its light.
 *
 * Between the levels at which the chain was run power is on straight lines over the probability of the light. More light is not always more
 * power: with the sun behind, a plane has most under half a sky. So the power's own quantiles are read off its own distribution, whose
 * measure below a value is exact for straight lines.
 */

/** Knots of one row: room for as many as there are levels and three more. */
export class PowerCurve {
  readonly #p: Float64Array;
  readonly #power: Float64Array;
  readonly #sorted: Float64Array;
  #count = 0;
  #ascends = true;

  constructor(most: number) {
    this.#p = new Float64Array(most + 3);
    this.#power = new Float64Array(most + 3);
    this.#sorted = new Float64Array(most + 3);
  }

  /** Beyond its ends the power is that of the first and the last level. */
  begin(): void {
    this.#count = 0;
    this.#ascends = true;
  }

  /** @param p ascending, 0…1 */
  add(p: number, power: number): void {
    const k = this.#count++;
    if (k > 0 && power < this.#power[k - 1]!) this.#ascends = false;
    this.#p[k] = p;
    this.#power[k] = power;
  }

  /** What may come in the mean. */
  mean(): number {
    const [p, power, last] = [this.#p, this.#power, this.#count - 1];
    let sum = p[0]! * power[0]! + (1 - p[last]!) * power[last]!;
    for (let k = 0; k < last; k++) sum += ((p[k + 1]! - p[k]!) * (power[k]! + power[k + 1]!)) / 2;
    return sum;
  }

  /** @param p ascending, each of which was added @param out receives the power that is not exceeded with each of them, at `row` */
  quantiles(p: readonly number[], out: readonly Float64Array[], row: number): void {
    if (this.#ascends) {
      this.#ofLight(p, out, row);
      return;
    }
    const sorted = this.#sorted.subarray(0, this.#count);
    sorted.set(this.#power.subarray(0, this.#count));
    sorted.sort();
    let value = 0;
    let [before, below, upTo] = [0, 0, this.#below(sorted[0]!, true)];
    for (let q = 0; q < p.length; q++) {
      while (upTo < p[q]! && value < sorted.length - 1) {
        before = upTo;
        value++;
        below = this.#below(sorted[value]!, false);
        upTo = this.#below(sorted[value]!, true);
      }
      const [high, low] = [sorted[value]!, sorted[Math.max(value - 1, 0)]!];
      const isBetween = p[q]! < below && below > before;
      out[q]![row] = isBetween ? low + ((high - low) * Math.max(p[q]! - before, 0)) / (below - before) : high;
    }
  }

  /** Where more light is nowhere less power, a quantile of the light has that of the power. */
  #ofLight(p: readonly number[], out: readonly Float64Array[], row: number): void {
    let k = 0;
    for (let q = 0; q < p.length; q++) {
      while (this.#p[k]! < p[q]!) k++;
      out[q]![row] = this.#power[k]!;
    }
  }

  /** Probability of less than a power, or of at most that. */
  #below(limit: number, isIncluded: boolean): number {
    const [p, power, last] = [this.#p, this.#power, this.#count - 1];
    let sum = counts(power[0]!, limit, isIncluded) * p[0]! + counts(power[last]!, limit, isIncluded) * (1 - p[last]!);
    for (let k = 0; k < last; k++) {
      const [low, high] = [Math.min(power[k]!, power[k + 1]!), Math.max(power[k]!, power[k + 1]!)];
      const share =
        low === high ? counts(low, limit, isIncluded) : Math.min(Math.max((limit - low) / (high - low), 0), 1);
      sum += (p[k + 1]! - p[k]!) * share;
    }
    return sum;
  }
}

function counts(power: number, limit: number, isIncluded: boolean): number {
  return power < limit || (isIncluded && power === limit) ? 1 : 0;
}
