/** The catalogue of climate parameters: those of observations, and those that only a climate year has. */
import {
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  VALUE_NAMES,
  type ValueName,
} from "../observation/parameters.js";

export interface ClimateParameter {
  readonly description: string;
  readonly unit: { readonly name: string; readonly description: string };
  /** How the values of an interval are aggregated. */
  readonly aggregation: "average" | "sum";
}

const POWER_DENSITY = PARAMETERS.global_clear_sky_irradiance.unit;

/** Parameters that observations do not have, in wire order. */
const CLIMATE_ONLY = {
  direct_horizontal_clear_sky_irradiance: mean("Direct horizontal clear sky irradiance", POWER_DENSITY),
  diffuse_clear_sky_irradiance: mean("Diffuse horizontal clear sky irradiance", POWER_DENSITY),
  direct_normal_clear_sky_irradiance: mean("Direct normal clear sky irradiance", POWER_DENSITY),
  dew_point_temperature: mean("Dew point temperature, 2 m above ground.", PARAMETERS.temperature.unit),
  relative_humidity: mean("Relative humidity", { name: "%", description: "percent" }),
  wind_speed: mean("Wind speed", { name: "m/s", description: "meters per second" }),
  precipitation: { description: "Precipitation", unit: PARAMETERS.snow_depth.unit, aggregation: "sum" },
} as const satisfies { [name: string]: ClimateParameter };

type ClimateOnlyName = keyof typeof CLIMATE_ONLY;
export type ClimateParameterName = ParameterName | ClimateOnlyName;
export type ClimateValueName = ValueName | ClimateOnlyName;

const CLIMATE_ONLY_NAMES = Object.keys(CLIMATE_ONLY) as readonly ClimateOnlyName[];

/** The 26 climate parameters by name, in wire order: the 19 of observations, then clear sky, humidity, wind and rain. */
export const CLIMATE_PARAMETERS: { readonly [name in ClimateParameterName]: ClimateParameter } =
  /* @__PURE__ */ Object.freeze({ ...observed(), ...CLIMATE_ONLY });

function mean(description: string, unit: ClimateParameter["unit"]): ClimateParameter {
  return { description, unit, aggregation: "average" };
}

function observed(): { [name in ParameterName]: ClimateParameter } {
  const entries = PARAMETER_NAMES.map((name) => [name, mean(PARAMETERS[name].description, PARAMETERS[name].unit)]);
  return Object.fromEntries(entries);
}

/** The names in wire order. */
export const CLIMATE_PARAMETER_NAMES: readonly ClimateParameterName[] = /* @__PURE__ */ Object.freeze([
  ...PARAMETER_NAMES,
  ...CLIMATE_ONLY_NAMES,
]);

/** The 28 keys of `values`, in wire order: the surface angles follow the 19 names of observations. */
export const CLIMATE_VALUE_NAMES: readonly ClimateValueName[] = /* @__PURE__ */ Object.freeze([
  ...VALUE_NAMES,
  ...CLIMATE_ONLY_NAMES,
]);
