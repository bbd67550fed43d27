/** Which files a satellite's owner publishes now, and their bytes. */
import { HOUR } from "irradiance-engine/internal/shared";
import { httpTransport } from "../../bytes/http-transport.js";
import { type Listed, listed } from "../../bytes/listing.js";
import { LOCAL } from "../../bytes/local-transport.js";
import { below, changed, isRemote, unreadable } from "../../bytes/location.js";
import { hourOf, timeOf } from "../../catalogue/compare.js";
import type { EntryFollowed } from "../../catalogue/entry.js";

export interface PublishedFile extends Listed {
  /** Start of its scan by its name, Unix ms. */
  readonly time: number;
  /** Another one, as soon as the file is another one: a file that grows is taken when it is whole. */
  readonly version: string;
}

/** Of one file: four times GOES' full disc. */
const LARGEST = 256 * 1024 * 1024;

/** Without what packed it. */
export function plainName({ name }: Listed): string {
  return name.replace(/\.bz2$/, "");
}

/**
 * The files of scans that began after a time.
 *
 * @param address where its files are: the public host's, or that of another one
 * @throws ArchiveError where the host cannot be asked
 */
export async function publishedFiles(
  { layout, names }: EntryFollowed,
  address: string,
  { from, now, signal }: { readonly from: number; readonly now: number; readonly signal: AbortSignal },
): Promise<readonly PublishedFile[]> {
  const all = layout === "folder" ? await ofFolder(address, signal) : await ofHours(address, from, now, signal);
  return all.flatMap((file): PublishedFile[] => {
    const digits = names.exec(file.name)?.[1];
    const time = digits === undefined ? Number.NaN : timeOf(digits);
    const version = [file.name, file.size ?? "", file.modified ?? ""].join(" ");
    return time >= from ? [{ ...file, time, version }] : [];
  });
}

async function ofFolder(address: string, signal: AbortSignal): Promise<readonly Listed[]> {
  const files = await listed(address, { signal, service: "pages" });
  if (files === undefined) throw unreadable(address, "there is no such folder", "not there");
  return files;
}

/** The folders of all hours since a time: a scan may come late. */
async function ofHours(address: string, from: number, now: number, signal: AbortSignal): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let hour = Math.floor(from / HOUR) * HOUR; hour <= now; hour += HOUR) {
    found.push(...((await listed(below(address, hourOf(hour)), { signal, service: "bucket" })) ?? []));
  }
  return found;
}

/**
 * @param patience ms of an attempt; there are two, as a connection may break
 * @throws ArchiveError for what is not there or not what was listed, and where the host or the disk fails
 */
export async function bytesOf(
  { location, size }: PublishedFile,
  patience: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const remote = () => {
    const { origin } = new URL(location);
    return httpTransport({ allow: [origin], own: [], timeout: patience, attempts: 2 });
  };
  const transport = isRemote(location) ? remote() : LOCAL;
  const fetched = await transport.fetch(location, { whole: LARGEST }, undefined, signal);
  if (fetched === undefined) throw unreadable(location, "it is listed, but not there", "not there");
  if (size !== undefined && size !== fetched.size) throw changed(location);
  return fetched.bytes;
}
