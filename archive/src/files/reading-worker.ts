/** What the thread of reading-thread.ts runs: whatever a file does to its reader ends this thread at most. */
import { parentPort } from "node:worker_threads";
import { messageOf } from "../errors.js";
import type { PackedColumns } from "./packed.js";
import type { ReadingResult, ReadingTask } from "./reading-thread.js";
import { type ReadFile, readFile, readValues } from "./weather-file.js";

const port = parentPort!;
/** One at a time: each holds its whole file. */
let busy: Promise<void> = Promise.resolve();

port.on("message", (task: ReadingTask) => {
  busy = busy.then(() => answer(task));
});

async function answer({ id, found, isKnown }: ReadingTask): Promise<void> {
  try {
    const value = await (isKnown ? readValues(found) : readFile(found));
    port.postMessage({ id, value } satisfies ReadingResult, buffersOf(value));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    port.postMessage({ id, message: messageOf(error), code } satisfies ReadingResult);
  }
}

/** Handed over, not copied. */
function buffersOf(value: ReadFile | PackedColumns): ArrayBuffer[] {
  const columns = "columns" in value ? value.columns : value;
  return [...columns.values()].map(({ values }) => values.buffer as ArrayBuffer);
}
