/** Curves over local time: one day, or a few. */
import type { ParameterName } from "../../data/contract/observation/parameters.js";
import type { ObservationColumns } from "../../data/contract/observation/types.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { parseIsoTime } from "../../foundation/time/iso-time.js";
import { firstMoment, type Zone } from "../../foundation/time/zone.js";
import {
  clockName,
  clockOf,
  dateOf,
  dayLabel,
  descriptionOf,
  isDrawable,
  localDays,
  subtitleOf,
  twoDigits,
  unitsOf,
} from "./labels.js";
import { axes, labelled, legend, linearScale, placed, roundTicks, type Scale, type Tick } from "./scene/axes.js";
import { seriesPaint } from "./scene/palette.js";
import { type Area, bottomOf, type Point, polyline, rightOf, sheet } from "./scene/shape.js";

const WIDTH = 820;
const MOST_DAYS = 7;

/** Part of the columns: intervals [from, to), and the time that is drawn, Unix ms plus the offset of standard time. */
interface Period {
  readonly from: number;
  readonly to: number;
  readonly begin: number;
  readonly end: number;
}

/** Of several parameters, by their unit. */
const TITLES: { readonly [unit: string]: string } = { "W/m²": "Irradiance", "W/kWp": "pv_production" };

/** Dashes for a curve that lies on one before it, so that both can be seen. */
const ON_ANOTHER = { "stroke-dasharray": "7 7" };

function liesOnAnother(columns: ObservationColumns, parameters: readonly ParameterName[], k: number, period: Period) {
  const own = columns.values[parameters[k]!]!;
  return parameters.slice(0, k).some((parameter) => {
    const other = columns.values[parameter]!;
    for (let i = period.from; i < period.to; i++) if (!Object.is(own[i], other[i])) return false;
    return true;
  });
}

/**
 * @param parameters of one unit; requested ones
 * @param date local day, `YYYY-MM-DD`; undefined: all of the columns
 */
export function dayPlot(
  columns: ObservationColumns,
  parameters: readonly ParameterName[],
  date: string | undefined,
  title: string | undefined,
): string {
  const { unit } = unitsOf(parameters[0]!);
  const other = parameters.find((parameter) => unitsOf(parameter).unit !== unit);
  if (other) throw new RangeError(`plotSvg: parameters of a day must have one unit, got ${parameters[0]} and ${other}`);
  const period = periodOf(columns, date);
  const names = legend(
    parameters.length > 1 ? parameters.map((parameter) => ({ name: descriptionOf(parameter) })) : [],
    70,
    68,
    WIDTH - 90,
  );
  const area: Area = { left: 70, top: 60 + (parameters.length > 1 ? names.height : 0), width: WIDTH - 95, height: 300 };
  const x = linearScale(period.begin, period.end, area.left, rightOf(area));
  const ticks = valueTicks(columns, parameters, period, unit);
  const y = linearScale(ticks[0]!, ticks.at(-1)!, bottomOf(area), area.top);
  const curves = parameters.flatMap((parameter, k) =>
    curvePieces(columns, columns.values[parameter]!, period, x, y).map((pairs) =>
      polyline(pairs, {
        class: parameter,
        stroke: seriesPaint(k),
        "stroke-width": 2,
        "stroke-linejoin": "round",
        ...(liesOnAnother(columns, parameters, k, period) ? ON_ANOTHER : { "stroke-linecap": "round" }),
      }),
    ),
  );
  return sheet(
    WIDTH,
    bottomOf(area) + 64,
    title ?? (parameters.length === 1 ? descriptionOf(parameters[0]!) : (TITLES[unit] ?? unit)),
    subtitleOf(columns, date),
    names.shape,
    axes(area, {
      x: timeTicks(columns, period, x),
      y: placed(labelled(ticks), y),
      xTitle: `${clockName(columns)}; means of intervals, drawn at their middle`,
      yTitle: unit,
    }),
    ...curves,
  );
}

function periodOf(columns: ObservationColumns, date: string | undefined): Period {
  const { start, interval, count, meta } = columns;
  const local = start + meta.time_zone * HOUR;
  if (date !== undefined) {
    const day = [...localDays(columns)].find((candidate) => candidate.date === date);
    if (!day) throw new RangeError(`plotSvg: date must be a local day of the columns, YYYY-MM-DD, got ${date}`);
    const midnight = parseIsoTime(`${date}T00:00Z`);
    const [begin, end] = [midnight, midnight + DAY].map((time) => firstMoment(clockOf(columns), time) + local - start);
    return { from: day.from, to: day.to, begin: begin!, end: end! };
  }
  const end = local + count * interval * 1000;
  if (end - local > MOST_DAYS * DAY)
    throw new RangeError(`plotSvg: kind "day" draws up to ${MOST_DAYS} days: give a date, or kind "year" or "months"`);
  return { from: 0, to: count, begin: local, end };
}

function valueTicks(
  columns: ObservationColumns,
  parameters: readonly ParameterName[],
  { from, to }: Period,
  unit: string,
): number[] {
  // The zero of temperature is a point like any other; other quantities are read relative to zero.
  let least = unit === "°C" ? Number.POSITIVE_INFINITY : 0;
  let most = unit === "°C" ? Number.NEGATIVE_INFINITY : 0;
  for (const parameter of parameters) {
    const column = columns.values[parameter]!;
    for (let i = from; i < to; i++) {
      if (!isDrawable(column[i]!)) continue;
      least = Math.min(least, column[i]!);
      most = Math.max(most, column[i]!);
    }
  }
  return least <= most ? roundTicks(least, most, 6) : [0, 1];
}

/** Pieces of a curve between missing values. A lone value between two missing ones is drawn over its interval. */
function curvePieces(
  { start, interval, meta }: ObservationColumns,
  column: Float64Array,
  { from, to }: Period,
  x: Scale,
  y: Scale,
): Point[][] {
  const step = interval * 1000;
  const local = start + meta.time_zone * HOUR;
  const pieces: Point[][] = [];
  let piece: Point[] = [];
  for (let i = from; i <= to; i++) {
    const value = i < to ? column[i]! : Number.NaN;
    if (isDrawable(value)) {
      piece.push([x(local + (i + 0.5) * step), y(value)]);
    } else if (piece.length > 0) {
      if (piece.length === 1) {
        piece = [
          [x(local + (i - 1) * step), piece[0]![1]],
          [x(local + i * step), piece[0]![1]],
        ];
      }
      pieces.push(piece);
      piece = [];
    }
  }
  return pieces;
}

/** At whole hours of the clock, whichever they are. */
function timeTicks(columns: ObservationColumns, { begin, end }: Period, x: Scale): Tick[] {
  const zone = clockOf(columns);
  const ahead = columns.meta.time_zone * HOUR;
  const span = end - begin;
  const step = [HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR].find((size) => span / size <= 12) ?? DAY;
  const ticks: Tick[] = [];
  const last = localOf(zone, end - ahead);
  for (let time = Math.ceil(localOf(zone, begin - ahead) / step) * step; time <= last; time += step) {
    const utc = zone.toUtc(time, Number.NaN);
    if (Number.isNaN(utc)) continue; // clocks jump over it
    const hour = `${twoDigits(Math.round((time - Math.floor(time / DAY) * DAY) / HOUR))}:00`;
    ticks.push({ at: x(utc + ahead), label: time % DAY === 0 ? `${hour}\n${dayLabel(dateOf(time))}` : hour });
  }
  return ticks;
}

function localOf(zone: Zone, utc: number): number {
  return utc + zone.spanAt(utc).offset;
}
