/** A file of monthly values, checked, in the units of the generator: CSV, JSON as the import endpoint takes it, or what PVGIS answers. */
import { readFile } from "node:fs/promises";
import type { MonthlyMeans } from "../../answers/climate/index.js";
import {
  type Caller,
  checkGlobal,
  MONTHLY_COLUMN_NAMES,
  MONTHLY_COLUMNS,
  MONTHLY_UNITS,
  type MonthlyColumn,
  type MonthlyUnit,
  toWatts,
  twelveNumbers,
} from "../../data/contract/climate/monthly-check.js";
import { given } from "../../foundation/text/shown.js";
import { MONTH_DAYS, MONTH_NAMES } from "../../foundation/time/calendar.js";
import { isLeapYear } from "../../foundation/time/typical-year.js";
import { UsageError } from "../errors.js";
import {
  failUsage,
  isMonthlyColumn,
  type MonthlyTable,
  type MonthlyValues,
  PLACE_KEYS,
  parseUnit,
  readMonthlyCsv,
} from "./monthly-csv.js";

interface PvgisMonth {
  readonly year: number;
  readonly month: number;
  readonly "H(h)_m"?: number;
  readonly Kd?: number;
  readonly T2m?: number;
}

interface PvgisBody {
  readonly inputs?: {
    readonly location?: { readonly latitude?: number; readonly longitude?: number; readonly elevation?: number };
  };
  readonly outputs: { readonly monthly: readonly PvgisMonth[] };
}

function isPvgisMonthly(body: object): body is PvgisBody {
  return Array.isArray((body as { outputs?: { monthly?: unknown } }).outputs?.monthly);
}

/**
 * Monthly values of PVGIS, the European Commission's Photovoltaic Geographical Information System: its tool MRcalc with
 * `outputformat=json`. A row is a month of a year; here, months of one name are averaged.
 *
 * Source: the JSON of re.jrc.ec.europa.eu/api/v5_2/MRcalc: `H(h)_m`, the month's irradiation on the horizontal plane in
 * kWh/m²; `Kd`, the share of it that is diffuse; `T2m`, the month's mean temperature in °C.
 */
function readPvgisMonthly({ inputs, outputs: { monthly } }: PvgisBody): MonthlyTable {
  const { latitude, longitude, elevation } = inputs?.location ?? {};
  const years = monthly.map(({ year }) => year);
  const columns: { [name in MonthlyColumn]?: MonthlyValues } = {
    global_horizontal_irradiance: { values: byMonth(monthly, meanGlobal), unit: "W/m2" },
  };
  if (monthly.some(({ Kd }) => Kd !== undefined)) {
    const diffuse = (row: PvgisMonth) => meanGlobal(row) * figure(row, "Kd");
    columns.diffuse_horizontal_irradiance = { values: byMonth(monthly, diffuse), unit: "W/m2" };
  }
  if (monthly.some(({ T2m }) => T2m !== undefined))
    columns.temperature = { values: byMonth(monthly, (row) => figure(row, "T2m")), unit: undefined };
  return {
    columns,
    place: given({ latitude, longitude, altitude: elevation }),
    period: [Math.min(...years), Math.max(...years)],
    notices: [],
  };
}

/** W/m², over the days that the month has in its year. */
function meanGlobal(row: PvgisMonth): number {
  const days = MONTH_DAYS[row.month - 1]! + (row.month === 2 && isLeapYear(row.year) ? 1 : 0);
  return (figure(row, "H(h)_m") * 1000) / (24 * days);
}

function byMonth(rows: readonly PvgisMonth[], value: (row: PvgisMonth) => number): number[] {
  return MONTH_NAMES.map((name, month) => {
    const values = rows.filter((row) => row.month === month + 1).map(value);
    if (values.length === 0) throw new UsageError(`no row for ${name}: a month without data cannot be generated`);
    return values.reduce((sum, item) => sum + item, 0) / values.length;
  });
}

function figure(row: PvgisMonth, name: "H(h)_m" | "Kd" | "T2m"): number {
  const value = row[name];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const advice = name === "H(h)_m" ? ": ask PVGIS with horirrad=1" : "";
  throw new UsageError(
    `${name} must be a number, got ${JSON.stringify(value)} in month ${row.month} of ${row.year}${advice}`,
  );
}

type Members = { readonly [key: string]: unknown };

/** The body's own names of the place. */
const PLACE: { readonly [key: string]: (typeof PLACE_KEYS)[number] } = {
  lat: "latitude",
  lon: "longitude",
  ...Object.fromEntries(PLACE_KEYS.map((key) => [key, key])),
};

function readMonthlyJson(text: string): MonthlyTable {
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

/** @throws Error for a file that cannot be read, UsageError for one that has no monthly values */
export async function readMonthlyFile(file: string): Promise<MonthlyTable> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${file}: cannot be read (${cause.code})`, { cause });
  });
  const plain = text.replace(/^\uFEFF/, "");
  return inFile(file, () => (/^\s*\{/.test(plain) ? readMonthlyJson(plain) : readMonthlyCsv(plain)));
}

/** Irradiance as it was given. */
export interface Irradiance {
  readonly values: readonly number[];
  readonly unit: MonthlyUnit;
}

/**
 * @param unit of irradiance where the table names none
 * @throws UsageError without GHI or its unit, and for irradiance that the sun does not send
 */
export function meansOfTable(
  table: MonthlyTable,
  unit: string | undefined,
  place: { readonly latitude: number; readonly altitude?: number | undefined },
): MonthlyMeans {
  const global = globalOf(table, unit);
  checkGlobal(global.values, global.unit, place, CALLER);
  const means: { -readonly [name in keyof MonthlyMeans]: MonthlyMeans[name] } = {
    globalHorizontalIrradiance: toWatts(global.values, global.unit),
  };
  for (const [name, column] of Object.entries(table.columns) as [MonthlyColumn, MonthlyValues][]) {
    const { key, unit: fixed } = MONTHLY_COLUMNS[name];
    means[key] = fixed === null ? toWatts(column.values, unitOf(name, column, table, unit)) : column.values;
  }
  return means;
}

/** In the unit of the file, so that messages have its own numbers. */
const CALLER: Caller = {
  nameOf: (column) => column,
  fail: failUsage,
  advice: () => "state it in the header or with --unit",
};

/** @throws as `meansOfTable` */
export function globalOf(table: MonthlyTable, unit: string | undefined): Irradiance {
  const name = "global_horizontal_irradiance";
  const column = table.columns[name];
  if (column === undefined) throw new UsageError(`no column ${name}, which is required`);
  return { values: column.values, unit: unitOf(name, column, table, unit) };
}

function unitOf(
  name: MonthlyColumn,
  { unit }: MonthlyValues,
  table: MonthlyTable,
  option: string | undefined,
): MonthlyUnit {
  // What a header says of its own column, no option takes back.
  const text = unit ?? option ?? table.unit;
  if (text !== undefined) return parseUnit(text);
  throw new UsageError(
    `state the unit of ${name} after its name, as in "${name} (kWh/m2/month)", or with --unit: ${MONTHLY_UNITS.join(", ")}`,
  );
}

/** Puts the file's name in front of what is wrong in it. */
export function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof UsageError ? new UsageError(`${file}: ${cause.message}`, { cause }) : cause;
  }
}
