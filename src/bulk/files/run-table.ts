/** The results of a simulation as a table: its columns, its metadata, a site's rows. */
import { VERSION } from "../../version.js";
import type { Aggregate, ResultColumn, Simulation, SiteSuccess } from "../types.js";
import type { SiteRows, TableColumn, TableDescription } from "./table.js";

const SITE: TableColumn = { name: "site", type: "string", description: "Name of the site" };
const START: TableColumn = { name: "start_time", type: "timestamp", description: "Start of the interval, UTC" };
/** Of aggregates. */
const PERIOD: readonly TableColumn[] = [
  { name: "period_start", type: "local-timestamp", description: "Start of the period, local standard time" },
  { name: "hours", type: "float32", unit: "h", description: "Hours of the run in the period" },
  {
    name: "missing",
    type: "float32",
    unit: "1",
    description: "Share of the intervals without a value; irradiance and power of nights need no weather",
  },
];

/** @param frequency of the intervals, also of those that were aggregated */
export function tableOf(simulation: Simulation, frequency: string): TableDescription {
  const { columns, aggregate, isOfYields, precision } = simulation;
  const described = isOfYields ? plainColumn : (column: ResultColumn) => valueColumn(column, aggregate);
  const values = columns.map((column): TableColumn => ({ ...described(column), type: precision }));
  const time = isUntimed(simulation) ? [] : aggregate && !isOfYields ? PERIOD : [START];
  const all = [SITE, ...time, ...values];
  const metadata = {
    software: `irradiance-engine ${VERSION}`,
    frequency,
    ...(aggregate ? { aggregate: aggregate.period } : {}),
    descriptions: JSON.stringify(Object.fromEntries(all.map(({ name, description }) => [name, description]))),
  };
  return { columns: all, metadata };
}

function valueColumn({ name, unit, description, statistic }: ResultColumn, aggregate: Required<Aggregate> | null) {
  const over = aggregate ? "period" : "interval";
  return { name, unit, description: `${description.replace(/\.$/, "")}, ${statistic} over the ${over}` };
}

/** Rows of years and months of yields, which are means of several. */
function isUntimed({ isOfYields, aggregate }: Pick<Simulation, "isOfYields" | "aggregate">): boolean {
  return isOfYields && aggregate?.period !== "hourly";
}

function plainColumn({ name, unit, description }: ResultColumn) {
  return { name, unit, description };
}

/** Views on the result. */
export function rowsOf(
  simulation: Pick<Simulation, "columns" | "isOfYields" | "aggregate">,
  result: SiteSuccess,
): SiteRows {
  const values = simulation.columns.map(({ name }) => result.columns[name]!);
  const { id, periods } = result;
  if (isUntimed(simulation)) return { id, columns: values };
  if (periods) return { id, columns: [periods.start, periods.hours, periods.missing, ...values] };
  return { id, columns: [intervalStarts(result), ...values] };
}

function intervalStarts({ start, interval, count }: SiteSuccess): Float64Array {
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) times[i] = start + i * interval * 1000;
  return times;
}

const YEAR_HOURS = 8760;

/** The amount of computation behind a result. */
export function siteYears({ interval, count, periods }: SiteSuccess): number {
  const hours = periods ? periods.hours.reduce((sum, value) => sum + value, 0) : (count * interval) / 3600;
  return hours / YEAR_HOURS;
}
