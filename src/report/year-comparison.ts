/** A year beside what it was made from: months as bars, days as cumulative curves, hours as a duration curve. */
import { MONTHS } from "./labels.js";
import {
  type Area,
  axes,
  CHARACTER_WIDTH,
  COLOURS,
  element,
  escapeXml,
  GREY,
  label,
  legend,
  line,
  linearScale,
  picture,
  pixel,
  points,
  roundTicks,
  type Scale,
  text,
} from "./svg.js";

/** One side of the comparison: global horizontal irradiance. */
export interface ComparedYear {
  readonly name: string;
  /** kWh/m², January first. */
  readonly months: readonly number[];
  /** Least and most of each month over many years. */
  readonly range?: readonly (readonly [least: number, most: number])[] | undefined;
  /** kWh/m² a day, in any order, each as likely as the others. */
  readonly days?: Float64Array | undefined;
  /** Means of hours, W/m². */
  readonly hours?: Float64Array | undefined;
}

const WIDTH = 820;
const GAP = 30;
const HALF = (WIDTH - GAP) / 2;
/** Inside a panel; `axes` puts the title of the values at its left edge. */
const AREA = { left: 62, top: 30, height: 210 } as const;
const PANEL_HEIGHT = AREA.top + AREA.height + 50;
const HEAD = 56;
/** Nodes of a curve: finer than the line is thick. */
const NODES = 200;
const HOURS = 8760;

/** @param sides what the year was made from, then the year itself */
export function yearComparison(sides: readonly [ComparedYear, ComparedYear], title: string, subtitle: string): string {
  const names = sides.map(({ name, months }, k) => ({
    name: nameWithSum(name, months),
    colour: colourOf(k),
  }));
  const key = legend(names, AREA.left, HEAD + 14, WIDTH - AREA.left);
  const top = HEAD + key.height;
  return picture(
    WIDTH,
    top + 2 * PANEL_HEIGHT,
    title,
    subtitle,
    key.markup,
    panel(0, top, monthBars(sides, WIDTH - AREA.left - 20)),
    panel(0, top + PANEL_HEIGHT, dayCurves(sides, HALF - AREA.left - 20)),
    panel(HALF + GAP, top + PANEL_HEIGHT, durationCurves(sides, HALF - AREA.left - 20)),
  );
}

function colourOf(side: number): string {
  return COLOURS[1 - side]!;
}

/** Without a sum where a month is missing. */
function nameWithSum(name: string, months: readonly number[]): string {
  const sum = months.reduce((total, value) => total + value, 0);
  return Number.isNaN(sum) ? name : `${name}: ${label(sum, 0)} kWh/m² a year`;
}

function panel(x: number, y: number, markup: string): string {
  return element("g", { transform: `translate(${pixel(x)} ${pixel(y)})` }, markup);
}

function heading(content: string): string {
  return text(AREA.left, AREA.top - 10, content, { "font-size": 13 });
}

function monthBars(sides: readonly ComparedYear[], width: number): string {
  const area: Area = { ...AREA, width };
  const most = Math.max(
    ...sides.flatMap(({ months, range }) => [...months, ...(range ?? []).flat()].filter(Number.isFinite)),
  );
  const ticks = roundTicks(0, most, 5);
  const bottom = area.top + area.height;
  const y = linearScale(0, ticks.at(-1)!, bottom, area.top);
  const slot = width / 12;
  const centre = (month: number) => area.left + (month + 0.5) * slot;
  const bar = 0.35 * slot;
  const parts = [
    heading("Months"),
    axes(
      area,
      MONTHS.map((name, month) => ({ at: centre(month), label: name })),
      ticksOf(ticks, y),
      { x: "month", y: "GHI, kWh/m²", grid: "y" },
    ),
  ];
  for (const [side, { name, months, range }] of sides.entries()) {
    const left = (month: number) => centre(month) + (side - 1) * bar + (side === 0 ? -0.5 : 0.5);
    for (const [month, value] of months.entries()) {
      if (Number.isNaN(value)) continue;
      const tip = element("title", {}, escapeXml(`${name}, ${MONTHS[month]}: ${label(value, 1)} kWh/m²`));
      const shape = { x: left(month), y: y(value), width: bar, height: bottom - y(value), fill: colourOf(side) };
      parts.push(element("rect", { class: "bar", ...shape }, tip));
    }
    for (const [month, [least, most]] of (range ?? []).entries()) {
      const x = left(month) + bar / 2;
      if (Number.isFinite(least))
        parts.push(line(x, y(least), x, y(most), { class: "range", stroke: "#222222", "stroke-width": 1.5 }));
    }
  }
  const many = sides.find(({ range }) => range !== undefined);
  if (many)
    parts.push(
      text(area.left + width, AREA.top - 10, "lines: least and most of the years", {
        "text-anchor": "end",
        fill: GREY,
      }),
    );
  return parts.join("");
}

function dayCurves(sides: readonly ComparedYear[], width: number): string {
  const area: Area = { ...AREA, width };
  const samples = sides.map(({ days }) => sorted(days));
  const ticks = roundTicks(0, Math.max(1, ...samples.map((days) => days?.at(-1) ?? 0)), 5);
  const x = linearScale(0, ticks.at(-1)!, area.left, area.left + width);
  const y = linearScale(0, 1, area.top + area.height, area.top);
  const curves = samples.map((days) => days && shares().map((share) => [x(quantile(days, share)), y(share)] as const));
  const percent = [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: y(share), label: label(100 * share) }));
  return [
    heading("Days: share below"),
    axes(area, ticksOf(ticks, x), percent, { x: "kWh/m² a day", y: "% of days" }),
    ...drawn(curves),
    distanceLabel(samples, area, "below"),
  ].join("");
}

function durationCurves(sides: readonly ComparedYear[], width: number): string {
  const area: Area = { ...AREA, width };
  const samples = sides.map(({ hours }) => sorted(hours));
  const ticks = roundTicks(0, Math.max(1, ...samples.map((hours) => hours?.at(-1) ?? 0)), 5);
  const lit = Math.max(
    ...samples.map((hours) => (hours ? hours.filter((value) => value > 0).length / hours.length : 0.5)),
  );
  const times = roundTicks(0, HOURS * lit, 4);
  const x = linearScale(0, times.at(-1)!, area.left, area.left + width);
  const y = linearScale(0, ticks.at(-1)!, area.top + area.height, area.top);
  // From the most light to the least: nights are off the edge.
  const curves = samples.map(
    (hours) =>
      hours &&
      shares().map((share) => {
        const time = share * Math.min(times.at(-1)!, HOURS);
        return [x(time), y(quantile(hours, 1 - time / HOURS))] as const;
      }),
  );
  return [
    heading("Hours: duration curve"),
    axes(area, ticksOf(times, x), ticksOf(ticks, y), { x: "hours a year with more", y: "GHI of the hour, W/m²" }),
    ...drawn(curves),
    distanceLabel(samples, area, "above"),
  ].join("");
}

function ticksOf(values: readonly number[], scale: Scale) {
  return values.map((value) => ({ at: scale(value), label: label(value) }));
}

function shares(): number[] {
  return Array.from({ length: NODES + 1 }, (_, k) => k / NODES);
}

function drawn(curves: readonly (readonly (readonly [number, number])[] | undefined)[]): string[] {
  return curves.flatMap((curve, side) =>
    curve
      ? [
          element("polyline", {
            class: "curve",
            points: points(curve),
            fill: "none",
            stroke: colourOf(side),
            "stroke-width": 2,
          }),
        ]
      : [],
  );
}

/** How far apart the curves are, in the corner that they leave empty. */
function distanceLabel([a, b]: readonly (Float64Array | undefined)[], area: Area, corner: "above" | "below"): string {
  if (!a || !b) return "";
  const content = `largest distance ${(100 * distance(a, b)).toFixed(1)} %`;
  const right = area.left + area.width - 8;
  const top = corner === "above" ? area.top + 18 : area.top + area.height - 10;
  const ground = {
    x: right - content.length * 12 * CHARACTER_WIDTH,
    y: top - 12,
    width: content.length * 12 * CHARACTER_WIDTH,
    height: 16,
    fill: "#ffffff",
  };
  return element("rect", ground) + text(right, top, content, { "text-anchor": "end", fill: GREY, class: "distance" });
}

function sorted(values: Float64Array | undefined): Float64Array | undefined {
  return values && values.length > 0 ? Float64Array.from(values).sort() : undefined;
}

/** Linear between the values. */
function quantile(values: Float64Array, share: number): number {
  const at = share * (values.length - 1);
  const k = Math.min(Math.floor(at), values.length - 1);
  const lower = values[k]!;
  return lower + (at - k) * ((values[k + 1] ?? lower) - lower);
}

/** Kolmogorov and Smirnov's: of two cumulative curves. */
function distance(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const value = Math.min(a[i]!, b[j]!);
    while (i < a.length && a[i]! <= value) i++;
    while (j < b.length && b[j]! <= value) j++;
    most = Math.max(most, Math.abs(i / a.length - j / b.length));
  }
  return most;
}
