/** Where files are: a path on this machine or an http(s) address, and which of them an archive may lead to. */
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ArchiveError, type FailureKind } from "../errors.js";

const REMOTE = /^https?:\/\//i;

export function isRemote(location: string): boolean {
  return REMOTE.test(location);
}

/**
 * A location in its one form: an absolute path, or an address without fragment.
 *
 * @param given path, `file://`, `http://` or `https://`
 * @throws RangeError naming the argument for anything else, and for a password in an address
 */
export function locationOf(given: string, name: string): string {
  if (typeof given !== "string" || given === "") {
    throw new TypeError(`${name} must be a path or an address, got ${given === "" ? "an empty text" : String(given)}`);
  }
  if (/^file:/i.test(given)) return fileURLToPath(given);
  if (!isRemote(given)) {
    if (!/^[a-z][a-z0-9+.-]+:/i.test(given)) return resolve(given);
    throw new RangeError(`${name} must be a path, file:, http: or https:, got ${given}`);
  }
  const url = new URL(given);
  if (url.username !== "" || url.password !== "") {
    throw new RangeError(
      `${name} must not contain a password: pass it as a header, got ${url.protocol}//…@${url.host}`,
    );
  }
  url.hash = "";
  return url.href;
}

/** Whether what is sent to an address can be read on the way: http, except to this machine itself. */
export function isOverheard(location: string): boolean {
  return new URL(location).protocol === "http:" && !isOfThisMachine(location);
}

/** Whether an address is served by this machine itself. */
export function isOfThisMachine(location: string): boolean {
  return /^(?:localhost|[^/]+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(location).hostname);
}

/** A file below a folder. The query of an address is kept: it may be what grants access. */
export function below(folder: string, key: string): string {
  if (!isRemote(folder)) return key === "" ? folder : resolve(folder, key);
  const url = new URL(folder);
  const path = key.split("/").map(encodeURIComponent).join("/");
  url.pathname = `${url.pathname.replace(/^(.*[^/])?\/*$/s, "$1")}/${path}`.replace(/^(.*[^/])?\/*$/s, "$1");
  return url.href;
}

/** The folder that a file is in. */
export function folderOf(location: string): string {
  if (!isRemote(location)) return resolve(location, "..");
  const url = new URL(location);
  url.pathname = url.pathname.replace(/\/[^/]*$/, "");
  return url.href;
}

/** What an error says: without a query, which may hold a secret. */
export function withoutQuery(location: string): string {
  return isRemote(location) ? location.replace(/\?.*$/s, "") : location;
}

/** Whether a location lies in a folder, or at an address of the same origin below its path. */
export function isWithin(location: string, folder: string): boolean {
  if (isRemote(location) !== isRemote(folder)) return false;
  if (!isRemote(location)) return `${location}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
  const [one, other] = [new URL(location), new URL(folder)];
  const path = other.pathname.replace(/^(.*[^/])?\/*$/s, "$1");
  return one.origin === other.origin && (one.pathname === path || one.pathname.startsWith(`${path}/`));
}

/**
 * Refuses what a file leads to but nobody has allowed: a downloaded file must not make this machine open others of its own.
 *
 * @param allowed folders and addresses; everything below them
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE`
 */
export function checkWithin(location: string, allowed: readonly string[], from: string): void {
  if (allowed.some((folder) => isWithin(location, folder))) return;
  throw new ArchiveError(
    "ERR_ARCHIVE_UNREADABLE",
    `${withoutQuery(from)} leads to ${withoutQuery(location)}, which is not allowed: list it in \`allow\` if that is right`,
    { kind: "unusable" },
  );
}

// What can be wrong with a file, as errors that name it, without the secret that its address may hold.

export function changed(location: string): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_CHANGED", `${withoutQuery(location)} was replaced while it was read`);
}

/** The files at a location, since a data set in them was offered. */
export function changedSince(location: string, dataset: string): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_CHANGED", `${withoutQuery(location)} changed since ${dataset} was offered`);
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

// How bytes of a file are fetched: from a disk or over HTTP. Each knows one version of a file from another.

/** Bytes [offset, offset + length), the last `tail` bytes, or all of them, if they are at most `whole`. */
export type ByteRange =
  | { readonly offset: number; readonly length: number }
  | { readonly tail: number }
  | { readonly whole: number };

export interface Fetched {
  readonly bytes: Uint8Array;
  /** Position of the first of them in the file. */
  readonly offset: number;
  /** Of the whole file. */
  readonly size: number;
  /** ETag, or what a file system knows of a change. */
  readonly version: string;
}

export interface Transport {
  /**
   * Bytes of a file, fewer than asked for where it ends; undefined if there is no such file.
   *
   * @param version what the file must still be
   * @throws ArchiveError `ERR_ARCHIVE_CHANGED` if it is another by now; `ERR_ARCHIVE_UNREADABLE`, `ERR_ARCHIVE_TIMEOUT`
   */
  fetch(
    location: string,
    range: ByteRange,
    version: string | undefined,
    signal: AbortSignal,
  ): Promise<Fetched | undefined>;
  /** Whether a file is still that version. */
  isStill(location: string, version: string, signal: AbortSignal): Promise<boolean>;
}
