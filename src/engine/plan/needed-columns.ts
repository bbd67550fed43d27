/** The weather columns that are read. */
import type { WeatherColumn } from "../../weather/series.js";
import type { IntervalColumn } from "../memory/columns.js";
import type { Basis } from "./basis.js";

export const IRRADIANCES = [
  ["ghi", "global_horizontal_irradiance"],
  ["directHorizontal", "direct_horizontal_irradiance"],
  ["dni", "direct_normal_irradiance"],
  ["dhi", "diffuse_horizontal_irradiance"],
] as const;

/** The given columns, on the grid and in the series. */
export const GIVEN: readonly (readonly [IntervalColumn, WeatherColumn])[] = [
  ...IRRADIANCES,
  ["temperature", "temperature"],
  ["dewPoint", "dew_point_temperature"],
  ["windSpeed", "wind_speed"],
  ["snowDepth", "snow_depth"],
  ["pressure", "pressure"],
  ["precipitableWater", "precipitable_water"],
  ["aerosolOpticalDepth", "aerosol_optical_depth"],
  ["relativeHumidity", "relative_humidity"],
];

/** Columns of the weather grid that are read, and which of those are constant. */
export interface Inputs {
  readonly needed: ReadonlySet<IntervalColumn>;
  readonly constant: ReadonlySet<IntervalColumn>;
}

/** @param direct irradiances and states that are read elsewhere, directly from the series */
export function planInputs(basis: Basis, direct = false): Inputs {
  const { run, series, settings } = basis;
  const given = series.columns;
  const read = new Set<string>([
    ...(run.light ? basis.decomposition.stage.reads : []),
    ...(run.sun ? basis.clearSky.stage.reads : []),
    ...(basis.pv && run.plane ? basis.pv.stage.reads : []),
  ]);
  const needed = new Set<IntervalColumn>(["pressure", "linkeTurbidity"]);
  for (const [column] of GIVEN) if (basis.everyStep || read.has(column)) needed.add(column);
  if (run.light && !direct) for (const [column] of IRRADIANCES) needed.add(column);
  if ((run.temperature && !direct) || needed.has("dewPoint")) needed.add("temperature");
  if (needed.has("dewPoint")) needed.add("relativeHumidity");
  if (run.plane || run.shading) needed.add("albedo");
  if (basis.everyStep || read.has("time")) needed.add("time");
  const constant = new Set<IntervalColumn>();
  if (!given.pressure) constant.add("pressure");
  if (!given.linke_turbidity && !given.aerosol_optical_depth && sameMonths(settings.linkeTurbidity)) {
    constant.add("linkeTurbidity");
  } else for (const column of ["aerosolOpticalDepth", "precipitableWater", "time"] as const) needed.add(column);
  if (!given.albedo && (settings.albedo !== undefined || !given.snow_depth)) constant.add("albedo");
  else if (needed.has("albedo")) needed.add("snowDepth");
  if (run.snow && !direct) needed.add("snowDepth");
  return { needed, constant };
}

export function sameMonths(months: readonly number[]): boolean {
  return months.every((value) => value === months[0]);
}
