/** The axis of values: the range that it has, and its marks. */
import { type Tick, valueTicks } from "./ticks.js";

export interface ValueScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly Tick[];
}

/** Least and most of some values. */
export type Extremes = readonly [least: number, most: number];
type Values = readonly (number | null)[];

/** Undefined where there is no value. @param rows those to look at; all of them where it is left out */
export function extremesOf(columns: readonly Values[], rows?: readonly number[]): Extremes | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of columns) {
    for (let k = 0; k < (rows ?? values).length; k++) {
      const value = values[rows ? (rows[k] as number) : k];
      if (value === null || value === undefined) continue;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return least <= most ? [least, most] : undefined;
}

export function isEmpty(values: Values): boolean {
  return values.every((value) => value === null);
}

/** Marks of an axis, about. */
const MARKS = 6;

/** From 0, or below, to the next round value. Of values that are all 0 nothing but the 0 is marked, and of none nothing. */
export function valueScale(extremes: Extremes | undefined): ValueScale {
  if (!extremes) return { from: 0, to: 1, ticks: [] };
  const [least, most] = [Math.min(0, extremes[0]), Math.max(0, extremes[1])];
  if (least === most) return { from: 0, to: 1, ticks: [{ at: 0, label: "0" }] };
  const ticks = valueTicks(least, most, MARKS);
  return { from: ticks[0]?.at ?? 0, to: ticks.at(-1)?.at ?? 1, ticks };
}

/** Of a curve that has no axis: its range, to be read beside the curve. */
export function scaleText({ from, to }: ValueScale): string {
  return `scale ${from} to ${to}`.replaceAll("-", "−");
}
