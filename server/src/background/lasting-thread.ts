/** A thread that works beside the server: started again when it ends, as it has no reason to, ever later. */
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { backOffOf, type Pauses } from "./back-off.js";

export interface ThreadOptions {
  readonly program: URL;
  /** What it is given. */
  readonly data: unknown;
  /** What it does, in the line that says when it is started again. */
  readonly what: string;
  readonly pauses: Pauses;
  readonly log: Logger;
  /** Hears what the thread posts beside lines. */
  readonly hear?: ((message: unknown) => void) | undefined;
}

/** A line of what goes wrong. */
export interface Warning {
  readonly warn: string;
}

/** ms for what is being written; what is cut off leaves nothing visible. */
const GRACE = 5_000;
/** ms: a thread that ran for so long begins with the shortest pause again. */
const STEADY = 600_000;

/** Its texts and warnings are lines for the log; the message "stop" asks it to end. */
export class LastingThread {
  readonly #options: ThreadOptions;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #worker: Worker | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Lost while it does not run. */
  post(message: unknown): void {
    this.#worker?.postMessage(message);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.post("stop");
    const timer = setTimeout(() => void this.#worker?.terminate(), GRACE);
    await this.#ended;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { log, pauses, what } = this.#options;
    for (let failures = 1; !signal.aborted; failures++) {
      const began = performance.now();
      const cause = await this.#untilExit();
      if (signal.aborted) return;
      if (performance.now() - began > STEADY) failures = 1;
      const pause = backOffOf(failures, pauses);
      log.error({ err: cause }, `the thread that ${what} ended; it is started again in ${pause / 1000} s`);
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** @returns what it failed with */
  async #untilExit(): Promise<unknown> {
    const { program, data, log, hear } = this.#options;
    const worker = new Worker(program, { workerData: data });
    worker.unref();
    worker.on("message", (message: string | Warning | object) => {
      if (typeof message === "string") log.info(message);
      else if ("warn" in message) log.warn(message.warn);
      else hear?.(message);
    });
    let cause: unknown;
    worker.on("error", (error) => {
      cause = error;
    });
    this.#worker = worker;
    await new Promise((resolve) => worker.once("exit", resolve));
    this.#worker = undefined;
    return cause;
  }
}
