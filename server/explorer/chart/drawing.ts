/** What a chart of curves shows, and the words and looks of its parts. */
import * as pen from "irradiance-engine/internal/report/scene";
import type uPlot from "uplot";
import { plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { type Bin, type ByDays, binOf, byDays, type Stretch, zoomOf } from "./days.js";
import {
  type Band,
  type Curve,
  frameShapes,
  heightOf,
  isEmpty,
  keyOf,
  LEFT,
  type Panel,
  panelScale,
  panelsOf,
  panelTitle,
} from "./panels.js";
import { LABEL_WIDTH, type Look, looksOf, type Picture } from "./picture.js";
import { MISSING } from "./table.js";
import { timeTicks, type Zone } from "./time.js";

export interface CurvesModel {
  /** What it shows, for those who do not see it. */
  readonly title: string;
  /** What there is to see in it, in words. */
  readonly summary?: string;
  /** Middles of the intervals, Unix ms: a mean belongs to the whole of its interval. */
  readonly times: ArrayLike<number>;
  /** ms of an interval, where all are alike: beyond ten days the curves are then drawn by day. */
  readonly step?: number;
  readonly curves: readonly Curve[];
  /** Drawn in the colour of the first curve. */
  readonly band?: Band | undefined;
  readonly zone: Zone;
  /** Unix ms: drawn as a line. */
  readonly now?: number;
}

/** What a reader has made of the chart: it stands in the address. */
export interface Kept {
  /** {@link zoomText}; "" is all. */
  readonly zoom: string;
  /** Keys of curves. */
  readonly hidden: readonly string[];
}

/** All of it. */
export const ALL: Kept = { zoom: "", hidden: [] };

/** What is drawn of a model: every value, or one for each day; and where. */
export interface Drawing {
  readonly model: CurvesModel;
  readonly stretch: Stretch;
  /** Pixels of it all, and of the highest panel. */
  readonly width: number;
  readonly main: number;
  readonly times: ArrayLike<number>;
  readonly curves: readonly (Curve & Look)[];
  readonly bands: readonly (Band & { readonly colour: string })[];
  readonly panels: readonly Panel[];
  readonly days: ByDays | undefined;
}

/** The model by days, as far as it was needed. */
export type DaysOf = Map<Bin, ByDays | undefined>;

export const RIGHT = 20;
/** Of a band's colour, hexadecimal. */
const VEIL = "38";

/** All that there is: from the start of the first interval to the end of the last. */
export function extentOf({ times, step = 0 }: CurvesModel): Stretch {
  return { from: (times[0] ?? 0) - step / 2, to: (times[times.length - 1] ?? 1) + step / 2 };
}

export function drawingOf(
  model: CurvesModel,
  { zoom, hidden }: Kept,
  width: number,
  main: number,
  made: DaysOf = new Map(),
): Drawing {
  const { step, band } = model;
  const stretch = zoomOf(zoom, extentOf(model)) ?? extentOf(model);
  const bin = step === undefined || band ? undefined : binOf(stretch.to - stretch.from, step, width - LEFT - RIGHT);
  if (bin && step && !made.has(bin)) made.set(bin, byDays({ ...model, step }, bin));
  const days = bin && made.get(bin);
  const looks = looksOf(model.curves);
  const all = (days?.curves ?? model.curves).map((curve, k) => ({ ...curve, ...(looks[k] as Look) }));
  const curves = all.filter((curve) => !hidden.includes(keyOf(curve)));
  const veil = (one: Band, curve: Look | undefined) => (curve ? [{ ...one, colour: veilColour(curve) }] : []);
  const bands = [
    ...(band && !hidden.includes(band.name) ? veil(band, all[0]) : []),
    ...(days?.bands ?? []).flatMap((one) =>
      veil(
        one,
        curves.find(({ name }) => name === one.of),
      ),
    ),
  ];
  const panels = panelsOf(curves, main);
  return { model, stretch, width, main, times: days?.times ?? model.times, curves, bands, panels, days };
}

export function veilColour({ colour }: Look): string {
  return colour + VEIL;
}

/** Rows that are in the stretch, about. */
export function rowsOf({ model, stretch, times }: Drawing): number {
  const all = extentOf(model);
  return (times.length * (stretch.to - stretch.from)) / (all.to - all.from || 1);
}

export function valueText(value: number | null | undefined, unit: string): string {
  return value == null ? MISSING : `${plain(value)} ${unit}`;
}

export function rangeText(low: number, high: number | null | undefined, unit: string): string {
  return `${plain(low)} – ${valueText(high, unit)}`;
}

export function edge({ unit, colour }: Band & { readonly colour: string }): uPlot.Series {
  return { scale: unit, stroke: colour, width: 1, points: { show: false } };
}

/** The sample of a curve in the legend, dashed as the curve is. */
export function dashed(colour: string, [on, off]: readonly number[]): string {
  if (on === undefined || off === undefined) return colour;
  return `repeating-linear-gradient(90deg, ${colour} 0 ${on}px, transparent ${on}px ${on + off}px)`;
}

/** @param isLong too long for dashes to be seen, or drawn in time @param isFew its rows are seen as points */
export function seriesOf(
  { name, unit, behind, colour, dash }: Curve & Look,
  isLong: boolean,
  isFew: boolean,
): uPlot.Series {
  const isDashed = dash.length > 0 && (behind || !isLong);
  return {
    label: name,
    scale: unit,
    stroke: colour,
    width: behind || isLong ? 1 : 1.75,
    points: { show: isFew, size: 4 },
    ...(isDashed && { dash: [...dash] }),
  };
}

const WIDTH = 960;
/** Pixels of the highest panel. */
const MAIN = 280;
const LINE = 18;

interface Layout {
  readonly area: pen.Area;
  /** Rows that are in the stretch. */
  readonly inside: readonly number[];
  readonly x: pen.Scale;
  /** By unit. */
  readonly scales: ReadonlyMap<string, pen.ValueScale>;
  /** Axes, units and the line at now. */
  readonly frame: pen.Shape;
}

/** Where a drawing's curves are, and what stands around them. */
export function layoutOf({ model, stretch, width, main, times, curves, bands, panels }: Drawing): Layout {
  const { zone, now = Number.NaN } = model;
  const { from, to } = stretch;
  const inside = Array.from({ length: times.length }, (_, i) => i).filter(
    (i) => (times[i] as number) >= from && (times[i] as number) <= to,
  );
  const area: pen.Area = { left: LEFT, top: 0, width: width - LEFT - RIGHT, height: heightOf(panels, main) };
  const lines = [...curves, ...bands.flatMap(({ unit, low, high }) => [low, high].map((values) => ({ unit, values })))];
  const scales = new Map(panels.map((panel) => [panel.unit, scaleOf(panel, lines, inside)]));
  const x = pen.linearScale(from, to, area.left, pen.rightOf(area));
  const ticks = timeTicks(from, to, Math.max(2, area.width / LABEL_WIDTH), zone);
  const frame = frameShapes({
    ...{ area, panels, scales, times: pen.placed(ticks, x) },
    title: (unit) => panelTitle(unit, curves),
    now: now >= from && now <= to ? { at: x(now), label: texts().chart.now } : undefined,
  });
  return { area, inside, x, scales, frame };
}

/** The stretch that is shown, as a picture to be saved. */
export function savedCurves(model: CurvesModel, kept: Kept): Picture {
  const { title, zone } = model;
  const drawing = drawingOf(model, kept, WIDTH, MAIN);
  const { times, curves, bands, panels, days } = drawing;
  const { area, inside, x, scales, frame } = layoutOf(drawing);
  const yOf = (unit: string) => heightScale(area, panels, scales, unit);
  const named = [...curves, ...bands.filter(({ name }) => curves.every((curve) => curve.name !== name))];
  const words = texts().chart;
  const parts = [
    frame,
    ...bands.map((band) => veilOf(times, band, inside, x, yOf(band.unit))),
    ...curves.map(({ values, unit, colour, dash }) =>
      pen.shape("path", {
        d: pathOf(times, values, inside, x, yOf(unit)),
        fill: "none",
        stroke: colour,
        "stroke-width": 1.5,
        ...dashOf(dash),
      }),
    ),
    pen.text(
      area.left + area.width / 2,
      pen.bottomOf(area) + 38,
      days ? `${words.timeIn(zone.label)}. ${words.byDays[days.bin]}` : words.timeIn(zone.label),
      { "text-anchor": "middle" },
    ),
    ...named.map((one, k) => legendLine(one, area.left, pen.bottomOf(area) + 60 + k * LINE)),
  ];
  return { width: WIDTH, height: pen.bottomOf(area) + 56 + named.length * LINE, title, parts };
}

function legendLine(one: (Curve & Look) | (Band & { readonly colour: string }), x: number, y: number): pen.Shape {
  const { name, unit, colour } = one;
  const isLacking = "values" in one && isEmpty(one.values);
  const look = { stroke: colour, "stroke-width": 3, ...("dash" in one ? dashOf(one.dash) : {}) };
  const words = isLacking ? texts().chart.without(name) : `${name} (${unit})`;
  return pen.group("legend", pen.line(x, y - 4, x + 20, y - 4, look), pen.text(x + 28, y, words, { fill: pen.INK }));
}

function dashOf(dash: readonly number[]): { readonly "stroke-dasharray"?: string } {
  return dash.length > 0 ? { "stroke-dasharray": dash.join(" ") } : {};
}

function scaleOf(
  panel: Panel,
  lines: readonly Pick<Curve, "unit" | "values">[],
  inside: readonly number[],
): pen.ValueScale {
  const own = lines.filter(({ unit }) => unit === panel.unit);
  return panelScale(
    panel,
    pen.extremesOf(
      own.map(({ values }) => values),
      inside,
    ),
  );
}

function heightScale(
  { top: above }: pen.Area,
  panels: readonly Panel[],
  scales: ReadonlyMap<string, pen.ValueScale>,
  unit: string,
): pen.Scale {
  const panel = panels.find((one) => one.unit === unit);
  const { from = 0, to = 1 } = scales.get(unit) ?? {};
  const { top = 0, height = 1 } = panel ?? {};
  return pen.linearScale(from, to, above + top + height, above + top);
}

/** One shape for each stretch in which both edges are known. */
function veilOf(
  times: ArrayLike<number>,
  { low, high, colour }: Band & { readonly colour: string },
  inside: readonly number[],
  x: pen.Scale,
  y: pen.Scale,
): pen.Shape {
  const stretches: number[][] = [[]];
  for (const i of inside) {
    if (low[i] === null || high[i] === null) stretches.push([]);
    else stretches.at(-1)?.push(i);
  }
  const shapes = stretches
    .filter(({ length }) => length > 0)
    .map((stretch) => {
      const edge = (values: Curve["values"], order: readonly number[]) =>
        order.map((i) => `${x(times[i] as number).toFixed(1)} ${y(values[i] as number).toFixed(1)}`);
      return `M${[...edge(high, stretch), ...edge(low, [...stretch].reverse())].join("L")}Z`;
    });
  return pen.shape("path", { class: "band", d: shapes.join(""), fill: colour });
}

function pathOf(
  times: ArrayLike<number>,
  values: readonly (number | null)[],
  inside: readonly number[],
  x: pen.Scale,
  y: pen.Scale,
): string {
  let path = "";
  let pen = "M";
  for (const i of inside) {
    const value = values[i];
    if (value === null || value === undefined) pen = "M";
    else {
      path += `${pen}${x(times[i] as number).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = "L";
    }
  }
  return path;
}
