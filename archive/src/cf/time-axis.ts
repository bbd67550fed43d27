/** A time axis as a grid of equal steps, some of which may be missing. */
import { HOUR } from "irradiance-engine/shared";
import { unusable } from "../bytes/failures.js";
import type { Period } from "../source.js";

export interface TimeAxis {
  /** Unix ms of the first time. */
  readonly first: number;
  /** ms. */
  readonly step: number;
  /** Steps from the first time to the last, both counted. */
  readonly count: number;
  /** Index in the array of each step, −1 where it is missing; undefined where all are there, in order. */
  readonly rows: Int32Array | undefined;
}

/**
 * @param times Unix ms
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for times that go back, repeat, or are no multiple of one step apart
 */
export function timeAxisOf(times: Float64Array, path: string): TimeAxis {
  if (times.length < 2) throw unusable(path, `a time axis needs at least two times, got ${times.length}`);
  let step = Number.POSITIVE_INFINITY;
  for (let k = 1; k < times.length; k++) {
    const gap = times[k]! - times[k - 1]!;
    // Not so of NaN, too.
    if (!(gap > 0))
      throw unusable(path, `its times do not ascend: ${timeText(times[k - 1]!)} is followed by ${timeText(times[k]!)}`);
    step = Math.min(step, gap);
  }
  const first = times[0]!;
  const count = (times[times.length - 1]! - first) / step + 1;
  if (!Number.isInteger(count) || count > 100 * times.length) throw uneven(times, step, path);
  if (count === times.length) {
    for (let k = 1; k < count; k++) if (times[k] !== first + k * step) throw uneven(times, step, path);
    return { first, step, count, rows: undefined };
  }
  const wide = widerFrom(times, step);
  if (wide !== undefined) {
    const [at, gap] = wide;
    throw unusable(
      path,
      `its times are ${gap / 1000} s apart from ${timeText(times[at]!)} on, elsewhere ${step / 1000} s: split the file there`,
    );
  }
  const rows = new Int32Array(count).fill(-1);
  times.forEach((time, k) => {
    const at = (time - first) / step;
    if (!Number.isInteger(at)) throw uneven(times, step, path);
    rows[at] = k;
  });
  return { first, step, count, rows };
}

/** Wider steps up to this length, three after one another, are another spacing (a model's 1, 3, 6 hours) and no gaps. */
const WIDEST = 6 * HOUR;

/** Where another spacing begins, and which. */
function widerFrom(times: Float64Array, step: number): [number, number] | undefined {
  for (let k = 3; k < times.length; k++) {
    const gap = times[k]! - times[k - 1]!;
    if (gap === step || gap > WIDEST) continue;
    if (times[k - 1]! - times[k - 2]! === gap && times[k - 2]! - times[k - 3]! === gap) return [k - 3, gap];
  }
  return undefined;
}

/** Stretches of steps without a gap, as [start, end) of times shifted so that a step begins at `shift` from its time. */
export function coverOf({ first, step, count, rows }: TimeAxis, shift: number): Period[] {
  const start = first + shift;
  if (rows === undefined) return [{ start, end: start + count * step }];
  const periods: Period[] = [];
  for (let k = 0; k < count; ) {
    let end = k;
    while (end < count && rows[end]! >= 0) end++;
    if (end > k) periods.push({ start: start + k * step, end: start + end * step });
    k = Math.max(end, k + 1);
  }
  return periods;
}

/** @param step the shortest one, of which all others must be multiples */
function uneven(times: Float64Array, step: number, path: string): Error {
  const odd = times.findIndex((time, k) => k > 0 && !Number.isInteger((time - times[k - 1]!) / step));
  const where = odd < 0 ? "" : `: ${timeText(times[odd - 1]!)} is followed by ${timeText(times[odd]!)}`;
  return unusable(path, `its ${times.length} times are not in equal steps of ${step / 1000} s${where}`);
}

function timeText(time: number): string {
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : "no time";
}
