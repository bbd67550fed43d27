/** The year itself: monthly values as asked for, an unusual year or a warmer one, and what is drawn from them. */

import {
  extremeMonths,
  type GeneratedYear,
  generatedYearComments,
  generateYear,
  type MonthlyMeans,
  warmerMonths,
} from "../../climate/index.js";
import { MONTHLY_COLUMNS } from "../../contract/climate/monthly-check.js";
import { problemOf } from "../../text/input-error.js";
import type { WeatherSeries } from "../../weather/series.js";
import { UsageError } from "../errors.js";
import { madeFrom } from "../year-file/labels.js";
import { meansOf } from "../year-file/rows.js";
import type { YearToWrite } from "../year-file/types.js";
import { FREQUENCIES, type GenerateFlags } from "./options.js";
import type { MonthlySource } from "./source.js";

export interface Drawn extends YearToWrite {
  readonly report: GeneratedYear["report"];
  /** The monthly values that it was drawn from: the source's, or those of the unusual or warmer year. */
  readonly monthly: MonthlyMeans;
  readonly notices: readonly string[];
}

/** @throws UsageError for monthly values from which nothing can be drawn */
export function drawYear(source: MonthlySource, flags: GenerateFlags): Drawn {
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
export function otherSeeds(source: MonthlySource, { monthly, report }: Drawn, flags: GenerateFlags): WeatherSeries[] {
  const seeds = Array.from({ length: OTHERS + 1 }, (_, seed) => seed).filter((seed) => seed !== report.randomSeed);
  return seeds
    .slice(0, OTHERS)
    .map((randomSeed) => generated(source, monthly, { ...flags, randomSeed, frequency: "1_hour" }).weather);
}

const OTHERS = 9;

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
    if (changed.temperature === undefined) {
      throw new UsageError("--future-scenario changes temperatures, but the monthly values have none");
    }
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
  return meansOf(weather, FREQUENCIES["15_minutes"] / FREQUENCIES["1_minute"]);
}

function timesOf({ start, interval, columns }: WeatherSeries): Float64Array {
  const count = columns.global_horizontal_irradiance!.length;
  return Float64Array.from({ length: count }, (_, row) => (start as number) + row * interval * 1000);
}
