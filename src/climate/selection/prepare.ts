/** What every selection begins with: the record, what of it counts, its months and their daily indices. */
import type { Notice } from "../../contract/observation/types.js";
import { WeatherError } from "../../weather/errors.js";
import type { WeatherColumn, WeatherSeries } from "../../weather/series.js";
import type { DroppedMonth, SelectionMethod } from "./audit.js";
import { DAILY_INDICES, type DailyIndex, type DailyValues, dailyValues } from "./daily-indices.js";
import { measuredMonths } from "./eligibility.js";
import { ISO_INDICES } from "./iso15927.js";
import { type Measured, type MeasuredColumns, measuredColumns } from "./measured.js";
import type { SelectionRules } from "./options.js";
import { type LocalRecord, localRecord, type MonthSpan, yearsOf } from "./record.js";
import { usableWeights } from "./weights.js";

/** Fewer years do not show what is typical (ISO 15927-4 asks for ten). */
export const FEWEST_YEARS = 10;

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
  const { columns } = measured;
  refuseMissing(caller, columns, rules.method);
  const weights =
    rules.weights && usableWeights(rules.weights, (name) => columns[DAILY_INDICES[name].column] !== undefined);
  const indices = new Set<DailyIndex>(weights?.keys() ?? ISO_INDICES).add("ghi_sum");
  if (columns.temperature && rules.persistence !== "none") indices.add("temperature_mean");
  if (columns.wind_speed && weights === null) indices.add("wind_mean");
  const names = [...new Set([...indices].map((name): WeatherColumn => DAILY_INDICES[name].column))];
  const { months, dropped } = measuredMonths(record, columns, names);
  const wholeYears = yearsOf(record).filter((year) => !dropped.some((month) => month.year === year));
  refuseShortRecord(caller, record, months, dropped, wholeYears);
  return {
    record,
    measured,
    weights,
    days: dailyValues(record, columns, indices),
    months,
    dropped,
    wholeYears,
    notices: lackNotices(rules, columns, measured.derived),
  };
}

/** What each method cannot do without. */
const NEEDED: { readonly [method in SelectionMethod]: readonly WeatherColumn[] } = {
  tmy3: ["global_horizontal_irradiance", "temperature"],
  hall1978: ["global_horizontal_irradiance", "temperature"],
  tgy: ["global_horizontal_irradiance"],
  tdy: ["global_horizontal_irradiance", "direct_normal_irradiance"],
  iso15927: ["global_horizontal_irradiance", "temperature", "relative_humidity"],
  weights: ["global_horizontal_irradiance"],
};

function refuseMissing(caller: string, columns: MeasuredColumns, method: SelectionMethod): void {
  const missing = NEEDED[method].filter((name) => columns[name] === undefined);
  if (missing.length === 0) return;
  const humidity = missing.includes("relative_humidity") ? " (humidity may also come as dew_point_temperature)" : "";
  throw new WeatherError(
    `${caller}: the method ${method} needs ${NEEDED[method].join(", ")}; the weather has no ${missing.join(", ")}${humidity}`,
  );
}

function refuseShortRecord(
  caller: string,
  record: LocalRecord,
  months: readonly (readonly MonthSpan[])[],
  dropped: readonly DroppedMonth[],
  wholeYears: readonly number[],
): void {
  const counted = months.map(
    (spans, index) =>
      spans.length + dropped.filter(({ month, reason }) => month === index + 1 && reason === "cut by the clock").length,
  );
  const fewest = Math.min(...counted);
  if (fewest >= FEWEST_YEARS && months.every((spans) => spans.length > 1)) return;
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

function lackNotices(
  { method, weights, persistence }: SelectionRules,
  columns: MeasuredColumns,
  derived: readonly WeatherColumn[],
): Notice[] {
  const notices: Notice[] = [];
  const wanted = weights === null ? [] : (Object.keys(weights) as DailyIndex[]).filter((name) => weights[name]! > 0);
  const lacking = wanted.filter((name) => columns[DAILY_INDICES[name].column] === undefined);
  if (lacking.length > 0) {
    const gone = [...new Set(lacking.map((name) => DAILY_INDICES[name].column))].join(", ");
    const message = `the weather has no ${gone}: the weights of ${method} without ${lacking.join(", ")}, brought to sum 1`;
    notices.push({ code: "weights", message });
  }
  for (const name of derived) {
    const from = name === "relative_humidity" ? "dew point" : "relative humidity";
    notices.push({ code: "derived", message: `${name} comes from temperature and ${from}` });
  }
  if (method === "iso15927" && columns.wind_speed === undefined) {
    notices.push({
      code: "wind",
      message: "the weather has no wind_speed: the best ranked year is taken for each month",
    });
  }
  if (persistence !== "none" && columns.temperature === undefined) {
    const message = "the weather has no temperature: persistence looks at irradiance alone";
    notices.push({ code: "persistence", message });
  }
  return notices;
}
