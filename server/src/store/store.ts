/** Where parts are written: files of a name, each whole or absent at any moment, for any number of writers; and what a store refuses. */

/** Of the system and of S3: another file may well be written. */
const OF_ONE_FILE: readonly string[] = [
  ...["EEXIST", "EFBIG", "EISDIR", "ENAMETOOLONG", "ENOTDIR", "ENOTEMPTY"],
  ...["BadDigest", "EntityTooLarge", "InvalidDigest", "KeyTooLongError", "XAmzContentChecksumMismatch"],
];

/** An error of a store: the code of the system, or what S3 calls it. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** No room, no access, no connection: every other file would meet it, too. */
export function concernsEveryFile(cause: unknown): cause is StoreError {
  return cause instanceof StoreError && !OF_ONE_FILE.includes(cause.code);
}

/** Where parts are written: files of a name, each whole or absent at any moment, for any number of writers. */
export interface Store {
  /** As the user named it. */
  readonly out: string;
  /** Undefined: there is none. */
  read(name: string): Promise<Buffer | undefined>;
  /**
   * Writes or replaces a file; when it returns, the file survives a power cut. One that has these bytes already is left alone.
   */
  write(name: string, bytes: Uint8Array): Promise<void>;
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
 * Names come from databases and queues: one that leaves its store is refused, whoever wrote it.
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

export type StoredFile = { readonly name: string; readonly bytes: number };
