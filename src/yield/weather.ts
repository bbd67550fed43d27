/** Weather that a yield can be computed of: light on the horizontal, a temperature, and the course of the day. */

import type { Notice } from "../contract/observation/types.js";
import type { ObservationContext } from "../engine/plan/context.js";
import { ASSUMED_WIND } from "../models/pv/system.js";
import { HOUR_SECONDS } from "../time/calendar.js";
import { type CheckedWeather, checkWeather } from "../weather/checked-series.js";
import { WeatherError } from "../weather/errors.js";
import type { WeatherColumn, WeatherSeries } from "../weather/series.js";

/** Seconds. Means over more of the day leave open when the sun shone on the plane. */
const COARSEST = 3 * HOUR_SECONDS;

/**
 * @returns the series, checked
 * @throws WeatherError as `checkWeather`, and for weather of which no yield can be computed: it says what is missing
 */
export function checkYieldWeather(caller: string, weather: WeatherSeries, context: ObservationContext): CheckedWeather {
  const checked = checkWeather(weather);
  checkSteps(caller, checked);
  checkLight(caller, checked);
  checkTemperature(caller, checked, context);
  return checked;
}

function checkSteps(caller: string, { interval }: CheckedWeather): void {
  if (interval <= COARSEST) return;
  const found =
    interval === 24 * HOUR_SECONDS ? "daily values (one a day)" : `one value in ${interval / HOUR_SECONDS} hours`;
  throw new WeatherError(
    `${caller}: the weather has ${found}: a yield needs steps of at most ${COARSEST / HOUR_SECONDS} hours, because the light on a plane depends on ` +
      "the sun's course through the day; a year of hours can be drawn from monthly means of such values (generateYear)",
  );
}

function checkLight(caller: string, { columns }: CheckedWeather): void {
  const has = (name: WeatherColumn) => hasValue(columns[name]);
  const isDirect = has("direct_normal_irradiance") || has("direct_horizontal_irradiance");
  if (has("global_horizontal_irradiance") || (isDirect && has("diffuse_horizontal_irradiance"))) return;
  const names = (Object.keys(columns) as WeatherColumn[]).filter(has).join(", ") || "no value at all";
  throw new WeatherError(
    `${caller}: a yield needs GHI, or DNI and DHI, but the weather has ${names}; light measured in ` +
      "the plane of the modules cannot replace them",
  );
}

function checkTemperature(caller: string, { columns, interval }: CheckedWeather, context: ObservationContext): void {
  if (context.temperature !== undefined || hasValue(columns.temperature)) return;
  const light = columns.global_horizontal_irradiance;
  const sum = light === undefined ? 0 : irradiation(light, interval);
  const known = sum > 0 ? `; its light on the horizontal is ${sum.toFixed(1)} kWh/m²` : "";
  throw new WeatherError(
    `${caller}: the weather has no air temperature, which the energy depends on${known}: give a column of it, or a ` +
      "constant in °C, such as context.temperature 15",
  );
}

function hasValue(column: Float64Array | undefined): boolean {
  return column?.some((value) => !Number.isNaN(value)) ?? false;
}

/** Of what is there, kWh/m². */
export function irradiation(light: Float64Array, interval: number): number {
  const sum = light.reduce((before, value) => before + (value > 0 ? value : 0), 0);
  return (sum * interval) / HOUR_SECONDS / 1000;
}

/** What the weather leaves open. */
export function weatherNotices({ interval, columns }: CheckedWeather, { temperature }: ObservationContext): Notice[] {
  const notices: Notice[] = [];
  if (interval > HOUR_SECONDS) {
    const message = `the weather has means over ${interval / HOUR_SECONDS} hours: within them the light follows a clear sky`;
    notices.push({ code: "coarse", message });
  }
  if (temperature !== undefined && hasValue(columns.temperature)) {
    const message = `context.temperature ${temperature} is not used: the weather has its own temperatures`;
    notices.push({ code: "temperature", message });
  }
  if (!hasValue(columns.wind_speed)) {
    const message = `the weather has no wind: ${ASSUMED_WIND} m/s assumed, as for the nominal operating cell temperature`;
    notices.push({ code: "wind", message, facts: { speed: ASSUMED_WIND } });
  }
  return notices;
}
