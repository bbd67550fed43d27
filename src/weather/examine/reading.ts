/** A reading and what looking at it gives: its examination, and what there is to say of it. */
import type { Notice } from "../../contract/observation/types.js";
import { lightNotice } from "../clock-check.js";
import type { ReadResult } from "../readers/format.js";
import { timestamped } from "../readers/timestamped.js";
import { checkLabels } from "./clock/closing.js";
import { doubtNotices } from "./doubts.js";
import { examineWeather } from "./examine.js";
import { noticeOf } from "./notices.js";
import type { Examination, ExamineOptions, FindingCode } from "./types.js";
import { CLOCK_CODES } from "./use.js";

/** Codes of notices on how the clock was taken, which are not needed once the sun confirms it. */
const ASSUMED: readonly string[] = ["label-assumed", "time-zone"];
/** Findings that explain light at night. */
const EXPLAINED: readonly FindingCode[] = [...CLOCK_CODES, "night", "stuck", "meter"];

/** The reading with its examination, if there can be one, and with notices on what was found. */
export function examineReading<Reading extends ReadResult & { readonly format: string }>(
  reading: Reading,
  options: ExamineOptions = {},
): Reading & { examination?: Examination } {
  const { series, label, timeOffset, typicalYear, format, notices } = reading;
  const found = examineWeather(series, { label, timeOffset, isTypicalYear: typicalYear, ...options });
  const examination = found && withZones(found, notices);
  if (examination === undefined) {
    // Nothing is known of the sun: what the values alone tell.
    const shifted = checkLabels(series, { label })?.notice;
    const doubts = doubtNotices(series, format === timestamped.name);
    return { ...reading, notices: [...notices, ...(shifted ? [shifted] : []), ...doubts] };
  }
  const said = withoutAssumptions(notices, examination);
  const told = examination.findings.map(noticeOf);
  const place = series.place ?? options.place;
  // Days that are too few for the course of the light may still have it by night. Where the sun confirms the clock, it is the values'.
  const isTold = examination.clock?.isConfirmed || examination.findings.some(({ code }) => EXPLAINED.includes(code));
  const dark = isTold || place === undefined ? undefined : lightNotice("the file", series, place);
  return { ...reading, notices: [...said, ...told, ...(dark ? [dark] : [])], examination };
}

/** Times that state no zone may be those of one with daylight saving: remedies name it beside the offset. @param said how the times were taken */
export function withZones(examination: Examination, said: readonly Notice[]): Examination {
  const findings = examination.findings.map((finding) => ({ ...finding, remedy: orZone(finding.remedy, said) }));
  return { ...examination, findings };
}

/** @param remedy may name an offset to pass: one of whole or half hours may be that of a zone */
export function orZone(remedy: string, said: readonly Notice[]): string {
  if (!said.some(({ code }) => code === "time-zone")) return remedy;
  return remedy.replace(/^pass timeOffset (-?\d+(?:\.5)?)(?!\S)/, "pass timeOffset, such as $1, or zone");
}

/** Without notices on an assumed clock that the sun confirms, and on a label that a finding corrects. */
export function withoutAssumptions(notices: readonly Notice[], examination: Examination | undefined): Notice[] {
  const isConfirmed = examination?.clock?.isConfirmed === true;
  const isCorrected = examination?.findings.some(({ code }) => code === "label") === true;
  return notices.filter(
    ({ code }) => !(isConfirmed && ASSUMED.includes(code)) && !(isCorrected && code === "label-assumed"),
  );
}
