/** Requests of accounts counted for all servers in one table; by each for itself while the database does not answer. */
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import type { RequestCounter, RequestLimit } from "../accounts.js";
import type { Connections } from "./connections.js";

export function sharedCounter(connections: Connections, limit: RequestLimit): RequestCounter {
  const alone = new RateLimiterMemory(limit);
  const shared = new RateLimiterPostgres({
    ...limit,
    storeClient: connections.pool,
    storeType: "pool",
    tableName: "request_count",
    tableCreated: true,
    keyPrefix: "account",
    insuranceLimiter: alone,
  });
  return {
    consume: (account, requests) => (connections.available ? shared : alone).consume(account, requests),
  };
}
