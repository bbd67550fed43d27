/** The ten-year rule, and the columns that a record must have for a method. */
import { WeatherError } from "../../weather/errors.js";
import type { WeatherColumn } from "../../weather/series.js";
import type { DroppedMonth, SelectionMethod } from "./audit.js";
import { type MeasuredMonths, measuredMonths } from "./eligibility.js";
import type { MeasuredColumns } from "./measured.js";
import { type LocalRecord, yearsOf } from "./record.js";

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
export function wholeYearsOf(record: LocalRecord, { dropped }: MeasuredMonths): number[] {
  return yearsOf(record).filter((year) => !dropped.some((month) => month.year === year));
}

/** Whether a column by itself was measured in fewer years than a typical year needs. */
export function isSparse(record: LocalRecord, columns: MeasuredColumns, name: WeatherColumn): boolean {
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
export function refuseShortRecord(caller: string, record: LocalRecord, measured: MeasuredMonths): void {
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
