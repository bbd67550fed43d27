/** What looking at observations as at any weather file finds, for whoever learns from them. */

import type { CheckedWeather } from "../../weather/checked-series.js";
import { bitsOf, type Examination, type Finding, type FindingCode } from "../../weather/examine/index.js";

/** Rows that are not the sun's light, or not of its time. */
const LEFT_OUT = ["dead", "stuck", "clock-change"] as const satisfies readonly FindingCode[];
/** Of the whole series: nothing of it teaches anything. */
const OF_ALL: readonly FindingCode[] = ["unit", "meter", "label", "clock", "clock-drift"];
/** Light that is cut off at the top: without these rows the others would be too dark, so that a few of them spoil all. */
const MOST_CUT = 0.02;
/** W/m²: rows by day. */
const LIT = 50;
/** Of the year's light: a zero that is so wrong is no zero. */
const MOST_OFFSET = 0.1;

/** The finding for which nothing may be learnt. */
export function findingAgainst({ findings }: Examination, { columns }: CheckedWeather): Finding | undefined {
  const lit = columns.global_horizontal_irradiance!.reduce((sum, value) => sum + (value > LIT ? 1 : 0), 0);
  return findings.find(({ code, verdict, rows, effect }) => {
    if (OF_ALL.includes(code)) return verdict === "unusable";
    if (code === "night") return Math.abs(effect?.horizontal ?? 0) > MOST_OFFSET;
    return code === "saturated" && rows > MOST_CUT * lit;
  });
}

/** Findings whose rows are left out. */
export function findingsOfRows({ findings }: Examination): readonly (Finding & { code: (typeof LEFT_OUT)[number] })[] {
  const codes: readonly FindingCode[] = LEFT_OUT;
  return findings.filter((finding): finding is Finding & { code: (typeof LEFT_OUT)[number] } =>
    codes.includes(finding.code),
  );
}

/** Whether a row of the series has the finding. */
export function hasFinding({ flags }: Examination, { code }: Finding, row: number): boolean {
  return (flags[row]! & bitsOf([code])) !== 0;
}
