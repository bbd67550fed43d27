/**
 * Which of three components is off, from the sums of days: cloudy days have little direct light and clear ones little diffuse light, so
 * that a wrong factor of any one leaves its own trace in G = B + D. Dirt and drift change a factor, so it is found month by month.
 */
import type { DaySums } from "./day-sums.js";

export type Component = "global" | "direct" | "diffuse";

/** One component times `factor` would make the three close. */
export interface Fit {
  readonly component: Component;
  /** The same for the whole series. */
  readonly factor: number;
  /** Share of the squares of G − B − D that the factor explains; 1: the days close but for it. */
  readonly explained: number;
  /** What factors of months leave of the squares, and those of the next best component. */
  readonly left: number;
  readonly nextLeft: number;
}

/** Days that have a factor of their own. */
const MONTH = 30;

/** The component whose factors make the days close best, by least squares. */
export function bestFit(days: DaySums): Fit {
  const count = days.global.length;
  const before = squares(days, 0, count, "global", 1);
  const fits = (["global", "direct", "diffuse"] as const).map((component) => {
    let left = 0;
    for (let from = 0; from < count; from += MONTH) {
      const to = Math.min(from + MONTH, count);
      left += squares(days, from, to, component, factorOf(days, from, to, component));
    }
    return { component, left };
  });
  const [best, next] = fits.sort((a, b) => a.left - b.left) as [(typeof fits)[0], (typeof fits)[0]];
  const { component, left } = best;
  const factor = factorOf(days, 0, count, component);
  const explained = before > 0 ? 1 - squares(days, 0, count, component, factor) / before : 0;
  return { component, factor, explained, left, nextLeft: next.left };
}

/** By least squares in the light of the sum: of GHI it is the inverse of the factor by which GHI exceeds the sum. */
function factorOf({ global, direct, diffuse }: DaySums, from: number, to: number, component: Component): number {
  let [products, own] = [0, 0];
  for (let day = from; day < to; day++) {
    const [g, b, d] = [global[day]!, direct[day]!, diffuse[day]!];
    const x = component === "global" ? b + d : component === "direct" ? b : d;
    products += x * (component === "global" ? g : component === "direct" ? g - d : g - b);
    own += x * x;
  }
  if (!(own > 0 && products > 0)) return 1;
  return component === "global" ? own / products : products / own;
}

/** Of G − B − D with the factor, again in the light of the sum: else a smaller GHI would have smaller squares. */
function squares(days: DaySums, from: number, to: number, component: Component, factor: number): number {
  const [ofDirect, ofDiffuse] = [component === "direct" ? factor : 1, component === "diffuse" ? factor : 1];
  const ofSum = component === "global" ? 1 / factor : 1;
  let sum = 0;
  for (let day = from; day < to; day++) {
    const off = days.global[day]! - ofSum * (ofDirect * days.direct[day]! + ofDiffuse * days.diffuse[day]!);
    sum += off * off;
  }
  return sum;
}
