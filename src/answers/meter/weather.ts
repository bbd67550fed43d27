/** Light and air of a weather series over the intervals of a meter: split, and spread along the sun's course, as the engine does it. */
import { FREQUENCIES } from "../../data/contract/observation/period.js";
import { checkWeather, WeatherError, type WeatherSeries } from "../../data/weather/series.js";
import { computeColumns } from "../../engine/compute.js";
import { HOUR_SECONDS, SECOND } from "../../foundation/time/calendar.js";
import type { SunAndSky } from "../../physics/sky/sun-and-sky.js";
import type { MeterPlace } from "./types.js";

/** The meter's clock is not the weather's: means over any quarter-hour are put together from these. */
const FINE = "5_minutes";
const STEP = FREQUENCIES[FINE];
const LIGHT = ["direct_normal_irradiance", "diffuse_horizontal_irradiance", "global_horizontal_irradiance"] as const;
const CLEAR = "global_clear_sky_irradiance";
const AIR = "temperature";
/** W/m² of a clear sky: what is left of less is no share. */
const DIM = 20;

export class MeterWeather {
  /** Unix ms, and of its own intervals ms. */
  readonly start: number;
  readonly end: number;
  readonly step: number;
  private readonly light: readonly Float64Array[];
  private readonly clear: Float64Array;
  private readonly air: Float64Array | undefined;

  /** @throws WeatherError for a series that the engine does not take */
  constructor(series: WeatherSeries, { latitude, longitude, altitude, linkeTurbidity }: MeterPlace) {
    const weather = checkWeather(series);
    if (weather.interval > HOUR_SECONDS)
      throw new WeatherError(
        `learnSystem: weather must come in steps of at most 60 minutes, got ${weather.interval / 60}`,
      );
    const given = Object.keys(weather.columns);
    if (!given.some((name) => name.endsWith("_irradiance")))
      throw new WeatherError(`learnSystem: weather must have light, such as ${LIGHT[2]}, got ${given.join(", ")}`);
    const parameters = weather.columns[AIR] === undefined ? [...LIGHT, CLEAR] : [...LIGHT, CLEAR, AIR];
    const query = { lat: latitude, lon: longitude, parameters, frequency: FINE, horizon: "flat" } as const;
    const { start, values } = computeColumns(query, weather, { altitude, linkeTurbidity });
    [this.start, this.step] = [start, weather.interval * SECOND];
    this.light = LIGHT.map((name) => values[name]!);
    this.clear = values[CLEAR]!;
    this.end = start + this.clear.length * STEP;
    this.air = values[AIR] ?? undefined;
  }

  /** Light in place of the clear sky's, NaN where there is none, and air where it is known. @param width ms of which they are means */
  lay(sky: SunAndSky, n: number, width: number, air: Float64Array): void {
    const columns = [sky.beam, sky.diffuse, sky.global];
    for (let k = 0; k < n; k++) {
      const from = (sky.time[k]! - width / 2 - this.start) / STEP;
      const to = from + width / STEP;
      for (const [c, column] of columns.entries()) column[k] = meanOf(this.light[c]!, from, to);
      const own = this.air === undefined ? Number.NaN : meanOf(this.air, from, to);
      if (!Number.isNaN(own)) air[k] = own;
    }
  }

  /** Light over that of a clear sky, both level; NaN at dusk and where it is not known. @param time Unix ms @param width ms */
  clearness(time: number, width: number): number {
    const from = (time - this.start) / STEP;
    const [given, clear] = [this.light[2]!, this.clear].map((values) => meanOf(values, from, from + width / STEP));
    return clear! > DIM ? given! / clear! : Number.NaN;
  }
}

/** Between two places within rows; NaN outside. */
function meanOf(values: Float64Array, from: number, to: number): number {
  if (!(from >= 0 && to <= values.length)) return Number.NaN;
  let sum = 0;
  for (let row = Math.floor(from); row < to; row++) sum += values[row]! * (Math.min(row + 1, to) - Math.max(row, from));
  return sum / (to - from);
}
