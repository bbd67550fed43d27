/** Weather for the tests of bulk runs: hazy days at 46° N, 7° E unless said. */
import type { WeatherSeries } from "../../../src/index.js";
import { roughSun } from "../../engine/cases.js";

const DAY = 86_400;

interface DaysOptions {
  /** Seconds. */
  interval?: number;
  start?: string;
  scale?: number;
  lat?: number;
  lon?: number;
}

/** Global irradiance (W/m²) that follows the sun, and a constant temperature (°C). */
export function days(count: number, options: DaysOptions = {}): WeatherSeries {
  const { interval = 3600, start = "2024-06-01T00:00Z", scale = 1, lat = 46, lon = 7 } = options;
  const n = Math.round((count * DAY) / interval);
  const global = Float64Array.from({ length: n }, (_, i) => {
    const { elevation } = roughSun(Date.parse(start) + (i + 0.5) * interval * 1000, lat, lon);
    return scale * Math.max(0, 800 * Math.sin((elevation / 180) * Math.PI));
  });
  return {
    start,
    interval,
    columns: { global_horizontal_irradiance: global, temperature: new Float64Array(n).fill(20) },
  };
}
