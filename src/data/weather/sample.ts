/** The embedded sample: a typical year of Greensboro, North Carolina, so that there is weather to try things on. */
import { gunzip } from "./inflate.js";
import type { WeatherColumn, WeatherSeries } from "./series.js";

const MISSING = -32_768;

/**
 * A typical year of hourly weather at Greensboro NC (36.1° N, 79.95° W, 273 m, UTC−5): GHI, DNI, DHI, temperature, dew
 * point, humidity, pressure, wind, precipitable water. NREL TMY3 station 723170, public domain; the year is nominal
 * (2023) and its ends are wrapped to a full UTC year, as `readWeather` does it with the file.
 *
 * @returns a fresh series, the caller's own
 */
export async function loadSample(): Promise<WeatherSeries> {
  // Loaded on demand: 100 kB that most programs do not need.
  const { SAMPLE } = await import("./sample.generated.js");
  const packed = Uint8Array.from(atob(SAMPLE.data), (character) => character.charCodeAt(0));
  const bytes = await gunzip(packed);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const columns: { [name in WeatherColumn]?: Float64Array } = {};
  SAMPLE.columns.forEach(({ name, multiplier, divisor }, k) => {
    columns[name] = Float64Array.from({ length: SAMPLE.count }, (_, row) => {
      const value = view.getInt16(2 * (k * SAMPLE.count + row), true);
      return value === MISSING ? Number.NaN : (value * multiplier) / divisor;
    });
  });
  return { start: SAMPLE.start, interval: SAMPLE.interval, columns, place: { ...SAMPLE.place } };
}
