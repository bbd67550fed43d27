/** A source that keeps failing is not asked for a while, so that it does not cost every request its time limit. */

export const MOST_FAILURES = 5;
export const REST_MS = 30_000;

export interface Breaker {
  /** Remaining seconds of the pause; 0 if the source may be asked. */
  rest(): number;
  succeeded(): void;
  failed(): void;
}

/** @param clock monotonic, in ms */
export function breakerOf(clock: () => number): Breaker {
  let failures = 0;
  let restUntil = Number.NEGATIVE_INFINITY;
  return {
    rest: () => Math.max(0, Math.ceil((restUntil - clock()) / 1000)),
    succeeded() {
      failures = 0;
    },
    failed() {
      // After a pause one more failure starts the next one.
      if (++failures >= MOST_FAILURES) restUntil = clock() + REST_MS;
    },
  };
}
