/** Monthly values as JSON: the body of the import endpoint, with all units and the dew point; or what PVGIS answers. */
import { MONTHLY_COLUMN_NAMES, type MonthlyColumn, twelveNumbers } from "../../contract/climate/monthly-check.js";
import { UsageError } from "../errors.js";
import { failUsage, isMonthlyColumn, type MonthlyTable, type MonthlyValues, PLACE_KEYS } from "./monthly-table.js";
import { isPvgisMonthly, readPvgisMonthly } from "./pvgis-monthly.js";

type Members = { readonly [key: string]: unknown };

/** The body's own names of the place. */
const PLACE: { readonly [key: string]: (typeof PLACE_KEYS)[number] } = {
  lat: "latitude",
  lon: "longitude",
  ...Object.fromEntries(PLACE_KEYS.map((key) => [key, key])),
};

export function readMonthlyJson(text: string): MonthlyTable {
  const body = parse(text);
  if (isPvgisMonthly(body)) return readPvgisMonthly(body);
  const columns: { [name in MonthlyColumn]?: MonthlyValues } = {};
  const place: { [key in (typeof PLACE_KEYS)[number]]?: number } = {};
  for (const [key, value] of Object.entries(body)) {
    if (isMonthlyColumn(key)) columns[key] = { values: twelveNumbers(key, value, failUsage), unit: undefined };
    else if (Object.hasOwn(PLACE, key)) place[PLACE[key]!] = number(key, value);
    else if (key !== "irradiance_unit") {
      throw new UsageError(
        `unknown key "${key}": known are ${["lat", "lon", "altitude", "time_zone", "irradiance_unit", ...MONTHLY_COLUMN_NAMES].join(", ")}`,
      );
    }
  }
  const { irradiance_unit: unit } = body;
  if (unit !== undefined && typeof unit !== "string") throw new UsageError("irradiance_unit must be a string");
  // The endpoint's default, which a file that it takes may rely on.
  const notices = unit === undefined ? ["no irradiance_unit was given: irradiance is taken to be in W/m2"] : [];
  return { columns, place, unit: unit ?? "W/m2", notices };
}

function parse(text: string): Members {
  try {
    return JSON.parse(text) as Members;
  } catch (cause) {
    throw new UsageError(`cannot be read as JSON (${(cause as Error).message})`, { cause });
  }
}

function number(name: string, value: unknown): number {
  if (typeof value === "number") return value;
  throw new UsageError(`${name} must be a number, got ${JSON.stringify(value)}`);
}
