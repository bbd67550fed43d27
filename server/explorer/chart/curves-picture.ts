/** Curves as a picture to save: the stretch that is shown, one scale for each unit. */
import {
  type Area,
  axes,
  bottomOf,
  extremesOf,
  GRID,
  group,
  INK,
  line,
  linearScale,
  noValues,
  placed,
  rightOf,
  type Scale,
  type Shape,
  shape,
  text,
  type ValueScale,
  valueScale,
} from "irradiance-engine/report/scene";
import type { Band, Curve } from "./curve.js";
import type { Picture } from "./picture.js";
import { scaleText } from "./scale.js";
import { timeTicks } from "./ticks.js";
import type { Zone } from "./time.js";

export interface CurvesScene {
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

/** A unit with its scale; a unit without values has none. */
interface Scaled extends ValueScale {
  readonly unit: string;
  readonly y: Scale;
}

export function curvesPicture({ title, times, curves, band, zone, from, to }: CurvesScene): Picture {
  const inside = Array.from({ length: times.length }, (_, i) => i).filter(
    (i) => (times[i] as number) >= from && (times[i] as number) <= to,
  );
  const edges = band ? [band.high, band.low].map((values) => ({ unit: band.unit, values })) : [];
  const lines = [...curves, ...edges];
  const known = [...new Set(lines.map(({ unit }) => unit))].flatMap((unit) => scaledOf(unit, lines, inside));
  const [main, ...others] = known;
  const [right, axisless] = [others.slice(0, MOST_RIGHT), others.slice(MOST_RIGHT)];
  const area = areaOf(right.length);
  const x = linearScale(from, to, area.left, rightOf(area));
  const yOf = (unit: string) => known.find((one) => one.unit === unit)?.y;
  const named = band ? [...curves, { ...band, dash: [] }] : curves;
  const legend = named.map(({ name, unit, colour, dash }, k) => {
    const y = bottomOf(area) + 60 + k * LINE;
    const scale = axisless.find((one) => one.unit === unit);
    const words = `${name} (${unit}${scale ? `, ${scaleText(scale)}` : ""})${yOf(unit) ? "" : ": no values"}`;
    const look = { stroke: colour, "stroke-width": 3, ...dashOf(dash) };
    return group(
      "legend",
      line(area.left, y - 4, area.left + 20, y - 4, look),
      text(area.left + 28, y, words, { fill: INK }),
    );
  });
  const parts = [
    axes(area, {
      x: placed(timeTicks(from, to, 10, zone), x),
      y: main ? placed(main.ticks, main.y) : [],
      xTitle: `Time (${zone.label})`,
      yTitle: main?.unit ?? "",
    }),
    ...(main ? [] : [noValues(area)]),
    ...(band ? [veilOf(times, band, inside, x, yOf(band.unit))] : []),
    ...curves.map(({ values, unit, colour, dash }) =>
      shape("path", {
        d: pathOf(times, values, inside, x, yOf(unit)),
        fill: "none",
        stroke: colour,
        "stroke-width": 1.5,
        ...dashOf(dash),
      }),
    ),
    ...right.map((scale, k) => rightAxis(scale, rightOf(area) + k * AXIS_WIDTH, area)),
    ...legend,
  ];
  return { width: WIDTH, height: bottomOf(area) + 56 + named.length * LINE, title, parts };
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
  return [{ ...scale, unit, y: linearScale(scale.from, scale.to, bottomOf(area), area.top) }];
}

function rightAxis({ unit, ticks, y }: Scaled, x: number, area: Area): Shape {
  const [title, middle] = [x + AXIS_WIDTH - 12, area.top + area.height / 2];
  const mark = { stroke: GRID };
  return group(
    "axes",
    line(x, area.top, x, bottomOf(area), mark),
    ...ticks.flatMap(({ at, label }) => [line(x, y(at), x + 4, y(at), mark), text(x + 7, y(at) + 4, label)]),
    text(title, middle, unit, { "text-anchor": "middle", transform: `rotate(90 ${title} ${middle})` }),
  );
}

/** One shape for each stretch in which both edges are known. */
function veilOf(
  times: ArrayLike<number>,
  { low, high, colour }: Band & { readonly colour: string },
  inside: readonly number[],
  x: Scale,
  y: Scale = () => 0,
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
  y: Scale = () => 0,
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
