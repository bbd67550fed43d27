/** What a meter shows, as pictures: months beside what was to be expected, clear days beside the system that was found, health week by week. */
import * as pen from "irradiance-engine/internal/report/scene";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import type { Picture } from "../../chart/picture.js";
import { figure, longDate, monthName, percent } from "../../texts/numbers.js";
import { axisFigure } from "../roof/pictures.js";
import { words } from "./words.js";
import type { HealthWeek, MeterMonth } from "./work.js";
import type { ClearDay } from "./worker.js";

/** Share of a month's light: with less of it, the month is shown pale and is in no sum. */
export const WHOLE = 0.5;
const HEIGHT = 280;
const [LEFT, RIGHT] = [58, 6];

export interface ComparedMonth extends Pick<MeterMonth, "year" | "month" | "measured" | "known"> {
  /** kWh that were due in the rows that the meter has; undefined where nothing says it. */
  readonly expected: number | undefined;
}

/** @param typical kWh of January to December in a typical year */
export function compared(months: readonly MeterMonth[], typical: readonly number[] | undefined): ComparedMonth[] {
  const isUnder = months.some(({ weather }) => weather !== undefined);
  return months.map(({ year, month, measured, known, weather }) => {
    const usual = typical && (typical[month - 1] as number) * known;
    return { year, month, measured, known, expected: isUnder ? weather : usual };
  });
}

export interface MonthSum {
  readonly months: number;
  readonly measured: number;
  readonly expected: number;
}

/** Of months that are known well enough; undefined where there is none. */
export function sumOf(months: readonly ComparedMonth[]): MonthSum | undefined {
  const good = months.filter(({ known, expected }) => known >= WHOLE && expected !== undefined);
  if (good.length === 0) return undefined;
  const sum = (of: (month: ComparedMonth) => number) => good.reduce((all, month) => all + of(month), 0);
  return { months: good.length, measured: sum((one) => one.measured), expected: sum((one) => one.expected ?? 0) };
}

export function monthText({ year, month }: Pick<MeterMonth, "year" | "month">): string {
  return `${monthName(month, "short")} ${year}`;
}

/** The page's letters are larger than those that the legend counts with. */
function named(names: readonly string[], width: number) {
  return pen.legend(
    names.map((name) => ({ name: `${name}\u2003` })),
    LEFT,
    14,
    width - LEFT,
  );
}

export function monthsPicture(months: readonly ComparedMonth[], width: number): Picture {
  const t = words();
  const bar = (month: ComparedMonth, value: number | undefined, name: string) => ({
    value: value ?? null,
    tip: `${monthText(month)}, ${name}: ${value === undefined ? "–" : figure(value)} kWh`,
    isPart: month.known < WHOLE,
  });
  const names = named([t.measured, t.expected], width);
  const { shapes } = pen.barShapes({
    area: { left: LEFT, top: 14 + names.height, width: width - LEFT - RIGHT, height: HEIGHT - 60 - names.height },
    slots: months.map((month) =>
      month.month === 1 || month === months[0]
        ? `${monthName(month.month, "short")}\n${month.year}`
        : monthName(month.month, "short"),
    ),
    series: [
      months.map((month) => bar(month, month.measured, t.measured)),
      months.map((month) => bar(month, month.expected, t.expected)),
    ],
    xTitle: "",
    yTitle: "kWh",
    tickLabel: axisFigure,
  });
  return { width, height: HEIGHT, title: t.monthsTitle, parts: [names.shape, ...shapes] };
}

const WEEK = 7 * DAY;
/** One week's fog or snow would flatten all others. */
const MOST = 1.5;
/** Pixels of a date below the axis. */
const DATE = 74;
const LOOKS: { readonly [state in HealthWeek["state"]]: string } = {
  clean: pen.seriesPaint(0),
  unknown: pen.SOFT,
  snow: pen.SOFT,
  dirty: pen.seriesPaint(1),
  low: pen.seriesPaint(1),
  half: pen.seriesPaint(2),
  broken: pen.seriesPaint(2),
};

/** Each week with clear hours, beside the healthy system of that time. */
export function weeksPicture(weeks: readonly HealthWeek[], width: number): Picture {
  const t = words();
  const area = { left: LEFT, top: 10, width: width - LEFT - RIGHT - 14, height: HEIGHT - 60 };
  const [first, last] = [weeks[0], weeks.at(-1)].map((week) => Date.parse(week?.from ?? "")) as [number, number];
  const x = pen.linearScale(first, last + WEEK, area.left, pen.rightOf(area));
  const y = pen.linearScale(0, MOST, pen.bottomOf(area), area.top);
  const every = Math.max(1, Math.ceil((weeks.length * DATE) / area.width));
  const ticks = weeks.filter((_, k) => k % every === 0 && weeks.length - k > every / 2);
  const dots = weeks.flatMap(({ from, state, own }) => {
    if (!own) return [];
    const at = x(Date.parse(from) + WEEK / 2);
    const [low, middle, high] = [own.low, own.ratio, own.high].map((ratio) => y(Math.min(MOST, ratio))) as [
      number,
      number,
      number,
    ];
    const tip = `${longDate(Date.parse(from))}: ${percent(own.ratio)}, ${t.states[state]}`;
    return [
      pen.line(at, low, at, high, { stroke: pen.GRID, "stroke-width": 3 }),
      pen.shape("circle", { class: "bar", cx: at, cy: middle, r: 3, fill: LOOKS[state] }, pen.shape("title", {}, tip)),
    ];
  });
  const axes = pen.axes(area, {
    x: ticks.map(({ from }) => ({
      at: x(Date.parse(from)),
      label: `${monthName(Number(from.slice(5, 7)), "short")} ${from.slice(0, 4)}`,
    })),
    y: [0, 0.25, 0.5, 0.75, 1, 1.25].map((share) => ({ at: y(share), label: percent(share) })),
    xTitle: "",
    yTitle: "",
  });
  return { width, height: HEIGHT - 20, title: t.weeksTitle, parts: [axes, ...dots] };
}

const [PANEL_HEIGHT, GAP, NARROW] = [190, 24, 620];
/** Share of the highest power that a day shown begins and ends with. */
const LIT = 0.005;

/** By the meter's own clock. */
export function daysPicture(days: readonly ClearDay[], width: number): Picture {
  const t = words();
  const isTall = width < NARROW;
  const columns = isTall ? 1 : days.length;
  const wide = (width - RIGHT - columns * LEFT) / columns;
  const names = named([t.measured, t.ofSystem], width);
  const top = 20 + names.height;
  const down = PANEL_HEIGHT + 40 + GAP;
  const most = Math.max(...days.map(({ measured, expected }) => Math.max(highest(measured), highest(expected))));
  const panels = days.map((day, k) => {
    const area = {
      left: LEFT + (isTall ? 0 : k * (wide + LEFT)),
      top: top + (isTall ? k * down : 0),
      width: wide,
      height: PANEL_HEIGHT,
    };
    return dayShapes(day, area, most);
  });
  const height = top + (isTall ? days.length : 1) * down;
  return { width, height, title: t.daysTitle, parts: [names.shape, ...panels.flat()] };
}

function highest(values: Float64Array): number {
  return values.reduce((most, value) => (value > most ? value : most), 0);
}

function dayShapes({ start, step, measured, expected }: ClearDay, area: pen.Area, most: number): pen.Shape[] {
  const isLit = (k: number) => (expected[k] as number) > LIT * most;
  let [from, to] = [0, expected.length];
  while (from < to - 2 && !isLit(from + 1)) from++;
  while (to > from + 2 && !isLit(to - 2)) to--;
  const timeOf = (k: number) => start + k * step;
  const { to: top, ticks } = pen.valueScale([0, most], 4, axisFigure);
  const x = pen.linearScale(timeOf(from), timeOf(to), area.left, pen.rightOf(area));
  const y = pen.linearScale(0, top, pen.bottomOf(area), area.top);
  const hours = [0, 3, 6, 9, 12, 15, 18, 21]
    .map((hour) => Math.floor(timeOf(from) / DAY) * DAY + hour * HOUR)
    .flatMap((time) => [time, time + DAY])
    .filter((time) => time >= timeOf(from) && time <= timeOf(to));
  const courses = [measured, expected].map((values, series) => {
    const points: pen.Point[] = [];
    for (let k = from; k < to; k++) {
      const value = values[k] as number;
      if (!Number.isNaN(value)) points.push([x(timeOf(k + 0.5)), y(Math.max(0, value))]);
    }
    return pen.polyline(points, { stroke: pen.seriesPaint(series), "stroke-width": 2 });
  });
  const label = (time: number) => `${new Date(time).toISOString().slice(11, 13)} h`;
  return [
    pen.axes(area, {
      x: hours.map((time) => ({ at: x(time), label: label(time) })),
      y: pen.placed(ticks, y),
      xTitle: longDate(timeOf((from + to) / 2)),
      yTitle: "kW",
    }),
    ...courses,
  ];
}
