/** The columns of the air: what monthly values of it were given, in hours, or in minutes that run straight from hour to hour. */
import type { Random } from "../../statistics/random.js";
import type { CheckedPlace } from "./check.js";
import { hourlyHumidity } from "./humidity.js";
import { scaleToMeans, shiftToMeans } from "./monthly-curve.js";
import { airAnomalies, hourlyTemperature, type RadiationDays } from "./temperature.js";
import type { MonthlyMeans } from "./types.js";
import { hourlyWind } from "./wind.js";

export function airColumns(
  place: CheckedPlace,
  monthly: MonthlyMeans,
  radiation: RadiationDays,
  random: Random,
  step: 3600 | 60,
): { [name: string]: Float64Array } {
  const columns: { [name: string]: Float64Array } = {};
  const { temperature, relativeHumidity, dewPointTemperature, windSpeed } = monthly;
  const minutes = step === 60;
  if (temperature) {
    const anomalies = airAnomalies(place, temperature, radiation, random);
    const air = hourlyTemperature(place, { ...monthly, temperature }, radiation, anomalies);
    const means = relativeHumidity ?? dewPointTemperature;
    columns.temperature = minutes ? toMinutes(air) : air;
    if (minutes) shiftToMeans(columns.temperature, temperature);
    if (means) {
      const given = relativeHumidity ? "relative" : "dew-point";
      const { dewPoint, relative } = hourlyHumidity(given, means, temperature, air, anomalies);
      columns.dew_point_temperature = minutes ? toMinutes(dewPoint) : dewPoint;
      columns.relative_humidity = minutes ? toMinutes(relative) : relative;
    }
  }
  if (windSpeed) {
    const wind = hourlyWind(windSpeed, random);
    columns.wind_speed = minutes ? toMinutes(wind) : wind;
    if (minutes) scaleToMeans(columns.wind_speed, windSpeed);
  }
  return columns;
}

/** Linear between the middles of the hours; the year's end runs into its beginning. */
function toMinutes(hourly: Float64Array): Float64Array {
  const count = hourly.length;
  const minutes = new Float64Array(count * 60);
  for (let hour = 0; hour < count; hour++) {
    const here = hourly[hour]!;
    const before = hourly[(hour + count - 1) % count]!;
    const after = hourly[(hour + 1) % count]!;
    for (let minute = 0; minute < 60; minute++) {
      const away = (minute + 0.5) / 60 - 0.5;
      minutes[hour * 60 + minute] = here + (away < 0 ? (here - before) * away : (after - here) * away);
    }
  }
  return minutes;
}
