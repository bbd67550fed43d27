/** Where files are: a path on this machine or an http(s) address, and which of them an archive may lead to. */
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ArchiveError } from "../errors.js";

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
