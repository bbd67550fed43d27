/** A file of monthly values, checked, in the units of the generator. */
import { readFile } from "node:fs/promises";
import type { MonthlyMeans } from "../../climate/index.js";
import { MONTHLY_UNITS, type MonthlyUnit, toWatts } from "../../contract/climate/irradiance-units.js";
import { type Caller, checkGlobal, MONTHLY_COLUMNS, type MonthlyColumn } from "../../contract/climate/monthly-check.js";
import { UsageError } from "../errors.js";
import { parseUnit } from "./irradiance-units.js";
import { readMonthlyCsv } from "./monthly-csv.js";
import { readMonthlyJson } from "./monthly-json.js";
import { failUsage, type MonthlyTable, type MonthlyValues } from "./monthly-table.js";

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
