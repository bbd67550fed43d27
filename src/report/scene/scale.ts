/** Scales of axes, their round values, and how numbers are written there. */
import { fixed, plain } from "../../text/number.js";

/**
 * Pixels of a value.
 *
 * @experimental
 */
export type Scale = (value: number) => number;

/**
 * A linear scale: pixels of values.
 *
 * @experimental
 */
export function linearScale(from: number, to: number, pixelFrom: number, pixelTo: number): Scale {
  const factor = (pixelTo - pixelFrom) / (to - from || 1);
  return (value) => pixelFrom + (value - from) * factor;
}

/** Of an axis; over a smaller one the search for a power of ten would end at 0. */
export const LEAST_SPAN = 1e-290;

/**
 * Round values from at most `least` to at least `most`, about `count` steps of 1, 2, 2.5 or 5 times a power of ten.
 *
 * @experimental
 */
export function roundTicks(least: number, most: number, count: number): number[] {
  const span = most - least;
  if (!(span > LEAST_SPAN)) return roundTicks(Math.floor(least), Math.floor(least) + 1, count);
  let power = 1;
  while (power > span / count) power /= 10;
  while (power * 10 <= span / count) power *= 10;
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size * count >= span)!;
  const first = Math.floor(least / step + 1e-9);
  const last = Math.ceil(most / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/** A number as an axis shows it, with a real minus sign. */
export function label(value: number, digits?: number): string {
  return (digits === undefined ? plain(value) : fixed(value, digits)).replace("-", "−");
}

/**
 * A mark of an axis; a label of several lines is split at line breaks.
 *
 * @experimental
 */
export interface Tick {
  /** Pixels in a picture; a value in a `ValueScale`. */
  readonly at: number;
  readonly label: string;
}

/**
 * Marks at values, placed on a scale.
 *
 * @experimental
 */
export function placed(ticks: readonly Tick[], scale: Scale): Tick[] {
  return ticks.map(({ at, label }) => ({ at: scale(at), label }));
}

/**
 * An axis of values: its range and its marks.
 *
 * @experimental
 */
export interface ValueScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly Tick[];
}

/**
 * The least and the largest of some values.
 *
 * @experimental
 */
export type Extremes = readonly [least: number, most: number];
type Values = ArrayLike<number | null>;

/**
 * The extremes of columns; undefined without any value: null and NaN are missing.
 *
 * @param rows those to look at; default: all of them
 * @experimental
 */
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

/**
 * An axis from 0, or from below it, to the next round value. If all values are 0, only the 0 is marked; if there are no values,
 * nothing is.
 *
 * @param count of steps, about
 * @param tickLabel words of its values; default: as they are
 *
 * @experimental
 */
export function valueScale(
  extremes: Extremes | undefined,
  count = 6,
  tickLabel: (value: number) => string = label,
): ValueScale {
  if (!extremes) return { from: 0, to: 1, ticks: [] };
  const [least, most] = [Math.min(0, extremes[0]), Math.max(0, extremes[1])];
  if (least === most) return { from: 0, to: 1, ticks: [{ at: 0, label: "0" }] };
  const ticks = labelled(roundTicks(least, most, count), tickLabel);
  return { from: ticks[0]!.at, to: ticks.at(-1)!.at, ticks };
}

/**
 * Marks at values, with the values as labels, or in the given words.
 *
 * @experimental
 */
export function labelled(values: readonly number[], tickLabel: (value: number) => string = label): Tick[] {
  return values.map((at) => ({ at, label: tickLabel(at) }));
}
