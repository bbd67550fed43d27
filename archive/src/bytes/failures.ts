/** What can be wrong with a file, as errors that name it, without the secret that its address may hold. */
import { ArchiveError, type FailureKind } from "../errors.js";
import { withoutQuery } from "./location.js";

export function changed(location: string): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_CHANGED", `${withoutQuery(location)} was replaced while it was read`);
}

/** @param kind default: "damaged" */
export function unreadable(location: string, why: string, kind?: FailureKind): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_UNREADABLE", `${withoutQuery(location)} cannot be read: ${why}`, { kind, why });
}

/** A server answers 403: it wants another key, or has no such file and may not say so (object stores that may not be listed). */
export class ForbiddenError extends ArchiveError {}

/** What is whole, but in a form that is not read, or not what it is said to be. */
export function unusable(location: string, why: string): ArchiveError {
  return unreadable(location, why, "unusable");
}

export function tooLarge(location: string, size: number, most: number): ArchiveError {
  return unusable(location, `it has ${size} bytes; the limit is ${most}`);
}
