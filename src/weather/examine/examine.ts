/** Looks at weather before it is believed: its clock, its values, and whether its components fit one another. */
import { checkWeather } from "../checked-series.js";
import { WEATHER_COLUMNS, type WeatherSeries } from "../series.js";
import { examineClock } from "./clock/index.js";
import { examineComponents } from "./components/examine-components.js";
import { FindingsOf } from "./findings.js";
import { monthsOf } from "./months.js";
import { skyRows } from "./sky-rows.js";
import type { Examination, ExamineOptions, Finding, Verdict } from "./types.js";
import { CLOCK_CODES } from "./use.js";
import { examineValues } from "./values/examine-values.js";

/** Longer steps have no course within the day, s. */
const LONGEST_STEP = 10_800;

const COLUMNS_OF_LIGHT = WEATHER_COLUMNS.filter((name) => name.endsWith("_irradiance"));

/**
 * Looks at a series as a careful person would before computing with it. It changes nothing and judges nothing that the engine computes:
 * findings say what is doubtful, which rows, what that does to the answer of a year, and what to pass.
 *
 * @param series weather at equal steps of at most three hours, with a place of its own or in the options
 * @returns undefined without a place, without light, or for longer steps
 * @throws WeatherError for a malformed series
 * @experimental
 */
export function examineWeather(series: WeatherSeries, options: ExamineOptions = {}): Examination | undefined {
  const weather = checkWeather(series);
  // The options may know an altitude that the file does not state.
  const place = weather.place === undefined ? options.place : { ...options.place, ...weather.place };
  if (place === undefined || weather.interval > LONGEST_STEP) return undefined;
  const rows = skyRows(weather, place, options);
  if (!COLUMNS_OF_LIGHT.some((name) => weather.columns[name] !== undefined)) return undefined;
  const findings = new FindingsOf(rows.count);
  const isLit = rows.light.some((value) => value > 0);
  const clock = isLit ? examineClock(rows, findings) : undefined;
  examineValues(rows, findings);
  const closure = isLit ? examineComponents(rows, findings).closure : undefined;
  const months = monthsOf(rows, findings.flags);
  // Minutes that are found are no confirmation.
  const isOff = findings.list.some(({ code }) => CLOCK_CODES.includes(code));
  return {
    verdict: verdictOf(findings.list),
    findings: findings.list.sort((a, b) => weightOf(b) - weightOf(a)),
    clock: clock && { ...clock, isConfirmed: clock.isConfirmed && !isOff },
    flags: findings.flags,
    months,
    closure,
  };
}

/** The gravest first: what is unusable, then by its effect on the year, on level ground or on the plane that it changes most. */
function weightOf({ verdict, effect }: Finding): number {
  const changes = [effect?.horizontal ?? 0, ...(effect?.planes ?? []).map(({ change }) => change)];
  return (verdict === "unusable" ? UNUSABLE : 0) + Math.min(Math.max(...changes.map(Math.abs)), UNUSABLE / 2);
}
const UNUSABLE = 1000;

function verdictOf(findings: Examination["findings"]): Verdict {
  if (findings.some(({ verdict }) => verdict === "unusable")) return "unusable";
  return findings.length > 0 ? "look" : "fine";
}
