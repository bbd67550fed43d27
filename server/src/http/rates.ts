/** How often somebody may ask: requests in a window of time, counted by key or by address. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Settings } from "../settings.js";

/** The remainder of a window. */
export interface Rate {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds to the window's end, at least 1. */
  readonly reset: number;
  readonly window: number;
}

export interface Rates {
  /** Counts a request of an account. */
  ofAccount(account: string, requests?: number): Promise<Rate>;
  /** Counts a request with the demo key. */
  ofDemo(address: string, requests?: number): Promise<Rate>;
  /** Counts a request with a bad key. */
  ofBadKey(address: string): Promise<Rate>;
}

export function createRates(settings: Settings): Rates {
  const window = settings["rate-window"];
  const counter = (limit: number) => {
    const limiter = new RateLimiterMemory({ points: limit, duration: window });
    return (who: string, requests = 1) => taken(limiter, who, requests, limit, window);
  };
  return {
    ofAccount: counter(settings.rate),
    ofDemo: counter(settings["demo-rate"]),
    ofBadKey: counter(settings["bad-keys"]),
  };
}

async function taken(
  limiter: RateLimiterMemory,
  who: string,
  requests: number,
  limit: number,
  window: number,
): Promise<Rate> {
  const outcome = await limiter.consume(who, requests).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
  return {
    allowed: outcome.consumedPoints <= limit,
    limit,
    remaining: Math.max(0, outcome.remainingPoints),
    reset: Math.max(1, Math.ceil(outcome.msBeforeNext / 1000)),
    window,
  };
}

/** The headers of the IETF draft "RateLimit header fields for HTTP" (2025-09). */
export function rateHeaders({ limit, remaining, reset, window }: Rate): { readonly [name: string]: string } {
  return { "RateLimit-Policy": `"key";q=${limit};w=${window}`, RateLimit: `"key";r=${remaining};t=${reset}` };
}
