/**
 * Curves over time, zoomed by dragging, by buttons and by keys. uPlot draws them on a canvas: a year of minutes would be half a
 * million points of an SVG, which no browser moves under a hand. The picture to save is of the shapes that all pictures have.
 */
import { linearScale, type ValueScale } from "irradiance-engine/internal/report/scene";
import uPlot from "uplot";
import { button, freshId, h, replace } from "../dom.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { type Bin, type ByDays, binOf, byDays, type Stretch, zoomOf, zoomText } from "./days.js";
import {
  type CurvesModel,
  curvesPicture,
  type Drawing,
  dashed,
  edge,
  type Kept,
  rangeText,
  seriesOf,
  valueText,
} from "./drawing.js";
import {
  BELOW,
  type Curve,
  frameShapes,
  heightOf,
  isEmpty,
  keyOf,
  LEFT,
  type Panel,
  paintShape,
  panelScale,
  panelsOf,
  panelTitle,
  stretched,
} from "./panels.js";
import { isDark, LABEL_WIDTH, type Look, looksOf, type Picture } from "./picture.js";
import { dateWords, spanText, timeTicks, timeWords } from "./time.js";

/** Rows of which so few are seen as points: one alone has no line. */
const FEW = 31;
/** Rows beyond which curves wave too often for a dash to be seen; dashes take most of the time (measured). */
const LONG = 2000;
/** Of a band's colour, hexadecimal. */
const VEIL = "38";
const RIGHT = 20;
const NARROW = 600;
/** Pixels: less is a click with an unsteady hand. */
const LEAST_CHOSEN = 4;

export class Curves {
  readonly element: HTMLElement;
  private readonly canvas = h("div.canvas");
  private readonly reading = h("div.under-cursor", { "aria-hidden": "true", hidden: true });
  private readonly legend = h("ul.legend");
  private readonly range = h("span.range");
  private readonly detail = h("p.detail");
  private readonly all: HTMLButtonElement;
  private readonly keep: (kept: Partial<Kept>) => void;
  private readonly scales = new Map<string, ValueScale>();
  private kept: Kept = { zoom: "", hidden: [] };
  private model: CurvesModel | undefined;
  private drawing: Drawing | undefined;
  private readonly days = new Map<Bin, ByDays | undefined>();
  private plot: uPlot | undefined;
  private shape = "";

  /** @param keep hears of a change of zoom or of hidden curves that was made here */
  constructor(keep: (kept: Partial<Kept>) => void = () => {}) {
    this.keep = keep;
    const words = texts().chart;
    const tool = (label: string, name: string, action: () => void) =>
      button(label, action, { title: name, "aria-label": name });
    this.all = button(words.showAll, () => this.show(undefined));
    const tools = h(
      "div.tools",
      { role: "toolbar", "aria-label": words.zoom },
      tool("+", words.zoomIn, () => this.zoom(0.5, 0)),
      tool("−", words.zoomOut, () => this.zoom(2, 0)),
      tool("←", words.earlier, () => this.zoom(1, -0.5)),
      tool("→", words.later, () => this.zoom(1, 0.5)),
      this.all,
      this.range,
    );
    this.legend.setAttribute("aria-label", words.curves);
    this.canvas.addEventListener("dblclick", () => this.show(undefined));
    this.element = h("div.curves", tools, h("div.plot", this.canvas, this.reading), this.detail, this.legend);
    new ResizeObserver(() => this.render()).observe(this.canvas);
  }

  /** @param kept default: as it was */
  draw(model: CurvesModel, kept: Kept = this.kept): void {
    if (model !== this.model) this.days.clear();
    this.model = model;
    this.kept = kept;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", model.summary ? `${model.title}. ${model.summary}` : model.title);
    this.render();
    this.drawLegend();
  }

  /** The stretch that is shown, in the colours that the page wears now. */
  picture(): Picture | undefined {
    const { model } = this;
    if (!model || !this.plot) return undefined;
    const { title, zone } = model;
    const { times, curves, bands, days } = this.drawingOf(model);
    return curvesPicture({ title, times, curves, bands, zone, ...(days && { bin: days.bin }), ...this.stretch });
  }

  private render(): void {
    const { model } = this;
    if (!model || this.width === 0) return;
    const drawing = this.drawingOf(model);
    const { curves, bands, times, panels } = drawing;
    const shape = JSON.stringify([
      curves.map(({ unit, colour, dash, behind, values }) => [unit, colour, dash, behind, isEmpty(values)]),
      bands.map(({ unit, colour }) => [unit, colour]),
      [this.rowsOf(times) > LONG, times.length <= FEW, isDark(), panels],
    ]);
    this.drawing = drawing;
    const edges = bands.flatMap(({ high, low }) => [high, low]);
    const data = [times, ...curves.map(({ values }) => values), ...edges] as unknown as uPlot.AlignedData;
    if (this.plot && shape === this.shape) this.plot.setData(data, false);
    else {
      this.plot?.destroy();
      this.shape = shape;
      this.plot = new uPlot(this.options(drawing), data, this.canvas);
    }
    const size = this.size(panels);
    if (this.plot.width !== size.width || this.plot.height !== size.height) this.plot.setSize(size);
    const { from, to } = this.stretch;
    this.plot.setScale("x", { min: from, max: to });
    this.tell();
  }

  private drawingOf(model: CurvesModel): Drawing {
    const { from, to } = this.stretch;
    const looks = looksOf(model.curves);
    const { step, band } = model;
    const bin = step === undefined || band ? undefined : binOf(to - from, step, this.width - LEFT - RIGHT);
    if (bin && step && !this.days.has(bin)) this.days.set(bin, byDays({ ...model, step }, bin));
    const days = bin && this.days.get(bin);
    const shown = (curve: Curve) => !this.kept.hidden.includes(keyOf(curve));
    const all = (days?.curves ?? model.curves).map((curve, k) => ({ ...curve, ...(looks[k] as Look) }));
    const curves = all.filter(shown);
    const veil = ({ colour }: Look) => ({ colour: colour + VEIL });
    const of = (name: string) => curves.find((curve) => curve.name === name);
    const first = all[0];
    const own = band && first && !this.kept.hidden.includes(band.name) ? [{ ...band, ...veil(first) }] : [];
    const ranges = (days?.bands ?? []).flatMap((one) => {
      const curve = of(one.of);
      return curve ? [{ ...one, ...veil(curve) }] : [];
    });
    const panels = panelsOf(curves, this.main);
    return { model, times: days?.times ?? model.times, curves, bands: [...own, ...ranges], panels, days };
  }

  private get width(): number {
    return this.canvas.clientWidth;
  }

  /** Pixels of the highest panel. */
  private get main(): number {
    return this.width < NARROW ? 170 : 230;
  }

  private size(panels: readonly Panel[]): { width: number; height: number } {
    return { width: this.width, height: heightOf(panels, this.main) + BELOW };
  }

  private options({ curves, bands, panels }: Drawing): uPlot.Options {
    const whole = heightOf(panels, this.main);
    const { times = [] } = this.drawing ?? {};
    const [isLong, isFew] = [this.rowsOf(times) > LONG, times.length <= FEW];
    const scale = (panel: Panel): uPlot.Scale => ({
      range: (_plot, least, most) => {
        const found = panelScale(panel, least === null || most === null ? undefined : [least, most]);
        this.scales.set(panel.unit, found);
        return stretched(found, panel, whole);
      },
    });
    return {
      ...this.size(panels),
      padding: [0, RIGHT, BELOW, LEFT],
      legend: { show: false },
      // The frame draws them.
      axes: [{ show: false }, { show: false }],
      cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 6 }, y: false },
      scales: {
        x: { time: false, range: (_plot, from, to) => [from, to] },
        ...Object.fromEntries(panels.map((panel) => [panel.unit, scale(panel)])),
      },
      series: [
        {},
        ...curves.map((curve) => seriesOf(curve, isLong, isFew)),
        ...bands.flatMap((band) => [edge(band), edge(band)]),
      ],
      bands: bands.map(({ colour }, k) => {
        const high = 1 + curves.length + 2 * k;
        return { series: [high, high + 1] as [number, number], fill: colour };
      }),
      hooks: {
        setCursor: [() => this.read()],
        setSelect: [(plot) => this.select(plot)],
        drawAxes: [(plot) => this.drawFrame(plot)],
      },
    };
  }

  /** How many of them are shown, about. */
  private rowsOf({ length }: ArrayLike<number>): number {
    const [all, now] = [this.extent, this.stretch];
    return (length * (now.to - now.from)) / (all.to - all.from || 1);
  }

  private drawFrame({ ctx, bbox }: uPlot): void {
    const { drawing } = this;
    if (!drawing) return;
    const { model, panels } = drawing;
    const { min: from = this.extent.from, max: to = this.extent.to } = this.plot?.scales.x ?? {};
    const [left, top, width, height] = [bbox.left, bbox.top, bbox.width, bbox.height].map(
      (pixels) => pixels / devicePixelRatio,
    ) as [number, number, number, number];
    const x = linearScale(from, to, left, left + width);
    const ticks = timeTicks(from, to, Math.max(2, width / LABEL_WIDTH), model.zone);
    const isNow = model.now !== undefined && model.now >= from && model.now <= to;
    ctx.save();
    ctx.scale(devicePixelRatio, devicePixelRatio);
    const frame = frameShapes({
      area: { left, top, width, height },
      panels,
      scales: this.scales,
      times: ticks.map(({ at, label }) => ({ at: x(at), label })),
      title: (unit) => panelTitle(unit, drawing.curves),
      now: isNow ? { at: x(model.now as number), label: texts().chart.now } : undefined,
    });
    paintShape(ctx, frame);
    ctx.restore();
  }

  private drawLegend(): void {
    const { model } = this;
    if (!model) return;
    const looks = looksOf(model.curves);
    const items = model.curves.map((curve, k) => {
      const { colour, dash } = looks[k] as Look;
      return this.entry(keyOf(curve), curve.name, isEmpty(curve.values), dashed(colour, dash));
    });
    const { band } = model;
    replace(this.legend, items, band && this.entry(band.name, band.name, false, (looks[0]?.colour ?? "") + VEIL));
  }

  private entry(key: string, name: string, lacks: boolean, background: string): HTMLElement {
    const id = freshId();
    const toggle = () => {
      const others = this.kept.hidden.filter((one) => one !== key);
      this.change({ hidden: box.checked ? others : [...others, key] });
    };
    const box = h("input", { type: "checkbox", id, checked: !this.kept.hidden.includes(key), onchange: toggle });
    const sample = h("span.sample");
    sample.style.background = background;
    return h("li", box, sample, h("label", { for: id }, lacks ? texts().chart.without(name) : name));
  }

  /** Draws it and says so, in this order: who hears of it may draw anew. */
  private change(kept: Partial<Kept>): void {
    this.kept = { ...this.kept, ...kept };
    this.render();
    this.keep(kept);
  }

  /** The values under the cursor, in the corner that it is not in: the legend may be off the screen. */
  private read(): void {
    const { plot, drawing, reading } = this;
    const at = plot?.cursor.idx;
    const left = plot?.cursor.left ?? -1;
    reading.hidden = at == null || left < 0;
    if (!plot || !drawing || at == null || reading.hidden) return;
    const { zone, band, step } = drawing.model;
    const time = drawing.times[at] as number;
    const length = step ?? Math.abs((drawing.times[1] ?? time) - (drawing.times[0] ?? time));
    const rows = drawing.curves.map(({ name, values, unit }) => [name, valueText(values[at], unit)] as const);
    const range =
      band?.low[at] == null ? [] : [[band.name, rangeText(band.low[at], band.high[at], band.unit)] as const];
    reading.classList.toggle("at-start", left > plot.bbox.width / devicePixelRatio / 2);
    replace(
      reading,
      // As tables and sentences have it: an interval by its start.
      h("strong", drawing.days ? dateWords(time, zone) : timeWords(time - length / 2, zone)),
      [...rows, ...range].map(([name, value]) => h("div", name, h("span.value", value))),
    );
  }

  /** All that there is: from the start of the first interval to the end of the last. */
  private get extent(): Stretch {
    const { times = [], step = 0 } = this.model ?? {};
    return { from: (times[0] ?? 0) - step / 2, to: (times[times.length - 1] ?? 1) + step / 2 };
  }

  /** What is shown of it. */
  private get stretch(): Stretch {
    return zoomOf(this.kept.zoom, this.extent) ?? this.extent;
  }

  /** Keeps `factor` of the range, moved by `share` of it, within what there is. */
  private zoom(factor: number, share: number): void {
    const [all, now] = [this.extent, this.stretch];
    const width = Math.min(all.to - all.from, (now.to - now.from) * factor);
    const centre = (now.from + now.to) / 2 + share * width;
    const from = Math.min(all.to - width, Math.max(all.from, centre - width / 2));
    this.show({ from, to: from + width });
  }

  private show(stretch: Stretch | undefined): void {
    const { from, to } = this.extent;
    const isAll = !stretch || (stretch.from <= from && stretch.to >= to);
    this.change({ zoom: isAll ? "" : zoomText(stretch) });
  }

  /** What a hand has chosen on the chart; uPlot is in the middle of its work, so that what follows waits for its end. */
  private select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width < LEAST_CHOSEN) return;
    const [from, to] = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
    queueMicrotask(() => {
      plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      this.show({ from, to });
    });
  }

  /** The stretch, and what is drawn of it. */
  private tell(): void {
    const { drawing } = this;
    if (!drawing) return;
    const { from, to } = this.stretch;
    const { zone } = drawing.model;
    const words = texts().chart;
    this.all.hidden = zoomOf(this.kept.zoom, this.extent) === undefined;
    const year = zone.isYearless ? [words.typicalYear] : [];
    // The whole of it is told above the chart.
    const span = this.all.hidden ? [] : [spanText(from, to - 1, zone), ...year];
    this.range.textContent = [...span, zone.label].join(", ");
    const { days } = drawing;
    const left = days && days.incomplete > 0 ? [words.leftOut(figure(days.incomplete))] : [];
    this.detail.textContent = days ? [words.byDays[days.bin], words.zoomForMore, ...left].join(" ") : "";
  }
}
