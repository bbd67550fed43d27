/**
 * The Finkelstein–Schafer statistic: how far the distribution of a month's daily values lies from that of all years.
 *
 * Source: Finkelstein & Schafer (1971), Improved goodness-of-fit tests, Biometrika 58, 641–645; its use for typical years:
 * Hall et al. (1978), SAND-78-1601. Both distributions are taken at the values of the month. Where they are drawn is not
 * settled by the papers, and moves 6–7 % of the months: so a result names its rule.
 */

/**
 * "step": F(x) = (values ≤ x)/n, the distributions as they are (Hall). "hazen": (values ≤ x − ½)/n. "nrel": straight lines
 * from 0 to 1 through the sorted values, (i − 1)/(n − 1), as NREL's code for the NSRDB draws them. "iso": i/(n + 1), as in
 * ISO 15927-4 (which adds the differences up instead of averaging them).
 * @experimental
 */
export type Plotting = "step" | "nrel" | "hazen" | "iso";

interface Rule {
  /** F = (rank − shift)/(n + more). */
  readonly shift: number;
  readonly more: number;
  /** Whether equal values of the month have one rank, the highest, as they have in all years; else each has its own. */
  readonly sharesRanks: boolean;
}

const RULES: { readonly [plotting in Plotting]: Rule } = {
  step: { shift: 0, more: 0, sharesRanks: true },
  hazen: { shift: 0.5, more: 0, sharesRanks: true },
  nrel: { shift: 1, more: -1, sharesRanks: false },
  iso: { shift: 0, more: 1, sharesRanks: false },
};

/**
 * Sum of |S(x) − F(x)| over the month's values x.
 *
 * @param month the month's daily values, in ascending order
 * @param all those of the month in all years, in ascending order
 */
export function finkelsteinSchaferSum(month: Float64Array, all: Float64Array, plotting: Plotting): number {
  const { shift, more, sharesRanks } = RULES[plotting];
  const [n, count] = [month.length + more, all.length + more];
  let sum = 0;
  let rankInAll = 0;
  for (let i = 0; i < month.length; ) {
    const value = month[i]!;
    let next = i + 1;
    while (next < month.length && month[next] === value) next++;
    while (rankInAll < all.length && all[rankInAll]! <= value) rankInAll++;
    for (let rank = i + 1; rank <= next; rank++) {
      sum += Math.abs(((sharesRanks ? next : rank) - shift) / n - (rankInAll - shift) / count);
    }
    i = next;
  }
  return sum;
}

/**
 * The statistic of each year for one calendar month.
 *
 * @param days one value per day of the record
 * @param spans the month in each of its years, as ranges of days
 * @returns mean difference of the distributions (their sum for "iso"), one per span
 */
export function finkelsteinSchafer(
  days: Float64Array,
  spans: readonly { readonly fromDay: number; readonly toDay: number }[],
  plotting: Plotting,
): Float64Array {
  const all = new Float64Array(spans.reduce((total, { fromDay, toDay }) => total + toDay - fromDay, 0));
  let filled = 0;
  const months = spans.map(({ fromDay, toDay }) => {
    const month = days.slice(fromDay, toDay).sort();
    all.set(month, filled);
    filled += month.length;
    return month;
  });
  all.sort();
  return Float64Array.from(months, (month) => {
    const sum = finkelsteinSchaferSum(month, all, plotting);
    return plotting === "iso" ? sum : sum / month.length;
  });
}
