/** Takes parts from a queue of BullMQ, which owns their claims, retries and lapses, and has them made. */
import type { Job, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { keepFinite } from "./expiry.js";
import type { QueuePackages } from "./packages.js";

export interface PartWorkerOptions {
  readonly redis: Redis;
  readonly queue: string;
  /** Of its keys. */
  readonly prefix: string;
  /** At a time. */
  readonly parts: number;
  /** ms after which the part of a worker that is gone is another's. */
  readonly takeover: number;
  /** Times that a part is begun by workers that end before it is done. */
  readonly attempts: number;
  say(line: string): void;
}

/** The part goes back to the queue as if this worker had not taken it. */
export class ReturnedPart extends Error {}

/** The part would meet this again wherever it is made: it is not tried again. */
export class LastingFailure extends Error {}

export type MakePart<Data, Result> = (job: Job<Data, Result>, signal: AbortSignal) => Promise<Result>;

export class PartWorker<Data, Result> {
  /** BullMQ's own. */
  readonly bull: Worker<Data, Result>;
  readonly #controller = new AbortController();
  readonly #errors: QueuePackages;
  readonly #make: MakePart<Data, Result>;
  readonly #leave: () => Promise<void>;
  #said = "";

  constructor(
    { redis, queue, prefix, parts, takeover, attempts, say }: PartWorkerOptions,
    make: MakePart<Data, Result>,
    packages: QueuePackages,
  ) {
    this.#make = make;
    this.#errors = packages;
    this.bull = new packages.Worker<Data, Result>(queue, (job, token) => this.#take(job, token), {
      connection: redis,
      prefix,
      concurrency: parts,
      lockDuration: takeover,
      stalledInterval: takeover / 2,
      maxStalledCount: attempts - 1,
    });
    this.bull.on("error", ({ message }) => {
      // Of a run that is over its jobs are gone, too.
      if (message !== this.#said && !this.#controller.signal.aborted) say(`queue: ${message}`);
      this.#said = message;
    });
    this.bull.on("ready", () => {
      this.#said = "";
    });
    this.#leave = keepFinite(redis, this.bull);
  }

  /** Aborts when the worker gives up what is under way. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Gives up what is under way: nobody wants it any more. */
  async end(reason: string): Promise<void> {
    this.#controller.abort(new Error(reason));
    await this.bull.close(true);
    await this.#leave();
  }

  /** Finishes the parts under way, or returns them to the queue when the signal says so. */
  async stop(impatient: AbortSignal): Promise<void> {
    const abort = () => this.#controller.abort(new Error("the worker was stopped"));
    if (impatient.aborted) abort();
    impatient.addEventListener("abort", abort, { once: true });
    await this.bull.close();
    impatient.removeEventListener("abort", abort);
    await this.#leave();
    this.#controller.abort(new Error("the worker has left"));
  }

  async #take(job: Job<Data, Result>, token: string | undefined): Promise<Result> {
    const { signal } = this.#controller;
    try {
      return await this.#make(job, signal);
    } catch (cause) {
      if (cause instanceof LastingFailure) throw new this.#errors.UnrecoverableError(cause.message);
      if (!(cause instanceof ReturnedPart) && !signal.aborted) throw cause;
    }
    await job.moveToWait(token);
    throw new this.#errors.WaitingError();
  }
}
