/** A waterfall: what each stage takes or adds hangs where the one before ended. The axis is cut, so that stages of 2 % are visible. */
import { axes, extremesOf, labelled, linearScale, placed, roundTicks, type Scale } from "./axes.js";
import { HILL, SOFT, SUN, seriesPaint } from "./palette.js";
import { bottomOf, line, rightOf, type Shape, shape, text } from "./shape.js";

/** The bar of one stage, in the unit of the values. */
export interface WaterfallBar {
  readonly low: number;
  readonly high: number;
  /** The first is a sum that stands on the axis; the others are what changed. */
  readonly kind: "first" | "gain" | "loss";
}

/** Bars with their axis. */
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

/** A row of a drawn waterfall. */
export interface WaterfallRow {
  readonly bar: WaterfallBar;
  /** Where its bar ends: what is left. */
  readonly value: number;
  readonly name: string;
  /** What the stage adds or takes, in words such as "−2.5 %". */
  readonly change: string;
  /** What is left, in words. */
  readonly figure: string;
  readonly tip: string;
  readonly isStrong?: boolean | undefined;
}

/** A waterfall in a place of a picture. */
export interface WaterfallScene {
  readonly left: number;
  readonly top: number;
  /** Pixels, with names and figures. */
  readonly width: number;
  /**
   * Pixels left of the bars that names take; 0: they stand above their bars, in a narrow picture, which has no room for the marks of the
   * axis either.
   */
  readonly names: number;
  readonly rows: readonly WaterfallRow[];
  readonly axis: Pick<Waterfall, "ticks" | "from" | "to">;
  readonly xTitle: string;
  /** Words of the axis' values; default: as they are. */
  readonly tickLabel?: ((value: number) => string) | undefined;
}

/** Pixels of a row and of its bar, and of a row with its name above. */
const [ROW, BAR, TALL_ROW] = [26, 16, 44];
/** Pixels right of the bars for changes and for what is left. */
const [CHANGES, FIGURES] = [80, 65];
const FILLS = { first: SUN, gain: seriesPaint(0), loss: HILL } as const;

/** The shapes of a waterfall, and where its lowest row ends; below it are the marks of the axis and its title. */
export function waterfallShapes({ left, top, width, names, rows, axis, xTitle, tickLabel }: WaterfallScene): {
  readonly shapes: readonly Shape[];
  readonly bottom: number;
} {
  const isNarrow = names === 0;
  const row = isNarrow ? TALL_ROW : ROW;
  const bars = width - names - CHANGES - (isNarrow ? 0 : FIGURES);
  const area = { left: left + names, top, width: bars, height: row * rows.length };
  const x = linearScale(axis.from, axis.to, area.left, rightOf(area));
  const shapes = rows.flatMap((one, k) => {
    const place = { y: top + k * row + (isNarrow ? row - BAR - 4 : (row - BAR) / 2), right: left + width };
    const next = k === rows.length - 1 ? bottomOf(area) : place.y + row;
    const [name, ...figures] = (isNarrow ? wordsAbove : wordsBeside)(one, area.left, place);
    return [name!, ...stageShapes(one, x, place.y, next), ...figures];
  });
  const marks = { x: placed(labelled(axis.ticks, tickLabel), x), y: [], xTitle, yTitle: "" };
  const title = text(left + width / 2, bottomOf(area) + 18, xTitle, { "text-anchor": "middle", fill: SOFT });
  return { shapes: [isNarrow ? title : axes(area, marks), ...shapes], bottom: bottomOf(area) };
}

function stageShapes({ bar, value, tip }: WaterfallRow, x: Scale, y: number, next: number): Shape[] {
  const { low, high, kind } = bar;
  const place = { x: x(low), y, width: Math.max(x(high) - x(low), 1), height: BAR };
  return [
    shape("rect", { class: "bar", ...place, fill: FILLS[kind] }, shape("title", {}, tip)),
    line(x(value), y + BAR, x(value), next, { stroke: SOFT, "stroke-dasharray": "3 3" }),
  ];
}

interface RowPlace {
  readonly y: number;
  readonly right: number;
}

function wordsBeside({ name, change, figure, isStrong }: WaterfallRow, left: number, { y, right }: RowPlace): Shape[] {
  const base = y + BAR / 2 + 4;
  const strong = isStrong ? { "font-weight": "bold" } : {};
  const end = (at: number, words: string, attributes = {}) =>
    text(at, base, words, { "text-anchor": "end", ...attributes });
  return [end(left - 10, name), end(right - FIGURES, change), end(right, figure, strong)];
}

function wordsAbove({ name, change, figure, isStrong }: WaterfallRow, left: number, { y, right }: RowPlace): Shape[] {
  const base = y - 5;
  const strong = isStrong ? { "font-weight": "bold" } : {};
  return [
    text(left, base, name, strong),
    text(right, y + BAR / 2 + 4, change, { "text-anchor": "end" }),
    text(right, base, figure, { "text-anchor": "end", ...strong }),
  ];
}
