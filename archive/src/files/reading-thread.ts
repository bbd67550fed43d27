/** A thread that reads large files and looks at them, so that no answer waits meanwhile. It ends when it has been idle for a while. */
import { Worker } from "node:worker_threads";
import { ArchiveError } from "../errors.js";
import type { ReadingFailure, ReadingResult, ReadingTask } from "./reading-worker.js";
import type { FoundFile } from "./scan.js";
import { type PackedColumns, type ReadFile, readFile, readValues } from "./weather-file.js";

export interface FileReader {
  /** @throws as `readFile` */
  file(found: FoundFile): Promise<ReadFile>;
  /** @throws as `readValues` */
  values(found: FoundFile): Promise<PackedColumns>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

const WORKER = new URL("./reading-worker.js", import.meta.url);
/** Bytes up to which a file is read at once: a year of hours takes less time than to start a thread. */
const SMALL = 512 * 1024;
/** ms */
const IDLE = 10_000;

/** @param small bytes up to which the caller's own thread reads a file @param code what the other one runs */
export function fileReader(small = SMALL, code: URL = WORKER): FileReader {
  let worker: Worker | undefined;
  let alarm: NodeJS.Timeout | undefined;
  let next = 0;
  const waiting = new Map<number, Waiting>();

  const fail = (own: Worker, why: string) => {
    if (worker !== own) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  };
  const end = async () => {
    clearTimeout(alarm);
    const own = worker;
    if (own === undefined) return;
    fail(own, "the weather files were closed");
    await own.terminate();
  };
  const start = (): Worker => {
    const own = new Worker(code);
    own.on("message", (result: ReadingResult) => {
      const one = waiting.get(result.id);
      waiting.delete(result.id);
      if ("value" in result) one?.resolve(result.value as never);
      else one?.reject(errorOf(result));
      if (waiting.size > 0) return;
      // An idle thread must not keep the process alive.
      own.unref();
      alarm = setTimeout(end, IDLE).unref();
    });
    own.on("error", (error) => fail(own, `the thread that reads weather files failed: ${(error as Error).message}`));
    own.on("exit", () => fail(own, "the thread that reads weather files ended"));
    return own;
  };
  const ask = <T>(found: FoundFile, isKnown: boolean): Promise<T> => {
    clearTimeout(alarm);
    worker ??= start();
    worker.ref();
    const id = next++;
    worker.postMessage({ id, found, isKnown } satisfies ReadingTask);
    return new Promise<T>((resolve, reject) => waiting.set(id, { resolve: resolve as Waiting["resolve"], reject }));
  };

  return {
    file: (found) => (found.size <= small ? readFile(found) : ask(found, false)),
    values: (found) => (found.size <= small ? readValues(found) : ask(found, true)),
    close: end,
  };
}

function errorOf({ message, code }: ReadingFailure): Error {
  if (code === "ERR_ARCHIVE_CHANGED") return new ArchiveError(code, message);
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
