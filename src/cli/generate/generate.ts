/** Executes `irradiance generate`: the year from monthly values, its picture, and what is said of it. */
import { basename } from "node:path";
import { generatedYearComments } from "../../answers/climate/generation/generate.js";
import {
  extremeMonths,
  type GeneratedYear,
  generateYear,
  type MonthlyMeans,
  warmerMonths,
} from "../../answers/climate/index.js";
import { placeLabel } from "../../answers/report/labels.js";
import { yearComparison } from "../../answers/report/year-comparison.js";
import type { DailyDistribution } from "../../data/climatology/world/types.js";
import { MONTHLY_COLUMNS } from "../../data/contract/climate/monthly-check.js";
import { FUTURE_YEARS } from "../../data/contract/climate/request.js";
import type { WeatherColumn, WeatherSeries } from "../../data/weather/series.js";
import { problemOf } from "../../foundation/text/shown.js";
import { MONTH_DAYS, MONTH_NAMES } from "../../foundation/time/calendar.js";
import { UsageError } from "../errors.js";
import { GENERATED_STEPS, type GenerateFlags } from "../options/weather.js";
import { printNotice, refuseSameFile, writeResult } from "../output.js";
import { startProgress } from "../progress.js";
import { formatOf, madeFrom, meansOf, writeYear, type YearToWrite } from "../year-file.js";
import { dayRanges, lightOf, monthlyMeans } from "../year-light.js";
import { type MonthlySource, monthlySource } from "./source.js";

interface Drawn extends YearToWrite {
  readonly report: GeneratedYear["report"];
  /** The monthly values that it was drawn from: the source's, or those of the unusual or warmer year. */
  readonly monthly: MonthlyMeans;
  readonly notices: readonly string[];
}

/** @throws UsageError for monthly values from which nothing can be drawn */
function drawYear(source: MonthlySource, flags: GenerateFlags): Drawn {
  const { monthly, asked, notices } = askedMonths(source, flags);
  const { weather, report } = generated(source, monthly, flags);
  const series = flags.frequency === "15_minutes" ? quarters(weather) : weather;
  const all = [...source.notices, ...notices, ...report.notices.map(({ message }) => message)];
  const changed = asked.length > 0 ? [`Monthly values changed: ${[...asked, ...notices].join("; ")}`] : [];
  return {
    series,
    sourceTimes: timesOf(series),
    record: series,
    isSynthetic: true,
    comments: [...generatedYearComments(report), ...changed, ...source.labels, ...madeFrom([source.name])],
    about: { monthly, source: source.name, report, notices: all },
    report,
    monthly,
    notices: all,
  };
}

/** Hours of the same months, each from another seed. */
function otherSeeds(source: MonthlySource, { monthly, report }: Drawn, flags: GenerateFlags): WeatherSeries[] {
  const seeds = Array.from({ length: OTHER_SEEDS + 1 }, (_, seed) => seed).filter((seed) => seed !== report.randomSeed);
  return seeds
    .slice(0, OTHER_SEEDS)
    .map((randomSeed) => generated(source, monthly, { ...flags, randomSeed, frequency: "1_hour" }).weather);
}

const OTHER_SEEDS = 9;

function askedMonths({ monthly, period }: MonthlySource, flags: GenerateFlags) {
  const { extreme: level, extremeScope: scope, futureScenario, futureYear } = flags;
  const asked: string[] = [];
  const notices: string[] = [];
  let changed = monthly;
  if (level !== undefined) {
    const unusual = extremeMonths(changed, { level, scope });
    changed = unusual.monthly;
    asked.push(`${level.toUpperCase()} ${scope === "month" ? "months" : "year"}`);
    notices.push(...unusual.notices.map(({ message }) => message));
  }
  if (futureScenario !== undefined && futureYear !== undefined) {
    if (changed.temperature === undefined)
      throw new UsageError("--future-scenario changes temperatures, but the monthly values have none");
    const warmer = warmerMonths(changed, futureScenario, futureYear, period);
    changed = warmer.monthly;
    asked.push(`${futureScenario} ${futureYear}`);
    notices.push(...warmer.notices.map(({ message }) => message));
  }
  return { monthly: changed, asked, notices };
}

function generated({ place, name }: MonthlySource, monthly: MonthlyMeans, flags: GenerateFlags): GeneratedYear {
  const { randomSeed, daily, hourly, clearSky, year, futureYear } = flags;
  try {
    return generateYear(place, monthly, {
      randomSeed,
      daily,
      hourly,
      clearSky,
      interval: flags.frequency === "1_hour" ? 3600 : 60,
      year: year ?? futureYear,
    });
  } catch (cause) {
    const problem = problemOf(cause, "ERR_GENERATION");
    throw problem === undefined ? cause : new UsageError(`${name}: ${inFileNames(problem)}`, { cause });
  }
}

/** With the columns' names as files have them. */
function inFileNames(problem: string): string {
  const names = Object.entries(MONTHLY_COLUMNS);
  return names.reduce((text, [name, { key }]) => text.replaceAll(new RegExp(`\\b${key}\\b`, "g"), name), problem);
}

function quarters(weather: GeneratedYear["weather"]) {
  return meansOf(weather, GENERATED_STEPS["15_minutes"] / GENERATED_STEPS["1_minute"]);
}

function timesOf({ start, interval, columns }: WeatherSeries): Float64Array {
  const count = columns.global_horizontal_irradiance!.length;
  return Float64Array.from({ length: count }, (_, row) => (start as number) + row * interval * 1000);
}

/** @param others years of the same months: the sums of the months are the same for any seed, their days are not */
function generatedPicture(
  { place, name, daily }: MonthlySource,
  year: Drawn,
  others: readonly WeatherSeries[],
): string {
  const { report, monthly, series } = year;
  const given = monthly.globalHorizontalIrradiance.map((mean, month) => (mean * 24 * MONTH_DAYS[month]!) / 1000);
  return yearComparison(
    [
      { name: `monthly values, ${shortened(basename(name))}`, months: given, days: daily && daysOf(daily) },
      { name: `generated, seed ${report.randomSeed}`, ...lightOf(series) },
    ],
    "A generated year and its monthly values",
    `${placeLabel(place.latitude, place.longitude)}, ${place.altitude} m · ${report.year} · ${report.daily} days, ${report.hourly} hours`,
    { ranges: dayRanges([series, ...others]), note: `lines: darkest and brightest day, of ${others.length + 1} seeds` },
  );
}

/** What fits beside the other name. */
const MOST_CHARACTERS = 40;

function shortened(name: string): string {
  return name.length <= MOST_CHARACTERS ? name : `${name.slice(0, MOST_CHARACTERS - 1)}…`;
}

/** Draws of each day, evenly over its law. */
const PER_DAY = 10;

/** kWh/m² a day. */
function daysOf(daily: DailyDistribution): Float64Array {
  return Float64Array.from(
    MONTH_DAYS.flatMap((length, month) => {
      const count = length * PER_DAY;
      return Array.from({ length: count }, (_, k) => (24 * daily.quantile(month, (k + 0.5) / count)) / 1000);
    }),
  );
}

/** What is given and generated, and how many digits of it are shown. */
const OTHERS = [
  { title: "temperature, °C", key: "temperature", column: "temperature", digits: 1 },
  { title: "humidity, %", key: "relativeHumidity", column: "relative_humidity", digits: 0 },
  { title: "wind, m/s", key: "windSpeed", column: "wind_speed", digits: 1 },
] as const satisfies readonly { title: string; key: keyof MonthlyMeans; column: WeatherColumn; digits: number }[];

/** Two columns of numbers under one title. */
interface Pair {
  readonly title: string;
  readonly given: readonly number[];
  readonly generated: readonly number[];
  readonly digits: number;
  /** Of the year: a sum, else a mean. */
  readonly isSum?: boolean;
}

function printSummary({ place, name }: MonthlySource, year: Drawn): void {
  const { latitude, longitude, altitude, timeZone } = place;
  printNotice(
    `monthly values: ${name}, at ${latitude}, ${longitude}, ${altitude} m, UTC${timeZone < 0 ? "" : "+"}${timeZone}`,
  );
  for (const line of monthlyTable(year)) printNotice(line);
  for (const message of year.notices) printNotice(`note: ${message}`);
}

function monthlyTable({ series, monthly, report }: Drawn): string[] {
  const pairs: Pair[] = [
    {
      title: "GHI, kWh/m²",
      given: monthly.globalHorizontalIrradiance.map((mean, month) => (mean * 24 * MONTH_DAYS[month]!) / 1000),
      generated: lightOf(series).months,
      digits: 1,
      isSum: true,
    },
  ];
  for (const { title, key, column, digits } of OTHERS) {
    const given = monthly[key];
    if (given) pairs.push({ title, given, generated: monthlyMeans(series, column), digits });
  }
  const width = 11;
  const wide = 2 * width;
  const rows = MONTH_NAMES.map((name, month) => [
    name.slice(0, 3),
    ...pairs.flatMap(({ given, generated, digits }) =>
      [given, generated].map((values) => values[month]!.toFixed(digits)),
    ),
    report.months[month]!.clearness.toFixed(2),
  ]);
  const year = pairs.flatMap(({ given, generated, digits, isSum }) =>
    [given, generated].map((values) => (isSum ? sum(values) : meanOfYear(values)).toFixed(digits)),
  );
  const line = ([first = "", ...cells]: readonly string[]) =>
    `${first.padEnd(5)}${cells.map((cell) => cell.padStart(width)).join("")}`.trimEnd();
  return [
    `${"".padEnd(5)}${pairs.map(({ title }) => title.padStart(wide)).join("")}`,
    line(["", ...pairs.flatMap(() => ["given", "generated"]), "clearness"]),
    ...rows.map(line),
    line(["year", ...year]),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function meanOfYear(values: readonly number[]): number {
  return sum(values.map((value, month) => value * MONTH_DAYS[month]!)) / 365;
}

export async function generate(flags: GenerateFlags): Promise<void> {
  checkTogether(flags);
  formatOf(flags);
  await refuseSameFile(
    { "--out": flags.out, "--report": flags.report, "--plot": flags.plot },
    { "--monthly": flags.monthly },
  );
  const progress = startProgress(flags.quiet);
  try {
    const source = await monthlySource(flags);
    progress.show("generating");
    const year = drawYear(source, flags);
    progress.show("writing");
    const { text, notes } = writeYear(year, flags);
    const picture =
      flags.plot === undefined ? undefined : generatedPicture(source, year, otherSeeds(source, year, flags));
    progress.clear();
    await writeResult(text, flags.out);
    if (picture !== undefined) await writeResult(picture, flags.plot);
    if (flags.report !== undefined) await writeResult(`${JSON.stringify(year.about, null, 1)}\n`, flags.report);
    if (flags.quiet) return;
    printSummary(source, year);
    for (const message of notes) printNotice(`note: ${message}`);
  } catch (cause) {
    progress.clear();
    throw cause;
  }
}

/** Options that mean something only together. */
function checkTogether(flags: GenerateFlags): void {
  const { monthly, unit, lat, lon, extreme, extremeScope, futureScenario, futureYear, dataYears } = flags;
  if (monthly === undefined && (lat === undefined || lon === undefined))
    throw new UsageError(
      "give --monthly FILE with monthly values, or --lat and --lon for values from the embedded world climatology",
    );
  if (unit !== undefined && monthly === undefined)
    throw new UsageError("--unit needs --monthly: it is the unit of a file's irradiance");
  if (extremeScope !== undefined && extreme === undefined) throw new UsageError("--extreme-scope needs --extreme");
  if ((futureScenario === undefined) !== (futureYear === undefined))
    throw new UsageError("--future-scenario and --future-year belong together: give both");
  if (dataYears !== undefined && futureYear === undefined)
    throw new UsageError("--data-years needs --future-year: warming counts from the years of the data");
  if (
    futureYear !== undefined &&
    !(Number.isInteger(futureYear) && futureYear >= FUTURE_YEARS.least && futureYear <= FUTURE_YEARS.most)
  ) {
    throw new UsageError(
      `--future-year must be a year from ${FUTURE_YEARS.least} to ${FUTURE_YEARS.most}, got ${futureYear}`,
    );
  }
}
