/**
 * Which of three components is off, from the sums of days: cloudy days have little direct light and clear ones little diffuse light, so
 * that a wrong factor of any one leaves its own trace in G = B + D.
 */
import type { DaySums } from "./day-sums.js";

export type Component = "global" | "direct" | "diffuse";

/** One component times `factor` would make the three close. */
export interface Fit {
  readonly component: Component;
  readonly factor: number;
  /** Share of the squares of G − B − D that the factor explains; 1: the days close but for it. */
  readonly explained: number;
  /** That of the next best component. */
  readonly runnerUp: number;
}

/** The factor of one component that makes the days close best, by least squares. */
export function bestFit(days: DaySums): Fit {
  const before = squares(days, 1, 1, 1);
  const fits = (["global", "direct", "diffuse"] as const).map((component) => {
    const factor = factorOf(days, component);
    const of = (name: Component) => (name === component ? factor : 1);
    const after = squares(days, of("global"), of("direct"), of("diffuse"));
    return { component, factor, explained: before > 0 ? 1 - after / before : 0 };
  });
  const [best, next] = fits.sort((a, b) => b.explained - a.explained) as [Omit<Fit, "runnerUp">, { explained: number }];
  return { ...best, runnerUp: next.explained };
}

/** Of GHI the inverse of the factor by which it exceeds the sum, so that squares remain those of one light. */
function factorOf({ global, direct, diffuse }: DaySums, component: Component): number {
  let [products, own] = [0, 0];
  for (let day = 0; day < global.length; day++) {
    const [g, b, d] = [global[day]!, direct[day]!, diffuse[day]!];
    const x = component === "global" ? b + d : component === "direct" ? b : d;
    products += x * (component === "global" ? g : component === "direct" ? g - d : g - b);
    own += x * x;
  }
  const factor = own > 0 ? products / own : 1;
  return component === "global" ? 1 / factor : factor;
}

/** As seen by the light of the sum: a smaller GHI would have smaller squares. */
function squares({ global, direct, diffuse }: DaySums, ofGlobal: number, ofDirect: number, ofDiffuse: number): number {
  let sum = 0;
  for (let day = 0; day < global.length; day++) {
    const off = ofGlobal * global[day]! - ofDirect * direct[day]! - ofDiffuse * diffuse[day]!;
    sum += (off / ofGlobal) * (off / ofGlobal);
  }
  return sum;
}
