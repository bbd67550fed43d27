/** Which variables of Open-Meteo are which columns: https://open-meteo.com/en/docs, with the units that its files have. */
import type { WeatherColumn } from "irradiance-engine";

export interface OmColumn {
  readonly column: WeatherColumn;
  /** Names of the variable; of two the length of the vector that they are components of. */
  readonly variables: readonly [string] | readonly [string, string];
  /** Mean of the step that ends at the time, or the value at the time. */
  readonly isMean: boolean;
  /** To the column's unit. */
  readonly factor: number;
}

const COLUMNS: readonly OmColumn[] = [
  { column: "global_horizontal_irradiance", variables: ["shortwave_radiation"], isMean: true, factor: 1 },
  { column: "direct_horizontal_irradiance", variables: ["direct_radiation"], isMean: true, factor: 1 },
  { column: "diffuse_horizontal_irradiance", variables: ["diffuse_radiation"], isMean: true, factor: 1 },
  { column: "temperature", variables: ["temperature_2m"], isMean: false, factor: 1 },
  { column: "dew_point_temperature", variables: ["dew_point_2m"], isMean: false, factor: 1 },
  { column: "relative_humidity", variables: ["relative_humidity_2m"], isMean: false, factor: 1 },
  {
    column: "wind_speed",
    variables: ["wind_u_component_10m", "wind_v_component_10m"],
    isMean: false,
    factor: 1,
  },
  // m.
  { column: "snow_depth", variables: ["snow_depth"], isMean: false, factor: 1000 },
];

/** Names of the variables that can be read. */
export const VARIABLES: readonly string[] = COLUMNS.flatMap(({ variables }) => [...variables]);

/** The columns that variables make. */
export function columnsOf(variables: readonly string[]): OmColumn[] {
  return COLUMNS.filter((one) => one.variables.every((name) => variables.includes(name)));
}
