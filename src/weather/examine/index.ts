/** Looks at weather before it is believed. */
export { examineWeather } from "./examine.js";
export { bitsOf, LOST_CODES, spansOf } from "./findings.js";
export { effectText, noticeOf } from "./notices.js";
export {
  type ClockCandidate,
  type ClockEvidence,
  type Effect,
  type Examination,
  type ExaminedMonth,
  type ExamineOptions,
  type ExpectedLight,
  FINDING_CODES,
  type Finding,
  type FindingCode,
  type RowSpan,
  type Verdict,
} from "./types.js";
export { countFlagged, refuseClock, withoutFlagged } from "./use.js";
