/** One parameter as a heat map: days across, hours upwards; and the mean of each hour of the day, by month. */
import * as pen from "irradiance-engine/internal/report/scene";
import { KnownSum } from "irradiance-engine/internal/shared";
import { type ShownColumn, shownColumn } from "../../chart/months.js";
import { heatColour, LABEL_WIDTH, type Picture, readPicture } from "../../chart/picture.js";
import type { Point } from "../../chart/point.js";
import { heatSummary } from "../../chart/summary.js";
import { pagedTable, type TableModel } from "../../chart/table.js";
import {
  clockText,
  DAY,
  dateText,
  HOUR,
  localOf,
  monthName,
  timeText,
  timeTicks,
  timeWords,
  UTC,
  type Zone,
} from "../../chart/time.js";
import { type Answer, amount, lengthOf, nameOf } from "../../service/answer.js";
import type { Store } from "../../state/state.js";
import { figure, plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { h } from "../../view.js";
import { columnChoice, columnOf, type SeriesView } from "./result.js";

/** Of the 24 hours; null where there is no value. */
type HoursOfDay = readonly (number | null)[];

interface Profile {
  readonly all: HoursOfDay;
  /** January to December, years together. */
  readonly months: readonly HoursOfDay[];
}

export function profileOf({ starts, ends }: Answer, values: readonly (number | null)[], zone: Zone): Profile {
  const sums = Array.from({ length: 13 }, () => Array.from({ length: 24 }, () => new KnownSum()));
  const all = sums[12] as KnownSum[];
  values.forEach((value, i) => {
    const middle = localOf(((starts[i] as number) + (ends[i] as number)) / 2, zone);
    const hour = Math.floor((((middle % DAY) + DAY) % DAY) / HOUR);
    sums[new Date(middle).getUTCMonth()]?.[hour]?.add(value);
    all[hour]?.add(value);
  });
  const means = (hours: readonly KnownSum[]) => hours.map(({ mean, count }) => (count === 0 ? null : mean));
  return { all: means(all), months: sums.slice(0, 12).map(means) };
}

const HEIGHT = 392;
/** Of the bar of colours and its labels. */
const BAR = 96;

/** Where the days and hours are in a picture of a width. */
function areaOf(width: number): pen.Area {
  return { left: 72, top: 28, width: width - 72 - BAR, height: HEIGHT - 72 };
}

/** More intervals in a day than this would make the table too wide: it is then one row an interval. */
const WIDEST = 96;

/** The answer's intervals as days × slots. */
interface Grid {
  readonly days: number;
  readonly slots: number;
  readonly step: number;
  /** Local ms of the first day's midnight. */
  readonly first: number;
  /** ms from midnight to the start of the first slot: zones are not always whole steps. */
  readonly shift: number;
  /** Index of the interval at day × slots + slot, or −1. */
  readonly index: Int32Array;
  /** The same; what clocks leap over has the interval before it, as no time is missing there. */
  readonly drawn: Int32Array;
}

export function heatMapView(store: Store): SeriesView {
  const words = texts().series;
  return {
    name: "heat-map",
    title: words.views["heat-map"],
    hasUnits: true,
    lack({ answer }) {
      if (lengthOf(answer) < DAY) return undefined;
      return { sentence: words.needsHours, remedy: words.askForHours, changes: { frequency: "1_hour" } };
    },
    draw(scene, width) {
      const { answer, state, zone } = scene;
      const column = shownColumn(answer, columnOf(answer, state), state);
      const grid = gridOf(answer, zone);
      const profile = profileOf(answer, column.values, zone);
      const summary = heatSummary(answer, column, profile.all, zone);
      const picture = { ...pictureOf(grid, column, zone, width), summary };
      const read = (at: Point) => readout(at, areaOf(width), grid, column, answer, zone);
      const hasHoles = grid.drawn.some((i) => column.values[i] == null);
      return {
        content: [columnChoice(store, scene), readPicture(picture, read), hasHoles && h("p.hint", words.noValueHere)],
        summary,
        table: tableOf(grid, column, answer, zone),
        more: pagedTable(hoursTable(profile, column, zone), words.hoursTable),
        picture: () => picture,
      };
    },
  };
}

function gridOf({ starts, ends }: Answer, zone: Zone): Grid {
  const step = (ends[0] ?? HOUR) - (starts[0] ?? 0);
  const local = Float64Array.from(starts, (start) => localOf(start, zone));
  const dayOf = (time: number) => Math.floor(time / DAY) * DAY;
  const first = dayOf(local[0] ?? 0);
  const days = Math.round((dayOf(local.at(-1) ?? 0) - first) / DAY) + 1;
  const slots = Math.round(DAY / step);
  const shift = ((((local[0] ?? 0) - first) % step) + step) % step;
  const index = new Int32Array(days * slots).fill(-1);
  const cells = local.map((start) => {
    const day = Math.floor((start - first) / DAY);
    return day * slots + Math.floor((start - first - day * DAY) / step);
  });
  cells.forEach((cell, i) => {
    index[cell] = i;
  });
  const drawn = index.slice();
  for (let i = 1; i < cells.length; i++) {
    if (starts[i] === ends[i - 1]) drawn.fill(i - 1, (cells[i - 1] as number) + 1, cells[i]);
  }
  return { days, slots, step, first, shift, index, drawn };
}

function pictureOf(grid: Grid, { name, unit, values }: ShownColumn, zone: Zone, width: number): Picture {
  const area = areaOf(width);
  const extremes = pen.extremesOf([values]);
  const [least, most] = [Math.min(0, extremes?.[0] ?? 0), Math.max(0, extremes?.[1] ?? 0)];
  const [first, last] = [zone.momentOf(grid.first), zone.momentOf(grid.first + grid.days * DAY)];
  const shiftHours = grid.shift / HOUR;
  const x = pen.linearScale(first, last, area.left, pen.rightOf(area));
  const y = pen.linearScale(shiftHours, 24 + shiftHours, pen.bottomOf(area), area.top);
  const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24].filter((hour) => hour >= shiftHours);
  const marks = pen.valueScale(extremes && [least, most]).ticks.filter(({ at }) => at >= least && at <= most);
  const level = pen.linearScale(least, most, pen.bottomOf(area), area.top);
  const bar: pen.Area = { ...area, left: pen.rightOf(area) + 20, width: 16 };
  const words = texts().series;
  const parts = [
    ...hatching(area),
    pen.shape("image", { href: pixels(grid, values, least, most), ...placeOf(area), "image-rendering": "pixelated" }),
    pen.axes(area, {
      x: pen.placed(timeTicks(first, last, area.width / LABEL_WIDTH, zone), x),
      y: hours.map((hour) => ({ at: y(hour), label: `${String(hour).padStart(2, "0")}:00` })),
      xTitle: zone.isYearless ? `${words.day}, ${texts().chart.typicalYear}` : words.day,
      yTitle: words.timeOfDay(zone.label),
      grid: "none",
    }),
    ...(extremes ? [] : [pen.noValues(area)]),
    pen.shape("image", { href: imageOf(1, 64, (_, row) => heatColour(1 - row / 63)), ...placeOf(bar) }),
    ...marks.map(({ at, label }) => pen.text(pen.rightOf(bar) + 5, level(at) + 4, label)),
    pen.text(bar.left + 8, area.top - 12, unit, { "text-anchor": "middle" }),
  ];
  const range = extremes ? words.fromTo(amount(least, unit), amount(most, unit)) : words.withoutValues;
  return { width, height: HEIGHT, title: words.byDayAndHour(nameOf(name), range), parts };
}

/** What is seen where there is no value, so that nobody takes a hole for a bright hour. */
function hatching(area: pen.Area): pen.Shape[] {
  const stroke = pen.shape("path", { d: "M0 8L8 0", stroke: pen.GRID, "stroke-width": 1.5 });
  const tile = { id: "no-value", width: 8, height: 8, patternUnits: "userSpaceOnUse" };
  return [pen.shape("pattern", tile, stroke), pen.shape("rect", { ...placeOf(area), fill: "url(#no-value)" })];
}

function placeOf({ left, top, width, height }: pen.Area) {
  return { x: left, y: top, width, height, preserveAspectRatio: "none" };
}

/** One pixel an interval; where there is none, or no value, nothing. */
function pixels({ days, slots, drawn }: Grid, values: readonly (number | null)[], least: number, most: number): string {
  return imageOf(days, slots, (day, row) => {
    const i = drawn[day * slots + (slots - 1 - row)] ?? -1;
    const value = i < 0 ? null : values[i];
    return value === null || value === undefined ? undefined : heatColour((value - least) / (most - least || 1));
  });
}

type Colour = readonly [number, number, number];

function imageOf(width: number, height: number, colour: (x: number, y: number) => Colour | undefined): string {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const found = colour(x, y);
      if (found) image.data.set([...found, 255], 4 * (y * width + x));
    }
  }
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

/** The value under the pointer. */
function readout({ x, y }: Point, area: pen.Area, grid: Grid, column: ShownColumn, answer: Answer, zone: Zone): string {
  const day = Math.floor(((x - area.left) / area.width) * grid.days);
  const slot = Math.floor(((pen.bottomOf(area) - y) / area.height) * grid.slots);
  if (day < 0 || day >= grid.days || slot < 0 || slot >= grid.slots) return "";
  const i = grid.index[day * grid.slots + slot] as number;
  const value = column.values[i];
  const words = value == null ? texts().chart.noValues : `${plain(value)} ${column.unit}`;
  return i < 0 ? "" : `${timeWords(answer.starts[i] as number, zone)} · ${words}`;
}

function tableOf(grid: Grid, { name, unit, values }: ShownColumn, answer: Answer, zone: Zone): TableModel {
  const words = texts().series;
  const caption = words.byStart(nameOf(name), unit, zone.label);
  const text = (i: number) => {
    const value = i < 0 ? null : values[i];
    return value === null || value === undefined ? null : plain(value);
  };
  if (grid.slots > WIDEST) {
    return {
      caption,
      columns: [words.start(zone.label), `${nameOf(name)} (${unit})`],
      rows: answer.starts.length,
      cell: (row, column) => (column === 0 ? timeText(answer.starts[row] as number, zone) : text(row)),
    };
  }
  const clocks = Array.from({ length: grid.slots }, (_, slot) =>
    clockText(grid.first + grid.shift + slot * grid.step, UTC),
  );
  return {
    caption,
    columns: [words.day, ...clocks],
    rows: grid.days,
    cell: (row, column) =>
      column === 0
        ? dateText(grid.first + row * DAY, zone.isYearless ? { ...UTC, isYearless: true } : UTC)
        : text(grid.index[row * grid.slots + column - 1] as number),
  };
}

/** A month a row, an hour a column. */
function hoursTable({ months }: Profile, { name, unit }: ShownColumn, zone: Zone): TableModel {
  const known = months.flatMap((hours, month) => (hours.every((mean) => mean === null) ? [] : [{ hours, month }]));
  const words = texts().series;
  return {
    caption: words.hoursCaption(nameOf(name), unit, zone.label),
    columns: [words.month, ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`)],
    rows: known.length,
    cell(row, column) {
      if (column === 0) return monthName(known[row]?.month as number);
      const mean = known[row]?.hours[column - 1];
      return mean == null ? null : figure(mean, Math.abs(mean) >= 100 ? 0 : 1);
    },
  };
}
