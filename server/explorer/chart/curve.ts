/** A curve over time and the band between two: what charts on the page and saved pictures draw alike. */
import { curveDash } from "./colours.js";
import { isEmpty } from "./scale.js";

export interface Curve {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
  /** Stands behind the others: thin and dashed. */
  readonly behind?: boolean;
}

/** What lies between two curves of one unit. */
export interface Band {
  readonly name: string;
  readonly unit: string;
  readonly low: Curve["values"];
  readonly high: Curve["values"];
}

export function dashOf({ behind }: Curve, k: number): number[] {
  return behind ? [4, 4] : curveDash(k);
}

/** The units of the curves with values: a curve without any needs no axis. */
export function unitsOf(curves: readonly Curve[]): string[] {
  return [...new Set(curves.filter(({ values }) => !isEmpty(values)).map(({ unit }) => unit))];
}
