/** Errors of the archive: which source, and what a caller can do about it by `code`. */

/**
 * - `ERR_ARCHIVE_UNREADABLE`: a source cannot be read, or none of those that a plan names
 * - `ERR_ARCHIVE_CHANGED`: the data changed since the offer was made; survey again
 * - `ERR_ARCHIVE_NO_WEATHER`: the plan found nothing for the place and period
 * - `ERR_ARCHIVE_LIMIT`: the answer would need more than one read may take; ask for less
 * - `ERR_ARCHIVE_TIMEOUT`: a source took too long
 */
export type ArchiveErrorCode =
  | "ERR_ARCHIVE_UNREADABLE"
  | "ERR_ARCHIVE_CHANGED"
  | "ERR_ARCHIVE_NO_WEATHER"
  | "ERR_ARCHIVE_LIMIT"
  | "ERR_ARCHIVE_TIMEOUT";

export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly code: ArchiveErrorCode;

  constructor(code: ArchiveErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
