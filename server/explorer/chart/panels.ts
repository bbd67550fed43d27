/** Panels of a chart, one under another over one axis of time: one for each unit, so that no two curves meet by accident of their
 * scales. Light stands on top and is the highest; temperatures, wind and the like are strips. And what stands around them: scales and
 * units, the marks of time, and a line at "now", for the page and for pictures. */
import * as pen from "irradiance-engine/internal/report/scene";
import { texts } from "../texts/texts.js";

export interface Curve {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
  /** Stands behind the others: thin and dashed. */
  readonly behind?: boolean;
  /** What a day has of it: its mean (the default), its sum, or its mean within the day's range. */
  readonly daily?: "mean" | "sum" | "range";
  /** What it is called in the address, when it is hidden; default: its name. */
  readonly key?: string;
}

/** What lies between two curves of one unit. */
export interface Band {
  readonly name: string;
  readonly unit: string;
  readonly low: Curve["values"];
  readonly high: Curve["values"];
}

export function keyOf({ key, name }: Pick<Curve, "key" | "name">): string {
  return key ?? name;
}

export function isEmpty(values: Curve["values"]): boolean {
  return values.every((value) => value === null);
}

export interface Panel {
  readonly unit: string;
  /** Pixels below the top of the first one. */
  readonly top: number;
  readonly height: number;
}

/** Pixels above a panel, where its unit stands. */
const HEAD = 28;
/** Pixels of a panel in which all is 0, as the light of a polar night. */
const DARK = 36;
/** Units of which 0 is a value as any other: their scales need not begin there. */
const FLOATING = new Set(["°C", "hPa", "Pa", "K"]);
const LIGHT = /^k?Wh?\/m²/;
const POWER = /^k?Wh?\/kWp/;

/** Of the curves with values. @param main pixels of the highest panel */
export function panelsOf(curves: readonly Pick<Curve, "unit" | "values">[], main: number): Panel[] {
  const shown = curves.filter(({ values }) => !isEmpty(values)).map(({ unit }) => unit);
  const sorted = [...new Set(shown)].sort((a, b) => rankOf(a) - rankOf(b));
  let top = 0;
  return sorted.map((unit, k) => {
    const isDark = curves.every((curve) => curve.unit !== unit || isZero(curve.values));
    const share = k === 0 ? 1 : rankOf(unit) === 1 ? 0.5 : 0.36;
    const height = isDark ? DARK : Math.round(main * share);
    const panel = { unit, top: top + HEAD, height };
    top += HEAD + height;
    return panel;
  });
}

/** Pixels of all panels with their heads; of none, those of an empty one. */
export function heightOf(panels: readonly Panel[], main: number): number {
  const last = panels.at(-1);
  return last ? last.top + last.height : HEAD + main;
}

function isZero(values: Curve["values"]): boolean {
  return values.every((value) => value === null || value === 0);
}

function rankOf(unit: string): number {
  if (LIGHT.test(unit)) return 0;
  return POWER.test(unit) ? 1 : 2;
}

/** The unit; with the name where a panel has one curve alone. */
export function panelTitle(unit: string, curves: readonly Pick<Curve, "name" | "unit">[]): string {
  const own = curves.filter((curve) => curve.unit === unit);
  return own.length === 1 ? `${own[0]?.name}, ${unit}` : unit;
}

/** Pixels that a mark needs. */
const MARK = 40;

/** The scale of a panel for the values that it shows. */
export function panelScale(
  { unit, height }: Pick<Panel, "unit" | "height">,
  extremes: pen.Extremes | undefined,
): pen.ValueScale {
  const count = Math.max(2, Math.floor(height / MARK));
  const scale = (marks: number): pen.ValueScale => {
    if (!extremes || !FLOATING.has(unit)) return pen.valueScale(extremes, marks);
    const ticks = pen.labelled(pen.roundTicks(extremes[0], extremes[1], marks));
    return { from: ticks[0]?.at ?? 0, to: ticks.at(-1)?.at ?? 1, ticks };
  };
  // It ends at the mark of a finer scale: few marks are far apart, and a third of a low panel would be empty.
  const { from, to } = scale(FINER * count);
  const within = (marks: number) => scale(marks).ticks.filter(({ at }) => at >= from && at <= to);
  let marks = count;
  // One mark alone tells no scale.
  while (within(marks).length < 2 && marks < FINER * count) marks++;
  return { from, to, ticks: within(marks) };
}

const FINER = 4;

/** The range of a scale that is as high as the whole chart, of which the panel is a part. */
export function stretched({ from, to }: pen.ValueScale, { top, height }: Panel, whole: number): [number, number] {
  const perPixel = (to - from) / height;
  const least = from - (whole - top - height) * perPixel;
  return [least, least + whole * perPixel];
}

interface Frame {
  /** Of all panels together. */
  readonly area: pen.Area;
  readonly panels: readonly Panel[];
  /** By unit. */
  readonly scales: ReadonlyMap<string, pen.ValueScale>;
  /** Pixels from the area's left edge. */
  readonly times: readonly pen.Tick[];
  /** Of a panel, above it. */
  title(unit: string): string;
  /** Pixels of a time that is marked, and its word. */
  readonly now?: pen.Tick | undefined;
}

/** Pixels for the figures beside the panels (six characters of a wide font), and for the times under them. */
export const LEFT = 54;
export const BELOW = 26;

export function frameShapes(frame: Frame): pen.Shape {
  const { area, panels, times, now } = frame;
  const floor = area.top + area.height;
  return pen.group(
    "axes",
    ...panels.map((panel) => panelShapes(frame, panel)),
    ...times.map(({ at, label }) => pen.text(at, floor + 17, label, { "text-anchor": "middle", fill: pen.SOFT })),
    ...(panels.length > 0 ? [] : [pen.noValues(area)]),
    ...(now ? nowShapes(area, now) : []),
  );
}

function panelShapes({ area, scales, times, title }: Frame, { unit, top, height }: Panel): pen.Shape {
  const [upper, lower] = [area.top + top, area.top + top + height];
  const { from = 0, to = 1, ticks = [] } = scales.get(unit) ?? {};
  const y = pen.linearScale(from, to, lower, upper);
  return pen.group(
    "panel",
    ...times.map(({ at }) => pen.line(at, upper, at, lower, { stroke: pen.GRID, "stroke-width": 1 })),
    ...pen
      .placed(ticks, y)
      .flatMap(({ at, label }) => [
        pen.line(area.left, at, pen.rightOf(area), at, { stroke: pen.GRID, "stroke-width": 1 }),
        pen.text(area.left - 7, at + 4, label, { "text-anchor": "end", fill: pen.SOFT }),
      ]),
    pen.text(area.left, upper - 9, title(unit), { fill: pen.INK }),
    ...(ticks.length === 1 ? [zeros(area, (upper + lower) / 2)] : []),
  );
}

/** A scale with the mark of 0 alone: nothing is seen, and it is said why. */
function zeros(area: pen.Area, y: number): pen.Shape {
  return pen.text(area.left + area.width / 2, y + 4, texts().chart.allZero, {
    "text-anchor": "middle",
    fill: pen.SOFT,
  });
}

function nowShapes({ top, height }: pen.Area, { at, label }: pen.Tick): pen.Shape[] {
  return [
    pen.line(at, top + HEAD, at, top + height, { stroke: pen.INK, "stroke-width": 1, "stroke-dasharray": "4 4" }),
    pen.text(at + 4, top + HEAD + 12, label, { fill: pen.INK }),
  ];
}
