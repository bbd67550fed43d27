/**
 * Curves over time, zoomed by dragging, by buttons and by keys. uPlot draws them on a canvas: a year of minutes would be half a
 * million points of an SVG, which no browser moves under a hand. The picture to save is of the shapes that all pictures have.
 */
import { type Signal, useSignal } from "@preact/signals";
import type { ValueScale } from "irradiance-engine/internal/report/scene";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { button, type Child, h, of } from "../view.js";
import { type Stretch, zoomOf, zoomText } from "./days.js";
import {
  ALL,
  type CurvesModel,
  type DaysOf,
  type Drawing,
  dashed,
  drawingOf,
  edge,
  extentOf,
  type Kept,
  layoutOf,
  RIGHT,
  rangeText,
  rowsOf,
  seriesOf,
  valueText,
  veilColour,
} from "./drawing.js";
import { BELOW, heightOf, isEmpty, keyOf, LEFT, type Panel, stretched } from "./panels.js";
import { fitted, isDark, type Look, looksOf, shapesView } from "./picture.js";
import { dateWords, spanText, timeWords } from "./time.js";

/** Rows of which so few are seen as points: one alone has no line. */
const FEW = 31;
/** Rows beyond which curves wave too often for a dash to be seen; dashes take most of the time (measured). */
const LONG = 2000;
const NARROW = 600;
/** Pixels: less is a click with an unsteady hand. */
const LEAST_CHOSEN = 4;

interface ChartProps {
  readonly model: CurvesModel;
  readonly width: number;
  /** Where zoom and hidden curves are kept; default: in the chart. */
  readonly kept?: (() => Kept) | undefined;
  readonly keep?: ((kept: Partial<Kept>) => void) | undefined;
}

export function curvesChart(model: CurvesModel, kept?: ChartProps["kept"], keep?: ChartProps["keep"]): VNode {
  return fitted((_, width) => width > 0 && of(Chart, { model, width, kept, keep }), "div.curves");
}

/** What the cursor is at: the row, and pixels from the left edge of the panels. */
interface Cursor {
  readonly at: number;
  readonly left: number;
}

function Chart({ model, width, ...home }: ChartProps): Child {
  const own = useSignal(ALL);
  const { zoom, hidden } = home.kept?.() ?? own.value;
  const keep = home.keep ?? ((kept: Partial<Kept>) => (own.value = { ...own.value, ...kept }));
  const place = useRef<HTMLElement>(null);
  const cursor = useSignal<Cursor | undefined>(undefined);
  const days: DaysOf = useMemo(() => new Map(), [model]);
  const drawing = useMemo(
    () => drawingOf(model, { zoom, hidden }, width, width < NARROW ? 170 : 230, days),
    [model, zoom, hidden, width, isDark()],
  );
  const { frame, scales } = useMemo(() => layoutOf(drawing), [drawing]);
  const show = (stretch: Stretch | undefined) => keep({ zoom: stretch ? zoomText(stretch) : "" });
  const plot = useMemo(() => new Plot(cursor), []);
  plot.choose = (stretch) => show(within(model, stretch));
  useLayoutEffect(() => () => plot.end(), []);
  useLayoutEffect(() => plot.draw(drawing, scales, place.current as HTMLElement), [drawing]);
  const name = model.summary ? `${model.title}. ${model.summary}` : model.title;
  const look = { role: "img", "aria-label": name, ondblclick: () => show(undefined) };
  const { height } = sizeOf(drawing);
  return [
    toolbar(drawing, zoom, show),
    h(
      "div.plot",
      h("div.canvas", look, shapesView([frame], width, height), h("div", { ref: place })),
      of(Reading, { drawing, cursor }),
    ),
    h("p.detail", detailText(drawing)),
    legend(model, hidden, (names) => keep({ hidden: names })),
  ];
}

/** Undefined where it is all. */
function within(model: CurvesModel, { from, to }: Stretch): Stretch | undefined {
  const all = extentOf(model);
  return from <= all.from && to >= all.to ? undefined : { from, to };
}

function toolbar({ model, stretch }: Drawing, zoom: string, show: (stretch: Stretch | undefined) => void): VNode {
  const words = texts().chart;
  const all = extentOf(model);
  /** Keeps `factor` of the range, moved by `share` of it, within what there is. */
  const change = (factor: number, share: number) => () => {
    const width = Math.min(all.to - all.from, (stretch.to - stretch.from) * factor);
    const centre = (stretch.from + stretch.to) / 2 + share * width;
    const from = Math.min(all.to - width, Math.max(all.from, centre - width / 2));
    show(within(model, { from, to: from + width }));
  };
  const tool = (label: string, title: string, action: () => void) =>
    button(label, action, { title, "aria-label": title });
  const isAll = zoomOf(zoom, all) === undefined;
  const { zone } = model;
  // The whole of it is told above the chart.
  const span = isAll
    ? []
    : [spanText(stretch.from, stretch.to - 1, zone), ...(zone.isYearless ? [words.typicalYear] : [])];
  return h(
    "div.tools",
    { role: "toolbar", "aria-label": words.zoom },
    tool("+", words.zoomIn, change(0.5, 0)),
    tool("−", words.zoomOut, change(2, 0)),
    tool("←", words.earlier, change(1, -0.5)),
    tool("→", words.later, change(1, 0.5)),
    isAll ? null : button(words.showAll, () => show(undefined)),
    h("span.range", [...span, zone.label].join(", ")),
  );
}

/** What one point is. */
function detailText({ days }: Drawing): string {
  const words = texts().chart;
  if (!days) return "";
  const left = days.incomplete > 0 ? [words.leftOut(figure(days.incomplete))] : [];
  return [words.byDays[days.bin], words.zoomForMore, ...left].join(" ");
}

function legend(
  { curves, band }: CurvesModel,
  hidden: readonly string[],
  hide: (names: readonly string[]) => void,
): VNode {
  const words = texts().chart;
  const looks = looksOf(curves);
  const entry = (key: string, name: string, background: string) => {
    const others = hidden.filter((one) => one !== key);
    const isShown = others.length === hidden.length;
    const onchange = () => hide(isShown ? [...others, key] : others);
    const box = h("input", { type: "checkbox", checked: isShown, onchange });
    return h("li", { key }, h("label", box, h("span.sample", { style: { background } }), name));
  };
  return h(
    "ul.legend",
    { "aria-label": words.curves },
    curves.map((curve, k) => {
      const { colour, dash } = looks[k] as Look;
      return entry(keyOf(curve), isEmpty(curve.values) ? words.without(curve.name) : curve.name, dashed(colour, dash));
    }),
    band && entry(band.name, band.name, veilColour(looks[0] as Look)),
  );
}

/** Pixels between the cursor and what is read there. */
const BESIDE = 14;

/** The values under the cursor, beside it: on the side with more room. */
function Reading({
  drawing,
  cursor,
}: {
  readonly drawing: Drawing;
  readonly cursor: Signal<Cursor | undefined>;
}): Child {
  if (!cursor.value) return null;
  const { at, left } = cursor.value;
  const { model, curves, times, days, width } = drawing;
  const { zone, band, step } = model;
  const time = times[at] as number;
  const length = step ?? Math.abs((times[1] ?? time) - (times[0] ?? time));
  const rows = curves.map(({ name, values, unit }) => [name, valueText(values[at], unit)] as const);
  const range = band?.low[at] == null ? [] : [[band.name, rangeText(band.low[at], band.high[at], band.unit)] as const];
  const isLate = left > (width - LEFT - RIGHT) / 2;
  const style = isLate ? { right: `${width - LEFT - left + BESIDE}px` } : { left: `${LEFT + left + BESIDE}px` };
  return h(
    "div.under-cursor",
    { "aria-hidden": "true", style },
    // As tables and sentences have it: an interval by its start.
    h("strong", days ? dateWords(time, zone) : timeWords(time - length / 2, zone)),
    [...rows, ...range].map(([name, value]) => h("div", name, h("span.value", value))),
  );
}

/** What draws itself: made anew where curves, colours or panels are others, else filled anew. */
class Plot {
  choose: (stretch: Stretch) => void = () => {};
  private readonly cursor: Signal<Cursor | undefined>;
  private scales: ReadonlyMap<string, ValueScale> = new Map();
  private plot: uPlot | undefined;
  private shape = "";

  constructor(cursor: Signal<Cursor | undefined>) {
    this.cursor = cursor;
  }

  end(): void {
    this.plot?.destroy();
    this.plot = undefined;
  }

  draw(drawing: Drawing, scales: ReadonlyMap<string, ValueScale>, place: HTMLElement): void {
    const { curves, bands, times, panels, stretch } = drawing;
    const shape = JSON.stringify([
      curves.map(({ unit, colour, dash, behind, values }) => [unit, colour, dash, behind, isEmpty(values)]),
      bands.map(({ unit, colour }) => [unit, colour]),
      [rowsOf(drawing) > LONG, times.length <= FEW, isDark(), panels],
    ]);
    this.scales = scales;
    const edges = bands.flatMap(({ high, low }) => [high, low]);
    const data = [times, ...curves.map(({ values }) => values), ...edges] as unknown as uPlot.AlignedData;
    if (this.plot && shape === this.shape) this.plot.setData(data, false);
    else {
      this.end();
      this.shape = shape;
      this.plot = new uPlot(this.options(drawing), data, place);
    }
    const size = sizeOf(drawing);
    if (this.plot.width !== size.width || this.plot.height !== size.height) this.plot.setSize(size);
    this.plot.setScale("x", { min: stretch.from, max: stretch.to });
  }

  private options(drawing: Drawing): uPlot.Options {
    const { curves, bands, panels, times } = drawing;
    const whole = sizeOf(drawing).height - BELOW;
    const [isLong, isFew] = [rowsOf(drawing) > LONG, times.length <= FEW];
    const scale = (panel: Panel): uPlot.Scale => ({
      range: () => stretched(this.scales.get(panel.unit) ?? { from: 0, to: 1, ticks: [] }, panel, whole),
    });
    return {
      ...sizeOf(drawing),
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
        setCursor: [
          ({ cursor: { idx, left = -1 } }) =>
            (this.cursor.value = idx == null || left < 0 ? undefined : { at: idx, left }),
        ],
        setSelect: [(plot) => this.select(plot)],
      },
    };
  }

  /** What a hand has chosen on the chart; uPlot is in the middle of its work, so that what follows waits for its end. */
  private select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width < LEAST_CHOSEN) return;
    const [from, to] = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
    queueMicrotask(() => {
      plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      this.choose({ from, to });
    });
  }
}

function sizeOf({ panels, main, width }: Drawing): { width: number; height: number } {
  return { width, height: heightOf(panels, main) + BELOW };
}
