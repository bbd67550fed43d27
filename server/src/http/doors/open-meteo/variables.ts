/** Open-Meteo's variables by name: what each is of ours. Numbers of variables and units are those of its FlatBuffers schema (openmeteo/sdk). */
import type { ParameterName } from "irradiance-engine";

export interface Variable {
  /** Ours. null: the weather may have it, but no parameter of ours names it. */
  readonly parameter: ParameterName | null;
  readonly unit: string;
  /** Theirs over ours. */
  readonly factor: number;
  /** Means are those of the interval that ends at the stamp; else the value is the one at the stamp. */
  readonly isMean: boolean;
  readonly flat: { readonly variable: number; readonly unit: number; readonly altitude?: number };
}

const WATTS = { unit: "W/m²", flatUnit: 39 } as const;

/** The mean, and with `_instant` the value at the stamp, whose number follows. */
function light(name: string, parameter: ParameterName, variable: number): [string, Variable][] {
  const { unit, flatUnit } = WATTS;
  const of = (isMean: boolean, number: number) => ({
    ...{ parameter, unit, factor: 1, isMean },
    flat: { variable: number, unit: flatUnit },
  });
  return [
    [name, of(true, variable)],
    [`${name}_instant`, of(false, variable + 1)],
  ];
}

function state(
  name: string,
  parameter: ParameterName | null,
  unit: string,
  flat: Variable["flat"],
): [string, Variable] {
  return [name, { parameter, unit, factor: parameter === "snow_depth" ? 0.001 : 1, isMean: false, flat }];
}

export const VARIABLES: ReadonlyMap<string, Variable> = new Map([
  ...light("shortwave_radiation", "global_horizontal_irradiance", 32),
  ...light("direct_radiation", "direct_horizontal_irradiance", 13),
  ...light("diffuse_radiation", "diffuse_horizontal_irradiance", 9),
  ...light("direct_normal_irradiance", "direct_normal_irradiance", 11),
  ...light("global_tilted_irradiance", "global_tilted_irradiance", 106),
  state("temperature_2m", "temperature", "°C", { variable: 47, unit: 1, altitude: 2 }),
  state("snow_depth", "snow_depth", "m", { variable: 35, unit: 29 }),
  state("relative_humidity_2m", null, "%", { variable: 29, unit: 35, altitude: 2 }),
  state("wind_speed_10m", null, "km/h", { variable: 59, unit: 24, altitude: 10 }),
  state("wind_direction_10m", null, "°", { variable: 57, unit: 5, altitude: 10 }),
  state("surface_pressure", null, "hPa", { variable: 45, unit: 16 }),
  state("pressure_msl", null, "hPa", { variable: 27, unit: 16 }),
]);

/** Of a day, by their numbers in the schema. */
export const DAILY = { sunrise: 40, sunset: 41 } as const;
export type DailyName = keyof typeof DAILY;
export const UNIX_TIME = 37;
export const FAHRENHEIT = 9;
