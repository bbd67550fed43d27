/**
 * Curves over time, zoomed by dragging, by buttons and by keys. uPlot draws them on a canvas: a year of minutes would be half a
 * million points of an SVG, which no browser moves under a hand. The picture to save is of the shapes that all pictures have.
 */
import { type ValueScale, valueScale } from "irradiance-engine/report/scene";
import uPlot from "uplot";
import { freshId, h, replace } from "../dom.js";
import { curveColour, isDark, themeColour } from "./colours.js";
import { type Band, type Curve, dashOf, unitsOf } from "./curve.js";
import { drawEmpty, drawTime, drawUnits } from "./curves-marks.js";
import { type CurvesScene, curvesPicture } from "./curves-picture.js";
import { LABEL_WIDTH, type Picture } from "./picture.js";
import { isEmpty, scaleText } from "./scale.js";
import { timeTicks } from "./ticks.js";
import { spanText, timeText, type Zone } from "./time.js";

export interface CurvesModel {
  readonly title: string;
  /** Middles of the intervals, Unix ms: a mean belongs to the whole of its interval. */
  readonly times: ArrayLike<number>;
  readonly curves: readonly Curve[];
  /** Drawn in the colour of the first curve. */
  readonly band?: Band | undefined;
  readonly zone: Zone;
  /** Unix ms: drawn as a line. */
  readonly now?: number;
}

const TIME_AXIS_HEIGHT = 32;
const AXIS_WIDTH = 58;
/** Without the unit beside it. */
const BARE_AXIS_WIDTH = 52;
/** Pixels from which there is room for units beside axes, and for a third axis. */
const ROOMY = 640;
/** Rows. */
const LONG = 2000;
/** Rows of which so few are seen as points: one alone has no line. */
const FEW = 31;
/** Of a band's colour, hexadecimal. */
const VEIL = "38";
const FONT = "12px sans-serif";

export class Curves {
  readonly element: HTMLElement;
  private readonly canvas = h("div", { class: "canvas" });
  private readonly legend = h("ul", { class: "legend", "aria-label": "Curves" });
  private readonly reading = h("p", { class: "reading" });
  private readonly range = h("span", { class: "range" });
  private readonly hidden = new Set<string>();
  /** Of the units, as they are drawn. */
  private readonly scales = new Map<string, ValueScale>();
  /** By the name of their curve. */
  private readonly labels = new Map<string, HTMLElement>();
  private model: CurvesModel | undefined;
  private plot: uPlot | undefined;
  private shape = "";

  constructor() {
    const tool = (label: string, name: string, action: () => void) =>
      h("button", { type: "button", title: name, "aria-label": name, onclick: action }, label);
    const tools = h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Zoom" },
      tool("+", "Zoom in", () => this.zoom(0.5, 0)),
      tool("−", "Zoom out", () => this.zoom(2, 0)),
      tool("←", "Earlier", () => this.zoom(1, -0.5)),
      tool("→", "Later", () => this.zoom(1, 0.5)),
      tool("All", "Show all", () => this.reset()),
      this.range,
    );
    this.element = h("div", { class: "curves" }, tools, this.canvas, this.reading, this.legend);
    new ResizeObserver(() => this.plot?.setSize(this.size())).observe(this.canvas);
  }

  draw(model: CurvesModel): void {
    const shape = JSON.stringify([
      model.curves.map(({ name, unit, behind, values }) => [name, unit, behind, isEmpty(values)]),
      model.band?.name,
      model.zone,
      this.isRoomy,
      model.times.length > LONG,
      model.times.length <= FEW,
      isDark(),
    ]);
    const sameTimes = alike(model.times, this.model?.times);
    this.model = model;
    const { band } = model;
    const edges = band ? [band.high, band.low] : [];
    const data = [model.times, ...model.curves.map(({ values }) => values), ...edges] as unknown as uPlot.AlignedData;
    if (this.plot && shape === this.shape) {
      this.plot.setData(data, !sameTimes);
      if (sameTimes) this.plot.redraw(true, false);
    } else {
      this.shape = shape;
      this.plot?.destroy();
      this.plot = new uPlot(this.options(model), data, this.canvas);
      this.drawLegend(model);
    }
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${model.title}. The values are in the table below.`);
    this.tellRange();
  }

  /** The stretch that is shown. */
  picture(): Picture | undefined {
    const { model, plot } = this;
    if (!model || !plot) return undefined;
    const { min = 0, max = 1 } = plot.scales.x ?? {};
    const curves: CurvesScene["curves"] = model.curves.flatMap((curve, k) =>
      this.hidden.has(curve.name) ? [] : [{ ...curve, colour: this.colour(k), dash: dashOf(curve, k) }],
    );
    const band = model.band && !this.hidden.has(model.band.name) ? { ...model.band, colour: this.veil } : undefined;
    return curvesPicture({ ...model, curves, band, from: min ?? 0, to: max ?? 1 });
  }

  private size(): { width: number; height: number } {
    const width = Math.max(280, this.canvas.clientWidth);
    return { width, height: width < 600 ? 260 : 340 };
  }

  private get isRoomy(): boolean {
    return this.size().width >= ROOMY;
  }

  /** How many units have an axis. */
  private get axes(): number {
    return this.isRoomy ? 3 : 2;
  }

  private colour(k: number): string {
    return curveColour(k);
  }

  private get veil(): string {
    return this.colour(0) + VEIL;
  }

  private options({ curves, band, zone }: CurvesModel): uPlot.Options {
    const [high, low] = [curves.length + 1, curves.length + 2];
    const units = unitsOf(curves);
    const [ink, grid] = [themeColour("ink"), themeColour("line")];
    const look = {
      stroke: ink,
      grid: { stroke: grid, width: 1 },
      ticks: { stroke: grid, width: 1 },
      font: FONT,
    };
    const x: uPlot.Axis = {
      ...look,
      size: TIME_AXIS_HEIGHT,
      splits: (plot, _axis, min, max) => {
        const most = Math.max(2, plot.bbox.width / devicePixelRatio / LABEL_WIDTH);
        return timeTicks(min, max, most, zone).map(({ at }) => at);
      },
      values: (plot, splits) => {
        const most = Math.max(2, plot.bbox.width / devicePixelRatio / LABEL_WIDTH);
        const labels = new Map(
          timeTicks(splits[0] ?? 0, splits.at(-1) ?? 0, most, zone).map(({ at, label }) => [at, label]),
        );
        const shown = timeTicks(plot.scales.x?.min ?? 0, plot.scales.x?.max ?? 1, most, zone);
        for (const { at, label } of shown) labels.set(at, label);
        return splits.map((at) => labels.get(at) ?? "");
      },
    };
    const axes = units.slice(0, this.axes).map(
      (unit, k): uPlot.Axis => ({
        ...look,
        scale: unit,
        side: k === 0 ? 3 : 1,
        ...(this.isRoomy
          ? { size: AXIS_WIDTH, label: unit, labelSize: 18, labelFont: FONT }
          : { size: BARE_AXIS_WIDTH }),
        grid: { ...look.grid, show: k === 0 },
        splits: () => (this.scales.get(unit)?.ticks ?? []).map(({ at }) => at),
        values: () => (this.scales.get(unit)?.ticks ?? []).map(({ label }) => label),
      }),
    );
    return {
      ...this.size(),
      padding: [this.isRoomy ? 12 : 26, units.length > 1 ? 0 : 30, 0, units.length > 0 ? 0 : 30],
      legend: { show: false },
      cursor: { drag: { x: true, y: false }, points: { size: 6 } },
      scales: {
        x: { time: false },
        ...Object.fromEntries(
          curves.map(({ unit }) => [
            unit,
            { range: (_plot: uPlot, least: number | null, most: number | null) => this.span(unit, least, most) },
          ]),
        ),
      },
      series: [
        {},
        ...curves.map((curve, k) => this.series(curve, k)),
        ...(band ? [this.edge(band), this.edge(band)] : []),
      ],
      ...(band && { bands: [{ series: [high, low], fill: this.veil }] }),
      axes: [x, ...axes],
      hooks: {
        setCursor: [() => this.read()],
        setScale: [(_plot, key) => (key === "x" ? this.tellRange() : this.tellScale(key))],
        draw: [(plot) => this.drawMarks(plot, units)],
      },
    };
  }

  private series(curve: Curve, k: number): uPlot.Series {
    const { name, unit, behind } = curve;
    // Long curves wave too often for a dash to be seen, and dashes take most of the time (measured, server/bench/explorer.mjs).
    const isLong = (this.model?.times.length ?? 0) > LONG;
    const dash = isLong && !behind ? [] : dashOf(curve, k);
    return {
      label: name,
      scale: unit,
      stroke: this.colour(k),
      width: behind || isLong ? 1 : 1.5,
      show: !this.hidden.has(name),
      points: { show: (this.model?.times.length ?? 0) <= FEW, size: 4 },
      ...(dash.length > 0 && { dash }),
    };
  }

  private edge({ name, unit }: Band): uPlot.Series {
    return { scale: unit, stroke: this.veil, width: 1, show: !this.hidden.has(name), points: { show: false } };
  }

  /** From 0 where all values are above it, to the next round value. */
  private span(unit: string, least: number | null, most: number | null): [number, number] {
    const scale = valueScale(least === null || most === null ? undefined : [least, most]);
    this.scales.set(unit, scale);
    return [scale.from, scale.to];
  }

  private drawLegend({ curves, band }: CurvesModel): void {
    this.labels.clear();
    const items = curves.map((curve, k) =>
      this.entry(curve.name, this.labelOf(curve), dashed(this.colour(k), dashOf(curve, k)), [k + 1]),
    );
    const edges = [curves.length + 1, curves.length + 2];
    replace(this.legend, items, band && this.entry(band.name, `${band.name} (${band.unit})`, this.veil, edges));
  }

  /** What has no axis says its range, which changes as one zooms. */
  private labelOf({ name, unit, values }: Curve): string {
    if (isEmpty(values)) return `${name} (${unit}): no values`;
    const scale = unitsOf(this.model?.curves ?? []).indexOf(unit) < this.axes ? undefined : this.scales.get(unit);
    return `${name} (${unit}${scale && scale.ticks.length > 0 ? `, ${scaleText(scale)}` : ""})`;
  }

  private tellScale(unit: string): void {
    for (const curve of this.model?.curves ?? []) {
      const label = this.labels.get(curve.name);
      if (curve.unit === unit && label) label.textContent = this.labelOf(curve);
    }
  }

  /** @param background of its sample; @param series those of the plot that its box shows and hides */
  private entry(name: string, label: string, background: string, series: readonly number[]): HTMLElement {
    const id = freshId();
    const toggle = () => {
      if (box.checked) this.hidden.delete(name);
      else this.hidden.add(name);
      for (const k of series) this.plot?.setSeries(k, { show: box.checked });
    };
    const box = h("input", { type: "checkbox", id, checked: !this.hidden.has(name), onchange: toggle });
    const sample = h("span", { class: "sample" });
    sample.style.background = background;
    const words = h("label", { for: id }, label);
    this.labels.set(name, words);
    return h("li", {}, box, sample, words);
  }

  /** The values under the cursor. */
  private read(): void {
    const { plot, model } = this;
    const at = plot?.cursor.idx;
    if (!plot || !model || at === null || at === undefined || (plot.cursor.left ?? -1) < 0) {
      this.reading.textContent = "";
      return;
    }
    const shown = model.curves.filter(({ name }) => !this.hidden.has(name));
    const values = shown.slice(0, 8).map(({ name, unit, values }) => `${name} ${values[at] ?? "–"} ${unit}`);
    const { band } = model;
    const between = band && !this.hidden.has(band.name) && band.low[at] != null;
    const range = between ? [`${band.name} ${band.low[at]} to ${band.high[at]} ${band.unit}`] : [];
    this.reading.textContent = [timeText(model.times[at] as number, model.zone), ...values, ...range].join(" · ");
  }

  private drawMarks(plot: uPlot, units: readonly string[]): void {
    if (!this.model) return;
    const { curves, now } = this.model;
    if (now !== undefined) drawTime(plot, now, "now");
    if (curves.every(({ values }) => isEmpty(values))) drawEmpty(plot);
    if (!this.isRoomy) drawUnits(plot, units.slice(0, this.axes));
  }

  private get extent(): readonly [number, number] {
    const times = this.model?.times ?? [];
    return [times[0] ?? 0, times[times.length - 1] ?? 1];
  }

  /** Keeps `factor` of the range, moved by `share` of it, within what there is. */
  private zoom(factor: number, share: number): void {
    const scale = this.plot?.scales.x;
    if (!this.plot || scale?.min == null || scale.max == null) return;
    const [first, last] = this.extent;
    const width = Math.min(last - first, (scale.max - scale.min) * factor);
    const centre = (scale.min + scale.max) / 2 + share * width;
    const min = Math.min(last - width, Math.max(first, centre - width / 2));
    this.plot.setScale("x", { min, max: min + width });
  }

  private reset(): void {
    const [min, max] = this.extent;
    this.plot?.setScale("x", { min, max });
  }

  private tellRange(): void {
    const { min, max } = this.plot?.scales.x ?? {};
    if (!this.model || min == null || max == null) return;
    const { zone } = this.model;
    this.range.textContent = `${spanText(min, max, zone)}, ${zone.label}`;
  }
}

/** The sample of a curve in the legend, dashed as the curve is. */
function dashed(colour: string, [on, off]: readonly number[]): string {
  if (on === undefined || off === undefined) return colour;
  return `repeating-linear-gradient(90deg, ${colour} 0 ${on}px, transparent ${on}px ${on + off}px)`;
}

function alike(a: ArrayLike<number>, b: ArrayLike<number> | undefined): boolean {
  return b !== undefined && a.length === b.length && a[0] === b[0] && a[a.length - 1] === b[b.length - 1];
}
