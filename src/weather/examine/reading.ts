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
export function examineReading<Reading extends ReadResult & { readonly format: string; readonly timeOffset?: number }>(
  reading: Reading,
  options: ExamineOptions = {},
): Reading & { examination?: Examination } {
  const { series, label, typicalYear, format, notices } = reading;
  const isAssumedUtc = notices.some(({ code }) => code === "time-zone");
  const timeOffset = reading.timeOffset ?? (isAssumedUtc ? 0 : undefined);
  const examination = examineWeather(series, { label, timeOffset, isTypicalYear: typicalYear, ...options });
  if (examination === undefined) {
    // Nothing is known of the sun: what the values alone tell.
    const shifted = checkLabels(series, { label })?.notice;
    const doubts = doubtNotices(series, format === timestamped.name);
    return { ...reading, notices: [...notices, ...(shifted ? [shifted] : []), ...doubts] };
  }
  const said = withoutAssumptions(notices, examination);
  const found = examination.findings.map(noticeOf);
  const place = series.place ?? options.place;
  // Days that are too few for the course of the light may still have it by night. Where the sun confirms the clock, it is the values'.
  const isTold = examination.clock?.isConfirmed || examination.findings.some(({ code }) => EXPLAINED.includes(code));
  const dark = isTold || place === undefined ? undefined : lightNotice("the file", series, place);
  return { ...reading, notices: [...said, ...found, ...(dark ? [dark] : [])], examination };
}

/** Without notices on an assumed clock that the sun confirms, and on a label that a finding corrects. */
export function withoutAssumptions(notices: readonly Notice[], examination: Examination | undefined): Notice[] {
  const isConfirmed = examination?.clock?.isConfirmed === true;
  const isCorrected = examination?.findings.some(({ code }) => code === "label") === true;
  return notices.filter(
    ({ code }) => !(isConfirmed && ASSUMED.includes(code)) && !(isCorrected && code === "label-assumed"),
  );
}
