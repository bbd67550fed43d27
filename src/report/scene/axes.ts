/** Axes and legends. */
import { GRID, SOFT, seriesPaint } from "./palette.js";
import type { Tick } from "./scale.js";
import { type Area, bottomOf, CHARACTER_WIDTH, group, line, pixel, rightOf, type Shape, shape, text } from "./shape.js";

/** Pixels of a line of labels. */
const LINE = 14;

/** @experimental */
export interface Axes {
  /** In pixels. */
  readonly x: readonly Tick[];
  readonly y: readonly Tick[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly grid?: "both" | "y" | "none" | undefined;
}

/**
 * Frame, grid, marks with labels, and the titles of both axes.
 *
 * @experimental
 */
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

/** In the place of a curve or bars. @experimental */
export const NO_VALUES = "No values";

/**
 * Says in the middle of an area that there is nothing to draw.
 *
 * @experimental
 */
export function noValues({ left, top, width, height }: Area): Shape {
  return text(left + width / 2, top + height / 2, NO_VALUES, { "text-anchor": "middle" });
}

/** @experimental */
export interface LegendEntry {
  readonly name: string;
  /** Default: that of a series at its place. */
  readonly colour?: string | undefined;
}

/**
 * Colour samples with names, in rows of what fits; `height` is what they take.
 *
 * @experimental
 */
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
