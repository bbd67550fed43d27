/** Maps of day × hour, a strip for each year: what was found, and the light beside the clear sky's. */
import { dayNumberOfYear, daysFromDate, SHORT_MONTH_NAMES, yearOfDayNumber } from "../../time/calendar.js";
import { axes } from "../scene/axes.js";
import { cellShapes } from "../scene/cells.js";
import { paint, seriesPaint } from "../scene/palette.js";
import type { Tick } from "../scene/scale.js";
import { type Area, bottomOf, type Shape, shape } from "../scene/shape.js";
import type { DayHours } from "./grids.js";

/** Pixels of a day. */
const DAY_WIDTH = 2;
const AREA_LEFT = 64;
export const MAP_WIDTH = AREA_LEFT + 366 * DAY_WIDTH + 14;
/** More years are drawn with a column for several days, so that the page stays small. */
const MOST_YEARS = 12;

/** Clear-sky indices are drawn in steps of a tenth; the last is what exceeds the clear sky by more than a tenth. */
const INDEX_SHADES = 12;
const INDEX_COLOURS: readonly string[] = [
  ...Array.from({ length: INDEX_SHADES }, (_, shade) => paint(`index-${shade}`)),
  paint("missing"),
];
const MISSING = INDEX_SHADES;

/** Place of the colour of a clear-sky index among those named `index-0`…: 0.1 each. */
export function indexShade(index: number): number {
  return Math.min(Math.max(Math.floor(index * 10), 0), INDEX_SHADES - 1);
}

export const INDEX_NAMES: readonly string[] = Array.from({ length: INDEX_SHADES }, (_, k) =>
  k === INDEX_SHADES - 1 ? "above 1.1" : `${(k / 10).toFixed(1)}`,
);

/** One picture a year. */
export function indexMaps(grid: DayHours): Shape[] {
  return strips(grid, "clear-sky index", INDEX_COLOURS, (cell) => {
    const index = grid.index[cell]!;
    if (Number.isNaN(index)) return -1;
    return index < 0 ? MISSING : indexShade(index);
  });
}

/** One picture a year; `count` findings are drawn, each in the colour of its place. */
export function findingMaps(grid: DayHours, count: number): Shape[] {
  const colours = [paint("sound"), paint("missing"), ...Array.from({ length: count }, (_, k) => seriesPaint(k))];
  return strips(grid, "findings", colours, (cell) => {
    const found = grid.finding[cell]!;
    if (found > 0) return found + 1;
    const index = grid.index[cell]!;
    if (Number.isNaN(index)) return -1;
    return index < 0 ? 1 : 0;
  });
}

function strips(
  { firstDay, days }: DayHours,
  what: string,
  colours: readonly string[],
  shadeOf: (cell: number) => number,
): Shape[] {
  const years = yearsOf(firstDay, days);
  const stride = Math.ceil(years.length / MOST_YEARS);
  const height = years.length === 1 ? 9 : years.length <= 3 ? 5 : 3;
  return years.map((year) => {
    const start = dayNumberOfYear(year);
    const length = dayNumberOfYear(year + 1) - start;
    const area: Area = { left: AREA_LEFT, top: 8, width: length * DAY_WIDTH, height: 24 * height };
    const cells = cellShapes({
      columns: Math.ceil(length / stride),
      rows: 24,
      shadeOf: (column, hour) => {
        const day = start + column * stride - firstDay;
        return day >= 0 && day < days ? shadeOf(day * 24 + hour) : -1;
      },
      colours,
      ...{ left: area.left, bottom: bottomOf(area), width: DAY_WIDTH * stride, height },
    });
    return picture(MAP_WIDTH, bottomOf(area) + 40, `${what}, ${year}`, cells, axesOf(area, year, start));
  });
}

/** Those with more than a day, if there are any: in solar time, a year of another clock reaches into its neighbours by hours. */
function yearsOf(firstDay: number, days: number): number[] {
  const [first, last] = [yearOfDayNumber(firstDay), yearOfDayNumber(firstDay + days - 1)];
  const all = Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const full = all.filter((year) => {
    const [from, to] = [
      Math.max(dayNumberOfYear(year), firstDay),
      Math.min(dayNumberOfYear(year + 1), firstDay + days),
    ];
    return to - from > 1;
  });
  return full.length > 0 ? full : all;
}

function axesOf(area: Area, year: number, start: number): Shape {
  const x = SHORT_MONTH_NAMES.map((name, month): Tick => {
    const day = daysFromDate(year, month + 1, 1) - start;
    return { at: area.left + day * DAY_WIDTH, label: name };
  });
  const y = [0, 6, 12, 18, 24].map((hour) => ({
    at: bottomOf(area) - (hour * area.height) / 24,
    label: String(hour),
  }));
  return axes(area, { x, y, xTitle: String(year), yTitle: "hour", grid: "none" });
}

/** An SVG in a page: as wide as there is room. */
export function picture(width: number, height: number, title: string, ...parts: readonly Shape[]): Shape {
  const root = { viewBox: `0 0 ${width} ${height}`, width, role: "img", "font-size": 12, fill: paint("ink") };
  return shape("svg", root, shape("title", {}, title), ...parts);
}
