/** A row of the audit, and its check before it joins a group: one that the store rejects would take the others with it. */

/** A row of the audit: the price of an answer, and its data. */
export interface ChargeEntry {
  /** Unique among the account's charges. */
  readonly requestId: string;
  /** Of the request, where its id comes from outside: the same request is not charged again. */
  readonly fingerprint?: string | undefined;
  readonly at: number;
  readonly endpoint: string;
  readonly rows: number;
  readonly columns: number;
  readonly status: number;
  /** ms of computation. */
  readonly duration: number;
  readonly bytes: number;
  /** With an `Idempotency-Key`: it is stored in the charge's own transaction. */
  readonly answer?: KeptAnswer | undefined;
}

/** What repeats of a request are held to: figures alone, never the answer itself. */
export interface KeptAnswer {
  /** Unix ms: the "now" that the answer was computed with. null: charged by a server that did not keep it. */
  readonly asOf: number | null;
  /** Of all that the answer depends on, its weather above all; null: a source did not answer, so that nobody knows. */
  readonly revision: string | null;
  /** SHA-256 of its body. null as of `asOf`. */
  readonly hash: string | null;
}

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
