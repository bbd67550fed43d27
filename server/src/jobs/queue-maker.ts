/** A worker's part in jobs: it makes parts from the queue, writes their files, and reports them. */
import { randomBytes } from "node:crypto";
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import { BackOff, PAUSES } from "../background/back-off.js";
import { PassingFailure } from "../background/passing-failure.js";
import { loadQueue } from "../background/queue/packages.js";
import { LastingFailure, PartWorker, ReturnedPart } from "../background/queue/part-worker.js";
import { MOST_ATTEMPTS } from "./carrier.js";
import { asPart, type PartData, PREFIX, TAKEOVER } from "./job-queue.js";
import type { PartMaker, PartResult } from "./make-part.js";
import { isOfStore } from "./result-files.js";

export interface QueueMakerOptions {
  readonly redis: Redis;
  /** Name of the queue. */
  readonly queue: string;
  readonly maker: PartMaker;
  /** At a time. */
  readonly parts: number;
  readonly takeover?: number | undefined;
  say(line: string): void;
  /** Of single parts. */
  sayDetail(line: string): void;
}

/** Makes parts until it is stopped. */
export async function openQueueMaker({ maker, parts, takeover = TAKEOVER, ...options }: QueueMakerOptions) {
  const { say, sayDetail } = options;
  const storePause = new BackOff(PAUSES.part);
  const make = async ({ id: entry, data: found, attemptsMade }: Job<PartData, PartResult>, signal: AbortSignal) => {
    const data = asPart(entry, found);
    if (data === undefined) {
      say(`${JSON.stringify(entry)} is no part of a job: somebody else wrote it into the queue`);
      throw new LastingFailure("no part of a job");
    }
    const { trace } = data.request;
    const name = `part ${data.part} of job ${data.job}${trace ? ` (trace ${trace.trace_id})` : ""}`;
    const id = randomBytes(12).toString("hex");
    sayDetail(`${name}: begun`);
    try {
      const result = await maker.make({ ...data, id, isLastAttempt: attemptsMade + 1 >= MOST_ATTEMPTS }, signal);
      storePause.reset();
      sayDetail(`${name}: written, ${result.rows} rows`);
      return result;
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof PassingFailure) throw thrown;
      say(`${name}: ${(thrown as Error).message}`);
      // Customers read why a part failed: of what nobody expected it says nothing.
      if (!isOfStore(thrown)) throw new Error("internal error", { cause: thrown });
      await storePause.wait(signal);
      throw new ReturnedPart(thrown.message);
    }
  };
  const queue = { ...options, prefix: PREFIX, parts, takeover, attempts: MOST_ATTEMPTS };
  return new PartWorker<PartData, PartResult>(queue, make, await loadQueue());
}
