/** What every selection begins with: the record, what of it counts, its months and their daily indices. */
import type { Notice } from "../../contract/observation/types.js";
import type { WeatherColumn, WeatherSeries } from "../../weather/series.js";
import type { DroppedMonth } from "./audit.js";
import { DAILY_INDICES, type DailyIndex, type DailyValues, dailyValues } from "./daily-indices.js";
import { measuredMonths } from "./eligibility.js";
import { ISO_INDICES } from "./iso15927.js";
import { type Measured, type MeasuredColumns, measuredColumns } from "./measured.js";
import type { SelectionRules } from "./options.js";
import { type LocalRecord, localRecord, type MonthSpan } from "./record.js";
import { FEWEST_YEARS, isSparse, NEEDED, refuseMissing, refuseShortRecord, wholeYearsOf } from "./short-record.js";
import { usableWeights } from "./weights.js";

export interface Prepared {
  readonly record: LocalRecord;
  readonly measured: Measured;
  /** Weights in effect; null where ranks decide. */
  readonly weights: ReadonlyMap<DailyIndex, number> | null;
  readonly days: DailyValues;
  /** The measured years of each month, January first. */
  readonly months: readonly (readonly MonthSpan[])[];
  readonly dropped: readonly DroppedMonth[];
  readonly wholeYears: readonly number[];
  readonly notices: readonly Notice[];
}

/** @throws WeatherError for a record that is too short or lacks what the method needs */
export function prepare(caller: string, series: WeatherSeries, rules: SelectionRules): Prepared {
  const record = localRecord(caller, series, rules.timeZone);
  const measured = measuredColumns(record.weather);
  refuseMissing(caller, measured.columns, rules.method);
  const needed = NEEDED[rules.method];
  refuseShortRecord(caller, record, measuredMonths(record, measured.columns, needed));
  const columns = withoutSparse(record, measured.columns, needed);
  const weights =
    rules.weights && usableWeights(rules.weights, (name) => columns[DAILY_INDICES[name].column] !== undefined);
  const indices = new Set<DailyIndex>(weights?.keys() ?? ISO_INDICES).add("ghi_sum");
  if (columns.temperature && rules.persistence !== "none") indices.add("temperature_mean");
  if (columns.wind_speed && weights === null) indices.add("wind_mean");
  const names = [...new Set([...indices].map((name): WeatherColumn => DAILY_INDICES[name].column))];
  const months = measuredMonths(record, columns, names);
  refuseShortRecord(caller, record, months);
  return {
    record,
    measured,
    weights,
    days: dailyValues(record, columns, indices),
    months: months.months,
    dropped: months.dropped,
    wholeYears: wholeYearsOf(record, months),
    notices: lackNotices(rules, columns, measured),
  };
}

/** What statistics use: a column that helps, but was measured in too few years, would cost the record its years. */
function withoutSparse(
  record: LocalRecord,
  columns: MeasuredColumns,
  needed: readonly WeatherColumn[],
): MeasuredColumns {
  const names = Object.keys(columns) as WeatherColumn[];
  const used = names.filter((name) => needed.includes(name) || !isSparse(record, columns, name));
  return Object.fromEntries(used.map((name) => [name, columns[name]!]));
}

function lackNotices(
  { method, weights, persistence }: SelectionRules,
  columns: MeasuredColumns,
  measured: Measured,
): Notice[] {
  const lacks = (name: WeatherColumn) =>
    measured.columns[name] ? `${name} in fewer than ${FEWEST_YEARS} years of a month` : `no ${name}`;
  const notices: Notice[] = [];
  const wanted = weights === null ? [] : (Object.keys(weights) as DailyIndex[]).filter((name) => weights[name]! > 0);
  const lacking = wanted.filter((name) => columns[DAILY_INDICES[name].column] === undefined);
  if (lacking.length > 0) {
    const gone = [...new Set(lacking.map((name): WeatherColumn => DAILY_INDICES[name].column))].map(lacks).join(", ");
    const message = `the weather has ${gone}: ${method} is applied without the weights of ${lacking.join(", ")}, the others scaled to a sum of 1`;
    notices.push({ code: "weights", message });
  }
  for (const name of measured.derived) {
    const from = name === "relative_humidity" ? "dew point" : "relative humidity";
    notices.push({ code: "derived", message: `${name} is computed from temperature and ${from}` });
  }
  if (method === "iso15927" && columns.wind_speed === undefined) {
    notices.push({
      code: "wind",
      message: `the weather has ${lacks("wind_speed")}: the top-ranked year is taken for each month`,
    });
  }
  if (persistence !== "none" && columns.temperature === undefined) {
    const message = `the weather has ${lacks("temperature")}: persistence considers irradiance only`;
    notices.push({ code: "persistence", message });
  }
  return notices;
}
