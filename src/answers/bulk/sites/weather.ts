/** Weather to be sent to another thread, in one shared buffer. */
import {
  checkWeather,
  WEATHER_COLUMNS,
  type WeatherColumn,
  WeatherError,
  type WeatherSeries,
} from "../../../data/weather/series.js";

/**
 * The series in memory that all threads can read: pass it to many calls of a pool, or to many sites, without further
 * copies. Units and times are unchanged; the input is not modified.
 * @throws WeatherError as for a computation
 */
export function shareWeather(series: WeatherSeries): WeatherSeries {
  const { start, interval, count, sampling, columns, place } = checkWeather(series);
  const names = WEATHER_COLUMNS.filter((name) => columns[name] !== undefined);
  const buffer = new SharedArrayBuffer(names.length * count * 8);
  const packed: { [name in WeatherColumn]?: Float64Array } = {};
  names.forEach((name, k) => {
    const column = new Float64Array(buffer, k * count * 8, count);
    column.set(columns[name]!);
    packed[name] = column;
  });
  return { start, interval, sampling, columns: packed, ...(place ? { place: { ...place } } : {}) };
}

/**
 * The series in a form that can be posted: shared columns unchanged, all others as `shareWeather` makes them.
 * @throws WeatherError as for a computation
 */
export function packWeather(series: WeatherSeries): WeatherSeries {
  return isShared(series) ? series : shareWeather(series);
}

/** Made by `shareWeather` or equivalent: every column is a Float64Array on shared memory. */
function isShared(series: WeatherSeries): boolean {
  const columns = typeof series === "object" ? series?.columns : null;
  if (typeof columns !== "object" || columns === null) return false;
  const given = Object.values(columns);
  return given.length > 0 && given.every((c) => c instanceof Float64Array && c.buffer instanceof SharedArrayBuffer);
}

/** @throws WeatherError for invalid results of a loader */
export function assertSeries(value: unknown, from: string): asserts value is WeatherSeries {
  if (typeof value === "object" && value !== null && "columns" in value) return;
  const got = value === null ? "null" : typeof value === "object" ? "an object without columns" : String(value);
  throw new WeatherError(`${from} must return a weather series { start, interval, columns }, got ${got}`);
}
