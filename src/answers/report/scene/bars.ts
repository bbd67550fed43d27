/** Bars in slots: months, days or years of one quantity or side by side, and the stages of a yield; and duration curves. */
import {
  axes,
  type Extremes,
  extremesOf,
  label,
  labelled,
  linearScale,
  noValues,
  placed,
  roundTicks,
  type Scale,
  type ValueScale,
  valueScale,
} from "./axes.js";
import { SOFT, seriesPaint } from "./palette.js";
import { type Area, type Attributes, bottomOf, line, polyline, rightOf, type Shape, shape, text } from "./shape.js";

/** One bar. */
export interface Bar {
  /** null or NaN: there is no value, and no bar. */
  readonly value: number | null;
  /** What the bar shows, for those who point at it. */
  readonly tip: string;
  /** Above the bar, where there is room. */
  readonly figure?: string | undefined;
  /** Default: that of its series. */
  readonly fill?: string | undefined;
  /** Values are missing in it. */
  readonly isPart?: boolean | undefined;
}

/** Bars in slots, with one series or several. */
export interface BarScene {
  readonly area: Area;
  /** Below the axis, where there is room. */
  readonly slots: readonly string[];
  /** One bar for each slot and series. */
  readonly series: readonly (readonly Bar[])[];
  readonly xTitle: string;
  readonly yTitle: string;
  /** Values that the axis has to hold besides the bars'. */
  readonly range?: Extremes | undefined;
  /** Pixels of a slot's label. */
  readonly labelWidth?: number | undefined;
  /** Steps of the axis of values, about. */
  readonly steps?: number | undefined;
  /** Words of the axis' values; default: as they are. */
  readonly tickLabel?: ((value: number) => string) | undefined;
}

/** The shapes of bars, and where they stand. */
export interface BarShapes {
  readonly shapes: readonly Shape[];
  /** Pixels of a slot's middle. */
  centre(slot: number): number;
  /** Pixels of a bar's middle. */
  middle(series: number, slot: number): number;
  readonly y: Scale;
}

/** Pixels of a date, or of a figure above a bar. */
const LABEL_WIDTH = 34;
/** Pixels of the widest bar. */
const WIDEST = 80;
/** Of a slot: that of a single bar, and that of bars side by side. */
const [ALONE, TOGETHER] = [0.72, 0.8];
/** Room for the figure over the highest bar, as a share of the bars' height. */
const FIGURE = 0.06;

/** Bars with their axes. */
export function barShapes(scene: BarScene): BarShapes {
  const { area, slots, series, xTitle, yTitle, labelWidth = LABEL_WIDTH, steps = 6, tickLabel = label } = scene;
  const { from, to, ticks } = valueScale(extremesWithFigures(scene), steps, tickLabel);
  const y = linearScale(from, to, bottomOf(area), area.top);
  const slot = area.width / slots.length;
  const thick = Math.min(WIDEST, (slot * (series.length === 1 ? ALONE : TOGETHER)) / series.length);
  const centre = (k: number) => area.left + (k + 0.5) * slot;
  const middle = (side: number, k: number) => centre(k) + (side - (series.length - 1) / 2) * thick;
  const stride = Math.ceil(labelWidth / slot);
  const hasFigures = slot >= LABEL_WIDTH;
  const bars = series.flatMap((own, side) =>
    own.flatMap((bar, k) => barShape(bar, middle(side, k), thick, y, seriesPaint(side), hasFigures)),
  );
  const shapes = [
    axes(area, {
      x: slots.map((name, k) => ({ at: centre(k), label: k % stride === 0 ? name : "" })),
      y: placed(ticks, y),
      xTitle,
      yTitle,
      grid: "y",
    }),
    ...(ticks.length === 0 ? [noValues(area)] : []),
    ...bars,
    ...(from < 0 ? [line(area.left, y(0), rightOf(area), y(0), { stroke: SOFT })] : []),
  ];
  return { shapes, centre, middle, y };
}

function extremesWithFigures({ series, range }: BarScene): Extremes | undefined {
  const known = series.flat().flatMap(({ value }) => (value === null || Number.isNaN(value) ? [] : [value]));
  const extremes = extremesOf([known, range ?? []]);
  if (!extremes) return undefined;
  const [least, most] = [Math.min(0, extremes[0]), Math.max(0, extremes[1])];
  const hasFigures = series.some((bars) => bars.some(({ figure }) => figure !== undefined));
  return [least, most + (hasFigures ? FIGURE * (most - least) : 0)];
}

function barShape(
  { value, tip, figure, fill, isPart }: Bar,
  middle: number,
  thick: number,
  y: Scale,
  colour: string,
  hasFigures: boolean,
): Shape[] {
  if (value === null || Number.isNaN(value)) return [];
  const [top, bottom] = [y(Math.max(value, 0)), y(Math.min(value, 0))];
  const place = { x: middle - thick / 2, y: top, width: thick, height: bottom - top };
  const look = { fill: fill ?? colour, ...(isPart && { "fill-opacity": 0.4 }) };
  const bar = shape("rect", { class: isPart ? "bar part" : "bar", ...place, ...look }, shape("title", {}, tip));
  if (figure === undefined || !hasFigures) return [bar];
  // Above the bar also if it is negative: below it are the labels of the axis.
  return [bar, text(middle, top - 4, figure, { "text-anchor": "middle", "font-size": 11 })];
}

/** Writes figures above bars: with tenths, if all values are small. */
export function figureOf(values: readonly (number | null)[]): (value: number) => string {
  const extremes = extremesOf([values.filter((value) => !Number.isNaN(value))]) ?? [0, 0];
  const digits = Math.max(-extremes[0], extremes[1]) < 20 ? 1 : 0;
  return (value) => label(value, digits);
}

/** The largest value first. */
export interface DurationCurve {
  readonly points: readonly (readonly [hours: number, value: number])[];
  readonly attributes: Attributes;
}

/** Duration curves in one area. */
export interface DurationScene {
  readonly area: Area;
  readonly curves: readonly DurationCurve[];
  /** At the right edge. */
  readonly hours: number;
  /** Steps of the axis of hours, about. */
  readonly steps: number;
  readonly values: ValueScale;
  readonly xTitle: string;
  readonly yTitle: string;
}

/** Duration curves with their axes. */
export function durationShapes({ area, curves, hours, steps, values, xTitle, yTitle }: DurationScene): {
  readonly shapes: readonly Shape[];
  readonly y: Scale;
} {
  const x = linearScale(0, hours, area.left, rightOf(area));
  const y = linearScale(values.from, values.to, bottomOf(area), area.top);
  const marks = labelled(roundTicks(0, hours, steps)).filter(({ at }) => at <= hours);
  const shapes = [
    axes(area, { x: placed(marks, x), y: placed(values.ticks, y), xTitle, yTitle }),
    ...(values.ticks.length === 0 ? [noValues(area)] : []),
    ...curves.map(({ points, attributes }) =>
      polyline(
        points.map(([time, value]) => [x(time), y(value)]),
        attributes,
      ),
    ),
  ];
  return { shapes, y };
}
