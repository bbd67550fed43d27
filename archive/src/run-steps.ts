/** What sources of runs have in common: intervals of equal length, and what is said of runs that are late. */
import { HOUR, MINUTE, minuteText } from "irradiance-engine/internal/shared";

export interface Steps {
  /** Unix ms, ms. */
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/** @param times Unix ms, ascending */
export function stepsOf(times: readonly number[]): Steps[] {
  const all: { start: number; step: number; count: number }[] = [];
  for (let k = 1; k < times.length; k++) {
    const step = times[k]! - times[k - 1]!;
    const before = all.at(-1);
    if (before?.step === step) before.count++;
    else all.push({ start: times[k - 1]!, step, count: 1 });
  }
  return all;
}

/** ", steps of 3 h" where there are others. */
export function stepsText({ step }: Steps, all: readonly Steps[]): string {
  if (all.length === 1) return "";
  return step % HOUR === 0 ? `, steps of ${step / HOUR} h` : `, steps of ${step / MINUTE} min`;
}

/** Update intervals without a new run after which it is said. */
const STALLED = 3;

/** @param made when the newest run was there, or is expected; all in ms */
export function stalledNotices(dataset: string, run: number, made: number, every: number, now: number): string[] {
  if (now < made + STALLED * every) return [];
  return [`${dataset}: the newest run is of ${minuteText(run)}; updates have stalled`];
}

export function incompleteNotice(dataset: string, run: number, used: number): string {
  return `${dataset}: the run of ${minuteText(run)} is not complete yet; values are from the run of ${minuteText(used)}`;
}
