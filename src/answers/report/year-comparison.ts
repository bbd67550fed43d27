/** A year beside what it was made from: months as bars, days as cumulative curves, hours as a duration curve. */
import { quantileOfSorted } from "../../foundation/statistics/order.js";
import { MONTH_DAYS, SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import {
  axes,
  extremesOf,
  label,
  labelled,
  legend,
  linearScale,
  placed,
  roundTicks,
  valueScale,
} from "./scene/axes.js";
import { barShapes, durationShapes } from "./scene/bars.js";
import { GROUND, INK, SOFT, seriesPaint } from "./scene/palette.js";
import {
  type Area,
  bottomOf,
  CHARACTER_WIDTH,
  line,
  type Point,
  pixel,
  polyline,
  rightOf,
  type Shape,
  shape,
  sheet,
  text,
} from "./scene/shape.js";

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

/** Days of each month, in place of the months' sums where those of both sides are the same by construction. */
export interface MonthDays {
  /** kWh/m² a day, January first. */
  readonly ranges: readonly (readonly [least: number, most: number])[];
  /** What the ranges are of. */
  readonly note: string;
}

/** @param sides what the year was made from, then the year itself */
export function yearComparison(
  sides: readonly [ComparedYear, ComparedYear],
  title: string,
  subtitle: string,
  days?: MonthDays,
): string {
  const names = sides.map(({ name, months }, k) => ({ name: nameWithSum(name, months), colour: colourOf(k) }));
  const key = legend(names, AREA.left, HEAD + 14, WIDTH - AREA.left);
  const top = HEAD + key.height;
  return sheet(
    WIDTH,
    top + 2 * PANEL_HEIGHT,
    title,
    subtitle,
    key.shape,
    panel(0, top, days ? dayBars(sides[1], days, WIDTH - AREA.left - 20) : monthBars(sides, WIDTH - AREA.left - 20)),
    panel(0, top + PANEL_HEIGHT, dayCurves(sides, HALF - AREA.left - 20)),
    panel(HALF + GAP, top + PANEL_HEIGHT, durationCurves(sides, HALF - AREA.left - 20)),
  );
}

function colourOf(side: number): string {
  return seriesPaint(1 - side);
}

/** Without a sum where a month is missing. */
function nameWithSum(name: string, months: readonly number[]): string {
  const sum = months.reduce((total, value) => total + value, 0);
  return Number.isNaN(sum) ? name : `${name}: ${label(sum, 0)} kWh/m² a year`;
}

function panel(x: number, y: number, parts: readonly Shape[]): Shape {
  return shape("g", { transform: `translate(${pixel(x)} ${pixel(y)})` }, ...parts);
}

function heading(content: string): Shape {
  return text(AREA.left, AREA.top - 10, content, { "font-size": 13 });
}

function monthBars(sides: readonly ComparedYear[], width: number): Shape[] {
  const area: Area = { ...AREA, width };
  const ranges = sides.map(({ range }) => range ?? []);
  const { shapes, middle, y } = barShapes({
    area,
    slots: SHORT_MONTH_NAMES,
    series: sides.map(({ name, months }, side) =>
      months.map((value, month) => ({
        value,
        tip: `${name}, ${SHORT_MONTH_NAMES[month]}: ${label(value, 1)} kWh/m²`,
        fill: colourOf(side),
      })),
    ),
    range: extremesOf([ranges.flat(2).filter(Number.isFinite)]),
    xTitle: "month",
    yTitle: "GHI, kWh/m²",
    steps: 5,
  });
  const lines = ranges.flatMap((range, side) => rangeLines(range, (month) => middle(side, month), y));
  const note = sides.some(({ range }) => range) ? [rangeNote(area, "lines: range of the years")] : [];
  return [heading("Months"), ...shapes, ...lines, ...note];
}

/** A mean day for each month, and how dark and bright its days are. */
function dayBars({ name, months }: ComparedYear, { ranges, note }: MonthDays, width: number): Shape[] {
  const area: Area = { ...AREA, width };
  const bars = months.map((sum, month) => {
    const value = sum / MONTH_DAYS[month]!;
    return { value, tip: `${name}, ${SHORT_MONTH_NAMES[month]}: ${label(value, 2)} kWh/m² a day`, fill: colourOf(1) };
  });
  const { shapes, middle, y } = barShapes({
    ...{ area, slots: SHORT_MONTH_NAMES, series: [bars], xTitle: "month", yTitle: "GHI, kWh/m² a day", steps: 5 },
    range: extremesOf([ranges.flat().filter(Number.isFinite)]),
  });
  const lines = rangeLines(ranges, (month) => middle(0, month), y);
  return [heading("Mean day of each month"), ...shapes, ...lines, rangeNote(area, note)];
}

function rangeLines(
  ranges: readonly (readonly [least: number, most: number])[],
  at: (month: number) => number,
  y: (value: number) => number,
): Shape[] {
  return ranges.flatMap(([least, most], month) => {
    if (!Number.isFinite(least)) return [];
    return [line(at(month), y(least), at(month), y(most), { class: "range", stroke: INK, "stroke-width": 1.5 })];
  });
}

function rangeNote(area: Area, words: string): Shape {
  return text(rightOf(area), AREA.top - 10, words, { "text-anchor": "end", fill: SOFT });
}

function dayCurves(sides: readonly ComparedYear[], width: number): Shape[] {
  const area: Area = { ...AREA, width };
  const samples = sides.map(({ days }) => sorted(days));
  const ticks = roundTicks(0, Math.max(1, ...samples.map((days) => days?.at(-1) ?? 0)), 5);
  const x = linearScale(0, ticks.at(-1)!, area.left, rightOf(area));
  const y = linearScale(0, 1, bottomOf(area), area.top);
  const curves = samples.flatMap((days, side) =>
    days
      ? [
          polyline(
            shares().map((share): Point => [x(quantileOfSorted(days, share)), y(share)]),
            lookOf(side),
          ),
        ]
      : [],
  );
  const percent = [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: y(share), label: label(100 * share) }));
  return [
    heading("Days: share below"),
    axes(area, { x: placed(labelled(ticks), x), y: percent, xTitle: "kWh/m² a day", yTitle: "% of days" }),
    ...curves,
    ...distanceLabel(samples, area, "below"),
  ];
}

function durationCurves(sides: readonly ComparedYear[], width: number): Shape[] {
  const area: Area = { ...AREA, width };
  const samples = sides.map(({ hours }) => sorted(hours));
  const lit = Math.max(
    ...samples.map((hours) => (hours ? hours.filter((value) => value > 0).length / hours.length : 0.5)),
  );
  // From the most light to the least: nights are off the edge.
  const most = roundTicks(0, HOURS * lit, 4).at(-1)!;
  const curves = samples.flatMap((hours, side) => {
    if (!hours) return [];
    const times = shares().map((share) => share * Math.min(most, HOURS));
    const points = times.map((time) => [time, quantileOfSorted(hours, 1 - time / HOURS)] as const);
    return [{ points, attributes: lookOf(side) }];
  });
  const { shapes } = durationShapes({
    area,
    curves,
    hours: most,
    steps: 4,
    values: valueScale([0, Math.max(1, ...samples.map((hours) => hours?.at(-1) ?? 0))], 5),
    xTitle: "hours a year above it",
    yTitle: "GHI of the hour, W/m²",
  });
  return [heading("Hours: duration curve"), ...shapes, ...distanceLabel(samples, area, "above")];
}

function shares(): number[] {
  return Array.from({ length: NODES + 1 }, (_, k) => k / NODES);
}

function lookOf(side: number) {
  return { class: "curve", stroke: colourOf(side), "stroke-width": 2 };
}

/** How far apart the curves are, in the corner that they leave empty. */
function distanceLabel([a, b]: readonly (Float64Array | undefined)[], area: Area, corner: "above" | "below"): Shape[] {
  if (!a || !b) return [];
  const content = `largest distance ${(100 * distance(a, b)).toFixed(1)} %`;
  const right = rightOf(area) - 8;
  const y = corner === "above" ? area.top + 18 : bottomOf(area) - 10;
  const width = content.length * 12 * CHARACTER_WIDTH;
  return [
    shape("rect", { x: right - width, y: y - 12, width, height: 16, fill: GROUND }),
    text(right, y, content, { "text-anchor": "end", fill: SOFT, class: "distance" }),
  ];
}

function sorted(values: Float64Array | undefined): Float64Array | undefined {
  return values && values.length > 0 ? Float64Array.from(values).sort() : undefined;
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
