/** Periods [start, end) as sets of time: intersection and difference. */
import { minuteText } from "irradiance-engine/internal/shared";
import type { Period } from "./source.js";

/** Intersection of both, ascending. */
export function intersect(these: readonly Period[], those: readonly Period[]): Period[] {
  return these
    .flatMap((a) =>
      those.map((b) => ({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) })).filter(isSome),
    )
    .sort(byStart);
}

/** The time in these but not in those. */
export function subtract(these: readonly Period[], those: readonly Period[]): Period[] {
  let left = [...these];
  for (const gone of those) {
    left = left
      .flatMap((a) => [
        { start: a.start, end: Math.min(a.end, gone.start) },
        { start: Math.max(a.start, gone.end), end: a.end },
      ])
      .filter(isSome);
  }
  return left;
}

/** The same time in as few periods as possible, with the gaps between them that are no longer than so many ms. */
export function merge(periods: readonly Period[], apart = 0): Period[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...periods].sort(byStart)) {
    const before = merged.at(-1);
    if (before !== undefined && start <= before.end + apart) before.end = Math.max(before.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Number of gaps that a notice lists. */
const MOST_GAPS = 3;

/** The first of them, as text, and how many more there are. */
export function periodsText(periods: readonly Period[]): string {
  const gaps = merge(periods);
  const times = gaps.slice(0, MOST_GAPS).map(({ start, end }) => `${minuteText(start)} to ${minuteText(end)}`);
  const more = gaps.length > MOST_GAPS ? ` and ${gaps.length - MOST_GAPS} more gaps` : "";
  return times.join(", ") + more;
}

function isSome({ start, end }: Period): boolean {
  return start < end;
}

function byStart(a: Period, b: Period): number {
  return a.start - b.start;
}
