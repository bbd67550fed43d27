/** A row of the audit is validated before it joins a group: a row that the store rejects would take the others with it. */
import type { ChargeEntry } from "./accounts.js";

/** The times that a date can tell, in ms on both sides of 1970. */
const LAST_TIME = 8.64e15;

/** @throws TypeError, RangeError naming the field, the expected and the actual value */
export function checkEntry(entry: ChargeEntry): void {
  text("requestId", entry.requestId);
  text("endpoint", entry.endpoint);
  whole("at", entry.at, -LAST_TIME, LAST_TIME);
  if (entry.answer) whole("answer.asOf", entry.answer.asOf ?? 0, -LAST_TIME, LAST_TIME);
  whole("rows", entry.rows);
  whole("columns", entry.columns);
  whole("bytes", entry.bytes);
  whole("status", entry.status, 100, 599);
  if (!(Number.isFinite(entry.duration) && entry.duration >= 0)) {
    throw new RangeError(`entry.duration must be 0 ms or more, got ${entry.duration}`);
  }
}

function text(name: string, value: unknown): void {
  if (typeof value !== "string") throw new TypeError(`entry.${name} must be a string, got ${typeof value}`);
  if (value.length < 1 || value.length > 256) {
    throw new RangeError(`entry.${name} must have 1 to 256 characters, got ${value.length}`);
  }
}

function whole(name: string, value: number, least = 0, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`entry.${name} must be a whole number from ${least} to ${most}, got ${value}`);
}
