/** Where parts are written: files of a name, each whole or absent at any moment, for any number of writers. */
export interface Store {
  /** As the user named it. */
  readonly out: string;
  /** Undefined: there is none. */
  read(name: string): Promise<Buffer | undefined>;
  /**
   * Writes or replaces a file; when it returns, the file survives a power cut. One that has these bytes already is left alone.
   *
   * @returns its tag: another one for other bytes, if the store has such
   */
  write(name: string, bytes: Uint8Array): Promise<string | undefined>;
  /** All files whose name begins so. */
  list(beginning: string): AsyncIterable<StoredFile>;
  /** Missing ones are no error. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes all files below a folder's name, which ends with a slash, and the folder. */
  removeAll(folder: string): Promise<void>;
  /** Removes what writers that were killed have left. */
  tidy(): Promise<void>;
  close(): void;
}

/**
 * Names come from databases, queues and manifests: one that leaves its store is refused, whoever wrote it.
 *
 * @param kind a folder's name ends with a slash; the beginning of names may be empty
 * @throws RangeError
 */
export function insideStore(name: string, kind: "file" | "folder" | "beginning" = "file"): string {
  const steps = name.split("/");
  if (kind !== "file" && steps.at(-1) === "" && (steps.length > 1 || kind === "beginning")) steps.pop();
  const leaves = kind === "folder" && !name.endsWith("/");
  if (!leaves && steps.every((step) => !/^\.{0,2}$|[\\\0]/.test(step))) return name;
  throw new RangeError(`${JSON.stringify(name)} is no name of a ${kind === "folder" ? kind : "file"} in a store`);
}

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly tag?: string | undefined;
}
