/** Transactions that are tried again while the database is away for a moment. */
import { setTimeout as pause } from "node:timers/promises";
import { AccountsUnavailableError } from "../accounts.js";
import type { Connections, Query } from "./connections.js";

/** For how long one is tried again after the database's last answer, and how often. ms */
const PATIENCE = 5_000;
const PAUSE = 100;

/**
 * A connection that breaks during COMMIT leaves open whether it was done: `work` has to find that out for itself.
 *
 * @param work given the number of the attempt, from 1
 * @throws AccountsUnavailableError when no attempt succeeded
 */
export async function patiently<T>(
  connections: Connections,
  work: (query: Query, attempt: number) => Promise<T>,
): Promise<T> {
  const latest = (connections.awaySince ?? performance.now()) + PATIENCE;
  for (let attempt = 1; ; attempt++) {
    try {
      await connections.back(latest);
      return await connections.transaction((query) => work(query, attempt), latest);
    } catch (cause) {
      if (!(cause instanceof AccountsUnavailableError) || performance.now() > latest) throw cause;
    }
    await pause(PAUSE);
  }
}
