/** A worker: it looks for runs and has a part in each that it can serve, until it is stopped. */
import { setTimeout } from "node:timers/promises";
import { orHeard } from "../background/queue/redis.js";
import { Attachment, attach, type WorkerOptions } from "./attachment.js";
import { RUNS, runKeys } from "./keys.js";
import { asRecord } from "./record.js";

/** ms between two looks for runs. */
const LOOK = 1000;

export interface StopSignals {
  /** No further parts: those under way are finished. */
  readonly stop: AbortSignal;
  /** They are returned. */
  readonly impatient: AbortSignal;
}

/** A run that was refused is looked at again: what was in the way, such as a folder that is not mounted, may be gone. */
interface Refused {
  readonly reason: string;
  readonly again: number;
}

/** ms */
const AGAIN = 20_000;
/** Seconds that a refusal outlives a run that has ended meanwhile. */
const REMEMBERED = 3600;

export async function work(options: WorkerOptions, { stop, impatient }: StopSignals): Promise<void> {
  const runs = new Map<string, Attachment | Refused>();
  let said = "";
  const tell = ({ message }: Error) => {
    if (message !== said) options.say(`queue: ${message}; trying again`);
    said = message;
  };
  while (!stop.aborted) {
    try {
      await orHeard(options.redis, look(runs, options), tell);
      said = "";
    } catch (cause) {
      tell(cause as Error);
    }
    await setTimeout(LOOK, undefined, { signal: stop }).catch(() => {});
  }
  const attached = [...runs.values()].filter((run) => run instanceof Attachment);
  await Promise.all(attached.map((run) => run.stop(impatient)));
}

async function look(runs: Map<string, Attachment | Refused>, options: WorkerOptions): Promise<void> {
  const { redis, say } = options;
  const there = await runsThere(redis);
  for (const [run, served] of [...runs]) {
    if (!there.has(run)) runs.delete(run);
    if (!(served instanceof Attachment)) continue;
    if (!there.has(run)) say(`run ${run}: over`);
    else if (served.refusal !== undefined) runs.set(run, await leave(run, served.refusal, options));
    if (runs.get(run) !== served) await served.end();
  }
  // One that cannot be served now keeps no other waiting.
  let failure: unknown;
  for (const run of there) {
    const known = runs.get(run);
    if (known instanceof Attachment || (known && known.again > Date.now())) continue;
    try {
      const text = await redis.get(runKeys(run).record);
      if (text === null) continue;
      const record = asRecord(text, run);
      const attached = record ? await attach(record, options) : { reason: "no coordinator wrote its record" };
      if (attached instanceof Attachment) say(`run ${run}: takes parts, for ${record!.out}`);
      runs.set(run, attached instanceof Attachment ? attached : await leave(run, attached.reason, options, known));
    } catch (thrown) {
      failure ??= thrown;
    }
  }
  if (failure !== undefined) throw failure;
}

/** A run whose record has expired has had no coordinator for long. */
async function runsThere(redis: WorkerOptions["redis"]): Promise<ReadonlySet<string>> {
  const runs = await redis.smembers(RUNS);
  const records = await Promise.all(runs.map((run) => redis.exists(runKeys(run).record)));
  const gone = runs.filter((_, k) => records[k] === 0);
  if (gone.length > 0) await redis.srem(RUNS, ...gone);
  return new Set(runs.filter((_, k) => records[k] !== 0));
}

/** The coordinator learns it as well, each time: a Redis that was emptied knows nothing. */
async function leave(run: string, reason: string, { redis, say }: WorkerOptions, known?: Refused): Promise<Refused> {
  if (known?.reason !== reason) say(`run ${run}: left to others: ${reason}`);
  const { refusals } = runKeys(run);
  await redis
    .multi()
    .sadd(refusals, reason.replace(/(?<!\s)\s*\n\s*/g, " "))
    .expire(refusals, REMEMBERED)
    .exec();
  return { reason, again: Date.now() + AGAIN };
}
