/** The files of parts: their bytes by format, their names and their kind, and where they are kept. */
import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { PartAttempt, PartFile } from "../accounts/jobs.js";
import { partName } from "../background/cut.js";
import { concernsEveryFile, type Store, StoreError } from "../store/store.js";

/** What a part is written as, and how it is sent. Lines are kept packed, and sent so to those who can read it. */
export const FORMATS = {
  ndjson: { ending: ".ndjson.gz", contentType: "application/x-ndjson", isGzip: true },
  parquet: { ending: ".parquet", contentType: "application/vnd.apache.parquet", isGzip: false },
} as const;

export type JobFormat = keyof typeof FORMATS;

/** @param name of a part's file: what it was written as, whoever wrote it */
export function formatOfFile(name: string): JobFormat {
  return name.endsWith(FORMATS.parquet.ending) ? "parquet" : "ndjson";
}

export interface FileBytes {
  readonly bytes: Uint8Array;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** @throws what the lines throw, or the signal's reason */
export async function gzippedLines(lines: AsyncIterable<string | Uint8Array>, signal: AbortSignal): Promise<FileBytes> {
  const sum = createHash("sha256");
  const chunks: Buffer[] = [];
  const keep = async (compressed: AsyncIterable<Buffer>) => {
    for await (const chunk of compressed) {
      sum.update(chunk);
      chunks.push(chunk);
    }
  };
  try {
    await pipeline(lines, createGzip(), keep, { signal });
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrown;
  }
  return { bytes: Buffer.concat(chunks), sha256: sum.digest("hex") };
}

export class ResultFiles {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Where they are, as the operator named it. */
  get place(): string {
    return this.#store.out;
  }

  /** Two attempts at a part have two files: what one of them removes is never that of the other. */
  nameOf({ job, part, id }: Pick<PartAttempt, "job" | "part" | "id">, format: JobFormat = "ndjson"): string {
    return `${folderOf(job)}${partName(part)}-${id}${FORMATS[format].ending}`;
  }

  /** @throws StoreError */
  async write(name: string, { bytes, sha256 }: FileBytes): Promise<PartFile> {
    await this.#store.write(name, bytes);
    return { name, bytes: bytes.length, sha256 };
  }

  /** undefined: it is no longer there as it was written. */
  async read({ name, bytes }: PartFile): Promise<Buffer | undefined> {
    const found = await this.#store.read(name);
    return found?.length === bytes ? found : undefined;
  }

  async remove(name: string): Promise<void> {
    await this.#store.remove([name]);
  }

  /** Also those of attempts that came to nothing. */
  async removeAll(job: string): Promise<void> {
    await this.#store.removeAll(folderOf(job));
  }

  close(): void {
    this.#store.close();
  }
}

/** A file or folder stands where one of the other kind should: an operator's mistake, and of no single part. */
const IN_THE_WAY: readonly string[] = ["EEXIST", "EISDIR", "ENOTDIR", "ENOTEMPTY"];

/** Whether this machine can write results of no part now, or for want of a package none of this kind. */
export function isOfStore(thrown: unknown): thrown is Error {
  if (concernsEveryFile(thrown) || (thrown instanceof StoreError && IN_THE_WAY.includes(thrown.code))) return true;
  return (thrown as { readonly code?: unknown } | undefined)?.code === "ERR_MISSING_PACKAGE";
}

function folderOf(job: string): string {
  return `jobs/${job}/`;
}
