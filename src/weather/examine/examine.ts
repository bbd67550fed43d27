/** Looks at weather before it is believed: its clock, its values, and whether its components fit one another. */
import { checkWeather } from "../checked-series.js";
import type { WeatherSeries } from "../series.js";
import { examineComponents } from "./components/examine-components.js";
import { FindingsOf } from "./findings.js";
import { monthsOf } from "./months.js";
import { skyRows } from "./sky-rows.js";
import type { Examination, ExamineOptions, Verdict } from "./types.js";

/** Longer steps have no course within the day, s. */
const LONGEST_STEP = 10_800;

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
  const place = weather.place ?? options.place;
  if (place === undefined || weather.interval > LONGEST_STEP) return undefined;
  const rows = skyRows(weather, place, options);
  if (!rows.light.some((value) => value > 0)) return undefined;
  const findings = new FindingsOf(rows.count);
  const { closure } = examineComponents(rows, findings);
  const months = monthsOf(rows, findings.flags);
  return {
    verdict: verdictOf(findings.list),
    findings: findings.list,
    clock: undefined,
    flags: findings.flags,
    months,
    closure,
  };
}

function verdictOf(findings: Examination["findings"]): Verdict {
  if (findings.some(({ verdict }) => verdict === "unusable")) return "unusable";
  return findings.length > 0 ? "look" : "fine";
}
