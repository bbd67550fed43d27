/** The columns of a run's results, of observations and of yields: names, units, aggregates and rows. */
import {
  ENERGIES,
  PARAMETERS,
  type ParameterName,
  type SurfaceName,
} from "../../../data/contract/observation/parameters.js";
import { DIAGNOSTIC_NAMES, type DiagnosticName } from "../../../engine/plan/context.js";
import type { OwnUseSum } from "../../own-use/types.js";
import { YIELD_COLUMN_ENTRIES, YIELD_COLUMNS } from "../../yield/columns.js";
import { LOSS_STAGES } from "../../yield/losses.js";
import type { YieldSeries } from "../../yield/series.js";
import type { LossName, MonthYield, Yield, YieldSum } from "../../yield/types.js";
import type { RunSpec } from "../messages/messages.js";
import type { Aggregate, ColumnName, ResultColumn, Simulation, YieldPeriod } from "../types.js";
import type { Aggregation } from "./aggregate.js";

type Intervals = { readonly start: number; readonly interval: number; readonly count: number };

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

/** What becomes of the energy in a house; empty without one. */
const OWN_USE: readonly Column<OwnUseSum | null | undefined>[] = [
  sum("load", "kWh", "What the house takes", (year) => year?.load),
  sum("imported", "kWh", "What it takes from the grid", (year) => year?.imported),
  sum("exported", "kWh", "What is fed into the grid", (year) => year?.exported),
  mean("own_use", "1", "Share of the PV energy that is neither fed in nor curtailed", (year) => year?.ownUse),
  mean("self_sufficiency", "1", "Share of the load that is not from the grid", (year) => year?.selfSufficiency),
];

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
  ...within(OWN_USE, ({ ownUse }: Yield) => ownUse?.annual),
];

const MONTH: readonly Column<MonthYield>[] = [
  mean("month", "1", "Month, 1 to 12, of the mean of all years that have it", ({ month }) => month),
  mean("years", "1", "Number of years behind it", ({ years }) => years),
  ...within(SUMS, (month: MonthYield) => month),
  ...within(FACTORS, factorsOfMonth),
];

export function yieldColumns(period: YieldPeriod): readonly ResultColumn[] {
  if (period !== "hourly") return (period === "monthly" ? MONTH : YEAR).map(({ of: _of, ...column }) => column);
  return YIELD_COLUMNS.map((name) => {
    const { unit, description } = YIELD_COLUMN_ENTRIES[name];
    return { name, unit: unit === "°C" ? "degree_Celsius" : unit, description, statistic: "mean" };
  });
}

/** Rows of a site, column by column; NaN: there is no value. */
export function yieldRows(found: Yield, period: "annual" | "monthly"): Float64Array[] {
  return period === "monthly" ? valuesOf(MONTH, found.months) : valuesOf(YEAR, [found]);
}

/** Hours in the order of their columns. */
export function hourRows({ columns }: YieldSeries): Float64Array[] {
  return YIELD_COLUMNS.map((name) => columns[name]);
}

/** Unix ms of each; `start` has the same unit, `interval` is in seconds. */
export function intervalStarts({ start, interval, count }: Intervals): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => start + k * interval * 1000);
}

function valuesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Float64Array[] {
  return columns.map(({ of }) => Float64Array.from(rows, (row) => of(row) ?? Number.NaN));
}

/** Units and texts for columns outside the catalogue of parameters. "1": no unit. */
const OTHERS: { readonly [name in DiagnosticName | SurfaceName]: readonly [unit: string, description: string] } = {
  surface_azimuth: ["deg", "Azimuth of the surface, 0 = north, clockwise"],
  surface_tilt: ["deg", "Tilt of the surface"],
  apparent_zenith: ["deg", "Zenith angle of the sun with refraction"],
  azimuth: ["deg", "Azimuth of the sun, 0 = north, clockwise"],
  incidence_angle: ["deg", "Angle of incidence on the surface"],
  clearness_index: ["1", "Global horizontal over extraterrestrial horizontal irradiance"],
  clear_sky_dni: ["W/m**2", "Clear-sky direct normal irradiance"],
  clear_sky_dhi: ["W/m**2", "Clear-sky diffuse horizontal irradiance"],
  extraterrestrial_normal: ["W/m**2", "Extraterrestrial normal irradiance"],
  relative_airmass: ["1", "Relative air mass"],
  rotation: ["deg", "Rotation of the tracker, west positive"],
  sunlit_fraction: ["1", "Share of the interval with the sun above the horizontal"],
  rear_irradiance: ["W/m**2", "Irradiance on the rear side of rows"],
  horizon_line: ["deg", "Elevation of the horizon line at the sun's azimuth"],
};

/** Name and unit of a column, with its aggregate. */
function columnInfo(name: ColumnName, aggregate: Required<Aggregate> | null): ResultColumn {
  const { unit, description } = described(name);
  const energy = aggregate?.statistic === "sum" ? ENERGIES[unit]?.name : undefined;
  return { name, unit: energy ?? unit, description, statistic: energy ? "sum" : "mean" };
}

/** Columns and rows of a run's results. */
export function resultShape({
  names,
  aggregate,
  yields,
}: Pick<RunSpec, "names" | "aggregate" | "yields">): Pick<Simulation, "columns" | "aggregate" | "isOfYields"> {
  if (yields === null)
    return { columns: names.map((name) => columnInfo(name, aggregate)), aggregate, isOfYields: false };
  const { period } = yields;
  return { columns: yieldColumns(period), aggregate: { period, statistic: "sum" }, isOfYields: true };
}

/** How a column is aggregated. */
export function aggregationOf(name: ColumnName, aggregate: Required<Aggregate> | null): Aggregation {
  return {
    isSum: columnInfo(name, aggregate).statistic === "sum",
    isPower: Object.hasOwn(ENERGIES, described(name).unit),
  };
}

function described(name: ColumnName): { unit: string; description: string } {
  if (name in OTHERS) {
    const [unit, description] = OTHERS[name as keyof typeof OTHERS];
    return { unit, description };
  }
  const { unit, description } = PARAMETERS[name as ParameterName];
  return { unit: unit.name, description };
}

/** Columns of a run: parameters in the catalogue's order, surface angles, diagnostics in theirs. */
export function columnNames(
  parameters: readonly ParameterName[],
  surface: boolean,
  extra: readonly DiagnosticName[],
): ColumnName[] {
  const angles: readonly ColumnName[] = surface ? ["surface_azimuth", "surface_tilt"] : [];
  return [...parameters, ...angles, ...DIAGNOSTIC_NAMES.filter((name) => extra.includes(name))];
}
