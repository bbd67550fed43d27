/** Curves as a picture to save: the stretch that is shown, one scale for each unit. */
import { s } from "../dom.js";
import { themeColour } from "./colours.js";
import type { Band, Curve } from "./curves.js";
import { linear } from "./linear.js";
import { type Area, axes, bottomOf, picture, rightOf } from "./picture.js";
import { timeTicks, valueTicks } from "./ticks.js";
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
const AREA: Area = { left: 60, top: 20, width: 820, height: 360 };
const LINE = 18;

export function curvesSvg({ title, times, curves, band, zone, from, to }: CurvesPicture): string {
  const edges = band ? [band.high, band.low].map((values) => ({ name: band.name, unit: band.unit, values })) : [];
  const units = [...new Set([...curves, ...edges].map(({ unit }) => unit))];
  const xAt = linear(from, to, AREA.left, rightOf(AREA));
  const inside = Array.from({ length: times.length }, (_, i) => i).filter(
    (i) => (times[i] as number) >= from && (times[i] as number) <= to,
  );
  const scales = new Map(
    units.map((unit) => [
      unit,
      scaleOf(
        [...curves, ...edges].filter((curve) => curve.unit === unit),
        inside,
      ),
    ]),
  );
  const [first] = units;
  const main = scales.get(first ?? "") ?? { ticks: valueTicks(0, 1, 5), yAt: linear(0, 1, bottomOf(AREA), AREA.top) };
  const ink = themeColour("ink");
  const axisless = units.slice(2);
  const named = band ? [...curves, band] : curves;
  const legend = named.map(({ name, unit, colour }, k) => {
    const y = bottomOf(AREA) + 60 + k * LINE;
    return s(
      "g",
      {},
      s("line", { x1: AREA.left, x2: AREA.left + 20, y1: y - 4, y2: y - 4, stroke: colour, "stroke-width": 3 }),
      s(
        "text",
        { x: AREA.left + 28, y, fill: ink },
        `${name} (${unit}${axisless.includes(unit) ? ", without an axis" : ""})`,
      ),
    );
  });
  const height = bottomOf(AREA) + 56 + named.length * LINE;
  const drawn = picture(
    WIDTH,
    height,
    title,
    axes(AREA, {
      x: timeTicks(from, to, 10, zone),
      y: main.ticks,
      xAt,
      yAt: main.yAt,
      xTitle: `Time (${zone.label})`,
      yTitle: first ?? "",
    }),
    ...(band ? [veilOf(times, band, inside, xAt, scales.get(band.unit)?.yAt ?? main.yAt)] : []),
    ...curves.map(({ values, unit, colour, dash }) =>
      s("path", {
        d: pathOf(times, values, inside, xAt, scales.get(unit)?.yAt ?? main.yAt),
        fill: "none",
        stroke: colour,
        "stroke-width": 1.5,
        ...(dash.length > 0 && { "stroke-dasharray": dash.join(" ") }),
      }),
    ),
    ...units.slice(1, 2).map((unit) => rightAxis(unit, scales.get(unit) ?? main, ink)),
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

interface Scale {
  readonly ticks: ReturnType<typeof valueTicks>;
  readonly yAt: (value: number) => number;
}

function scaleOf(curves: readonly Curve[], inside: readonly number[]): Scale {
  let [least, most] = [0, 0];
  for (const { values } of curves) {
    for (const i of inside) {
      const value = values[i] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  const ticks = valueTicks(least, most, 6);
  return { ticks, yAt: linear(ticks[0]?.at ?? 0, ticks.at(-1)?.at ?? 1, bottomOf(AREA), AREA.top) };
}

function rightAxis(unit: string, { ticks, yAt }: Scale, ink: string): SVGElement {
  const x = rightOf(AREA);
  const middle = AREA.top + AREA.height / 2;
  return s(
    "g",
    {},
    ticks.map(({ at, label }) => s("text", { x: x + 6, y: yAt(at) + 4, fill: ink }, label)),
    s(
      "text",
      { x: x + 60, y: middle, fill: ink, "text-anchor": "middle", transform: `rotate(90 ${x + 60} ${middle})` },
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
  yAt: (value: number) => number,
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
  yAt: (value: number) => number,
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
