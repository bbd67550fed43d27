/** How many hours of which clear-sky index each day has, so that the clear hours of any days in a row are found quickly. */

/** Of an index, and how many there are: beyond the last no light is possible. */
const BIN = 0.01;
const BINS = 200;

export class IndexCounts {
  private readonly days: number;
  /** Of each index, hours of all days before a day; day by day. */
  private readonly before: Uint32Array;

  /** @param byDay clear-sky indices of the hours of each day */
  constructor(byDay: readonly (readonly number[])[]) {
    this.days = byDay.length;
    this.before = new Uint32Array((byDay.length + 1) * BINS);
    byDay.forEach((indices, day) => {
      const [own, next] = [day * BINS, (day + 1) * BINS];
      this.before.copyWithin(next, own, next);
      for (const index of indices) this.before[next + Math.min(BINS - 1, Math.max(0, Math.floor(index / BIN)))]!++;
    });
  }

  /**
   * The index that a share of the hours does not reach, to half of 0.01.
   *
   * @param from,to days; those that are not there have no hours
   * @param least hours that are needed
   * @returns NaN of fewer
   */
  quantile(from: number, to: number, share: number, least: number): number {
    const [first, last] = [from, to].map((day) => Math.min(this.days, Math.max(0, day)) * BINS) as [number, number];
    const hours = (bin: number) => this.before[last + bin]! - this.before[first + bin]!;
    let all = 0;
    for (let bin = 0; bin < BINS; bin++) all += hours(bin);
    if (all < Math.max(1, least)) return Number.NaN;
    let [bin, passed] = [0, hours(0)];
    while (passed <= share * all && bin < BINS - 1) passed += hours(++bin);
    return (bin + 0.5) * BIN;
  }
}
