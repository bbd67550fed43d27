/** Times of a run as intervals of equal length: hours first, then three, then six. */
import { HOUR, MINUTE } from "irradiance-engine/shared";

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

/** `2026/06/21/0600Z`. */
export function folderOfRun(run: number): string {
  const [day, clock] = new Date(run).toISOString().split("T") as [string, string];
  return `${day.replaceAll("-", "/")}/${clock.slice(0, 2)}${clock.slice(3, 5)}Z`;
}
