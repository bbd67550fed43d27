/** Limits of what one answer may read, whatever the sources, so that no request can exhaust the machine. */

import { setMaxListeners } from "node:events";
import { ArchiveError, type FailureKind } from "./errors.js";

export interface Limits {
  /** Files opened or taken from memory. */
  readonly files: number;
  /** Bytes read from files. */
  readonly bytes: number;
  /** Rows × columns, of input and output. */
  readonly values: number;
}

/** Three years of daily files; a year of minutes as text; sixteen million numbers, as in an answer of the service. */
export const DEFAULT_LIMITS: Limits = { files: 4_000, bytes: 256 * 1024 * 1024, values: 16_000_000 };

/** Limits, with defaults for those that are missing or undefined. */
export type SomeLimits = { readonly [kind in keyof Limits]?: number | undefined };

export function limitsWith(given: SomeLimits = {}): Limits {
  const { files = DEFAULT_LIMITS.files, bytes = DEFAULT_LIMITS.bytes, values = DEFAULT_LIMITS.values } = given;
  return { files, bytes, values };
}

export interface Budget {
  /** @throws ArchiveError `ERR_ARCHIVE_LIMIT`, naming the limit, if the request exceeds the remainder */
  take(kind: keyof Limits, amount: number): void;
}

/** @experimental */
export interface ReadOptions {
  readonly signal: AbortSignal;
  /** What the answer may still read: a source takes from it before it opens a file, and is told when it is used up. */
  readonly budget: Budget;
  /** Files that are refused (403) come here and count as not there: for values whose metadata were granted. Undefined: it is an error. */
  readonly forbidden?: Set<string> | undefined;
}

/** @experimental */
export function budgetOf(limits: Limits): Budget {
  const used = { files: 0, bytes: 0, values: 0 };
  return {
    take(kind, amount) {
      used[kind] += amount;
      if (used[kind] <= limits[kind]) return;
      throw new ArchiveError(
        "ERR_ARCHIVE_LIMIT",
        `the period needs more than ${limits[kind]} ${kind} of weather, which is the limit for one answer: request a shorter period`,
      );
    },
  };
}

// Work with a time limit: a source that never answers must not block an answer.

export type Work<T> = (signal: AbortSignal) => Promise<T>;

/**
 * @param work gets a signal that is aborted when the time is over or the caller has left; it may ignore it
 * @throws ArchiveError `ERR_ARCHIVE_TIMEOUT`; the reason of `signal` if that is aborted; errors of `work`
 */
export async function withDeadline<T>(what: string, ms: number, signal: AbortSignal | undefined, work: Work<T>) {
  signal?.throwIfAborted();
  const late = new AbortController();
  const error = new ArchiveError("ERR_ARCHIVE_TIMEOUT", `${what} took longer than ${ms / 1000} s`);
  const timer = setTimeout(() => late.abort(error), ms);
  if (signal) expectMany(signal);
  const own = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
  return orAborted((async () => work(own))(), own).finally(() => clearTimeout(timer));
}

/** What the work gives, or the signal's reason as soon as it is aborted, whatever the work does. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  expectMany(signal);
  let leave = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([work, left]).finally(() => signal.removeEventListener("abort", leave));
}

/** As many sources and files as there are listen to the signal of one request: no leak that Node should warn of. */
export function expectMany(signal: AbortSignal): void {
  setMaxListeners(0, signal);
}

/** `Promise.all` of `work` over items, at most `width` of them at a time, in order. */
export async function inTurns<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}

// A source that keeps failing is not asked for a while, so that it does not cost every request its time limit.

const MOST_FAILURES = 5;
const REST_MS = 30_000;

export interface Breaker {
  /** Remaining seconds of the pause; 0 if the source may be asked. */
  rest(): number;
  /** Why it failed last. */
  readonly why: FailureKind;
  succeeded(): void;
  failed(why?: FailureKind): void;
}

/** @param clock monotonic, in ms */
export function breakerOf(clock: () => number): Breaker {
  let failures = 0;
  let why: FailureKind = "failed";
  let restUntil = Number.NEGATIVE_INFINITY;
  return {
    get why() {
      return why;
    },
    rest: () => Math.max(0, Math.ceil((restUntil - clock()) / 1000)),
    succeeded() {
      failures = 0;
    },
    failed(kind = "failed") {
      why = kind;
      // After a pause one more failure starts the next one.
      if (++failures >= MOST_FAILURES) restUntil = clock() + REST_MS;
    },
  };
}
