/** Whoever reaches Redis can write into a queue: what stands there and is no entry of ours is taken out, and stops nobody. */
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";

/**
 * Takes an entry off all lists, also one that BullMQ would keep or stumble over.
 *
 * @returns whether it was there
 */
export async function strike(redis: Redis, queue: Pick<Queue, "keys" | "toKey">, id: string): Promise<boolean> {
  const steps = redis.multi();
  for (const list of ["completed", "failed", "delayed"]) steps.zrem(queue.toKey(list), id);
  steps.lrem(queue.toKey("wait"), 0, id);
  // An entry may be named like a key of the queue itself.
  if (!Object.hasOwn(queue.keys, id)) steps.del(queue.toKey(id), queue.toKey(`${id}:lock`), queue.toKey(`${id}:logs`));
  const outcomes = (await steps.exec()) ?? [];
  return outcomes.slice(0, 4).some(([, count]) => Number(count) > 0);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
