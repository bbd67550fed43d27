/** Years of weather whose values are known without the engine's averaging. */
import { formatTime } from "../../../src/data/contract/observation/period.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { computeColumns } from "../../../src/engine/compute.js";

export const DAY = 86_400_000;
export const QUARTER = 900_000;

/** A wave between two values: so many turns since 1970. */
function wave(time: number, period: number, least: number, most: number): number {
  return least + ((most - least) * (1 + Math.sin((2 * Math.PI * time) / period))) / 2;
}

/**
 * Weather at steps of so many seconds over [from, to) (Unix ms): the engine's clear sky through moving clouds, temperature,
 * dew point, humidity and wind in waves.
 */
export function weatherOver(lat: number, lon: number, from: number, to: number, interval = 900): WeatherSeries {
  const step = interval * 1000;
  const count = (to - from) / step;
  const nothing = { start: from, interval, columns: { temperature: new Float64Array(count) } };
  const query = { lat, lon, parameters: "global_clear_sky_irradiance", frequency: "15_minutes" };
  const period = { start: formatTime(from), end: formatTime(to) };
  const clear = computeColumns({ ...query, ...period }, nothing, { altitude: 100 }).values.global_clear_sky_irradiance!;
  const quarters = interval / 900;
  const at = (value: (time: number) => number) =>
    Float64Array.from({ length: count }, (_, row) => value(from + row * step));
  const sky = (time: number) => {
    const first = (time - from) / QUARTER;
    let sum = 0;
    for (let k = 0; k < quarters; k++) sum += clear[Math.floor(first) + k]!;
    return (sum / quarters) * wave(time, 5.3 * 3_600_000, 0.2, 1);
  };
  return {
    start: from,
    interval,
    columns: {
      global_horizontal_irradiance: at(sky),
      temperature: at((time) => wave(time, DAY, 4, 18)),
      dew_point_temperature: at((time) => wave(time, 3 * DAY, -3, 4)),
      relative_humidity: at((time) => wave(time, DAY, 100, 35)),
      wind_speed: at((time) => wave(time, 0.7 * DAY, 0, 9)),
    },
    place: { latitude: lat, longitude: lon, altitude: 100 },
  };
}

/** A year in UTC with a day on either side. */
export function weatherOfYear(lat: number, lon: number, year: number, interval = 900): WeatherSeries {
  return weatherOver(lat, lon, Date.UTC(year, 0, 1) - DAY, Date.UTC(year + 1, 0, 1) + DAY, interval);
}

/** Without some of its columns. */
export function without(weather: WeatherSeries, ...names: (keyof WeatherSeries["columns"])[]): WeatherSeries {
  const columns = Object.fromEntries(
    Object.entries(weather.columns).filter(([name]) => !names.includes(name as never)),
  );
  return { ...weather, columns };
}

/** FNV-1a over the bytes of all columns in their order. */
export function hashOf(columns: { readonly [name: string]: ArrayLike<number | null | undefined> | undefined }): string {
  let hash = 0x811c9dc5;
  for (const column of Object.values(columns)) {
    const bytes = new Uint8Array(Float64Array.from(column as ArrayLike<number>).buffer);
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
