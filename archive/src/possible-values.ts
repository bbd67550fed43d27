/** What values a column can have at all on Earth: a net for damage and wrong units, wider than any quality rule. */
import type { WeatherColumn } from "irradiance-engine";

const IRRADIANCE = [-100, 2500] as const;

/** In the columns' own units, both included. */
const LIMITS: { readonly [column in WeatherColumn]?: readonly [number, number] } = {
  global_horizontal_irradiance: IRRADIANCE,
  direct_normal_irradiance: IRRADIANCE,
  direct_horizontal_irradiance: IRRADIANCE,
  diffuse_horizontal_irradiance: IRRADIANCE,
  temperature: [-100, 70],
  dew_point_temperature: [-120, 50],
  wind_speed: [0, 150],
  snow_depth: [-10, 100_000],
  albedo: [-0.01, 1.01],
  pressure: [20_000, 115_000],
  relative_humidity: [-5, 150],
  precipitable_water: [-0.1, 20],
  aerosol_optical_depth: [-0.1, 20],
};

/** Puts NaN for values outside of the limits. @returns how many */
export function removeImpossible(column: WeatherColumn, values: Float64Array): number {
  const [least, most] = LIMITS[column] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let count = 0;
  for (let k = 0; k < values.length; k++) {
    if (!(values[k]! < least || values[k]! > most)) continue;
    values[k] = Number.NaN;
    count++;
  }
  return count;
}
