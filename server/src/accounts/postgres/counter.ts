/** Requests of accounts counted for all servers in one table; by each for itself while the database does not answer. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AccountsUnavailableError, type RequestCounter, type RequestLimit } from "../accounts.js";
import type { Connections } from "./connections.js";
import { COUNT_REQUESTS } from "./sql.js";

/** The limiter of rate-limiter-flexible for PostgreSQL takes the time of its server: one wrong clock would limit all of them. */
export function sharedCounter(connections: Connections, limit: RequestLimit): RequestCounter {
  const alone = new RateLimiterMemory(limit);
  return {
    async consume(account, requests) {
      if (!connections.available) return alone.consume(account, requests);
      try {
        return refuseTooMany(await counted(connections, limit, account, requests), limit);
      } catch (cause) {
        if (cause instanceof AccountsUnavailableError) return alone.consume(account, requests);
        throw cause;
      }
    },
  };
}

async function counted(
  connections: Connections,
  { points, duration }: RequestLimit,
  account: string,
  requests: number,
): Promise<RateLimiterRes> {
  const window = duration * 1000;
  const values = [`account:${account}`, requests, window, window];
  const rows = await connections.all<{ points: number; left: number }>(COUNT_REQUESTS, ...values);
  const { points: consumed, left } = rows[0]!;
  return new RateLimiterRes(Math.max(points - consumed, 0), Math.max(left, 0), consumed, consumed === requests);
}

function refuseTooMany(counted: RateLimiterRes, { points }: RequestLimit): RateLimiterRes {
  if (counted.consumedPoints > points) throw counted;
  return counted;
}
