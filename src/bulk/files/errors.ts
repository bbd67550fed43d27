/** Errors of writing a bulk file. */

/**
 * `ERR_BULK_EXISTS`: the file, or an unfinished run of it, exists. `ERR_BULK_RESUME`: the unfinished run is a different one, or
 * there is nothing to resume. `ERR_BULK_DISK_FULL`: the disk is full; finished parts are kept and can be resumed. `ERR_BULK_BUSY`:
 * another run is writing this file. `ERR_BULK_PLACE`: the file cannot be created: its folder does not exist, or the name belongs
 * to a folder or a pipe.
 * @experimental
 */
export type BulkFileCode =
  | "ERR_BULK_EXISTS"
  | "ERR_BULK_RESUME"
  | "ERR_BULK_DISK_FULL"
  | "ERR_BULK_BUSY"
  | "ERR_BULK_PLACE";

/** @experimental */
export class BulkFileError extends Error {
  override readonly name = "BulkFileError";
  readonly code: BulkFileCode;
  readonly file: string;

  constructor(code: BulkFileCode, file: string, message: string, options?: ErrorOptions) {
    super(`${file}: ${message}`, options);
    this.code = code;
    this.file = file;
  }
}

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

export function isDiskFull(cause: unknown): boolean {
  return NO_ROOM.has((cause as NodeJS.ErrnoException).code ?? "");
}
