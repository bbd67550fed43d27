/** One coordinator for an output: a claim in Redis that lapses when its holder is gone, and ends what that left. */
import { setTimeout } from "node:timers/promises";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { BulkFileError } from "irradiance-engine/bulk";
import { outKeys, RUNS, runKeys } from "./keys.js";

/** Seconds that a claim lasts without its holder: longer than a network is usually away. */
const LASTS = 15;
const LOOK = 500; // ms
const RENEWAL = 3000; // ms

/**
 * Waits for the claim of a coordinator that is gone.
 *
 * @throws BulkFileError ERR_BULK_BUSY while one is there
 */
export async function claimOutput(
  redis: Redis,
  out: string,
  run: string,
  { signal, say }: { readonly signal: AbortSignal; say(line: string): void },
): Promise<void> {
  const { claim } = outKeys(out);
  const end = Date.now() + (LASTS + 1) * 1000;
  for (let looks = 0; (await redis.set(claim, run, "EX", LASTS, "NX")) === null; looks++) {
    const other = await redis.get(claim);
    if (looks === 0) say(`run ${other} has ${out}: waiting for ${LASTS} s, in case it was killed`);
    if (Date.now() > end) throw new BulkFileError("ERR_BULK_BUSY", out, `run ${other} is writing it`);
    await setTimeout(LOOK, undefined, { signal });
  }
}

/** @throws BulkFileError if it has lapsed meanwhile, and another coordinator has it */
export async function renewClaim(redis: Redis, out: string, run: string): Promise<void> {
  const { claim } = outKeys(out);
  if ((await redis.set(claim, run, "EX", LASTS, "NX")) !== null) return;
  if ((await redis.get(claim)) !== run) throw new BulkFileError("ERR_BULK_BUSY", out, "another run has taken it over");
  await redis.expire(claim, LASTS);
}

/** Renews a claim, also where the output is begun or finished and nothing else does. @returns what ends it */
export function keepClaim(redis: Redis, out: string, run: string): () => void {
  const timer = setInterval(() => {
    // Who has lost it finds that out before the next write.
    if (redis.status === "ready") renewClaim(redis, out, run).catch(() => {});
  }, RENEWAL);
  return () => clearInterval(timer);
}

export async function releaseClaim(redis: Redis, out: string, run: string): Promise<void> {
  const { claim } = outKeys(out);
  if ((await redis.get(claim)) === run) await redis.del(claim);
}

/** Workers give up its parts when they look next. */
export async function endRun(redis: Redis, queue: Queue, run: string): Promise<void> {
  await redis.srem(RUNS, run);
  await redis.del(...Object.values(runKeys(run)));
  await queue.obliterate({ force: true });
}
