/** What is found when observations are looked at before anything is learnt from them. */
import type { FindingCode } from "../../weather/examine/index.js";

/**
 * Why observations are left out: a finding of `examineWeather`; or `brightness` (clear hours are too bright or too dark for the clear
 * sky), `shade` (some hours of the day never see the sun), `foreign` (days are bright and dark when those of the runs are not), `few`
 * (hardly anything is left). Later versions may add further codes.
 *
 * @experimental
 */
export type TeacherFault = FindingCode | "brightness" | "shade" | "foreign" | "few";

/** @experimental */
export interface LeftOutLight {
  readonly code: TeacherFault;
  /** Days of mean solar time with hours that were left out. */
  readonly days: number;
  /** What was found, with dates and values, a sentence without its full stop. */
  readonly message: string;
}

/** How far observations may teach. @experimental */
export interface Teacher {
  /** `rest`: something was left out. `refuse`: nothing of it should teach. */
  readonly verdict: "use" | "rest" | "refuse";
  /** Days with light that may teach, and that there were. */
  readonly days: number;
  readonly daysGiven: number;
  /** In the order in which it was found; of a refused teacher the last is the reason. */
  readonly leftOut: readonly LeftOutLight[];
  /** All of it in a sentence without its full stop. */
  readonly message: string;
}
