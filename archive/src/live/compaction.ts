/** Which segments become one: slots an hour, hours a day, days a month. A pure choice from the manifest. */
import { DAY, HOUR } from "irradiance-engine/shared";
import type { LiveDescription } from "./description.js";
import type { SegmentEntry } from "./manifest.js";
import { monthStart } from "./rows.js";

interface Level {
  /** The bucket that a time is in: [start, end), ms. */
  bucket(time: number): { readonly start: number; readonly end: number };
}

const LEVELS: readonly Level[] = [
  { bucket: (time) => aligned(time, HOUR) },
  { bucket: (time) => aligned(time, DAY) },
  { bucket: (time) => ({ start: monthStart(time), end: monthStart(time, 1) }) },
];

/** A large segment is not written again for little: the others together have to be a quarter of it, or this many. */
const WORTH = 0.25;
const MANY = 16;

/**
 * Segments to be merged next, in the order of the manifest; undefined if all is well.
 *
 * A bucket is merged when newer values than its own have come, or when it has many segments. Between those of a merge
 * there must be no other over the same time: what holds where they overlap would change.
 *
 * @param thorough merges all that can be, however little it is
 */
export function chooseMerge(
  segments: readonly SegmentEntry[],
  { step }: Pick<LiveDescription, "step">,
  thorough = false,
): readonly SegmentEntry[] | undefined {
  const period = ({ start, rows }: SegmentEntry) => ({ start: start * step * 1000, end: (start + rows) * step * 1000 });
  const newest = segments.reduce((most, entry) => Math.max(most, period(entry).end), Number.NEGATIVE_INFINITY);
  for (const { bucket } of LEVELS) {
    const groups = new Map<number, { end: number; members: number[] }>();
    segments.forEach((entry, index) => {
      const { start, end } = period(entry);
      const own = bucket(start);
      if (end > own.end) return;
      const group = groups.get(own.start) ?? { end: own.end, members: [] };
      group.members.push(index);
      groups.set(own.start, group);
    });
    for (const [start, { end, members }] of groups) {
      if (members.length < 2) continue;
      const others = segments.flatMap((entry, index) => {
        const of = period(entry);
        return of.start < end && of.end > start && !members.includes(index) ? [index] : [];
      });
      for (const run of runsOf(members, others)) {
        const chosen = run.map((index) => segments[index]!);
        if (chosen.length > 1 && (thorough || isWorthIt(chosen, end <= newest))) return chosen;
      }
    }
  }
  return undefined;
}

/** The members cut where one of the others stands between them; all are indices, ascending. */
function runsOf(members: readonly number[], others: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const member of members) {
    const last = runs.at(-1)?.at(-1);
    if (last === undefined || others.some((other) => last < other && other < member)) runs.push([member]);
    else runs.at(-1)!.push(member);
  }
  return runs;
}

function isWorthIt(chosen: readonly SegmentEntry[], isClosed: boolean): boolean {
  const sizes = chosen.map(({ bytes }) => bytes);
  const largest = Math.max(...sizes);
  const others = sizes.reduce((sum, size) => sum + size, 0) - largest;
  return chosen.length > MANY || (isClosed && others >= WORTH * largest);
}

function aligned(time: number, length: number) {
  const start = Math.floor(time / length) * length;
  return { start, end: start + length };
}

/** Segments that end so long before the newest value that they need not be kept. */
export function chooseExpired(
  segments: readonly SegmentEntry[],
  { step, keepDays }: Pick<LiveDescription, "step" | "keepDays">,
): readonly SegmentEntry[] {
  if (keepDays === undefined) return [];
  const end = ({ start, rows }: SegmentEntry) => (start + rows) * step * 1000;
  const newest = segments.reduce((most, entry) => Math.max(most, end(entry)), Number.NEGATIVE_INFINITY);
  return segments.filter((entry) => end(entry) <= newest - keepDays * DAY);
}
