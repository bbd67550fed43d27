/** The columns of a run of yields: a row for each site, for each of its months, or for each of its hours. */
import { STAGES } from "../../yield/losses.js";
import type { LossStage, MonthYield, Yield, YieldSum } from "../../yield/types.js";
import type { AggregatePeriod, ColumnName, ResultColumn } from "../types.js";

/** What a row of a site is of: `annual` is its mean year, in one row. */
export type YieldPeriod = Exclude<AggregatePeriod, "daily">;

type Value = number | null | undefined;

/** A column, and its value in a row; null: there is none. */
interface Column<Row> extends ResultColumn {
  readonly of: (row: Row) => Value;
}

function mean<Row>(name: ColumnName, unit: string, description: string, of: (row: Row) => Value): Column<Row> {
  return { name, unit, description, statistic: "mean", of };
}

function sum<Row>(name: ColumnName, unit: string, description: string, of: (row: Row) => Value): Column<Row> {
  return { name, unit, description, statistic: "sum", of };
}

/** Of a month or a year. */
const SUMS: readonly Column<YieldSum | null>[] = [
  sum("energy", "kWh", "AC energy", (row) => row?.energy),
  sum("specific_yield", "kWh/kWp", "AC energy over peak power", (row) => row?.specificYield),
  mean("performance_ratio", "1", "Performance ratio (IEC 61724-1)", (row) => row?.performanceRatio),
  sum("horizontal_irradiation", "kWh/m**2", "Light on the horizontal", (row) => row?.horizontalIrradiation),
  sum("plane_irradiation", "kWh/m**2", "Light on the planes in the open", (row) => row?.planeIrradiation),
  mean("missing", "1", "Share of the light that falls in hours without a value", (row) => row?.missing),
  mean("doubtful", "1", "Share of the light that is dead, stuck or saturated", (row) => row?.doubtful),
];

/** Of the stages behind the light on the horizontal; null: the system has no such stage. */
const FACTORS = (Object.keys(STAGES) as LossStage["name"][])
  .slice(1)
  .map((stage) =>
    mean<readonly LossStage[]>(
      `factor_${stage}`,
      "1",
      `Energy after over energy before: ${STAGES[stage]}`,
      (stages) => stages.find(({ name }) => name === stage)?.factor,
    ),
  );

/** Columns of what a row has a part of. */
function within<Row, Part>(columns: readonly Column<Part>[], part: (row: Row) => Part): Column<Row>[] {
  return columns.map((column) => ({ ...column, of: (row) => column.of(part(row)) }));
}

/** The plane of a site that has one fixed plane. */
function onlyPlane({ planes }: Yield): Yield["planes"][number] | undefined {
  return planes.length === 1 && planes[0]!.trackingMode === "none" ? planes[0] : undefined;
}

function exceeded({ exceedance }: Yield, percent: number): Value {
  return exceedance?.values.find((one) => one.exceedance === percent)?.value;
}

const YEAR: readonly Column<Yield>[] = [
  mean("kwp", "kW", "Peak power", ({ kwp }) => kwp),
  mean("surface_tilt", "deg", "Tilt of the plane, of one fixed plane", (found) => onlyPlane(found)?.surfaceTilt),
  mean("surface_azimuth", "deg", "Its azimuth, 0 = north, clockwise", (found) => onlyPlane(found)?.surfaceAzimuth),
  ...within(SUMS, ({ annual }: Yield) => annual),
  sum("period_energy", "kWh", "AC energy of the whole period of the weather", ({ total }) => total.energy),
  mean("p50", "kWh", "Energy of a year exceeded with 50 %, by the weather alone", (found) => exceeded(found, 50)),
  mean("p90", "kWh", "Energy of a year exceeded with 90 %, by the weather alone", (found) => exceeded(found, 90)),
  ...within(FACTORS, ({ losses }: Yield) => losses),
];

const MONTH: readonly Column<MonthYield>[] = [
  mean("month", "1", "Month, 1 to 12, of the mean of all years that have it", ({ month }) => month),
  mean("years", "1", "Number of years behind it", ({ years }) => years),
  ...within(SUMS, (month: MonthYield) => month),
];

export function yieldColumns(period: YieldPeriod): readonly ResultColumn[] {
  return (period === "monthly" ? MONTH : YEAR).map(({ of: _of, ...column }) => column);
}

/** Rows of a site, column by column; NaN: there is no value. */
export function yieldRows(found: Yield, period: YieldPeriod): Float64Array[] {
  return period === "monthly" ? valuesOf(MONTH, found.months) : valuesOf(YEAR, [found]);
}

function valuesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Float64Array[] {
  return columns.map(({ of }) => Float64Array.from(rows, (row) => of(row) ?? Number.NaN));
}
