/** A server that serves what a satellite sees feeds the folder of its scans, unless another process does: the folder's lock decides. */
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { catalogueEntry, type ScanProductName } from "irradiance-archive";
import { namedSource } from "irradiance-engine/shared";
import type { Logger } from "pino";
import { backOffOf, PAUSES, type Pauses } from "../background/back-off.js";
import type { Followed } from "./worker.js";

export interface Following {
  /** By source: 1 while a thread takes its scans, or waits for another process that does; 0 while none runs. */
  states(): ReadonlyMap<string, number>;
  /** Resolves when no thread writes any more. */
  stop(): Promise<void>;
}

/** For tests: another thread, shorter pauses. */
export interface FollowingOptions {
  readonly program?: URL | undefined;
  readonly pauses?: Pauses | undefined;
}

/** ms for a scan that is being written; one that is cut off leaves nothing visible. */
const GRACE = 5_000;
/** ms: a thread that ran for so long begins with the shortest pause again. */
const STEADY = 600_000;
const WORKER = new URL("./worker.js", import.meta.url);

/** @param words of the setting "weather" */
export function followNamed(words: readonly string[], log: Logger, options: FollowingOptions = {}): Following {
  const threads = words.flatMap(followedIn).map((followed) => new Thread(followed, log, options));
  return {
    states: () => new Map(threads.map((thread) => [thread.name, thread.isRunning ? 1 : 0])),
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

function followedIn(word: string): Followed[] {
  const named = namedSource(word);
  if (named === undefined || catalogueEntry(named.name).follows === undefined) return [];
  return [{ name: named.name as ScanProductName, address: named.address }];
}

/** A thread for one source, started again when it ends: as it has no reason to, ever later. */
class Thread {
  readonly #followed: Followed;
  readonly #log: Logger;
  readonly #program: URL;
  readonly #pauses: Pauses;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #worker: Worker | undefined;

  constructor(followed: Followed, log: Logger, { program = WORKER, pauses = PAUSES.part }: FollowingOptions) {
    this.#followed = followed;
    this.#log = log.child({ source: followed.name });
    this.#program = program;
    this.#pauses = pauses;
    this.#ended = this.#run();
  }

  get name(): string {
    return this.#followed.name;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#worker?.postMessage("stop");
    const timer = setTimeout(() => void this.#worker?.terminate(), GRACE);
    await this.#ended;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 1; !signal.aborted; failures++) {
      const began = performance.now();
      const cause = await this.#untilExit();
      if (signal.aborted) return;
      if (performance.now() - began > STEADY) failures = 1;
      const pause = backOffOf(failures, this.#pauses);
      this.#log.error(
        { err: cause },
        `the thread that takes new scans ended; it is started again in ${pause / 1000} s`,
      );
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** @returns what it failed with */
  async #untilExit(): Promise<unknown> {
    const worker = new Worker(this.#program, { workerData: this.#followed });
    worker.unref();
    worker.on("message", (line: string) => this.#log.info(line));
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
