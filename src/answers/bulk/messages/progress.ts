/** Cells that both sides of a job see: the progress of its thread, and whether the result is still wanted; and the clock of both. */

/** Monotonic clock in ms, shared by all threads. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / NANOSECONDS;
}

const NANOSECONDS = 1e6;

/** `setTimeout` for any time: beyond its range, 24 days or `Infinity`, it never fires. */
export function timer(callback: () => void, ms: number): ReturnType<typeof setTimeout> | undefined {
  return ms <= LONGEST ? setTimeout(callback, ms) : undefined;
}

/** Limit of `setTimeout`, in ms. */
const LONGEST = 2_147_483_647;

export type Progress = Int32Array;

/** Position in the task of the current item; -1: not begun, or answered. */
const ITEM = 0;
/** Start of the item: ms since the job's `origin`, wrapping. */
const SINCE = 1;
/** 1 once the result is no longer wanted. */
const CANCELLED = 2;
const CELLS = 3;

export function makeProgress(): Progress {
  return new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT));
}

/** As before the first item. */
export function resetProgress(progress: Progress): void {
  endItem(progress);
  Atomics.store(progress, CANCELLED, 0);
}

/** @param origin of the progress times, on `clock` */
export function beginItem(progress: Progress, item: number, origin: number): void {
  Atomics.store(progress, SINCE, clock() - origin);
  Atomics.store(progress, ITEM, item);
}

export function endItem(progress: Progress): void {
  Atomics.store(progress, ITEM, -1);
}

/** The current item; null before and after. */
export function itemOf(progress: Progress): number | null {
  const item = Atomics.load(progress, ITEM);
  return item < 0 ? null : item;
}

/** Ms since the item was begun. */
export function elapsedOf(progress: Progress, origin: number): number {
  return (clock() - origin - Atomics.load(progress, SINCE)) | 0;
}

/** Asks the thread to give up at its next check. */
export function cancel(progress: Progress): void {
  Atomics.store(progress, CANCELLED, 1);
}

/**
 * A point at which a thread may give up: between the steps of a job.
 * @throws Error if the job was cancelled; its answer is no longer wanted
 */
export function assertWanted(progress: Progress): void {
  if (Atomics.load(progress, CANCELLED) === 1) throw new Error("the job was cancelled");
}
