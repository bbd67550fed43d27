/** Encodes blocks of rows as parts, in this thread or in threads beside the computing ones. */
import { startThreads } from "../threads/threads.js";
import type { EncodedPart, FormatName, FormatOptions } from "./format.js";
import { openFormat } from "./formats.js";
import { buffersOf, type TableBlock, type TableDescription } from "./table.js";

export interface EncoderTask {
  readonly format: FormatName;
  readonly description: TableDescription;
  readonly options: FormatOptions;
}

export interface Encoder {
  /** Number of blocks that it works on at a time. */
  readonly width: number;
  /** The block's memory may be detached afterwards. */
  encode(block: TableBlock): Promise<EncodedPart>;
  close(): Promise<void>;
}

/** @param threads 0 = this thread */
export async function openEncoder(task: EncoderTask, threads: number): Promise<Encoder> {
  return threads === 0 ? inThisThread(task) : inThreads(task, threads);
}

async function inThisThread({ format, description, options }: EncoderTask): Promise<Encoder> {
  const { encode } = await openFormat(format, description, options);
  return { width: 1, encode: async (block) => encode(block), close: async () => {} };
}

const ENCODER = new URL("./encoder-worker.js", import.meta.url);

function inThreads(task: EncoderTask, threads: number): Encoder {
  const pool = startThreads(ENCODER, task, {
    minThreads: 1,
    maxThreads: threads,
    maxQueue: Number.POSITIVE_INFINITY,
  });
  const underWay = new Set<(cause: unknown) => void>();
  // A thread that dies at its start: blocks waiting for one must not wait forever.
  pool.on("error", (cause) => {
    for (const reject of underWay) reject(cause);
  });
  const encode = (block: TableBlock) =>
    new Promise<EncodedPart>((resolve, reject) => {
      underWay.add(reject);
      const done = () => underWay.delete(reject);
      pool
        .run(block, { transferList: buffersOf(block) })
        .then(resolve, reject)
        .finally(done);
    });
  return { width: threads, encode, close: () => pool.destroy() };
}
