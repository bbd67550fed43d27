/** Pictures of an examination beside the maps of years: the clock's evidence, the components, the sky around, the months. */
import type { CheckContext } from "../../../data/weather/believe/context.js";
import type { ClockEvidence, ExaminedMonth } from "../../../data/weather/believe/types.js";
import {
  DAY,
  dayNumberOfYear,
  daysFromDate,
  SHORT_MONTH_NAMES,
  yearOfDayNumber,
} from "../../../foundation/time/calendar.js";
import { axes, extremesOf, label, labelled, linearScale, placed, roundTicks, type Tick } from "../scene/axes.js";
import { barShapes } from "../scene/bars.js";
import { cellShapes } from "../scene/cells.js";
import { GRID, INK, paint, SOFT, SUN, seriesPaint } from "../scene/palette.js";
import { type Area, bottomOf, line, polyline, rightOf, type Shape, shape, text } from "../scene/shape.js";
import type { ClosureCells, DayHours, SkyCells } from "./grids.js";
import { MUCH_LOST } from "./words.js";

const HALF_WIDTH = 400;
/** Of "best: −120 min". */
const NAME_WIDTH = 96;

/** How well each clock fits the light: the lowest point is the clock that the light speaks for. */
export function clockPicture({ candidates, bestShift, from }: ClockEvidence): Shape {
  const area: Area = { left: 64, top: 14, width: HALF_WIDTH - 84, height: 220 };
  const scores = candidates.map(({ score }) => score);
  const [least, most] = extremesOf([scores]) ?? [0, 1];
  const values = roundTicks(least, most, 5);
  const shifts = candidates.map(({ shift }) => shift);
  const [first, last] = [Math.min(...shifts), Math.max(...shifts)];
  const x = linearScale(first, last, area.left + 8, rightOf(area) - 8);
  const y = linearScale(values[0]!, values.at(-1)!, bottomOf(area), area.top);
  // Beside its line, on the side away from the dashed one, unless no room is there.
  const room = bestShift > 0 ? rightOf(area) - x(bestShift) : x(bestShift) - area.left;
  const isLeft = bestShift <= 0 === room > NAME_WIDTH;
  const marks = labelled(roundTicks(first, last, 6)).filter(({ at }) => at >= first && at <= last);
  return picture(
    HALF_WIDTH,
    bottomOf(area) + 44,
    "How well each clock fits",
    axes(area, {
      x: placed(marks, x),
      y: placed(labelled(values), y),
      xTitle: "minutes by which the sun is later than in the file",
      yTitle: `misfit of the ${from}`,
    }),
    line(x(0), area.top, x(0), bottomOf(area), { stroke: SOFT, "stroke-dasharray": "4 3" }),
    line(x(bestShift), area.top, x(bestShift), bottomOf(area), { stroke: seriesPaint(1) }),
    text(x(bestShift) + (isLeft ? -6 : 6), area.top + 16, `best: ${label(bestShift)} min`, {
      "text-anchor": isLeft ? "end" : "start",
    }),
    polyline(
      candidates.map(({ shift, score }) => [x(shift), y(score)]),
      { stroke: seriesPaint(0), "stroke-width": 1.5 },
    ),
    ...candidates.map(({ shift, score }) =>
      shape(
        "circle",
        {
          cx: x(shift),
          cy: y(score),
          r: shift === bestShift ? 5 : 2.5,
          fill: seriesPaint(shift === bestShift ? 1 : 0),
        },
        shape("title", {}, `${label(shift)} min: ${label(score, 2)}`),
      ),
    ),
  );
}

/** Steps of how many rows a square holds: each is drawn darker than the one before. */
const CROWDS = 5;

/** GHI over the sum of the components; on the line they fit. */
export function closurePicture({ side, squares, rows }: ClosureCells): Shape {
  const area: Area = { left: 64, top: 14, width: 4 * squares, height: 4 * squares };
  const most = side * squares;
  const x = linearScale(0, most, area.left, rightOf(area));
  const y = linearScale(0, most, bottomOf(area), area.top);
  const marks = labelled(roundTicks(0, most, 6)).filter(({ at }) => at <= most);
  const largest = rows.reduce((a, b) => Math.max(a, b), 1);
  // Equal steps of the number's power: most rows lie on the line, and what does not has to be seen.
  const crowd = (n: number) =>
    n === 0 ? -1 : Math.min(CROWDS - 1, Math.floor(CROWDS * Math.sqrt(Math.sqrt(n / largest))));
  return picture(
    HALF_WIDTH,
    bottomOf(area) + 44,
    "GHI beside the sum of its components",
    axes(area, { x: placed(marks, x), y: placed(marks, y), xTitle: "DNI · cos z + DHI, W/m²", yTitle: "GHI, W/m²" }),
    line(x(0), y(0), x(most), y(most), { stroke: SOFT }),
    cellShapes({
      ...{ columns: squares, rows: squares, left: area.left, bottom: bottomOf(area), width: 4, height: 4 },
      shadeOf: (column, row) => crowd(rows[row * squares + column]!),
      colours: Array.from({ length: CROWDS }, (_, k) => paint(`crowd-${k}`)),
    }),
  );
}

const COMPASS: { readonly [azimuth: number]: string } = { 0: "N", 90: "E", 180: "S", 270: "W" };

/** The clearest light from each part of the sky; what is dark there stands before the sun. Clouds that reflect make no difference. */
export function sunPicture({ across, up, columns, rows, index }: SkyCells, latitude: number): Shape {
  const highest = highestOf({ across, up, columns, rows, index });
  const shown = Math.max(10 * Math.ceil(highest / 10), 30);
  const area: Area = { left: 64, top: 14, width: 720, height: 6 * shown > 360 ? 360 : 6 * shown };
  // In the middle is where the sun stands at noon.
  const origin = latitude < 0 ? 180 : 0;
  const x = linearScale(0, 360, area.left, rightOf(area));
  const y = linearScale(0, shown, bottomOf(area), area.top);
  const turned = (column: number) => (column + origin / across) % columns;
  return picture(
    MAP_WIDTH,
    bottomOf(area) + 54,
    "Clear light by the position of the sun",
    cellShapes({
      columns,
      rows: shown / up,
      shadeOf: (column, row) => {
        const value = index[row * columns + turned(column)]!;
        return Number.isNaN(value) ? -1 : indexShade(Math.min(value, 1));
      },
      colours: INDEX_NAMES.map((_, k) => paint(`index-${k}`)),
      ...{ left: area.left, bottom: bottomOf(area), width: area.width / columns, height: (area.height * up) / shown },
    }),
    axes(area, {
      x: Array.from({ length: 13 }, (_, k) => {
        const azimuth = (origin + 30 * k) % 360;
        return { at: x(30 * k), label: `${azimuth}°\n${COMPASS[azimuth] ?? ""}` };
      }),
      y: Array.from({ length: shown / 10 + 1 }, (_, k) => ({ at: y(10 * k), label: `${10 * k}°` })),
      xTitle: "azimuth of the sun",
      yTitle: "elevation of the sun",
      grid: "none",
    }),
  );
}

/** Upper edge of the highest cell with a value, degrees. */
function highestOf({ up, columns, rows, index }: SkyCells): number {
  let row = rows - 1;
  while (row > 0 && index.subarray(row * columns, (row + 1) * columns).every(Number.isNaN)) row--;
  return (row + 1) * up;
}

/** Sums of months as bars, with the clear sky above them and, where it is known, the climate of the place. */
export function monthsPicture(
  all: readonly ExaminedMonth[],
  climate: ArrayLike<number> | undefined,
  { start, step, count, place }: CheckContext,
): Shape {
  const startOf = (year: number, month: number) => daysFromDate(year, month, 1) * DAY - (place.longitude / 360) * DAY;
  const end = start + count * step;
  const coverOf = ({ year, month }: ExaminedMonth) =>
    Math.min(startOf(year, month + 1), end) - Math.max(startOf(year, month), start);
  // In solar time, a year of another clock reaches into the months beside it by hours.
  const some = all.filter((month) => coverOf(month) > DAY);
  const months = some.length > 0 ? some : all;
  const area: Area = { left: 64, top: 14, width: 720, height: 220 };
  const expected = months.map((month) => (climate === undefined ? Number.NaN : climateSum(month, climate)));
  // The climate's months are whole.
  const isWhole = (month: ExaminedMonth) =>
    month.missing < MUCH_LOST &&
    coverOf(month) >= startOf(month.year, month.month + 1) - startOf(month.year, month.month) - DAY;
  const bars = months.map(({ year, month, light, missing, lost }) => ({
    value: light,
    tip: `${SHORT_MONTH_NAMES[month - 1]} ${year}: ${label(light, 1)} kWh/m²`,
    isPart: missing + lost > MUCH_LOST,
  }));
  const { shapes, centre, y } = barShapes({
    area,
    slots: months.map(({ year, month }, k) => {
      const name = SHORT_MONTH_NAMES[month - 1]!;
      return k === 0 || month === 1 ? `${name}\n${year}` : name;
    }),
    series: [bars],
    xTitle: "month",
    yTitle: "kWh/m²",
    range: [0, Math.max(...months.map(({ clear }) => clear), ...expected.filter((value) => !Number.isNaN(value)))],
  });
  const half = (0.4 * area.width) / months.length;
  const level = (k: number, value: number, stroke: string, tip: string) =>
    shape(
      "line",
      { x1: centre(k) - half, x2: centre(k) + half, y1: y(value), y2: y(value), stroke, "stroke-width": 2 },
      shape("title", {}, `${tip}: ${label(value, 1)} kWh/m²`),
    );
  return picture(
    MAP_WIDTH,
    bottomOf(area) + 60,
    "Months beside the clear sky and the climate",
    ...shapes,
    ...months.map(({ clear }, k) => level(k, clear, SUN, "clear sky")),
    ...months.flatMap((month, k) =>
      isWhole(month) && !Number.isNaN(expected[k]!) ? [level(k, expected[k]!, INK, "climate")] : [],
    ),
    line(area.left, bottomOf(area), rightOf(area), bottomOf(area), { stroke: GRID }),
  );
}

/** kWh/m² of a month of the climate. */
function climateSum({ year, month }: ExaminedMonth, climate: ArrayLike<number>): number {
  const days = daysFromDate(year, month + 1, 1) - daysFromDate(year, month, 1);
  return (climate[month - 1]! * 24 * days) / 1000;
}

/** Pixels of a day. */
const DAY_WIDTH = 2;
const AREA_LEFT = 64;
const MAP_WIDTH = AREA_LEFT + 366 * DAY_WIDTH + 14;
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
function indexShade(index: number): number {
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
  const y = [0, 6, 12, 18, 24].map((hour) => ({ at: bottomOf(area) - (hour * area.height) / 24, label: String(hour) }));
  return axes(area, { x, y, xTitle: String(year), yTitle: "hour", grid: "none" });
}

/** An SVG in a page: as wide as there is room. */
export function picture(width: number, height: number, title: string, ...parts: readonly Shape[]): Shape {
  const root = { viewBox: `0 0 ${width} ${height}`, width, role: "img", "font-size": 12, fill: paint("ink") };
  return shape("svg", root, shape("title", {}, title), ...parts);
}
