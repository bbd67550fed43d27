/** What a queue has in Redis goes away by itself when nobody is left who would end it. */
import type { Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";

/** Seconds after the last word of those who use it. */
export const LIFE = 86_400;

/** BullMQ ends these itself, after seconds: kept longer, they would keep it from its work. */
const SHORT_LIVED: readonly string[] = ["stalled-check", "limiter"];

/** Those of BullMQ, beside the jobs. */
export function queueKeys({ keys }: Pick<Queue | Worker, "keys">): string[] {
  return Object.entries(keys).flatMap(([name, key]) => (SHORT_LIVED.includes(name) ? [] : [key]));
}

/** From now on; keys that are not there are no error. */
export async function prolong(redis: Redis, keys: Iterable<string>): Promise<void> {
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.expire(key, LIFE);
  await pipeline.exec();
}

/** ms between two words of a worker. */
const EVERY = 2000;
const EVENTS = ["active", "completed", "failed"] as const;

/**
 * A worker makes keys of its queue anew as it takes parts: they must not outlive all who use it.
 *
 * @returns what ends it, for when the worker is closed
 */
export function keepFinite(redis: Redis, worker: Worker): () => Promise<void> {
  // While Redis is away words are not collected.
  const prolongAll = async () => {
    if (redis.status === "ready") await prolong(redis, queueKeys(worker)).catch(() => {});
  };
  void prolongAll();
  // Lists that were empty are new ones with every part.
  for (const event of EVENTS) worker.on(event, prolongAll);
  const timer = setInterval(prolongAll, EVERY);
  return async () => {
    clearInterval(timer);
    for (const event of EVENTS) worker.off(event, prolongAll);
    // A look for stalled parts makes keys of a run that has ended anew.
    await prolongAll();
  };
}
