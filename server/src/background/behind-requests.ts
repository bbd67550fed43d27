/** Work in the threads of a server that answers requests, too: they come first. */
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "irradiance-engine/bulk";
import { loopTurn } from "../loop-slices.js";

/** ms until a server that is busy with requests is looked at again. */
const BUSY = 50;

/** A server that is full of requests is no failure: the work waits. @throws what the work throws; the signal's reason */
export async function behindRequests<Result>(
  pool: Pick<Pool, "waiting">,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    await loopTurn();
    signal.throwIfAborted();
    while (pool.waiting > 0) await pause(BUSY, undefined, { signal });
    try {
      return await work();
    } catch (thrown) {
      if ((thrown as { readonly code?: unknown } | undefined)?.code !== "ERR_QUEUE_FULL") throw thrown;
    }
    await pause(BUSY, undefined, { signal });
  }
}
