/** The newest scan that a satellite's owner has published, by the names of its files. */
import { DAY, HOUR } from "irradiance-engine/shared";
import { unreadable } from "../bytes/failures.js";
import { type Listed, listed } from "../bytes/listing.js";
import { below } from "../bytes/location.js";
import type { EntryFollowed } from "./entry.js";

export interface Published {
  readonly name: string;
  /** Start of the scan, Unix ms. */
  readonly time: number;
}

/**
 * @param address where its files are: the public host's, or another one's
 * @param now Unix ms: a file of a later scan is left
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` where there is no file of that name
 */
export async function newestPublished(
  { layout, lagHours, names, example }: EntryFollowed,
  address: string,
  now: number,
  signal: AbortSignal,
): Promise<Published> {
  const isFolder = layout === "folder";
  const folders = isFolder
    ? [address]
    : Array.from({ length: lagHours + 1 }, (_, k) => below(address, hourOf(now - k * HOUR)));
  for (const folder of folders) {
    const files = await listed(folder, { signal, service: isFolder ? "pages" : "bucket" });
    const newest = newestOf(files ?? [], names, now + HOUR);
    if (newest !== undefined) return newest;
  }
  throw unreadable(address, `no file of a name such as ${example} is published there`, "not there");
}

/** "2026/172/12": year, day of the year, hour. */
export function hourOf(time: number): string {
  const date = new Date(time);
  const day = Math.floor((time - Date.UTC(date.getUTCFullYear(), 0, 0)) / DAY);
  return [date.getUTCFullYear(), String(day).padStart(3, "0"), String(date.getUTCHours()).padStart(2, "0")].join("/");
}

function newestOf(files: readonly Listed[], names: RegExp, last: number): Published | undefined {
  const found = files.flatMap(({ name }): Published[] => {
    const digits = names.exec(name)?.[1];
    const time = digits === undefined ? Number.NaN : timeOf(digits);
    return time <= last ? [{ name, time }] : [];
  });
  return found.sort((a, b) => a.time - b.time).at(-1);
}

/** "202606211230", or with the day of the year, seconds and tenths "20261721230204". */
export function timeOf(digits: string): number {
  const part = (from: number, length: number) => Number(digits.slice(from, from + length));
  if (digits.length === 12) return Date.UTC(part(0, 4), part(4, 2) - 1, part(6, 2), part(8, 2), part(10, 2));
  return Date.UTC(part(0, 4), 0, part(4, 3), part(7, 2), part(9, 2), part(11, 2));
}
