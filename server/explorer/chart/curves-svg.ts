/** Curves as a picture to save: the stretch that is shown, one scale for each unit. */
import { s } from "../dom.js";
import { themeColour } from "./colours.js";
import type { Band, Curve } from "./curves.js";
import { linear } from "./linear.js";
import { type Area, axes, bottomOf, noValues, picture, rightOf } from "./picture.js";
import { extremesOf, scaleText, type ValueScale, valueScale } from "./scale.js";
import { timeTicks } from "./ticks.js";
import type { Zone } from "./time.js";

export interface CurvesPicture {
  readonly title: string;
  readonly times: ArrayLike<number>;
  readonly curves: readonly (Curve & { readonly colour: string; readonly dash: readonly number[] })[];
  readonly band?: (Band & { readonly colour: string }) | undefined;
  readonly zone: Zone;
  readonly from: number;
  readonly to: number;
}

const WIDTH = 960;
const LEFT = 60;
const HEIGHT = 360;
/** Pixels of an axis on the right; more than so many leave the curves no room. */
const AXIS_WIDTH = 62;
const MOST_RIGHT = 3;
const LINE = 18;

/** A unit with its scale; what has no values has none. */
interface Scaled extends ValueScale {
  readonly unit: string;
  readonly yAt: (value: number) => number;
}

export function curvesSvg({ title, times, curves, band, zone, from, to }: CurvesPicture): string {
  const inside = Array.from({ length: times.length }, (_, i) => i).filter(
    (i) => (times[i] as number) >= from && (times[i] as number) <= to,
  );
  const edges = band ? [band.high, band.low].map((values) => ({ unit: band.unit, values })) : [];
  const lines = [...curves, ...edges];
  const known = [...new Set(lines.map(({ unit }) => unit))].flatMap((unit) => scaledOf(unit, lines, inside));
  const [main, ...others] = known;
  const [right, axisless] = [others.slice(0, MOST_RIGHT), others.slice(MOST_RIGHT)];
  const area = areaOf(right.length);
  const xAt = linear(from, to, area.left, rightOf(area));
  const ofUnit = (unit: string) => known.find((one) => one.unit === unit);
  const ink = themeColour("ink");
  const named = band ? [...curves, { ...band, dash: [] }] : curves;
  const legend = named.map(({ name, unit, colour, dash }, k) => {
    const y = bottomOf(area) + 60 + k * LINE;
    const scale = axisless.find((one) => one.unit === unit);
    const words = `${name} (${unit}${scale ? `, ${scaleText(scale)}` : ""})${ofUnit(unit) ? "" : ": no values"}`;
    return s(
      "g",
      {},
      s("line", {
        x1: area.left,
        x2: area.left + 20,
        y1: y - 4,
        y2: y - 4,
        stroke: colour,
        "stroke-width": 3,
        ...dashOf(dash),
      }),
      s("text", { x: area.left + 28, y, fill: ink }, words),
    );
  });
  const height = bottomOf(area) + 56 + named.length * LINE;
  const drawn = picture(
    WIDTH,
    height,
    title,
    axes(area, {
      x: timeTicks(from, to, 10, zone),
      y: main?.ticks ?? [],
      xAt,
      yAt: main?.yAt ?? (() => bottomOf(area)),
      xTitle: `Time (${zone.label})`,
      yTitle: main?.unit ?? "",
    }),
    ...(main ? [] : [noValues(area)]),
    ...(band ? [veilOf(times, band, inside, xAt, ofUnit(band.unit)?.yAt)] : []),
    ...curves.map(({ values, unit, colour, dash }) =>
      s("path", {
        d: pathOf(times, values, inside, xAt, ofUnit(unit)?.yAt),
        fill: "none",
        stroke: colour,
        "stroke-width": 1.5,
        ...dashOf(dash),
      }),
    ),
    ...right.map((scale, k) => rightAxis(scale, rightOf(area) + k * AXIS_WIDTH, area, ink)),
    ...legend,
  );
  drawn.setAttribute("width", String(WIDTH));
  drawn.setAttribute("height", String(height));
  drawn.setAttribute("font-family", "sans-serif");
  drawn.setAttribute("font-size", "12");
  drawn.prepend(s("rect", { width: "100%", height: "100%", fill: themeColour("ground") }));
  for (const line of drawn.querySelectorAll(".grid")) line.setAttribute("stroke", themeColour("line"));
  for (const text of drawn.querySelectorAll("text:not([fill])")) text.setAttribute("fill", ink);
  return new XMLSerializer().serializeToString(drawn);
}

function dashOf(dash: readonly number[]): { readonly "stroke-dasharray"?: string } {
  return dash.length > 0 ? { "stroke-dasharray": dash.join(" ") } : {};
}

/** Beside as many axes on the right. */
function areaOf(right: number): Area {
  return { left: LEFT, top: 20, width: WIDTH - LEFT - Math.max(20, right * AXIS_WIDTH + 4), height: HEIGHT };
}

function scaledOf(unit: string, lines: readonly Pick<Curve, "unit" | "values">[], inside: readonly number[]): Scaled[] {
  const extremes = extremesOf(
    lines.filter((line) => line.unit === unit).map(({ values }) => values),
    inside,
  );
  if (!extremes) return [];
  const scale = valueScale(extremes);
  const area = areaOf(0);
  return [{ ...scale, unit, yAt: linear(scale.from, scale.to, bottomOf(area), area.top) }];
}

function rightAxis({ unit, ticks, yAt }: Scaled, x: number, area: Area, ink: string): SVGElement {
  const [title, middle] = [x + AXIS_WIDTH - 12, area.top + area.height / 2];
  return s(
    "g",
    {},
    s("line", { class: "grid", x1: x, x2: x, y1: area.top, y2: bottomOf(area) }),
    ticks.map(({ at, label }) => [
      s("line", { class: "grid", x1: x, x2: x + 4, y1: yAt(at), y2: yAt(at) }),
      s("text", { x: x + 7, y: yAt(at) + 4, fill: ink }, label),
    ]),
    s(
      "text",
      { x: title, y: middle, fill: ink, "text-anchor": "middle", transform: `rotate(90 ${title} ${middle})` },
      unit,
    ),
  );
}

/** One shape for each stretch in which both edges are known. */
function veilOf(
  times: ArrayLike<number>,
  { low, high, colour }: Band & { readonly colour: string },
  inside: readonly number[],
  xAt: (value: number) => number,
  yAt: (value: number) => number = () => 0,
): SVGElement {
  const stretches: number[][] = [[]];
  for (const i of inside) {
    if (low[i] === null || high[i] === null) stretches.push([]);
    else stretches.at(-1)?.push(i);
  }
  const shapes = stretches
    .filter(({ length }) => length > 0)
    .map((stretch) => {
      const edge = (values: Curve["values"], order: readonly number[]) =>
        order.map((i) => `${xAt(times[i] as number).toFixed(1)} ${yAt(values[i] as number).toFixed(1)}`);
      return `M${[...edge(high, stretch), ...edge(low, [...stretch].reverse())].join("L")}Z`;
    });
  return s("path", { class: "band", d: shapes.join(""), fill: colour });
}

function pathOf(
  times: ArrayLike<number>,
  values: readonly (number | null)[],
  inside: readonly number[],
  xAt: (value: number) => number,
  yAt: (value: number) => number = () => 0,
): string {
  let path = "";
  let pen = "M";
  for (const i of inside) {
    const value = values[i];
    if (value === null || value === undefined) pen = "M";
    else {
      path += `${pen}${xAt(times[i] as number).toFixed(1)} ${yAt(value).toFixed(1)}`;
      pen = "L";
    }
  }
  return path;
}
