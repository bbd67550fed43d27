/** Which files a satellite's owner publishes now, oldest scan first. */
import { HOUR } from "irradiance-engine/shared";
import { type Listed, listed } from "../../bytes/listing.js";
import { below } from "../../bytes/location.js";
import type { EntryFollowed } from "../../catalogue/entry.js";
import { hourOf, timeOf } from "../../catalogue/published.js";

export interface PublishedFile extends Listed {
  /** Start of its scan by its name, Unix ms. */
  readonly time: number;
  /** Another one, as soon as the file is another one: a file that grows is taken when it is whole. */
  readonly version: string;
}

/**
 * The files of scans that began after a time. Where a file is there packed and not, the packed one is left: to unpack it takes longer.
 *
 * @param address where its files are: the public host's, or that of another one
 * @throws ArchiveError where the host cannot be asked
 */
export async function publishedFiles(
  { layout, names }: EntryFollowed,
  address: string,
  { from, now, signal }: { readonly from: number; readonly now: number; readonly signal: AbortSignal },
): Promise<readonly PublishedFile[]> {
  const files = layout === "folder" ? await listed(address, { signal, service: "pages" }) : undefined;
  const all = files ?? (await ofHours(address, from, now, signal));
  const found = all.flatMap((file): PublishedFile[] => {
    const digits = names.exec(file.name)?.[1];
    const time = digits === undefined ? Number.NaN : timeOf(digits);
    const version = [file.name, file.size ?? "", file.modified ?? ""].join(" ");
    return time >= from ? [{ ...file, time, version }] : [];
  });
  const plain = new Set(found.map(({ name }) => name));
  return found
    .filter(({ name }) => !(name.endsWith(".bz2") && plain.has(name.slice(0, -4))))
    .sort((a, b) => a.time - b.time || (a.name < b.name ? -1 : 1));
}

/** The folders of all hours since a time: a scan may come late. */
async function ofHours(address: string, from: number, now: number, signal: AbortSignal): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let hour = Math.floor(from / HOUR) * HOUR; hour <= now; hour += HOUR) {
    found.push(...((await listed(below(address, hourOf(hour)), { signal, service: "bucket" })) ?? []));
  }
  return found;
}
