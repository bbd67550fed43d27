/** Cells that both sides of an order see: how far its thread is, and whether anybody still wants the result. */
import { clock } from "./clock.js";

export type Progress = Int32Array;

/** Position in the task of the item under work; -1: not begun, or answered. */
const ITEM = 0;
/** When it was begun: ms since the order's `origin`, wrapping. */
const SINCE = 1;
/** 1 once nobody wants the result any more. */
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

/** @param origin time of `clock` that progress counts from */
export function beginItem(progress: Progress, item: number, origin: number): void {
  Atomics.store(progress, SINCE, clock() - origin);
  Atomics.store(progress, ITEM, item);
}

export function endItem(progress: Progress): void {
  Atomics.store(progress, ITEM, -1);
}

/** The item under work, null before and after. */
export function itemOf(progress: Progress): number | null {
  const item = Atomics.load(progress, ITEM);
  return item < 0 ? null : item;
}

/** Ms since the item was begun. */
export function elapsedOf(progress: Progress, origin: number): number {
  return (clock() - origin - Atomics.load(progress, SINCE)) | 0;
}

/** Asks the thread to give up at the next point where it looks. */
export function cancel(progress: Progress): void {
  Atomics.store(progress, CANCELLED, 1);
}

/**
 * Where a thread may give up: between the steps of an order.
 *
 * @throws Error once the job was cancelled; nobody waits for its answer
 */
export function assertWanted(progress: Progress): void {
  if (Atomics.load(progress, CANCELLED) === 1) throw new Error("the job was cancelled");
}
