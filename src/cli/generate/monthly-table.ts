/** A table of monthly values as a file has it, before anything is checked against the sun. */
import type { MonthlyMeans } from "../../climate/index.js";

/** The columns by the names of the import endpoint, and the unit that they must have; null: irradiance has several. */
export const MONTHLY_COLUMNS = {
  global_horizontal_irradiance: { key: "globalHorizontalIrradiance", unit: null },
  diffuse_horizontal_irradiance: { key: "diffuseHorizontalIrradiance", unit: null },
  temperature: { key: "temperature", unit: "°C" },
  temperature_min: { key: "temperatureMin", unit: "°C" },
  temperature_max: { key: "temperatureMax", unit: "°C" },
  relative_humidity: { key: "relativeHumidity", unit: "%" },
  dew_point_temperature: { key: "dewPointTemperature", unit: "°C" },
  wind_speed: { key: "windSpeed", unit: "m/s" },
  linke_turbidity: { key: "linkeTurbidity", unit: "1" },
} as const satisfies { [name: string]: { key: keyof MonthlyMeans; unit: string | null } };

export type MonthlyColumn = keyof typeof MONTHLY_COLUMNS;
export const MONTHLY_COLUMN_NAMES = Object.keys(MONTHLY_COLUMNS) as readonly MonthlyColumn[];

export function isMonthlyColumn(name: string): name is MonthlyColumn {
  return Object.hasOwn(MONTHLY_COLUMNS, name);
}

/** Twelve numbers, January first; `unit` as the file names it. */
export interface MonthlyValues {
  readonly values: readonly number[];
  readonly unit: string | undefined;
}

/** What a file may say of its place. */
export const PLACE_KEYS = ["latitude", "longitude", "altitude", "time_zone"] as const;
export type MonthlyPlace = { readonly [key in (typeof PLACE_KEYS)[number]]?: number };

export interface MonthlyTable {
  readonly columns: { readonly [name in MonthlyColumn]?: MonthlyValues };
  /** Of irradiance in columns that name none. */
  readonly unit?: string | undefined;
  readonly place: MonthlyPlace;
  /** First and last year of the data. */
  readonly period?: readonly [first: number, last: number] | undefined;
  /** What was taken for granted. */
  readonly notices: readonly string[];
}
