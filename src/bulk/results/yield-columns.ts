/** The columns of a run of yields: a row for each site, for each of its months, or for each of its hours. */
import { LOSS_STAGES } from "../../yield/losses.js";
import type { YieldColumn, YieldSeries } from "../../yield/series.js";
import type { LossName, MonthYield, Yield, YieldSum } from "../../yield/types.js";
import type { ColumnName, ResultColumn, YieldPeriod } from "../types.js";

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
const FACTORS = LOSS_STAGES.slice(1).map(({ name, description }) =>
  mean<{ readonly [stage in LossName]?: number }>(
    `factor_${name}`,
    "1",
    `Energy after over energy before: ${description}`,
    (factors) => factors[name],
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

/** Of one year to come. */
function ofNextYear({ uncertainty }: Yield) {
  return uncertainty?.horizons.find(({ years }) => years === 1);
}

function energyAt(found: Yield, percent: number): Value {
  return ofNextYear(found)?.values.find(({ exceedance }) => exceedance === percent)?.energy;
}

function exceeded({ exceedance }: Yield, percent: number): Value {
  return exceedance?.values.find((one) => one.exceedance === percent)?.value;
}

function factorsOfYear({ losses }: Yield): { [stage in LossName]?: number } {
  return Object.fromEntries(losses.map(({ name, factor }) => [name, factor]));
}

/** As `LossStage.factor`, which a month does not have. */
function factorsOfMonth({ stages }: MonthYield): { [stage in LossName]?: number } {
  const energies = Object.entries(stages);
  return Object.fromEntries(
    energies.map(([name, energy], k) => {
      const before = k === 0 ? energy : energies[k - 1]![1];
      return [name, before > 0 ? energy / before : 1];
    }),
  );
}

const YEAR: readonly Column<Yield>[] = [
  mean("kwp", "kW", "Peak power", ({ kwp }) => kwp),
  mean("surface_tilt", "deg", "Tilt of the plane, of one fixed plane", (found) => onlyPlane(found)?.surfaceTilt),
  mean("surface_azimuth", "deg", "Its azimuth, 0 = north, clockwise", (found) => onlyPlane(found)?.surfaceAzimuth),
  ...within(SUMS, ({ annual }: Yield) => annual),
  sum("period_energy", "kWh", "AC energy of the whole period of the weather", ({ total }) => total.energy),
  mean("uncertainty", "%", "Standard uncertainty (k = 1) of a year to come", (found) => ofNextYear(found)?.percent),
  mean("p50", "kWh", "Exceeded in a year to come with 50 %, by all uncertainties", (found) => energyAt(found, 50)),
  mean("p90", "kWh", "Exceeded in a year to come with 90 %, by all uncertainties", (found) => energyAt(found, 90)),
  mean("p50_weather", "kWh", "Exceeded by half of the years, by the weather alone", (found) => exceeded(found, 50)),
  mean("p90_weather", "kWh", "Exceeded by nine of ten years, by the weather alone", (found) => exceeded(found, 90)),
  ...within(FACTORS, factorsOfYear),
];

const MONTH: readonly Column<MonthYield>[] = [
  mean("month", "1", "Month, 1 to 12, of the mean of all years that have it", ({ month }) => month),
  mean("years", "1", "Number of years behind it", ({ years }) => years),
  ...within(SUMS, (month: MonthYield) => month),
  ...within(FACTORS, factorsOfMonth),
];

/** Of an hour; all planes together. */
const HOUR: { readonly [name in YieldColumn]: readonly [unit: string, description: string] } = {
  plane_irradiance: ["W/m**2", "Light on the fronts in the open"],
  effective_irradiance: ["W/m**2", "Light that the cells get, behind shade, cover and spectrum"],
  cell_temperature: ["degree_Celsius", "Temperature of the cells; null in the dark"],
  dc: ["W", "DC power before losses"],
  snow_loss: ["W", "Loss by snow"],
  soiling_loss: ["W", "Loss by dirt"],
  constant_loss: ["W", "Constant losses"],
  cabling_loss: ["W", "Loss in DC cables"],
  inverter_loss: ["W", "Loss in the inverter"],
  clipping_loss: ["W", "Loss at the limit of the inverter"],
  transformer_loss: ["W", "Loss in AC cables and transformer"],
  export_loss: ["W", "Loss at the limit of the grid"],
  ac: ["W", "AC power fed in"],
};

export function yieldColumns(period: YieldPeriod): readonly ResultColumn[] {
  if (period !== "hourly") return (period === "monthly" ? MONTH : YEAR).map(({ of: _of, ...column }) => column);
  return Object.entries(HOUR).map(([name, [unit, description]]) => ({
    ...{ name: name as YieldColumn, unit, description, statistic: "mean" },
  }));
}

/** Rows of a site, column by column; NaN: there is no value. */
export function yieldRows(found: Yield, period: "annual" | "monthly"): Float64Array[] {
  return period === "monthly" ? valuesOf(MONTH, found.months) : valuesOf(YEAR, [found]);
}

/** Hours in the order of their columns. */
export function hourRows({ columns }: YieldSeries): Float64Array[] {
  return Object.keys(HOUR).map((name) => columns[name as YieldColumn]);
}

function valuesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Float64Array[] {
  return columns.map(({ of }) => Float64Array.from(rows, (row) => of(row) ?? Number.NaN));
}
