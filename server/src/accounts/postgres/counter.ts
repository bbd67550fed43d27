/** Requests of accounts counted for all servers in one table; by each for itself while the database does not answer. */
import { AccountsUnavailableError } from "../accounts.js";
import { type RequestCount, type RequestCounter, requestCounter } from "../request-counter.js";
import type { Connections } from "./connections.js";
import { COUNT_REQUESTS } from "./sql.js";

/** The limiter of rate-limiter-flexible for PostgreSQL takes the time of its server: one wrong clock would limit all of them. */
export function sharedCounter(connections: Connections, seconds: number): RequestCounter {
  const alone = requestCounter(seconds);
  return {
    async count(account, requests) {
      if (!connections.available) return alone.count(account, requests);
      try {
        return await counted(connections, seconds * 1000, account, requests);
      } catch (cause) {
        if (cause instanceof AccountsUnavailableError) return alone.count(account, requests);
        throw cause;
      }
    },
  };
}

async function counted(
  connections: Connections,
  window: number,
  account: string,
  requests: number,
): Promise<RequestCount> {
  const values = [`account:${account}`, requests, window, window];
  const rows = await connections.all<{ points: number; left: number }>(COUNT_REQUESTS, ...values);
  const { points, left } = rows[0]!;
  return { requests: points, left: Math.max(left, 0) };
}
