/** What can stand between a bulk run and its file, besides the sites themselves. */

/**
 * `ERR_BULK_EXISTS`: the file, or an unfinished run of it, is there already.
 * `ERR_BULK_RESUME`: what is there belongs to another run, or there is nothing to resume.
 * `ERR_BULK_DISK_FULL`: no room; what is done is kept and can be resumed.
 * `ERR_BULK_BUSY`: another run is writing this file.
 * `ERR_BULK_PLACE`: there can be no file of this name: its folder is not there, or the name is that of a folder or a pipe.
 */
export type BulkFileCode =
  | "ERR_BULK_EXISTS"
  | "ERR_BULK_RESUME"
  | "ERR_BULK_DISK_FULL"
  | "ERR_BULK_BUSY"
  | "ERR_BULK_PLACE";

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
