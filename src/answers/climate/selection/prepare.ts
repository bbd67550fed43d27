/** What every selection begins with: the record, what of it counts, its months and their daily indices. */
import type { Notice } from "../../../data/contract/observation/types.js";
import { type WeatherColumn, WeatherError, type WeatherSeries } from "../../../data/weather/series.js";
import type { SelectionMethod } from "./audit.js";
import { DAILY_INDICES, type DailyIndex, type DailyValues, dailyValues } from "./daily-indices.js";
import { ISO_INDICES } from "./methods.js";
import { type SelectionRules, usableWeights } from "./options.js";
import {
  type DroppedMonth,
  type LocalRecord,
  localRecord,
  type Measured,
  type MeasuredColumns,
  type MeasuredMonths,
  type MonthSpan,
  measuredColumns,
  measuredMonths,
  yearsOf,
} from "./record.js";

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

/** Fewer years do not show what is typical (ISO 15927-4 asks for ten). */
export const FEWEST_YEARS = 10;

/** What each method cannot do without. */
export const NEEDED: { readonly [method in SelectionMethod]: readonly WeatherColumn[] } = {
  tmy3: ["global_horizontal_irradiance", "temperature"],
  hall1978: ["global_horizontal_irradiance", "temperature"],
  tgy: ["global_horizontal_irradiance"],
  tdy: ["global_horizontal_irradiance", "direct_normal_irradiance"],
  iso15927: ["global_horizontal_irradiance", "temperature", "relative_humidity"],
  weights: ["global_horizontal_irradiance"],
};

/** @throws WeatherError naming them */
export function refuseMissing(caller: string, columns: MeasuredColumns, method: SelectionMethod): void {
  const missing = NEEDED[method].filter((name) => columns[name] === undefined);
  if (missing.length === 0) return;
  const humidity = missing.includes("relative_humidity") ? " (humidity may also come as dew_point_temperature)" : "";
  throw new WeatherError(
    `${caller}: the method ${method} needs ${NEEDED[method].join(", ")}; the weather has no ${missing.join(", ")}${humidity}`,
  );
}

/** Years whose twelve months all were measured. */
function wholeYearsOf(record: LocalRecord, { dropped }: MeasuredMonths): number[] {
  return yearsOf(record).filter((year) => !dropped.some((month) => month.year === year));
}

/** Whether a column by itself was measured in fewer years than a typical year needs. */
function isSparse(record: LocalRecord, columns: MeasuredColumns, name: WeatherColumn): boolean {
  return Math.min(...countedYears(measuredMonths(record, columns, [name]))) < FEWEST_YEARS;
}

/** Years of each month, with those that only the clock cuts. */
function countedYears({ months, dropped }: MeasuredMonths): number[] {
  return months.map(
    (spans, index) =>
      spans.length + dropped.filter(({ month, reason }) => month === index + 1 && reason === "cut by the clock").length,
  );
}

/** @throws WeatherError that says which years count, and why the others do not */
function refuseShortRecord(caller: string, record: LocalRecord, measured: MeasuredMonths): void {
  const counted = countedYears(measured);
  const fewest = Math.min(...counted);
  if (fewest >= FEWEST_YEARS) return;
  const { dropped } = measured;
  const wholeYears = wholeYearsOf(record, measured);
  const short = counted.flatMap((years, index) => (years === fewest ? [index + 1] : []));
  const where = short.length === 12 ? "" : `; month ${short.join(", ")} ${short.length > 1 ? "have" : "has"} ${fewest}`;
  throw new WeatherError(
    `${caller}: a typical year needs ${FEWEST_YEARS} years of weather, found ${wholeYears.length} whole ` +
      `${wholeYears.length === 1 ? "year" : "years"}${listed(wholeYears)}${where}${excuses(record, dropped)}`,
  );
}

function listed(years: readonly number[]): string {
  return years.length === 0 ? "" : ` (${years.join(", ")})`;
}

/** Longest list of reasons in an error text. */
const MOST_REASONS = 12;

/** Why the other years of the record do not count, the worst month of each. */
function excuses(record: LocalRecord, dropped: readonly DroppedMonth[]): string {
  const texts = yearsOf(record).flatMap((year) => {
    const months = dropped.filter((month) => month.year === year);
    const outside = months.filter(({ reason }) => reason === "outside the record").length;
    if (months.length === 0 || outside === 12) return [];
    if (outside > 0) return [`${year}: the record has ${12 - outside} of its months`];
    const worst = months.reduce((a, b) => (b.missing > a.missing ? b : a));
    return [`${year}: ${describe(worst)}${months.length > 1 ? ` and ${months.length - 1} more` : ""}`];
  });
  if (texts.length === 0) return "";
  const rest = texts.length - MOST_REASONS;
  return `; not counted are ${texts.slice(0, MOST_REASONS).join("; ")}${rest > 0 ? `; and ${rest} more years` : ""}`;
}

function describe({ month, reason, column, longestGap, missing }: DroppedMonth): string {
  return `month ${month} (${reason}: ${column} missing for ${longestGap} h at a stretch, ${(missing * 100).toFixed(1)} % in all)`;
}
