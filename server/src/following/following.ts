/** A server that serves what a satellite sees feeds the folder of its scans, unless another process does: the folder's lock decides. */
import { catalogueEntry, type ScanProductName } from "irradiance-archive";
import { namedSource } from "irradiance-engine/shared";
import type { Logger } from "pino";
import { PAUSES, type Pauses } from "../background/back-off.js";
import { LastingThread } from "../background/lasting-thread.js";
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

const WORKER = new URL("./worker.js", import.meta.url);

/** @param words of the setting "weather" */
export function followNamed(
  words: readonly string[],
  log: Logger,
  { program = WORKER, pauses = PAUSES.part }: FollowingOptions = {},
): Following {
  const threads = words.flatMap(followedIn).map((followed) => {
    const options = { program, pauses, data: followed, what: "takes new scans" };
    return {
      name: followed.name,
      thread: new LastingThread({ ...options, log: log.child({ source: followed.name }) }),
    };
  });
  return {
    states: () => new Map(threads.map(({ name, thread }) => [name, thread.isRunning ? 1 : 0])),
    async stop() {
      await Promise.all(threads.map(({ thread }) => thread.stop()));
    },
  };
}

function followedIn(word: string): Followed[] {
  const named = namedSource(word);
  if (named === undefined || catalogueEntry(named.name).follows === undefined) return [];
  return [{ name: named.name as ScanProductName, address: named.address }];
}
