/** A source that keeps failing is not asked for a while, so that it does not cost every request its time limit. */

import type { FailureKind } from "./errors.js";

export const MOST_FAILURES = 5;
export const REST_MS = 30_000;

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
