/**
 * Panels of a chart, one under another over one axis of time: one for each unit, so that no two curves meet by accident of their
 * scales. Light stands on top and is the highest; temperatures, wind and the like are strips.
 */
import { type Extremes, labelled, roundTicks, type ValueScale, valueScale } from "irradiance-engine/report/scene";
import { type Curve, unitsOf } from "./curve.js";

export interface Panel {
  readonly unit: string;
  /** Pixels below the top of the first one. */
  readonly top: number;
  readonly height: number;
}

/** Pixels above a panel, where its unit stands. */
export const HEAD = 28;
/** Pixels of a panel in which all is 0, as the light of a polar night. */
const DARK = 36;
/** Units of which 0 is a value as any other: their scales need not begin there. */
const FLOATING = new Set(["°C", "hPa", "Pa", "K"]);
const LIGHT = /^k?Wh?\/m²/;
const POWER = /^k?Wh?\/kWp/;

/** Of the curves with values. @param main pixels of the highest panel */
export function panelsOf(curves: readonly Pick<Curve, "unit" | "values">[], main: number): Panel[] {
  const sorted = unitsOf(curves).sort((a, b) => rankOf(a) - rankOf(b));
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
  extremes: Extremes | undefined,
): ValueScale {
  const count = Math.max(2, Math.floor(height / MARK));
  const scale = (marks: number): ValueScale => {
    if (!extremes || !FLOATING.has(unit)) return valueScale(extremes, marks);
    const ticks = labelled(roundTicks(extremes[0], extremes[1], marks));
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
export function stretched({ from, to }: ValueScale, { top, height }: Panel, whole: number): [number, number] {
  const perPixel = (to - from) / height;
  const least = from - (whole - top - height) * perPixel;
  return [least, least + whole * perPixel];
}
