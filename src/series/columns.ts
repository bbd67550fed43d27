/** The columns that follow the sun. */
import type { ClearSky } from "../sky/clear-sky.js";
import type { WeatherColumn } from "../weather/series.js";

/**
 * Components of one irradiance: they close only with those of the same source, so they come as a set.
 *
 * @experimental
 */
export const IRRADIANCE = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
] as const satisfies readonly WeatherColumn[];

/** @experimental */
export type IrradianceColumn = (typeof IRRADIANCE)[number];

/**
 * Whether a column is one of `IRRADIANCE`.
 *
 * @experimental
 */
export function isIrradiance(column: WeatherColumn): column is IrradianceColumn {
  return (IRRADIANCE as readonly WeatherColumn[]).includes(column);
}

/** The part of the clear sky that is a column's. */
export const CLEAR_SKY_OF = {
  global_horizontal_irradiance: "global",
  direct_normal_irradiance: "beam",
  direct_horizontal_irradiance: "direct",
  diffuse_horizontal_irradiance: "diffuse",
} as const satisfies { readonly [column in IrradianceColumn]: keyof ClearSky };
