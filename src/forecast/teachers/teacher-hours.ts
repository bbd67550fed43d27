/** What was observed and what runs said of the same hours, beside the clear sky, by days of the sun. */
import { clearSkyOn } from "../../sky/clear-sky.js";
import type { TimeGrid } from "../../sky/time-grid.js";
import { DAY, HOUR } from "../../time/calendar.js";
import { type CheckedWeather, checkWeather } from "../../weather/checked-series.js";
import type { PastRun } from "../known-past.js";
import type { ForecastPlace } from "../place.js";

/** Columns have one value an hour (of longer steps one a step), W/m²; NaN = missing. */
export interface TeacherHours extends TimeGrid {
  readonly clear: Float64Array;
  /** Observed; what a look finds wrong becomes NaN here. */
  readonly light: Float64Array;
  /** Of the newest run that covers the hour, and of the run before. */
  readonly newest: Float64Array;
  readonly older: Float64Array;
  /** Of each hour its day of mean solar time, counted from the first; and how many there are. */
  readonly day: Int32Array;
  readonly days: number;
}

/** W/m²: with less clear sky an hour says nothing of the sky. */
export const TELLING = 200;

export function teacherHours(
  weather: CheckedWeather,
  light: Float64Array,
  runs: readonly PastRun[],
  place: ForecastPlace,
): TeacherHours {
  const step = Math.max(HOUR, weather.interval * 1000);
  const start = Math.floor(weather.start / HOUR) * HOUR;
  const count = Math.ceil((weather.start + weather.count * weather.interval * 1000 - start) / step);
  const grid = { start, step, count };
  const clear = clearSkyOn(grid, place, place.linkeTurbidity).global;
  const [newest, older] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count).fill(Number.NaN)];
  for (const { series } of runs) addRun(grid, clear, checkWeather(series), newest, older);
  const solar = start + step / 2 + (place.longitude / 360) * DAY;
  const first = Math.floor(solar / DAY);
  const day = Int32Array.from({ length: count }, (_, row) => Math.floor((solar + row * step) / DAY) - first);
  const observed = new Float64Array(count).fill(Number.NaN);
  eachMean(grid, clear, weather.start, weather.interval * 1000, light, (row, value) => (observed[row] = value));
  return { ...grid, clear, light: observed, newest, older, day, days: (day.at(-1) ?? -1) + 1 };
}

function addRun(
  grid: TimeGrid,
  clear: Float64Array,
  { start, interval, columns }: CheckedWeather,
  newest: Float64Array,
  older: Float64Array,
): void {
  const ghi = columns.global_horizontal_irradiance;
  if (ghi === undefined) return;
  eachMean(grid, clear, start, interval * 1000, ghi, (row, value) => {
    older[row] = newest[row]!;
    newest[row] = value;
  });
}

/** Means on the grid's hours that are whole; longer steps follow the clear sky. */
function eachMean(
  grid: TimeGrid,
  clear: Float64Array,
  start: number,
  step: number,
  values: Float64Array,
  take: (row: number, value: number) => void,
): void {
  const rowAt = (k: number) => (start + k * step - grid.start) / grid.step;
  if (step > grid.step) {
    values.forEach((value, k) => {
      const [from, to] = [Math.max(0, Math.ceil(rowAt(k))), Math.min(grid.count, Math.floor(rowAt(k + 1)))];
      let sum = 0;
      for (let row = from; row < to; row++) sum += clear[row]!;
      for (let row = from; row < to; row++) if (value >= 0) take(row, sum > 0 ? (value * clear[row]! * (to - from)) / sum : 0);
    });
    return;
  }
  for (let k = 0; k < values.length; ) {
    const row = Math.floor(rowAt(k + 0.5));
    let [sum, seen] = [0, 0];
    for (; k < values.length && Math.floor(rowAt(k + 0.5)) === row; k++) {
      sum += values[k]!;
      seen++;
    }
    if (row >= 0 && row < grid.count && seen * step > WHOLE * grid.step && !Number.isNaN(sum)) take(row, sum / seen);
  }
}

/** Steps that do not divide an hour leave one more or one fewer in it. */
const WHOLE = 0.75;
