/** A server that serves what a satellite sees feeds the folder of its scans, unless another process does: the folder's lock decides. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { catalogueEntry, type ScanProductName } from "irradiance-archive";
import { namedSource } from "irradiance-engine/shared";
import type { Logger } from "pino";

export interface Followed {
  readonly name: ScanProductName;
  readonly address: string | undefined;
}

export interface Following {
  /** Resolves when no thread writes any more. */
  stop(): Promise<void>;
}

/** ms for a scan that is being written; one that is cut off leaves nothing visible. */
const GRACE = 5_000;

/** @param words of the setting "weather" */
export function followNamed(words: readonly string[], log: Logger): Following {
  const workers = words.flatMap(followedIn).map((followed) => start(followed, log));
  return {
    async stop() {
      await Promise.all(workers.map(end));
    },
  };
}

function followedIn(word: string): Followed[] {
  const named = namedSource(word);
  if (named === undefined || catalogueEntry(named.name).follows === undefined) return [];
  return [{ name: named.name as ScanProductName, address: named.address }];
}

function start(followed: Followed, log: Logger): Worker {
  const { name } = followed;
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: followed });
  worker.unref();
  worker.on("message", (line: string) => log.info({ source: name }, line));
  worker.on("error", (err) =>
    log.error({ source: name, err }, "new scans are no longer taken until the server restarts"),
  );
  return worker;
}

async function end(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return;
  const ended = once(worker, "exit");
  worker.postMessage("stop");
  const timer = setTimeout(() => void worker.terminate(), GRACE);
  await ended;
  clearTimeout(timer);
}
