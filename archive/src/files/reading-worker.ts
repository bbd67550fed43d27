/** What the thread of reading-thread.ts runs: whatever a file does to its reader ends this thread at most. */
import { parentPort } from "node:worker_threads";
import { messageOf } from "../errors.js";
import type { FoundFile } from "./scan.js";
import { type PackedColumns, type ReadFile, readFile, readValues } from "./weather-file.js";

/** A file with its values, or these alone. */
export interface ReadingTask {
  readonly id: number;
  readonly found: FoundFile;
  readonly isKnown: boolean;
}

export interface ReadingFailure {
  readonly id: number;
  readonly message: string;
  readonly code: string | undefined;
}

export type ReadingResult = ReadingFailure | { readonly id: number; readonly value: ReadFile | PackedColumns };

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
