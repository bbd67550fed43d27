/** One thread for HDF5, started when it is needed, ended when it is not, and replaced when it dies. */
import { Worker } from "node:worker_threads";
import { changed, unreadable } from "../bytes/location.js";
import type { Numbers } from "../codecs/shuffle.js";
import { ArchiveError, type FailureKind } from "../errors.js";
import type { Answer, FileDescription, Request } from "./hdf5-messages.js";

type Ranges = readonly (readonly [number, number])[];
type ReadValues<T> = (path: string, version: string, name: string, ranges: Ranges, signal: AbortSignal) => Promise<T>;

export interface Hdf5Thread {
  /**
   * Undefined if there is no such file.
   *
   * @param bytes of a file that is not on the disk, under a name of its own until it is forgotten
   * @throws ArchiveError
   */
  describe(path: string, signal: AbortSignal, bytes?: Uint8Array): Promise<FileDescription | undefined>;
  /** @throws ArchiveError `ERR_ARCHIVE_CHANGED` if the file is another version than that */
  readonly read: ReadValues<Float64Array>;
  /** The same as they are stored. */
  readonly stored: ReadValues<Numbers>;
  forget(path: string): Promise<void>;
  close(): Promise<void>;
}

export const WORKER = new URL("./hdf5-worker.js", import.meta.url);
/** ms that a question may take, once it is asked: a thread that needs longer is taken for hung. */
const LONGEST = 8_000;
/** Who waits for an answer. */
interface Waiting {
  readonly path: string;
  resolve(value: never): void;
  reject(error: Error): void;
}

/** @param code what the thread runs; `longest` ms for an answer */
export function hdf5Thread(code: URL = WORKER, longest = LONGEST): Hdf5Thread {
  let worker: Worker | undefined;
  let next = 0;
  let busy: Promise<unknown> = Promise.resolve();
  const waiting = new Map<number, Waiting>();

  const fail = (own: Worker, why: string, kind?: FailureKind) => {
    if (worker !== own) return;
    worker = undefined;
    for (const { path, reject } of waiting.values()) reject(unreadable(path, why, kind));
    waiting.clear();
  };
  const start = (): Worker => {
    const own = new Worker(code);
    // It must not keep the process alive.
    own.unref();
    own.on("message", (answer: Answer) => {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("value" in answer) one?.resolve(answer.value as never);
      else one?.reject(answer.changed ? changed(one.path) : unreadable(one.path, answer.problem));
    });
    own.on("error", (error) => fail(own, reasonOf(error), isMissing(error) ? "unusable" : undefined));
    own.on("exit", () => fail(own, "the thread that reads HDF5 ended: the file is damaged"));
    return own;
  };

  /** One at a time: the library has no more hands. */
  const ask = <T>(make: (id: number) => Request, signal: AbortSignal): Promise<T> => {
    const turn = busy.then(() => {
      signal.throwIfAborted();
      worker ??= start();
      const own = worker;
      const request = make(next++);
      own.ref();
      const timer = setTimeout(() => {
        fail(own, `it took longer than ${longest / 1000} s`, "too slow");
        void own.terminate();
      }, longest);
      const answered = new Promise<T>((resolve, reject) =>
        waiting.set(request.id, { path: request.path, resolve, reject }),
      );
      own.postMessage(request, handedOver(request));
      return answered.finally(() => {
        clearTimeout(timer);
        own.unref();
      });
    });
    busy = turn.catch(() => {});
    return turn;
  };

  return {
    describe: (path, signal, bytes) =>
      // Its own copy, which is handed over: of a part of a larger buffer all of that would be copied.
      ask((id) => ({ id, kind: "describe", path, bytes: bytes && new Uint8Array(bytes) }), signal),
    read: (path, version, name, ranges, signal) =>
      ask((id) => ({ id, kind: "read", path, version, name, ranges }), signal),
    stored: (path, version, name, ranges, signal) =>
      ask((id) => ({ id, kind: "stored", path, version, name, ranges }), signal),
    async forget(path) {
      // A thread that is gone has forgotten it.
      if (worker === undefined) return;
      await ask((id) => ({ id, kind: "forget", path }), new AbortController().signal).catch(() => {});
    },
    async close() {
      await busy;
      const own = worker;
      worker = undefined;
      await own?.terminate();
    },
  };
}

function handedOver(request: Request): ArrayBuffer[] {
  return request.kind === "describe" && request.bytes !== undefined ? [request.bytes.buffer] : [];
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  if (isMissing(error)) return "NetCDF-4 and HDF5 need the package h5wasm: npm install h5wasm";
  return error instanceof ArchiveError ? message : `the thread that reads HDF5 failed: ${message}`;
}

/** Of the package. */
function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND";
}
