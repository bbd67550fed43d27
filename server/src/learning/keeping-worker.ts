/** The thread that keeps runs and learns: reading and fitting take seconds, and no request waits for them. */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { SitePoint } from "../answers/forecast/kept-runs.js";
import type { Warning } from "../background/lasting-thread.js";
import type { Settings } from "../settings.js";
import { MB } from "./bounds.js";
import { keepAndLearn, type LearningState } from "./keeping.js";
import { touchPlace } from "./kept-folder.js";
import { openDesk } from "./learn.js";

/** What the thread is given. */
export interface KeepingData {
  readonly settings: Settings;
  readonly folder: string;
  readonly named: readonly SitePoint[];
}

/** What the thread posts when it changes. */
export type KeepingState = { readonly failing: boolean } | LearningState;

/** Behind all that answers requests. */
const NICENESS = 10;

const { settings, folder, named } = workerData as KeepingData;
const stop = new AbortController();
const log = (line: string) => parentPort?.postMessage(line);
const warn = (line: string) => parentPort?.postMessage({ warn: line } satisfies Warning);
const failing = (isFailing: boolean) => parentPort?.postMessage({ failing: isFailing } satisfies KeepingState);
const report = (state: LearningState) => parentPort?.postMessage(state satisfies KeepingState);
// Linux knows priorities of threads; elsewhere this would be the whole server's.
if (process.platform === "linux") {
  try {
    setPriority(NICENESS);
  } catch (cause) {
    warn(`kept runs: the thread keeps the server's priority (${(cause as Error).message})`);
  }
}
parentPort?.on("message", (asked: "stop" | SitePoint) => {
  if (asked === "stop") stop.abort();
  else touchPlace(folder, asked, Date.now()).catch((cause: Error) => warn(`kept runs: ${cause.message}`));
});
await keepAndLearn({
  ...{ folder, named, log, warn, failing, report, signal: stop.signal, clock: Date.now },
  ...{ days: settings["keep-runs"], most: settings["keep-traffic"] * MB },
  openDesk: () => openDesk(settings),
});
parentPort?.close();
