/** Axes and legends. */
import { fixed, plain } from "../../../foundation/text/number.js";
import { GRID, SOFT, seriesPaint } from "./palette.js";
import { type Area, bottomOf, CHARACTER_WIDTH, group, line, pixel, rightOf, type Shape, shape, text } from "./shape.js";

/** Pixels of a line of labels. */
const LINE = 14;

/** Both axes of a chart. */
export interface Axes {
  /** In pixels. */
  readonly x: readonly Tick[];
  readonly y: readonly Tick[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly grid?: "both" | "y" | "none" | undefined;
}

/** Frame, grid, marks with labels, and the titles of both axes. */
export function axes(area: Area, { x, y, xTitle, yTitle, grid = "both" }: Axes): Shape {
  const { left, top, width, height } = area;
  const [right, bottom] = [rightOf(area), bottomOf(area)];
  const gridLine = { stroke: GRID, "stroke-width": 1 };
  const marks = { stroke: SOFT, "stroke-width": 1 };
  const middle = top + height / 2;
  return group(
    "axes",
    ...x.flatMap(({ at, label }) => [
      ...(grid === "both" ? [line(at, top, at, bottom, gridLine)] : []),
      ...(label === "" ? [] : [line(at, bottom, at, bottom + 4, marks)]),
      ...label
        .split("\n")
        .map((part, k) => text(at, bottom + 17 + LINE * k, part, { "text-anchor": "middle", class: "x" })),
    ]),
    ...y.flatMap(({ at, label }) => [
      ...(grid === "none" ? [] : [line(left, at, right, at, gridLine)]),
      line(left - 4, at, left, at, marks),
      text(left - 7, at + 4, label, { "text-anchor": "end", class: "y" }),
    ]),
    shape("rect", { x: left, y: top, width, height, fill: "none", stroke: SOFT }),
    text(left + width / 2, bottom + 22 + LINE * linesOf(x), xTitle, { "text-anchor": "middle", fill: SOFT }),
    text(16, middle, yTitle, { "text-anchor": "middle", fill: SOFT, transform: `rotate(-90 16 ${pixel(middle)})` }),
  );
}

function linesOf(ticks: readonly Tick[]): number {
  return Math.max(1, ...ticks.map(({ label }) => label.split("\n").length));
}

/** In the place of a curve or bars. */
export const NO_VALUES = "No values";

/** Says in the middle of an area that there is nothing to draw. */
export function noValues({ left, top, width, height }: Area): Shape {
  return text(left + width / 2, top + height / 2, NO_VALUES, { "text-anchor": "middle" });
}

/** One line of a legend. */
export interface LegendEntry {
  readonly name: string;
  /** Default: that of a series at its place. */
  readonly colour?: string | undefined;
}

/** Colour samples with names, in rows of what fits; `height` is what they take. */
export function legend(
  entries: readonly LegendEntry[],
  left: number,
  top: number,
  width: number,
): { shape: Shape; height: number } {
  const parts: Shape[] = [];
  let [x, y] = [left, top];
  entries.forEach((entry, k) => {
    const { name, colour = seriesPaint(k) } = entry;
    const needed = 34 + name.length * 12 * CHARACTER_WIDTH;
    if (x > left && x + needed > left + width) [x, y] = [left, y + 18];
    parts.push(line(x, y - 4, x + 18, y - 4, { stroke: colour, "stroke-width": 3 }), text(x + 23, y, name));
    x += needed;
  });
  return { shape: group("legend", ...parts), height: y - top + 18 };
}

/** Pixels of a value. */
export type Scale = (value: number) => number;

/** A linear scale: pixels of values. */
export function linearScale(from: number, to: number, pixelFrom: number, pixelTo: number): Scale {
  const factor = (pixelTo - pixelFrom) / (to - from || 1);
  return (value) => pixelFrom + (value - from) * factor;
}

/** Of an axis; over a smaller one the search for a power of ten would end at 0. */
export const LEAST_SPAN = 1e-290;

/**
 * Round values from at most `least` to at least `most`, about `count` steps of 1, 2, 2.5 or 5 times a power of ten.
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

/** A mark of an axis; a label of several lines is split at line breaks. */
export interface Tick {
  /** Pixels in a picture; a value in a `ValueScale`. */
  readonly at: number;
  readonly label: string;
}

/** Marks at values, placed on a scale. */
export function placed(ticks: readonly Tick[], scale: Scale): Tick[] {
  return ticks.map(({ at, label }) => ({ at: scale(at), label }));
}

/** An axis of values: its range and its marks. */
export interface ValueScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly Tick[];
}

/** The least and the largest of some values. */
export type Extremes = readonly [least: number, most: number];
type Values = ArrayLike<number | null>;

/**
 * The extremes of columns; undefined without any value: null and NaN are missing.
 * @param rows those to look at; default: all of them
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
 * An axis from 0, or from below it, to the next round value. If all values are 0, only the 0 is marked; if there are no
 * values, nothing is.
 * @param count of steps, about
 * @param tickLabel words of its values; default: as they are
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

/** Marks at values, with the values as labels, or in the given words. */
export function labelled(values: readonly number[], tickLabel: (value: number) => string = label): Tick[] {
  return values.map((at) => ({ at, label: tickLabel(at) }));
}
