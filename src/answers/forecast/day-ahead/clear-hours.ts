/** Whole hours of a place, and runs on them. */

import type { WeatherSeries } from "../../../data/weather/series.js";
import { checkWeather } from "../../../data/weather/series.js";
import { cos, DEG } from "../../../foundation/math/index.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { solarDayShift } from "../../../foundation/time/solar-day.js";
import { LEAST_CLEAR_SKY, MOST_INDEX } from "../../../physics/sky/clear-index.js";
import { clearSkyOn } from "../../../physics/sky/clear-sky.js";
import type { Period, TimeGrid } from "../../../physics/sky/time-grid.js";
import { type ForecastPlace, onRows } from "../quarter-hours.js";

/** mm/h: less is drizzle that a model makes of any cloud. */
const RAIN = 0.1;

/** One value an hour. */
export interface ClearHours extends TimeGrid {
  /** GHI of the clear sky, W/m². */
  readonly global: Float64Array;
  readonly cosZenith: Float64Array;
  /** Of mean solar time, from 1970. */
  readonly day: Int32Array;
}

/** What predicts the hours of a run; NaN: not known. Row k of it is row k + `shift` of the clear hours. */
export interface RunHours {
  readonly shift: number;
  readonly index: Float64Array;
  readonly mean3: Float64Array;
  readonly mean5: Float64Array;
  readonly mean: Float64Array;
  readonly humidity: Float64Array | undefined;
  readonly rain: Float64Array | undefined;
}

/** Hours begin where those of a run do; finer steps have them on the hour, wherever the run is cut off. */
export function hourPhase(series: WeatherSeries): number {
  const { start, interval } = checkWeather(series);
  return interval * 1000 < HOUR ? 0 : start % HOUR;
}

/** @param start where an hour begins */
export function clearHoursOf({ start, end }: Period, place: ForecastPlace): ClearHours {
  const grid = { start, step: HOUR, count: Math.ceil((end - start) / HOUR) };
  const { global, zenith } = clearSkyOn(grid, place, place.linkeTurbidity);
  const solar = start + HOUR / 2 + solarDayShift(place.longitude);
  return {
    ...grid,
    global,
    cosZenith: zenith.map((angle) => cos(angle * DEG)),
    day: Int32Array.from({ length: grid.count }, (_, row) => Math.floor((solar + row * HOUR) / DAY)),
  };
}

/**
 * @param what named by errors
 * @throws TypeError for a run without GHI, RangeError for steps above an hour that are not whole hours from the first on
 */
export function runHoursOf(series: WeatherSeries, clear: ClearHours, what: string): RunHours {
  const run = checkWeather(series);
  const { global_horizontal_irradiance: ghi, relative_humidity, precipitation } = run.columns;
  if (ghi === undefined) throw new TypeError(`${what}: a run must have global_horizontal_irradiance`);
  const rowOf = (time: number) => Math.min(Math.max(0, (time - clear.start) / HOUR), clear.count);
  const shift = Math.floor(rowOf(run.start));
  const count = Math.ceil(rowOf(run.start + run.count * run.interval * 1000)) - shift;
  const grid = { start: clear.start + shift * HOUR, step: HOUR, count };
  const global = clear.global.subarray(shift, shift + count);
  const on = (values: Float64Array | undefined) => values && onRows(grid, run, what, values, undefined);
  const index = onRows(grid, run, what, ghi, global).map((light, row) =>
    global[row]! >= LEAST_CLEAR_SKY ? Math.min(Math.max(0, light / global[row]!), MOST_INDEX) : Number.NaN,
  );
  return {
    shift,
    index,
    mean3: centredMean(index, 1),
    mean5: centredMean(index, 2),
    mean: dailyMean(index, global, clear.day.subarray(shift, shift + count)),
    humidity: on(relative_humidity)?.map((percent) => Math.min(percent, 100) / 100),
    rain: on(precipitation)?.map((rate) => (Number.isNaN(rate) ? rate : rate > RAIN ? 1 : 0)),
  };
}

/** Of the hours that have a value, up to `reach` before and after. */
function centredMean(values: Float64Array, reach: number): Float64Array {
  return values.map((own, row) => {
    if (Number.isNaN(own)) return own;
    let [sum, count] = [0, 0];
    for (let k = Math.max(0, row - reach); k <= Math.min(values.length - 1, row + reach); k++) {
      if (Number.isNaN(values[k]!)) continue;
      sum += values[k]!;
      count++;
    }
    return sum / count;
  });
}

/** Of the hours of a day that the run has. */
function dailyMean(index: Float64Array, clear: Float64Array, day: Int32Array): Float64Array {
  const means = new Float64Array(index.length);
  for (let from = 0; from < index.length; ) {
    let [to, light, all] = [from, 0, 0];
    for (; to < index.length && day[to] === day[from]; to++) {
      if (Number.isNaN(index[to]!)) continue;
      light += index[to]! * clear[to]!;
      all += clear[to]!;
    }
    means.fill(light / all, from, to);
    from = to;
  }
  return means;
}
