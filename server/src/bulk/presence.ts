/** Workers say that they are there: a coordinator that hears of none waits for parts that nobody makes. */
import type { Worker } from "bullmq";
import type { Redis } from "ioredis";
import { prolong, queueKeys } from "./expiry.js";
import { runKeys } from "./keys.js";

/** ms between two words of a worker, and until the last one is forgotten. */
const EVERY = 2000;
const LASTS = 10_000;

/**
 * @param queue whose keys a worker makes anew as it takes parts: they must not outlive coordinator and workers
 * @returns what ends it, for when the worker is closed
 */
export function stayPresent(redis: Redis, run: string, queue: Worker): () => Promise<void> {
  const { present } = runKeys(run);
  const say = () => {
    // While Redis is away the words are not collected.
    if (redis.status !== "ready") return;
    redis.set(present, "1", "PX", LASTS).catch(() => {});
    prolong(redis, queueKeys(queue)).catch(() => {});
  };
  say();
  // Lists that were empty are new ones with every part.
  for (const event of ["active", "completed", "failed"] as const) queue.on(event, say);
  const timer = setInterval(say, EVERY);
  return async () => {
    clearInterval(timer);
    for (const event of ["active", "completed", "failed"] as const) queue.off(event, say);
    // A look for stalled parts makes keys of a run that has ended anew.
    if (redis.status === "ready") await prolong(redis, queueKeys(queue)).catch(() => {});
  };
}

export async function isAnybodyPresent(redis: Redis, run: string): Promise<boolean> {
  return (await redis.exists(runKeys(run).present)) > 0;
}
