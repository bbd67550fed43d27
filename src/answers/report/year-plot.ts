/** A heat map of day × hour: a year at a glance. */
import type { ParameterName } from "../../data/contract/observation/parameters.js";
import type { ObservationColumns } from "../../data/contract/observation/types.js";
import { DAY, HOUR, SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import { LocalClock } from "../../foundation/time/zone.js";
import { clockOf, dateOf, descriptionOf, isDrawable, subtitleOf, twoDigits, unitsOf } from "./labels.js";
import { axes, label, linearScale, roundTicks, type Tick } from "./scene/axes.js";
import { rampColour } from "./scene/palette.js";
import { type Area, group, type Shape, shape, sheet, text } from "./scene/shape.js";

const WIDTH = 900;
const AREA: Area = { left: 70, top: 60, width: 730, height: 312 };
const BOTTOM = AREA.top + AREA.height;
const NO_VALUE = "#d9d9d9";
const SHADES = 64;

/** Means per local day and hour; row = hour. NaN: no value. */
interface Cells {
  readonly firstDay: number;
  readonly days: number;
  readonly value: Float64Array;
}

export function yearPlot(columns: ObservationColumns, parameter: ParameterName, title: string | undefined): string {
  const cells = meanCells(columns, columns.values[parameter]!);
  const { unit } = unitsOf(parameter);
  const finite = cells.value.filter((value) => !Number.isNaN(value));
  const least = finite.reduce((a, b) => Math.min(a, b), unit === "°C" ? Number.POSITIVE_INFINITY : 0);
  const most = finite.reduce((a, b) => Math.max(a, b), unit === "°C" ? Number.NEGATIVE_INFINITY : 0);
  const ticks = finite.length > 0 ? roundTicks(least, most, 6) : [0, 1];
  const hours = Array.from({ length: 9 }, (_, k) => ({
    at: BOTTOM - (AREA.height * k) / 8,
    label: `${twoDigits(3 * k)}:00`,
  }));
  return sheet(
    WIDTH,
    BOTTOM + 64,
    title ?? `${descriptionOf(parameter)}, hour by hour`,
    subtitleOf(columns),
    cellPaths(cells, ticks[0]!, ticks.at(-1)!),
    axes(AREA, { x: monthTicks(cells), y: hours, xTitle: "day", yTitle: "hour of the day", grid: "none" }),
    colourBar(ticks, unit, finite.length < cells.value.length),
  );
}

/** In the hour that clocks run through twice the mean of both; one that they jump over has no value. */
function meanCells(columns: ObservationColumns, column: Float64Array): Cells {
  const { start, interval, count } = columns;
  const clock = new LocalClock(clockOf(columns));
  const step = interval * 1000;
  const centre = start + step / 2;
  const firstDay = Math.floor(clock.at(centre) / DAY);
  const days = Math.floor(clock.at(centre + (count - 1) * step) / DAY) - firstDay + 1;
  const sum = new Float64Array(days * 24);
  const number = new Float64Array(days * 24);
  for (let i = 0; i < count; i++) {
    if (!isDrawable(column[i]!)) continue;
    const hour = Math.floor(clock.at(centre + i * step) / HOUR);
    const cell = (hour - 24 * Math.floor(hour / 24)) * days + (Math.floor(hour / 24) - firstDay);
    sum[cell]! += column[i]!;
    number[cell]! += 1;
  }
  return { firstDay, days, value: sum.map((total, k) => total / number[k]!) };
}

/** One path per colour; neighbouring days of one colour are one rectangle. */
function cellPaths({ days, value }: Cells, least: number, most: number): Shape {
  const paths = new Map<number, string>();
  const scale = linearScale(0, days, AREA.left, AREA.left + AREA.width);
  // Whole pixels: between edges that are not, renderers leave gaps.
  const x = (day: number) => Math.round(scale(day));
  const height = AREA.height / 24;
  for (let hour = 0; hour < 24; hour++) {
    const y = BOTTOM - (hour + 1) * height;
    let from = 0;
    for (let day = 0; day < days; day++) {
      const shade = shadeOf(value[hour * days + day]!, least, most);
      if (day + 1 < days && shade === shadeOf(value[hour * days + day + 1]!, least, most)) continue;
      const width = x(day + 1) - x(from);
      const rectangle = `M${x(from)} ${y}h${width}v${height}h${-width}z`;
      if (width > 0) paths.set(shade, (paths.get(shade) ?? "") + rectangle);
      from = day + 1;
    }
  }
  const colours = Array.from(paths, ([shade, d]) =>
    shape("path", { d, fill: shade < 0 ? NO_VALUE : rampColour(shade / (SHADES - 1)) }),
  );
  return shape("g", { class: "cells", "shape-rendering": "crispEdges" }, ...colours);
}

/** 0 … SHADES − 1; −1 for no value. */
function shadeOf(value: number, least: number, most: number): number {
  if (Number.isNaN(value)) return -1;
  return Math.min(Math.floor(((value - least) / (most - least)) * SHADES), SHADES - 1);
}

/** Names of months where they begin, those of every third or twelfth where there are many; of days over a short period. */
function monthTicks({ firstDay, days }: Cells): Tick[] {
  const x = linearScale(0, days, AREA.left, AREA.left + AREA.width);
  const stride = days > 1500 ? 12 : days > 430 ? 3 : 1;
  const dayStride = Math.ceil(days / 14);
  const ticks: Tick[] = [];
  for (let day = 0; day < days; day++) {
    const date = dateOf((firstDay + day) * DAY);
    const month = Number(date.slice(5, 7)) - 1;
    const name = SHORT_MONTH_NAMES[month]!;
    if (days <= 45) {
      if (day % dayStride === 0) ticks.push({ at: x(day + 0.5), label: `${Number(date.slice(8))}\n${name}` });
    } else if (date.endsWith("-01") && month % stride === 0) {
      ticks.push({ at: x(day), label: month === 0 || ticks.length === 0 ? `${name}\n${date.slice(0, 4)}` : name });
    }
  }
  return ticks;
}

function colourBar(ticks: readonly number[], unit: string, hasGaps: boolean): Shape {
  const left = AREA.left + AREA.width + 22;
  const height = AREA.height - (hasGaps ? 64 : 24);
  const bottom = AREA.top + 24 + height;
  const y = linearScale(ticks[0]!, ticks.at(-1)!, bottom, bottom - height);
  const band = height / SHADES;
  const parts = Array.from({ length: SHADES }, (_, shade) =>
    shape("rect", {
      x: left,
      y: bottom - (shade + 1) * band,
      width: 14,
      height: band + 0.3,
      fill: rampColour(shade / (SHADES - 1)),
    }),
  );
  for (const value of ticks) parts.push(text(left + 19, y(value) + 4, label(value)));
  parts.push(text(left, AREA.top + 10, unit));
  if (hasGaps) {
    parts.push(
      shape("rect", { x: left, y: BOTTOM - 14, width: 14, height: 14, fill: NO_VALUE }),
      text(left + 19, BOTTOM - 3, "no value"),
    );
  }
  return group("colour-bar", ...parts);
}
