/** Encodes blocks of rows as parts: in threads that compute, in threads of its own, or in this one. */
import { BulkError } from "../errors.js";
import type { EncodedPart, TableBlock } from "../table.js";
import { ComputationError, WorkerThreads } from "../threads/thread-pool.js";
import encodeBlock, { type EncoderTask } from "./formats.js";

export interface Encoder {
  /** Number of blocks that it works on at a time. */
  readonly width: number;
  encode(block: TableBlock): Promise<EncodedPart>;
  /** Ends threads of its own. */
  close(): Promise<void>;
}

/** @param threads those of others, or a number of its own; 0 = this thread */
export function openEncoder(task: EncoderTask, threads: WorkerThreads | number): Encoder {
  if (threads === 0) return { width: 1, encode: (block) => encodeBlock({ task, block }), close: async () => {} };
  if (typeof threads === "object") return inThreads(task, threads, async () => {});
  const own = new WorkerThreads({ threads });
  return inThreads(task, own, () => own.close());
}

/**
 * Where a run's parts are encoded unless it is said: by the threads that compute, unless their memory is limited. The arrays of
 * a part are large, and V8 ends the process, not the thread, when one of them meets the limit (Node 20).
 */
export function usualEncoders(workers: WorkerThreads, memoryLimit: number | undefined): WorkerThreads | number {
  return memoryLimit === undefined ? workers : Math.ceil(workers.threads / 2);
}

const ENCODE_BLOCK = { module: new URL("./formats.js", import.meta.url).href };
/** Before the sites that wait: a part that is written makes room in memory. */
const PRIORITY = 1;

function inThreads(task: EncoderTask, workers: WorkerThreads, close: () => Promise<void>): Encoder {
  const encode = async (block: TableBlock) => {
    try {
      return await workers.submit<EncodedPart>({ kind: "call", of: ENCODE_BLOCK, data: { task, block } }, PRIORITY)
        .result;
    } catch (thrown) {
      if (thrown instanceof ComputationError) throw thrown.cause;
      if (!(thrown instanceof BulkError) || thrown.code === "ERR_POOL_CLOSED") throw thrown;
      // The thread died, perhaps of the memory that it may use; this one sees the rows, too.
      return encodeBlock({ task, block });
    }
  };
  return { width: workers.threads, encode, close };
}
