/** Curves as a picture to save: the stretch that is shown, in the same panels. */
import {
  type Area,
  bottomOf,
  extremesOf,
  group,
  INK,
  line,
  linearScale,
  placed,
  rightOf,
  type Scale,
  type Shape,
  shape,
  text,
  type ValueScale,
} from "irradiance-engine/report/scene";
import { texts } from "../texts/texts.js";
import type { Look } from "./colours.js";
import { type Band, type Curve, isEmpty, unitsOf } from "./curve.js";
import type { Bin } from "./days.js";
import { frameShapes, LEFT } from "./frame.js";
import { heightOf, type Panel, panelScale, panelsOf, panelTitle } from "./panels.js";
import type { Picture } from "./picture.js";
import { timeTicks } from "./ticks.js";
import type { Zone } from "./time.js";

export interface CurvesScene {
  readonly title: string;
  readonly times: ArrayLike<number>;
  readonly curves: readonly (Curve & Look)[];
  readonly bands: readonly (Band & { readonly colour: string })[];
  readonly zone: Zone;
  /** Days that are one value. */
  readonly bin?: Bin;
  readonly from: number;
  readonly to: number;
}

const WIDTH = 960;
/** Pixels of the highest panel. */
const MAIN = 280;
const RIGHT = 20;
const LINE = 18;

export function curvesPicture({ title, times, curves, bands, zone, bin, from, to }: CurvesScene): Picture {
  const inside = Array.from({ length: times.length }, (_, i) => i).filter(
    (i) => (times[i] as number) >= from && (times[i] as number) <= to,
  );
  const panels = panelsOf(unitsOf(curves), MAIN);
  const area: Area = { left: LEFT, top: 0, width: WIDTH - LEFT - RIGHT, height: heightOf(panels, MAIN) };
  const lines = [...curves, ...bands.flatMap(({ unit, low, high }) => [low, high].map((values) => ({ unit, values })))];
  const scales = new Map(panels.map((panel) => [panel.unit, scaleOf(panel, lines, inside)]));
  const x = linearScale(from, to, area.left, rightOf(area));
  const yOf = (unit: string) => heightScale(area, panels, scales, unit);
  const named = [...curves, ...bands.filter(({ name }) => curves.every((curve) => curve.name !== name))];
  const words = texts().chart;
  const parts = [
    frameShapes({
      area,
      panels,
      scales,
      times: placed(timeTicks(from, to, 10, zone), x),
      title: (unit) => panelTitle(unit, curves),
    }),
    ...bands.map((band) => veilOf(times, band, inside, x, yOf(band.unit))),
    ...curves.map(({ values, unit, colour, dash }) =>
      shape("path", {
        d: pathOf(times, values, inside, x, yOf(unit)),
        fill: "none",
        stroke: colour,
        "stroke-width": 1.5,
        ...dashOf(dash),
      }),
    ),
    text(
      area.left + area.width / 2,
      bottomOf(area) + 38,
      bin ? `${words.timeIn(zone.label)}. ${words.byDays[bin]}` : words.timeIn(zone.label),
      {
        "text-anchor": "middle",
      },
    ),
    ...named.map((one, k) => legendLine(one, area.left, bottomOf(area) + 60 + k * LINE)),
  ];
  return { width: WIDTH, height: bottomOf(area) + 56 + named.length * LINE, title, parts };
}

function legendLine(one: (Curve & Look) | (Band & { readonly colour: string }), x: number, y: number): Shape {
  const { name, unit, colour } = one;
  const isLacking = "values" in one && isEmpty(one.values);
  const look = { stroke: colour, "stroke-width": 3, ...("dash" in one ? dashOf(one.dash) : {}) };
  const words = isLacking ? texts().chart.without(name) : `${name} (${unit})`;
  return group("legend", line(x, y - 4, x + 20, y - 4, look), text(x + 28, y, words, { fill: INK }));
}

function dashOf(dash: readonly number[]): { readonly "stroke-dasharray"?: string } {
  return dash.length > 0 ? { "stroke-dasharray": dash.join(" ") } : {};
}

function scaleOf(
  panel: Panel,
  lines: readonly Pick<Curve, "unit" | "values">[],
  inside: readonly number[],
): ValueScale {
  const own = lines.filter(({ unit }) => unit === panel.unit);
  return panelScale(
    panel,
    extremesOf(
      own.map(({ values }) => values),
      inside,
    ),
  );
}

function heightScale(
  { top: above }: Area,
  panels: readonly Panel[],
  scales: ReadonlyMap<string, ValueScale>,
  unit: string,
): Scale {
  const panel = panels.find((one) => one.unit === unit);
  const { from = 0, to = 1 } = scales.get(unit) ?? {};
  const { top = 0, height = 1 } = panel ?? {};
  return linearScale(from, to, above + top + height, above + top);
}

/** One shape for each stretch in which both edges are known. */
function veilOf(
  times: ArrayLike<number>,
  { low, high, colour }: Band & { readonly colour: string },
  inside: readonly number[],
  x: Scale,
  y: Scale,
): Shape {
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
  return shape("path", { class: "band", d: shapes.join(""), fill: colour });
}

function pathOf(
  times: ArrayLike<number>,
  values: readonly (number | null)[],
  inside: readonly number[],
  x: Scale,
  y: Scale,
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
