/** Errors of the archive: the source, and by `code` what a caller can do. */

/**
 * - `ERR_ARCHIVE_UNREADABLE`: a source, or every source of a plan, cannot be read
 * - `ERR_ARCHIVE_CHANGED`: the data changed since the offer was made; survey again
 * - `ERR_ARCHIVE_NO_WEATHER`: the plan found nothing for the place and period
 * - `ERR_ARCHIVE_LIMIT`: the answer would exceed the limits of one read; request less
 * - `ERR_ARCHIVE_TIMEOUT`: a source took too long
 * - `ERR_ARCHIVE_DESCRIPTION`: a description of sources is wrong; the message says where
 * - `ERR_ARCHIVE_WRITER`: a live store has another writer
 * - `ERR_ARCHIVE_NOT_WRITTEN`: an update could not be written to a live store
 */
export type ArchiveErrorCode =
  | "ERR_ARCHIVE_UNREADABLE"
  | "ERR_ARCHIVE_CHANGED"
  | "ERR_ARCHIVE_NO_WEATHER"
  | "ERR_ARCHIVE_LIMIT"
  | "ERR_ARCHIVE_TIMEOUT"
  | "ERR_ARCHIVE_DESCRIPTION"
  | "ERR_ARCHIVE_WRITER"
  | "ERR_ARCHIVE_NOT_WRITTEN";

export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly code: ArchiveErrorCode;

  constructor(code: ArchiveErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
