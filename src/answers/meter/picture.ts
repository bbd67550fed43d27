/** What was learnt from a meter, as one picture: three clear days, the shade, and the health by week. */
import { DAY, dateFromDays, daysFromDate, HOUR } from "../../foundation/time/calendar.js";
import { formatTime, parseIsoTime } from "../../foundation/time/iso-time.js";
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import { placeLabel } from "../report/labels.js";
import {
  axes,
  label,
  labelled,
  legend,
  linearScale,
  placed,
  roundTicks,
  type Tick,
  valueScale,
} from "../report/scene/axes.js";
import { cellShapes } from "../report/scene/cells.js";
import { rampColour, SOFT, seriesPaint } from "../report/scene/palette.js";
import {
  type Area,
  bottomOf,
  group,
  line,
  type Point,
  polyline,
  rightOf,
  type Shape,
  sheet,
  text,
} from "../report/scene/shape.js";
import { daysOf } from "./days.js";
import type { HealthWeek } from "./health.js";
import type { Learning } from "./learn.js";
import type { MeterPlace } from "./types.js";

const WIDTH = 900;
const SEASONS = 3;
const [LEFT, GAP] = [60, 56];
const PANEL = (WIDTH - LEFT - 20 - (SEASONS - 1) * GAP) / SEASONS;
const DAYS: readonly Area[] = Array.from({ length: SEASONS }, (_, k) => ({
  left: LEFT + k * (PANEL + GAP),
  ...{ top: 96, width: PANEL, height: 170 },
}));
const SHADE: Area = { left: LEFT, top: 350, width: 290, height: 190 };
const HEALTH: Area = { left: 430, top: 350, width: WIDTH - 450, height: 190 };
/** Colours of the map: an open sky has none. */
const SHADES = 10;
/** A ratio beyond is cut: one week's snow or fog on the sensor would flatten all others. */
const MOST_RATIO = 1.5;
const MOST_DATES = 6;
/** Share of the highest power that a day shown begins and ends with. */
const LIT = 0.005;

/**
 * A learnt system as a complete SVG document.
 *
 * @throws RangeError for a learning without a system
 */
export function learningSvg(learning: Learning, place: MeterPlace): string {
  const { system } = learning;
  if (system === undefined) throw new RangeError("learningSvg: learning must have a system, got a refusal");
  const planes = system.planes.map(
    ({ tilt, azimuth }) => `tilt ${label(tilt, 0)}°, azimuth ${label(((azimuth % 360) + 360) % 360, 0)}°`,
  );
  return sheet(
    WIDTH,
    bottomOf(HEALTH) + 56,
    `${label(system.power, system.power < 100 ? 2 : 0)} kW: ${planes.join("; ")}`,
    `${placeLabel(place.latitude, place.longitude)} · learnt from ${system.clearDays} clear days; on unseen ones off by ${label(100 * system.gain.learnt, 1)} %`,
    legend([{ name: "measured" }, { name: "expected" }], LEFT, 76, WIDTH - LEFT).shape,
    ...dayShapes(learning, place),
    ...shadeShapes(system.shade, place.latitude),
    ...healthShapes(learning),
  );
}

/** Days from the middle of summer or winter, whichever hemisphere: the sun of the 21st of June is 0. */
function fromJune(day: number): number {
  return Math.abs(((((day - JUNE) % YEAR) + 1.5 * YEAR) % YEAR) - YEAR / 2);
}
/** Days since 1970 of a 21st of June. */
const JUNE = 171;
const YEAR = 365.2425;

/** Of the clear days nearest to June, to December, and between, the one whose error is the middle one: no better than most. */
export function clearDays({ rows, expected }: Learning, place: MeterPlace): { from: number; to: number }[] {
  const { clear, from, first, energy } = daysOf(rows, place);
  const days = [...clear.keys()]
    .filter((day) => clear[day] === 1)
    .sort((a, b) => fromJune(first + a) - fromJune(first + b));
  const errorOf = (day: number) => {
    let error = 0;
    for (let row = from[day]!; row < from[day + 1]!; row++) error += Math.abs(rows.power[row]! - expected![row]!) || 0;
    return error / energy[day]!;
  };
  return Array.from({ length: SEASONS }, (_, k) => {
    const own = days.slice(Math.floor((k * days.length) / SEASONS), Math.floor(((k + 1) * days.length) / SEASONS));
    const [day] = own.sort((a, b) => errorOf(a) - errorOf(b)).slice(own.length >> 1);
    return day === undefined ? [] : [{ from: from[day]!, to: from[day + 1]! }];
  })
    .flat()
    .sort((a, b) => a.from - b.from);
}

function dayShapes(learning: Learning, place: MeterPlace): Shape[] {
  const { rows, expected } = learning;
  const days = clearDays(learning, place);
  const all = days.flatMap(({ from, to }) => [...rows.power.subarray(from, to), ...expected!.subarray(from, to)]);
  const most = all.reduce((high, value) => (value > high ? value : high), 0);
  const { to: top, ticks } = valueScale([0, most], 5);
  return days.flatMap((day, k) => {
    const area = DAYS[k]!;
    let { from, to } = day;
    while (from < to - 2 && !(expected![from + 1]! > LIT * most)) from++;
    while (to > from + 2 && !(expected![to - 2]! > LIT * most)) to--;
    const timeOf = (row: number) => rows.start + row * rows.step;
    const x = linearScale(timeOf(from), timeOf(to), area.left, rightOf(area));
    const y = linearScale(0, top, bottomOf(area), area.top);
    const courses = [rows.power, expected!].map((values, series) => {
      const points: Point[] = [];
      for (let row = from; row < to; row++)
        if (!Number.isNaN(values[row]!)) points.push([x(timeOf(row + 0.5)), y(Math.max(0, values[row]!))]);
      return polyline(points, { stroke: seriesPaint(series), "stroke-width": 2 });
    });
    return [
      axes(area, {
        x: hours(timeOf(from), timeOf(to)).map(({ at, label: hour }) => ({ at: x(at), label: hour })),
        y: placed(ticks, y),
        xTitle: `${formatTime(timeOf(from)).slice(0, 10)}, by the meter's clock`,
        yTitle: k === 0 ? "kW" : "",
      }),
      group("day", ...courses),
    ];
  });
}

/** Every third hour. */
function hours(from: number, to: number): Tick[] {
  const first = Math.ceil(from / (3 * HOUR)) * 3 * HOUR;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / (3 * HOUR)) + 1) }, (_, k) => {
    const at = first + 3 * k * HOUR;
    return { at, label: formatTime(at).slice(11, 13) };
  });
}

const COMPASS = ["N", "E", "S", "W"];

function shadeShapes(shade: ShadeMap | undefined, latitude: number): Shape[] {
  // In the middle is where the sun stands at noon.
  const origin = latitude < 0 ? 180 : 0;
  const x = linearScale(0, 360, SHADE.left, rightOf(SHADE));
  const y = linearScale(0, 90, bottomOf(SHADE), SHADE.top);
  return [
    text(
      SHADE.left,
      SHADE.top - 10,
      shade === undefined ? "No shade that helps on unseen days" : "Shade by the sun's position: dark stops its beam",
    ),
    ...(shade === undefined ? [] : [mapShapes(shade, origin)]),
    axes(SHADE, {
      x: [0, 90, 180, 270, 360].map((at) => ({ at: x(at), label: COMPASS[((origin + at) / 90) % 4]! })),
      y: [0, 30, 60, 90].map((at) => ({ at: y(at), label: `${at}°` })),
      ...{ xTitle: "azimuth", yTitle: "elevation" },
    }),
  ];
}

/** Of twelve months the mean. */
function mapShapes({ azimuthStep, elevationStep, passes }: ShadeMap, origin: number): Shape {
  const [columns, rows] = [Math.round(360 / azimuthStep), Math.round(90 / elevationStep)];
  return cellShapes({
    ...{ columns, rows, left: SHADE.left, bottom: bottomOf(SHADE) },
    ...{ width: SHADE.width / columns, height: SHADE.height / rows },
    shadeOf: (column, row) => {
      const cell = row * columns + ((column + Math.round(origin / azimuthStep)) % columns);
      const mean = passes.reduce((sum, cells) => sum + cells[cell]!, 0) / passes.length;
      return mean > 0.995 ? -1 : Math.min(SHADES - 1, Math.floor(mean * SHADES));
    },
    colours: Array.from({ length: SHADES }, (_, k) => rampColour(k / (SHADES - 1))),
  });
}

/** A week's bar is its 80 % band; amiss are the weeks in the second colour. */
function healthShapes({ health }: Learning): Shape[] {
  const weeks = (health?.weeks ?? []).filter(({ own }) => own !== undefined);
  const title = "Power by week, over the healthy system's, with 80 % bands";
  const [from, to] = [weeks[0], weeks.at(-1)].map((week) => (week === undefined ? 0 : dayOf(week)));
  const x = linearScale(from!, Math.max(to!, from! + 1) + 7, HEALTH.left, rightOf(HEALTH));
  const least = weeks.reduce((low, { own }) => Math.min(low, own!.low), 0.9);
  const most = weeks.reduce((high, { own }) => Math.max(high, own!.high), 1.1);
  const marks = roundTicks(least, Math.min(MOST_RATIO, most), 5);
  const top = marks.at(-1)!;
  const y = linearScale(marks[0]!, top, bottomOf(HEALTH), HEALTH.top);
  const bars = weeks.flatMap((week) => {
    const { ratio, low, high } = week.own!;
    const at = x(dayOf(week) + 3.5);
    const stroke = seriesPaint(week.state === "clean" ? 0 : 1);
    const within = (value: number) => y(Math.min(top, value));
    return [
      line(at, within(low), at, within(high), { stroke, "stroke-width": 1 }),
      line(at - 2, within(ratio), at + 2, within(ratio), { stroke, "stroke-width": 2 }),
    ];
  });
  return [
    text(HEALTH.left, HEALTH.top - 10, weeks.length === 0 ? "Too few clear days for the health by week" : title),
    axes(HEALTH, { x: dates(from!, to!, x), y: placed(labelled(marks), y), xTitle: "", yTitle: "" }),
    line(HEALTH.left, y(1), rightOf(HEALTH), y(1), { stroke: SOFT }),
    group("health", ...bars),
  ];
}

function dayOf({ from }: HealthWeek): number {
  return parseIsoTime(`${from}T00:00Z`) / DAY;
}

/** First days of months: of all, of every second, third or sixth, or of years. */
function dates(from: number, to: number, x: (day: number) => number): Tick[] {
  const [first, last] = [from, to].map(monthOf) as [number, number];
  const step = [1, 2, 3, 6].find((months) => (last - first) / months < MOST_DATES) ?? 12;
  return Array.from({ length: last - first }, (_, k) => first + 1 + k)
    .filter((month) => month % step === 0)
    .map((month) => daysFromDate(Math.floor(month / 12), (month % 12) + 1, 1))
    .map((day) => ({ at: x(day), label: formatTime(day * DAY).slice(0, 7) }));
}

function monthOf(day: number): number {
  const { year, month } = dateFromDays(day);
  return 12 * year + month - 1;
}
