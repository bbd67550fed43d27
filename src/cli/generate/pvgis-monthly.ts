/**
 * Monthly values of PVGIS, the European Commission's Photovoltaic Geographical Information System: its tool MRcalc with
 * `outputformat=json`. A row is a month of a year; here, months of one name are averaged.
 *
 * Source: the JSON of re.jrc.ec.europa.eu/api/v5_2/MRcalc: `H(h)_m`, the month's irradiation on the horizontal plane in
 * kWh/m²; `Kd`, the share of it that is diffuse; `T2m`, the month's mean temperature in °C.
 */

import type { MonthlyColumn } from "../../contract/climate/monthly-check.js";
import { MONTH_DAYS, MONTH_NAMES } from "../../time/calendar.js";
import { isLeapYear } from "../../time/typical-year.js";
import { UsageError } from "../errors.js";
import type { MonthlyTable, MonthlyValues } from "./monthly-table.js";

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

export function isPvgisMonthly(body: object): body is PvgisBody {
  return Array.isArray((body as { outputs?: { monthly?: unknown } }).outputs?.monthly);
}

export function readPvgisMonthly({ inputs, outputs: { monthly } }: PvgisBody): MonthlyTable {
  const { latitude, longitude, elevation } = inputs?.location ?? {};
  const years = monthly.map(({ year }) => year);
  const columns: { [name in MonthlyColumn]?: MonthlyValues } = {
    global_horizontal_irradiance: { values: byMonth(monthly, meanGlobal), unit: "W/m2" },
  };
  if (monthly.some(({ Kd }) => Kd !== undefined)) {
    const diffuse = (row: PvgisMonth) => meanGlobal(row) * figure(row, "Kd");
    columns.diffuse_horizontal_irradiance = { values: byMonth(monthly, diffuse), unit: "W/m2" };
  }
  if (monthly.some(({ T2m }) => T2m !== undefined)) {
    columns.temperature = { values: byMonth(monthly, (row) => figure(row, "T2m")), unit: undefined };
  }
  return {
    columns,
    place: {
      ...(latitude !== undefined && { latitude }),
      ...(longitude !== undefined && { longitude }),
      ...(elevation !== undefined && { altitude: elevation }),
    },
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
