/** Requests counted within a window of time. What is too many is the caller's to say: accounts differ. */
import { RateLimiterMemory } from "rate-limiter-flexible";

export interface RequestCounter {
  /** Counts, and gives what was counted in the window. */
  count(who: string, requests: number): Promise<RequestCount>;
}

export interface RequestCount {
  /** In this window, these included. */
  readonly requests: number;
  /** ms to the window's end, 0 or more. */
  readonly left: number;
}

/** In this process. @param seconds the window's length */
export function requestCounter(seconds: number): RequestCounter {
  // It refuses nothing itself.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
  return {
    async count(who, requests) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(who, requests);
      return { requests: consumedPoints, left: Math.max(msBeforeNext, 0) };
    },
  };
}
