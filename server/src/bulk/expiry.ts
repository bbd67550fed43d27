/** What a run has in Redis goes away by itself when nobody is left who would end it. */
import type { Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";

/** Seconds after the last word of the coordinator; what a resumed run finds of a former one, it ends. */
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
