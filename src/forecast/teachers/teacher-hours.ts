/** What was observed and what runs said of the same hours, beside the clear sky, by days of the sun. */
import { clearSkyOn } from "../../sky/clear-sky.js";
import type { TimeGrid } from "../../sky/time-grid.js";
import { quantileOfSorted } from "../../statistics/order.js";
import { DAY, HOUR } from "../../time/calendar.js";
import { type CheckedWeather, checkWeather } from "../../weather/checked-series.js";
import type { PastRun } from "../known-past.js";
import type { ForecastPlace } from "../place.js";
import { possibleLight } from "../quarter-hours.js";

/** One value an hour, or a step where steps are longer; W/m², NaN = missing. */
export interface TeacherHours extends TimeGrid {
  readonly clear: Float64Array;
  /** Observed. */
  readonly light: Float64Array;
  /** Of the newest run that covers the hour, and of the run before it. */
  readonly newest: Float64Array;
  readonly older: Float64Array;
  /** Days of mean solar time since 1970, with their fraction, at the middle of the first row. */
  readonly solar: number;
}

/** W/m²: with less clear sky an hour says little of the sky. */
const TELLING = 200;
/** Of an hour that must be there: steps that do not divide an hour leave one more or one fewer in it. */
const WHOLE = 0.75;

/** @param runs in the order in which they were issued */
export function teacherHours(weather: CheckedWeather, runs: readonly PastRun[], place: ForecastPlace): TeacherHours {
  const { interval, count } = weather;
  const step = Math.max(HOUR, interval * 1000);
  const start = Math.floor(weather.start / HOUR) * HOUR;
  const grid = { start, step, count: Math.ceil((weather.start + count * interval * 1000 - start) / step) };
  const { global: clear } = clearSkyOn(grid, place, place.linkeTurbidity);
  const [light, newest, older] = [0, 1, 2].map(() => new Float64Array(grid.count).fill(Number.NaN)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  eachMean(grid, clear, weather, (row, value) => {
    light[row] = possibleLight(value, clear[row]!);
  });
  for (const { series } of runs) {
    eachMean(grid, clear, checkWeather(series), (row, value) => {
      older[row] = newest[row]!;
      newest[row] = value;
    });
  }
  const solar = (start + step / 2) / DAY + place.longitude / 360;
  return { ...grid, clear, light, newest, older, solar };
}

/** Means over the rows that a series fills; its longer steps follow the clear sky. */
function eachMean(
  grid: TimeGrid,
  clear: Float64Array,
  { start, interval, count, columns }: CheckedWeather,
  take: (row: number, value: number) => void,
): void {
  const values = columns.global_horizontal_irradiance;
  if (values === undefined) return;
  const step = interval * 1000;
  const rowAt = (k: number) => (start + k * step - grid.start) / grid.step;
  for (let k = 0; k < count; ) {
    if (step > grid.step) {
      const [from, to] = [Math.max(0, Math.ceil(rowAt(k))), Math.min(grid.count, Math.floor(rowAt(k + 1)))];
      const sum = clear.subarray(from, Math.max(from, to)).reduce((all, value) => all + value, 0);
      const factor = sum > 0 ? (values[k]! * (to - from)) / sum : 0;
      for (let row = from; row < to; row++) if (!Number.isNaN(values[k]!)) take(row, clear[row]! * factor);
      k++;
      continue;
    }
    const row = Math.floor(rowAt(k + 0.5));
    let [sum, seen] = [0, 0];
    for (; k < count && Math.floor(rowAt(k + 0.5)) === row; k++) {
      sum += values[k]!;
      seen++;
    }
    if (row >= 0 && row < grid.count && seen * step > WHOLE * grid.step && !Number.isNaN(sum)) take(row, sum / seen);
  }
}

/** Days of mean solar time since 1970. */
export function dayOf({ solar, step }: TeacherHours, row: number): number {
  return Math.floor(solar + (row * step) / DAY);
}

/** 0 … 23, of mean solar time. */
export function solarHourOf({ solar, step }: TeacherHours, row: number): number {
  const time = solar + (row * step) / DAY;
  return Math.floor((time - Math.floor(time)) * 24);
}

/** Rows by their day, the first day first; days without a row are empty. */
export function rowsByDay(hours: TeacherHours): readonly (readonly number[])[] {
  const first = dayOf(hours, 0);
  const days: number[][] = Array.from({ length: dayOf(hours, hours.count - 1) - first + 1 }, () => []);
  for (let row = 0; row < hours.count; row++) days[dayOf(hours, row) - first]!.push(row);
  return days;
}

/** Whether an hour says something of the sky: it was observed, under a sun high enough. */
export function tells({ clear, light }: TeacherHours, row: number): boolean {
  return clear[row]! > TELLING && !Number.isNaN(light[row]!);
}

/** Clear hours: so much of the hours is darker. */
export const CLEAR_HOURS = 0.95;

/** How bright clear hours are, over the clear sky; NaN of none. @param indices of hours, over the clear sky */
export function clearest(indices: readonly number[]): number {
  return indices.length === 0 ? Number.NaN : quantileOfSorted(Float64Array.from(indices).sort(), CLEAR_HOURS);
}

/** Indices of rows of a column, without the missing ones. */
export function indicesOf({ clear }: TeacherHours, column: Float64Array, rows: readonly number[]): readonly number[] {
  return rows.map((row) => column[row]! / clear[row]!).filter((index) => !Number.isNaN(index));
}
