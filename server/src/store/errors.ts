/** What a store refuses: a single file, or any file that is written there now. */

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
