/** An examination as text for a person: a headline, then what was found and what to do. */
import { checkForm } from "../../weather/checked-series.js";
import { effectText } from "../../weather/examine/notices.js";
import type { Finding } from "../../weather/examine/types.js";
import { clockText, closureText, type ExaminedFile, factsText, findingsCount, lostMonths, rowsText } from "./words.js";

/** Of the longest verdict, and two spaces. */
export const VERDICT_WIDTH = 10;

/**
 * A headline, and below it a paragraph for each finding.
 *
 * @returns lines, the last one with its line break
 * @experimental
 */
export function examinationText(file: ExaminedFile): string {
  const { name, series, examination, notes = [], inWords = (sentence: string) => sentence } = file;
  const { verdict, findings } = examination;
  const found = findings.length === 0 ? "" : `${findingsCount(examination)}; `;
  const count = checkForm(series).count;
  const lost = lostMonths(examination);
  const remarks = [
    clockText(examination),
    closureText(examination),
    lost.length === 0 ? undefined : `more than a tenth of the light is missing or lost in ${listed(lost)}`,
    ...notes,
  ];
  const lines = [
    `${verdict.padEnd(VERDICT_WIDTH)}${name}: ${found}${factsText(file)}`,
    ...findings.flatMap((finding) => findingLines(finding, count)),
    ...remarks.flatMap((remark) => (remark === undefined ? [] : [`  note: ${remark}`])),
  ];
  return `${lines.map(inWords).join("\n")}\n`;
}

function findingLines(finding: Finding, count: number): string[] {
  const { code, verdict, message, effect, remedy } = finding;
  const head = [verdict === "unusable" ? "unusable" : undefined, rowsText(finding, count)].filter(Boolean);
  const changed = effectText(effect);
  return [
    `  ${code}${head.length > 0 ? ` (${head.join(", ")})` : ""}: ${message}`,
    ...(changed === "" ? [] : [`    effect: ${changed}`]),
    ...(remedy === "" ? [] : [`    to do: ${remedy}`]),
  ];
}

/** More months than that make no sentence. */
const MOST_NAMES = 12;

export function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(", ")} and ${more} more` : names.join(", ");
}
