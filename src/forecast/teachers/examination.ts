/** What looking at observations as at any weather file finds, for whoever learns from them. */
import { checkWeather } from "../../weather/checked-series.js";
import { bitsOf, type Examination, type Finding, type FindingCode } from "../../weather/examine/index.js";
import type { WeatherSeries } from "../../weather/series.js";

/** Of rows that are not the sun's light, or not of its time. */
const OF_ROWS: readonly FindingCode[] = ["dead", "stuck", "clock-change"];
/** Of the whole series: nothing of it teaches anything. */
const OF_ALL: readonly FindingCode[] = ["unit", "meter", "label", "clock", "clock-drift"];
/** Of the rows by day that are cut off at the top: without them the others would be too dark, so that a few of them spoil all. */
const MOST_CUT = 0.02;
/** W/m², by day. */
const LIT = 50;
/** Of the year's light: a zero that is so wrong is no zero. */
const MOST_OFFSET = 0.1;

/** The finding for which nothing may be learnt. */
export function findingAgainst({ findings }: Examination, observations: WeatherSeries): Finding | undefined {
  const { columns } = checkWeather(observations);
  const lit = columns.global_horizontal_irradiance!.reduce((sum, value) => sum + (value > LIT ? 1 : 0), 0);
  return findings.find(({ code, verdict, rows, effect }) => {
    if (OF_ALL.includes(code)) return verdict === "unusable";
    if (code === "night") return Math.abs(effect?.horizontal ?? 0) > MOST_OFFSET;
    return code === "saturated" && rows > MOST_CUT * lit;
  });
}

/** Findings whose rows are left out. */
export function findingsOfRows({ findings }: Examination): readonly Finding[] {
  return findings.filter(({ code }) => OF_ROWS.includes(code));
}

/** Whether a row of the series has the finding. */
export function hasFinding({ flags }: Examination, { code }: Finding, row: number): boolean {
  return (flags[row]! & bitsOf([code])) !== 0;
}
