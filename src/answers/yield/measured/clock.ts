/** By how much the clock of measured power differs from that of the model. */
import type { Notice } from "../../../data/contract/observation/types.js";
import { cureOf } from "../../../data/weather/believe/closing.js";
import { examineWeather } from "../../../data/weather/believe/examine.js";
import { fittingOffsets } from "../../../data/weather/believe/night-light.js";
import { CLOCK_CODES, type Examination, noticeOf } from "../../../data/weather/believe/types.js";
import { orZone, withoutAssumptions, withZones } from "../../../data/weather/examined-reading.js";
import type { OneColumn } from "../../../data/weather/readers/one-column.js";
import { askForZone } from "../../../data/weather/readers/table/clock-questions.js";
import type { WeatherPlace, WeatherSeries } from "../../../data/weather/series.js";
import type { Means } from "./rows.js";

/** Shifts that are tried, either way: further than daylight saving, and a label at the other end. */
const FARTHEST = 3 * 3600;
/** A shift must leave so much less of the squared error: a model is never exact. */
const LESS = 0.85;
/** Fewer rows say nothing. */
const FEWEST = 48;
/** Seconds of a clock that is wrong beyond doubt, days that must tell of it, and standard errors of a day by which it must fit better. */
const LEAST_SURE = 1800;
const FEWEST_DAYS = 7;
const SURE = 4;

/** One value a row. */
export interface ComparedRows {
  readonly measured: Float64Array;
  readonly modelled: Float64Array;
  /** Rows above 1 do not count; 1 is dark. */
  readonly reasons: Uint8Array;
  /** Seconds. */
  readonly interval: number;
}

/**
 * The shift at which the errors of a model scaled to the measured energy are least, in whole rows; where the clouds tell of another beyond
 * doubt, that one.
 *
 * @returns seconds by which the measured times are late, 0 where no other shift is clearly better; and whether that is beyond doubt
 */
export function clockShift(rows: ComparedRows): { readonly shift: number; readonly isSure: boolean } {
  const { interval } = rows;
  const most = Math.floor(FARTHEST / interval);
  const shifts = Array.from({ length: 2 * most + 1 }, (_, k) => k - most);
  const ofClouds = cloudShift(rows, shifts);
  if (ofClouds !== 0) return { shift: ofClouds * interval, isSure: true };
  const errors = new Map(shifts.map((shift) => [shift, errorAt(rows, shift)]));
  const best = leastOf(errors);
  return { shift: errors.get(best)! < LESS * errors.get(0)! ? best * interval : 0, isSure: false };
}

/** 0, unless another is better. */
function leastOf(errors: ReadonlyMap<number, number>): number {
  let least = 0;
  for (const [shift, error] of errors) if (error < errors.get(least)!) least = shift;
  return least;
}

function eachRow(
  { measured, modelled, reasons }: ComparedRows,
  shift: number,
  take: (row: number, own: number, other: number) => void,
): void {
  for (let row = 0; row < measured.length; row++) {
    const other = modelled[row - shift];
    if (reasons[row]! > 1 || other === undefined || Number.isNaN(other)) continue;
    take(row, measured[row]!, other);
  }
}

/** What a model times the best factor leaves of the squares, as a share of them. */
function errorAt(rows: ComparedRows, shift: number): number {
  let [own, cross, square, count] = [0, 0, 0, 0];
  eachRow(rows, shift, (_row, value, other) => {
    own += value * value;
    cross += value * other;
    square += other * other;
    count++;
  });
  return count < FEWEST || square === 0 || own === 0 ? 1 : (own - (cross * cross) / square) / own;
}

/**
 * The shift with which clouds come when they should, day after day; 0: that is not sure. Each time of the day has a factor of its own: a
 * plane that looks elsewhere than it is said to gives its power early or late, but its clouds are those of the weather.
 */
function cloudShift(rows: ComparedRows, shifts: readonly number[]): number {
  const errors = new Map(shifts.map((shift) => [shift, errorsByDay(rows, shift)]));
  const sum = (days: ReadonlyMap<number, number>) => [...days.values()].reduce((all, error) => all + error, 0);
  const best = leastOf(new Map(shifts.map((shift) => [shift, sum(errors.get(shift)!)])));
  if (Math.abs(best) * rows.interval < LEAST_SURE) return 0;
  const [asRead, shifted] = [errors.get(0)!, errors.get(best)!];
  const gains = [...asRead].flatMap(([day, error]) => (shifted.has(day) ? [error - shifted.get(day)!] : []));
  const mean = gains.reduce((all, gain) => all + gain, 0) / gains.length;
  const variance = gains.reduce((all, gain) => all + (gain - mean) * (gain - mean), 0) / (gains.length - 1);
  return gains.length >= FEWEST_DAYS && mean > SURE * Math.sqrt(variance / gains.length) ? best : 0;
}

/** Squares that the model leaves on each day. */
function errorsByDay(rows: ComparedRows, shift: number): ReadonlyMap<number, number> {
  const perDay = Math.round(86_400 / rows.interval);
  // In other months the sun is elsewhere at the same time.
  const slotOf = (row: number) => Math.floor(row / (MONTH * perDay)) * perDay + (row % perDay);
  const slots = slotOf(rows.measured.length) + perDay;
  const [cross, square] = [new Float64Array(slots), new Float64Array(slots)];
  eachRow(rows, shift, (row, value, other) => {
    cross[slotOf(row)]! += value * other;
    square[slotOf(row)]! += other * other;
  });
  const errors = new Map<number, number>();
  eachRow(rows, shift, (row, value, other) => {
    const slot = slotOf(row);
    const error = square[slot]! > 0 ? value - (cross[slot]! / square[slot]!) * other : value;
    const day = Math.floor(row / perDay);
    errors.set(day, (errors.get(day) ?? 0) + error * error);
  });
  return errors;
}
const MONTH = 30;

/** Of the peak power: below, it is the offset of a meter. */
const OFFSET = 0.01;
/** And below that, a model is dark. */
const DARK = 0.002;

/** Of the energy: more in the dark, whatever the clock, is not the sun's. */
const NOTABLE_NIGHT = 0.01;

/**
 * Share of the measured energy that comes in the dark; 0 where it is little, or another clock would have it come by day.
 *
 * @param sign −1: energy that is taken in the dark, as a share of what is given
 */
export function nightShare({ measured, modelled, interval }: ComparedRows, kwp: number, sign: 1 | -1 = 1): number {
  const most = Math.floor(FARTHEST / interval);
  const all = measured.reduce((sum, power) => sum + (power > 0 ? power : 0), 0);
  const inDark = (shift: number) =>
    measured.reduce((sum, value, row) => {
      const power = sign * value;
      return sum + (power > OFFSET * kwp && modelled[row - shift]! < DARK * kwp ? power : 0);
    }, 0);
  for (let shift = -most; shift <= most; shift++) if (!(inDark(shift) > NOTABLE_NIGHT * all)) return 0;
  return all > 0 ? inDark(0) / all : 0;
}

type Taken = Pick<OneColumn, "label" | "timeOffset" | "interval" | "notices">;

/** What to pass where the times are late by so many seconds. */
export function cureOfClock(late: number, { label, timeOffset = 0, interval, notices }: Taken): string {
  return orZone(cureOf(-late / 60, interval / 60, { label, timeOffset }, 1).remedy, notices);
}

/** W/m² that the largest power stands for: so much light makes it. */
const BRIGHT = 900;

export interface LookedAt {
  readonly examination: Examination | undefined;
  readonly notices: readonly Notice[];
}

/** @throws WeatherError for times that state no zone, and are not those of UTC */
export function lookAtClock(
  { start, interval, values }: Means,
  place: WeatherPlace,
  { label, timeOffset, notices, file, examine }: Taken & { file: string | undefined; examine: boolean },
): LookedAt {
  const isAssumed = notices.some(({ code }) => code === "time-zone");
  if (!examine && !isAssumed) return { examination: undefined, notices };
  const sorted = values.filter((value) => value > 0).sort();
  const most = sorted[Math.floor(0.99 * (sorted.length - 1))] ?? 1;
  const light = values.map((value) => (value * BRIGHT) / most);
  const series: WeatherSeries = { start, interval, columns: { global_horizontal_irradiance: light }, place };
  // Where no zone fits, it is not the sun alone that gives power in the night.
  if (isAssumed && fittingOffsets(series, place).length > 0) askForZone(series, place, notices, { file }, "power");
  const found = examine ? examineWeather(series, { label, timeOffset }) : undefined;
  if (found === undefined) return { examination: undefined, notices };
  const findings = withZones(found, notices)
    .findings.filter(({ code }) => CLOCK_CODES.includes(code))
    .map(({ effect: _ofLight, ...finding }) => ({ ...finding, message: finding.message.replaceAll("light", "power") }));
  const examination = { ...found, findings };
  return { examination, notices: [...withoutAssumptions(notices, examination), ...findings.map(noticeOf)] };
}
