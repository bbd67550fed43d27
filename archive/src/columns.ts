/** Relations between columns: components of one irradiance, or independent states of the air. */
import type { WeatherColumn } from "irradiance-engine";
import { type IrradianceColumn, isIrradiance } from "irradiance-engine/series";

/** Whether global irradiance is given or follows from the given columns. */
export function isWholeSet(columns: readonly WeatherColumn[]): boolean {
  const has = (column: IrradianceColumn) => columns.includes(column);
  const direct = has("direct_normal_irradiance") || has("direct_horizontal_irradiance");
  return has("global_horizontal_irradiance") || (has("diffuse_horizontal_irradiance") && direct);
}

/** The irradiances together, every other column separately. */
export function groupsOf(columns: readonly WeatherColumn[]): WeatherColumn[][] {
  const irradiance = columns.filter(isIrradiance);
  const others = columns.filter((column) => !isIrradiance(column)).map((column) => [column]);
  return irradiance.length > 0 ? [irradiance, ...others] : others;
}

/** Those of the columns that belong to a group: of irradiances the whole set, so that the components are from one source. */
export function inGroup(columns: readonly WeatherColumn[], group: readonly WeatherColumn[]): WeatherColumn[] {
  const needsLight = group.some(isIrradiance);
  return columns.filter((column) => (isIrradiance(column) ? needsLight : group.includes(column)));
}

/** "irradiance", "temperature". */
export function nameOfGroup(group: readonly WeatherColumn[]): string {
  return group.some(isIrradiance) ? "irradiance" : group.join(", ");
}
