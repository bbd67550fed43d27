/** A waterfall: what each stage takes or adds hangs where the one before ended. The axis is cut, so that stages of 2 % are visible. */
import { extremesOf, roundTicks } from "./scale.js";

/**
 * The bar of one stage, in the unit of the values.
 *
 * @experimental
 */
export interface WaterfallBar {
  readonly low: number;
  readonly high: number;
  /** The first is a sum that stands on the axis; the others are what changed. */
  readonly kind: "first" | "gain" | "loss";
}

/**
 * Bars with their axis.
 *
 * @experimental
 */
export interface Waterfall {
  readonly bars: readonly WaterfallBar[];
  /** Round values from one end of the axis to the other. It seldom begins at 0. */
  readonly ticks: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** The axis begins this share of the whole fall below the least value. */
const ROOM = 0.12;

/**
 * The bars of values that follow from one another.
 *
 * @param values what is left after each stage, from the first on; none below 0
 * @param steps of the axis, about
 * @experimental
 *
 * @example
 * const { bars } = waterfallOf([1000, 980, 990]);
 * console.log(bars[1]); // { low: 980, high: 1000, kind: "loss" }
 */
export function waterfallOf(values: readonly number[], steps = 5): Waterfall {
  const [least, most] = extremesOf([values]) ?? [0, 0];
  const ticks = roundTicks(Math.max(0, least - ROOM * (most - least)), most, steps);
  const [from, to] = [ticks[0]!, ticks.at(-1)!];
  const bars = values.map((value, k): WaterfallBar => {
    const before = k === 0 ? from : values[k - 1]!;
    const kind = k === 0 ? "first" : value >= before ? "gain" : "loss";
    return { low: Math.min(before, value), high: Math.max(before, value), kind };
  });
  return { bars, ticks, from, to };
}
