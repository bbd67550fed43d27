/** Errors of the archive: the source, and by `code` what a caller can do. */

/**
 * - `ERR_ARCHIVE_UNREADABLE`: a source, or every source of a plan, cannot be read
 * - `ERR_ARCHIVE_CHANGED`: the data changed since the offer was made; survey again
 * - `ERR_ARCHIVE_NO_WEATHER`: the plan found nothing for the place and period
 * - `ERR_ARCHIVE_LIMIT`: the answer would exceed the limits of one read; request less
 * - `ERR_ARCHIVE_TIMEOUT`: a source took too long
 * - `ERR_ARCHIVE_DESCRIPTION`: a description of sources is wrong; the message says where
 * - `ERR_ARCHIVE_WRITER`: a live store or a folder of scans has another writer
 * - `ERR_ARCHIVE_NOT_WRITTEN`: an update or a scan could not be written
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

/**
 * Why a source fails, in words that anybody may read: no path and no address.
 *
 * - `unreachable`: its server or disk does not answer, or answers with an error
 * - `refused`: its server requires another key
 * - `not there`: there is no such file, folder or store
 * - `damaged`: its bytes violate their format
 * - `unusable`: it is intact, but differs from the description, or has an unsupported form
 * - `no such column`: it has none of the described columns
 * - `no values`: it could be read, but has no values of a column for the place and period, such as a sea cell
 * - `too slow`: it took longer than allowed
 * - `changing`: it was replaced while it was read
 * - `failed`: anything else
 */
export type FailureKind =
  | "unreachable"
  | "refused"
  | "not there"
  | "damaged"
  | "unusable"
  | "no such column"
  | "no values"
  | "too slow"
  | "changing"
  | "failed";

export interface ArchiveErrorOptions extends ErrorOptions {
  /** Default: as the code says. */
  readonly kind?: FailureKind | undefined;
  /** Default: the message. */
  readonly why?: string | undefined;
}

const KIND_BY_CODE: { readonly [code in ArchiveErrorCode]?: FailureKind } = {
  ERR_ARCHIVE_UNREADABLE: "damaged",
  ERR_ARCHIVE_CHANGED: "changing",
  ERR_ARCHIVE_TIMEOUT: "too slow",
  ERR_ARCHIVE_DESCRIPTION: "unusable",
};

export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly code: ArchiveErrorCode;
  readonly kind: FailureKind;
  /** The message, without the path or address that it begins with. */
  readonly why: string;

  constructor(code: ArchiveErrorCode, message: string, options: ArchiveErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.kind = options.kind ?? KIND_BY_CODE[code] ?? "failed";
    this.why = options.why ?? message;
  }
}

/** A description of sources, or what stands in its place, that is wrong. */
export function wrongIn(message: string, options?: ErrorOptions): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_DESCRIPTION", message, options);
}

export function isChanged(error: unknown): boolean {
  return error instanceof ArchiveError && error.code === "ERR_ARCHIVE_CHANGED";
}

/** The reason of any thrown value. */
export function kindOf(error: unknown): FailureKind {
  return error instanceof ArchiveError ? error.kind : "failed";
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
