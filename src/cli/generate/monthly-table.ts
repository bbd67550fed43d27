/** A table of monthly values as a file has it, before anything is checked against the sun. */
import { MONTHLY_COLUMNS, type MonthlyColumn } from "../../contract/climate/monthly-check.js";
import { UsageError } from "../errors.js";

export function isMonthlyColumn(name: string): name is MonthlyColumn {
  return Object.hasOwn(MONTHLY_COLUMNS, name);
}

export function failUsage(name: string, expected: string, got: string): never {
  throw new UsageError(`${name} must be ${expected}, got ${got}`);
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
