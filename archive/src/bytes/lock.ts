/** One writer for each folder: a live store, the scans of a satellite, the runs that a server keeps. */
import { lockFolder, type WriterLock } from "irradiance-engine/shared/node";
import { ArchiveError } from "../errors.js";

/**
 * Makes this process the one writer of a folder, until it releases the lock or ends.
 *
 * @param folder that exists
 * @throws ArchiveError `ERR_ARCHIVE_WRITER` if a writer has the folder; the lock's `check`, if another one has taken over
 * @experimental
 */
export function lockStore(folder: string): Promise<WriterLock> {
  return lockFolder(folder, (reason) => new ArchiveError("ERR_ARCHIVE_WRITER", `${folder} ${reason}`));
}
