/** The columns of a run's results: names, units, and their aggregates. */
import { ENERGIES, PARAMETERS, type ParameterName, type SurfaceName } from "../../contract/observation/parameters.js";
import { DIAGNOSTIC_NAMES, type DiagnosticName } from "../../engine/plan/context.js";
import type { RunSpec } from "../messages/messages.js";
import type { Aggregate, ColumnName, ResultColumn, Simulation } from "../types.js";
import type { Aggregation } from "./aggregate.js";
import { yieldColumns } from "./yield-columns.js";

/** Units and texts for columns outside the catalogue of parameters. "1": no unit. */
const OTHERS: { readonly [name in DiagnosticName | SurfaceName]: readonly [unit: string, description: string] } = {
  surface_azimuth: ["deg", "Azimuth of the surface, 0 = north, clockwise"],
  surface_tilt: ["deg", "Tilt of the surface"],
  apparent_zenith: ["deg", "Zenith angle of the sun with refraction"],
  azimuth: ["deg", "Azimuth of the sun, 0 = north, clockwise"],
  incidence_angle: ["deg", "Angle of incidence on the surface"],
  clearness_index: ["1", "Global horizontal over extraterrestrial horizontal irradiance"],
  clear_sky_dni: ["W/m**2", "Clear-sky direct normal irradiance"],
  clear_sky_dhi: ["W/m**2", "Clear-sky diffuse horizontal irradiance"],
  extraterrestrial_normal: ["W/m**2", "Extraterrestrial normal irradiance"],
  relative_airmass: ["1", "Relative air mass"],
  rotation: ["deg", "Rotation of the tracker, west positive"],
  sunlit_fraction: ["1", "Share of the interval with the sun above the horizontal"],
  rear_irradiance: ["W/m**2", "Irradiance on the rear side of rows"],
  horizon_line: ["deg", "Elevation of the horizon line at the sun's azimuth"],
};

/** Name and unit of a column, with its aggregate. */
export function columnInfo(name: ColumnName, aggregate: Required<Aggregate> | null): ResultColumn {
  const { unit, description } = described(name);
  const energy = aggregate?.statistic === "sum" ? ENERGIES[unit]?.name : undefined;
  return { name, unit: energy ?? unit, description, statistic: energy ? "sum" : "mean" };
}

/** Columns and rows of a run's results. */
export function resultShape({
  names,
  aggregate,
  yields,
}: Pick<RunSpec, "names" | "aggregate" | "yields">): Pick<Simulation, "columns" | "aggregate" | "isOfYields"> {
  if (yields === null)
    return { columns: names.map((name) => columnInfo(name, aggregate)), aggregate, isOfYields: false };
  const { period } = yields;
  return { columns: yieldColumns(period), aggregate: { period, statistic: "sum" }, isOfYields: true };
}

/** How a column is aggregated. */
export function aggregationOf(name: ColumnName, aggregate: Required<Aggregate> | null): Aggregation {
  return {
    isSum: columnInfo(name, aggregate).statistic === "sum",
    isPower: Object.hasOwn(ENERGIES, described(name).unit),
  };
}

function described(name: ColumnName): { unit: string; description: string } {
  if (name in OTHERS) {
    const [unit, description] = OTHERS[name as keyof typeof OTHERS];
    return { unit, description };
  }
  const { unit, description } = PARAMETERS[name as ParameterName];
  return { unit: unit.name, description };
}

/** Columns of a run: parameters in the catalogue's order, surface angles, diagnostics in theirs. */
export function columnNames(
  parameters: readonly ParameterName[],
  surface: boolean,
  extra: readonly DiagnosticName[],
): ColumnName[] {
  const angles: readonly ColumnName[] = surface ? ["surface_azimuth", "surface_tilt"] : [];
  return [...parameters, ...angles, ...DIAGNOSTIC_NAMES.filter((name) => extra.includes(name))];
}
