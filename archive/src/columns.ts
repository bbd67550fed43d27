/** Relations between columns: components of one irradiance, or independent states of the air. */
import type { WeatherColumn } from "irradiance-engine";

/** Components of one irradiance: they close only with those of the same source, so they come as a set. */
export const IRRADIANCE = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
] as const satisfies readonly WeatherColumn[];

export type IrradianceColumn = (typeof IRRADIANCE)[number];

export function isIrradiance(column: WeatherColumn): column is IrradianceColumn {
  return (IRRADIANCE as readonly WeatherColumn[]).includes(column);
}

/** Whether global irradiance is given or follows from the given columns. */
export function isWholeSet(columns: readonly WeatherColumn[]): boolean {
  const has = (column: IrradianceColumn) => columns.includes(column);
  const direct = has("direct_normal_irradiance") || has("direct_horizontal_irradiance");
  return has("global_horizontal_irradiance") || (has("diffuse_horizontal_irradiance") && direct);
}
