/** The newest scan that a satellite's owner has published, by the names of a folder's page or of a bucket's listing. */
import { HOUR } from "irradiance-engine/shared";
import type { ReadOptions } from "../budget.js";
import { budgetOf } from "../budget.js";
import { byteStore } from "../bytes/byte-store.js";
import { unreadable } from "../bytes/failures.js";
import type { EntryFollowed } from "./entry.js";

export interface Published {
  readonly name: string;
  /** Start of the scan, Unix ms. */
  readonly time: number;
  readonly requests: number;
  readonly bytes: number;
}

const LIMITS = { files: 10, bytes: 64 * 1024 * 1024, values: 0 };
/** Of a page of names. */
const LARGEST_PAGE = 16 * 1024 * 1024;

/**
 * @param address where its files are: the public host's, or that of another one
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` where there is no file of that name
 */
export async function newestPublished(
  followed: EntryFollowed,
  address: string,
  now: number,
  signal: AbortSignal,
): Promise<Published> {
  const home = address.replace(/\/$/, "");
  const root = followed.layout === "folder" ? home : home.slice(0, home.lastIndexOf("/"));
  const bytes = byteStore({ allow: [root] });
  const use: ReadOptions = { signal, budget: budgetOf(LIMITS) };
  for (const page of pagesOf(followed, home, root, now)) {
    const file = await bytes.open(page, { ...use, first: { whole: LARGEST_PAGE } });
    if (file === undefined) continue;
    const text = new TextDecoder().decode(await file.read(0, file.size, use));
    const newest = newestIn(text, followed.names);
    if (newest !== undefined) return { ...newest, ...bytes.traffic };
  }
  throw unreadable(home, `no file of a name such as ${followed.example} is published there`, "not there");
}

/** Where names are listed, the newest first. */
function pagesOf({ layout, lagHours }: EntryFollowed, home: string, root: string, now: number): readonly string[] {
  if (layout === "folder") return [`${home}/`];
  return Array.from({ length: lagHours + 1 }, (_, k) => {
    const prefix = `${home.slice(root.length + 1)}/${hourOf(now - k * HOUR)}/`;
    return `${root}/?list-type=2&prefix=${encodeURIComponent(prefix)}`;
  });
}

/** "2026/172/12": year, day of the year, hour. */
function hourOf(time: number): string {
  const date = new Date(time);
  const day = Math.floor((time - Date.UTC(date.getUTCFullYear(), 0, 0)) / (24 * HOUR));
  return [date.getUTCFullYear(), String(day).padStart(3, "0"), String(date.getUTCHours()).padStart(2, "0")].join("/");
}

/** What may be a name, in HTML and in XML alike. */
const WORD = /[\w.-]+/g;

function newestIn(page: string, names: RegExp): Pick<Published, "name" | "time"> | undefined {
  let newest: Pick<Published, "name" | "time"> | undefined;
  for (const [word] of page.matchAll(WORD)) {
    const [name, digits] = names.exec(word) ?? [];
    const time = digits === undefined ? Number.NaN : timeOf(digits);
    if (name !== undefined && time >= (newest?.time ?? Number.NEGATIVE_INFINITY)) newest = { name, time };
  }
  return newest;
}

/** "202606211230", or with the day of the year, seconds and tenths "20261721230204". */
function timeOf(digits: string): number {
  const part = (from: number, length: number) => Number(digits.slice(from, from + length));
  if (digits.length === 12) return Date.UTC(part(0, 4), part(4, 2) - 1, part(6, 2), part(8, 2), part(10, 2));
  return Date.UTC(part(0, 4), 0, part(4, 3), part(7, 2), part(9, 2), part(11, 2));
}
