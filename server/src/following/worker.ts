/** The thread that follows one satellite: what it unpacks and stores is many megabytes at a time, and requests must not wait for it. */
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { followScans, type ScanProductName } from "irradiance-archive/internal/server";
import type { Warning } from "../background/lasting-thread.js";

/** What the thread is given. */
export type Followed = { readonly name: ScanProductName; readonly address: string | undefined };

/** ms after which it looks again whether a folder that another process feeds, or that cannot be used, has become free. */
const AGAIN = 60_000;

const { name, address } = workerData as Followed;
const stop = new AbortController();
const { signal } = stop;
parentPort?.once("message", () => stop.abort());
const log = (line: string) => parentPort?.postMessage(line);
const warn = (line: string) => parentPort?.postMessage({ warn: line } satisfies Warning);

let last = "";
while (!signal.aborted) {
  try {
    await followScans({ name, address, signal, log, warn });
  } catch (cause) {
    const { message } = cause as Error;
    // That another process feeds the folder is as it should be.
    if (message !== last) (isOthers(cause) ? log : warn)(message);
    last = message;
  }
  await sleep(AGAIN, undefined, { signal }).catch(() => {});
}

function isOthers(cause: unknown): boolean {
  return (cause as { readonly code?: unknown }).code === "ERR_ARCHIVE_WRITER";
}
