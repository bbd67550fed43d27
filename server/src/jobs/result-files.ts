/** Files of results: one for each part that is done, in a folder of its job. */
import type { PartAttempt, PartFile } from "../accounts/jobs.js";
import { partName } from "../background/cut.js";
import { concernsEveryFile, StoreError } from "../store/errors.js";
import type { Store } from "../store/store.js";
import type { GzippedLines } from "./gzipped-lines.js";

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
  nameOf({ job, part, id }: Pick<PartAttempt, "job" | "part" | "id">): string {
    return `${folderOf(job)}${partName(part)}-${id}.ndjson.gz`;
  }

  /** @throws StoreError */
  async write(name: string, { bytes, sha256 }: GzippedLines): Promise<PartFile> {
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

/** Whether results of no part can be written now. */
export function isOfStore(thrown: unknown): thrown is StoreError {
  return concernsEveryFile(thrown) || (thrown instanceof StoreError && IN_THE_WAY.includes(thrown.code));
}

function folderOf(job: string): string {
  return `jobs/${job}/`;
}
