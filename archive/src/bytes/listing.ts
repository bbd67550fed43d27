/**
 * Names of the files in a folder: of a bucket (Amazon S3 API, ListObjectsV2), of a web server's index pages (Apache, nginx), or of this
 * machine. What they say is from outside: it is bounded, and leads nowhere but into the folder.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { SHORT_MONTH_NAMES } from "irradiance-engine/internal/shared";
import { httpTransport } from "./http-transport.js";
import { below, isRemote, locationOf, unusable } from "./location.js";

export interface Listed {
  /** Below the folder; of a folder in it, it ends with a slash. */
  readonly name: string;
  readonly location: string;
  /** Bytes, where the listing has them. */
  readonly size: number | undefined;
  /** Unix ms, where the listing has it. */
  readonly modified: number | undefined;
}

export interface ListingOptions {
  readonly signal: AbortSignal;
  /** Who lists: a bucket whose root is the address's origin, or index pages. Default: what the host's name says. */
  readonly service?: "bucket" | "pages" | undefined;
  /** Names begin with it. */
  readonly prefix?: string | undefined;
  /** Names come after it in the order of their characters. */
  readonly after?: string | undefined;
  /** Most names; with more, the listing is refused. Default: 20,000. */
  readonly most?: number | undefined;
}

type Entry = Omit<Listed, "location">;
/** Text of a page, by its address. */
type Page = (address: string) => Promise<string | undefined>;

const MOST = 20_000;
const LARGEST_PAGE = 8 * 1024 * 1024;
/** Links of an index page: a few for each file, and a few to sort them. */
const MOST_LINKS = 5 * MOST;
/** Characters of an index page after a link's address, in which its text, date and size stand. */
const ROW = 400;

/**
 * The files and folders right in a folder, in the order of their names; undefined if there is no such folder (a bucket has an empty one
 * for every name).
 *
 * @param given path or address of the folder
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE`, `ERR_ARCHIVE_TIMEOUT`; the signal's reason
 */
export async function listed(given: string, options: ListingOptions): Promise<readonly Listed[] | undefined> {
  const folder = locationOf(given, "location");
  const { prefix = "", after = "", most = MOST } = options;
  const entries = isRemote(folder) ? await remote(folder, prefix, after, most, options) : await local(folder);
  const wanted = entries?.filter(({ name }) => name.startsWith(prefix) && name > after);
  if (wanted !== undefined && wanted.length > most) throw tooMany(folder, most);
  return wanted
    ?.sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => ({ ...entry, location: below(folder, entry.name) }));
}

async function local(folder: string): Promise<Entry[] | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return undefined;
  const found = entries.map(async (entry): Promise<Entry[]> => {
    if (entry.isDirectory()) return [{ name: `${entry.name}/`, size: undefined, modified: undefined }];
    const status = await stat(join(folder, entry.name)).catch(() => undefined);
    return status === undefined ? [] : [{ name: entry.name, size: status.size, modified: status.mtimeMs }];
  });
  return (await Promise.all(found)).flat();
}

async function remote(folder: string, prefix: string, after: string, most: number, options: ListingOptions) {
  const { origin, hostname } = new URL(folder);
  const { service = /(^|\.)s3[.-]/.test(hostname) ? "bucket" : "pages", signal } = options;
  const http = httpTransport({ allow: [origin], own: [] });
  const page: Page = async (address) => {
    const fetched = await http.fetch(address, { whole: LARGEST_PAGE }, undefined, signal);
    return fetched && new TextDecoder().decode(fetched.bytes);
  };
  return service === "bucket" ? bucket(folder, prefix, after, most, page) : indexPage(folder, page);
}

/** ListObjectsV2, page by page. */
async function bucket(folder: string, prefix: string, after: string, most: number, page: Page): Promise<Entry[]> {
  const { origin, pathname } = new URL(folder);
  const path = decodeURIComponent(pathname).replace(/^\//, "");
  const home = path === "" || path.endsWith("/") ? path : `${path}/`;
  const query = { "list-type": "2", delimiter: "/", prefix: home + prefix };
  const found: Entry[] = [];
  for (let token: string | undefined = ""; token !== undefined; ) {
    const next = token === "" ? (after === "" ? {} : { "start-after": home + after }) : { "continuation-token": token };
    const xml = await page(`${origin}/?${new URLSearchParams({ ...query, ...next })}`);
    if (xml === undefined || !xml.includes("<ListBucketResult")) throw unusable(folder, "it does not list its files");
    const entries = [...entriesOf(xml, "Contents", "Key", home), ...entriesOf(xml, "CommonPrefixes", "Prefix", home)];
    found.push(...entries);
    if (found.length > most) throw tooMany(folder, most);
    const isMore = textOf(xml, "IsTruncated") === "true";
    const following: string | undefined = isMore ? textOf(xml, "NextContinuationToken") : undefined;
    if (isMore && (following === undefined || following === token || entries.length === 0)) {
      throw unusable(folder, "its list of files does not go on");
    }
    token = following;
  }
  return found;
}

/** The files, or the folders, that a page has, by the tags of them and of their names. */
function entriesOf(xml: string, tag: string, key: string, home: string): Entry[] {
  return blocksOf(xml, tag).flatMap((block) => {
    const path = textOf(block, key);
    const name = path?.startsWith(home) ? path.slice(home.length) : "";
    const facts = { size: wholeOf(textOf(block, "Size")), modified: timeOf(textOf(block, "LastModified")) };
    return isName(name) ? [{ name, ...facts }] : [];
  });
}

/** One step down, and no way up. Control characters and halves of characters are in no address. */
function isName(name: string): boolean {
  const plain = name.endsWith("/") ? name.slice(0, -1) : name;
  return plain !== "" && plain !== "." && plain !== ".." && !/[/\\\p{Cc}\p{Cs}]/u.test(plain);
}

/** What stands between the tags of a name, each time. */
function blocksOf(xml: string, tag: string): string[] {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const blocks: string[] = [];
  for (let at = xml.indexOf(open); at >= 0; at = xml.indexOf(open, at)) {
    const end = xml.indexOf(close, at);
    if (end < 0) break;
    blocks.push(xml.slice(at + open.length, end));
    at = end;
  }
  return blocks;
}

function textOf(xml: string, tag: string): string | undefined {
  const [first] = blocksOf(xml, tag);
  return first === undefined ? undefined : plain(first);
}

const ENTITIES: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text of which characters are escaped, in XML and in HTML. */
function plain(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] as string;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** The rows of an index page: links into the folder, with what stands behind them. */
async function indexPage(folder: string, page: Page): Promise<Entry[] | undefined> {
  const home = `${below(folder, "")}/`;
  const own = new URL(home);
  const html = await page(home);
  if (html === undefined) return undefined;
  const found = new Map<string, Entry>();
  let links = 0;
  for (let at = html.indexOf('href="'); at >= 0; at = html.indexOf('href="', at)) {
    const end = html.indexOf('"', at + 6);
    if (end < 0) break;
    if (++links > MOST_LINKS) throw unusable(folder, `its page has more than ${MOST_LINKS} links`);
    const name = linkedName(plain(html.slice(at + 6, end)), own);
    if (name !== undefined) found.set(name, { name, ...rowFacts(html.slice(end, end + ROW)) });
    at = end;
  }
  return [...found.values()];
}

function linkedName(href: string, own: URL): string | undefined {
  if (!URL.canParse(href, own)) return undefined;
  const { origin, pathname, search } = new URL(href, own);
  if (origin !== own.origin || search !== "" || !pathname.startsWith(own.pathname)) return undefined;
  try {
    const name = decodeURIComponent(pathname.slice(own.pathname.length));
    return isName(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** "27-Nov-2026 12:05  5081223" of nginx and Apache, "2026-11-27 12:05  4.8M" of Apache: of a rounded size nothing is known. */
function rowFacts(row: string): Pick<Listed, "size" | "modified"> {
  const cells = row.slice(row.indexOf("</a>")).split("<a ")[0] as string;
  const found = /(\d{4}-\d\d-\d\d|\d\d-[A-Z][a-z]{2}-\d{4}) (\d\d:\d\d)(?:\s{1,60}(\d{1,15})(?![\d.KMGT]))?/.exec(
    cells,
  );
  if (found === null) return { size: undefined, modified: undefined };
  const [, day, time, size] = found as unknown as [string, string, string, string | undefined];
  const [date, month, year] = day.split("-") as [string, string, string];
  const iso =
    month.length === 3 ? `${year}-${String(SHORT_MONTH_NAMES.indexOf(month) + 1).padStart(2, "0")}-${date}` : day;
  return { size: wholeOf(size), modified: timeOf(`${iso}T${time}Z`) };
}

function tooMany(folder: string, most: number) {
  return unusable(folder, `it lists more than ${most} files`);
}
