/** What can be wrong with a file, as errors that name it, without the secret that its address may hold. */
import { ArchiveError } from "../errors.js";
import { shown } from "./location.js";

export function changed(location: string): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_CHANGED", `${shown(location)} was replaced while it was read`);
}

export function unreadable(location: string, why: string): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_UNREADABLE", `${shown(location)} cannot be read: ${why}`);
}

export function tooLarge(location: string, size: number, most: number): ArchiveError {
  return unreadable(location, `it has ${size} bytes, more than the ${most} it may have`);
}
