/**
 * The journal of an unfinished file: one line of JSON per part, written to disk before the next part begins. Every part it
 * lists is on disk; later bytes belong to an unfinished part.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { SiteFailure, SiteNote, SiteSuccess } from "../types.js";
import { csvField } from "./csv.js";

export interface FailedSite {
  /** Position in the list of sites, from 0. */
  readonly index: number;
  readonly id: string;
  /** Code of the error: ERR_WEATHER, ERR_DEADLINE, … */
  readonly code: string;
  readonly reason: string;
}

/** What was told of a site. */
export interface ToldOfSite {
  readonly index: number;
  readonly id: string;
  readonly notes: readonly SiteNote[];
}

export function toldOf({ index, id, told }: SiteSuccess): ToldOfSite | undefined {
  return told.length === 0 ? undefined : { index, id, notes: told };
}

export function failedSite({ index, id, error }: SiteFailure): FailedSite {
  return { index, id, code: error.code, reason: error.message };
}

export interface PartEntry {
  readonly part: number;
  /** The sites of the part: from `first`, `sites` of them, failed ones included. */
  readonly first: number;
  readonly sites: number;
  readonly rows: number;
  /** Position of its bytes in the data file; 0 bytes: every site failed. */
  readonly offset: number;
  readonly bytes: number;
  readonly sha256: string;
  /** The information about the part that the file's tail needs. */
  readonly index: unknown;
  readonly failed: readonly FailedSite[];
  readonly told: readonly ToldOfSite[];
}

export interface JournalHead {
  readonly journal: 1;
  /** The identity of the run; a different run must not continue its parts. */
  readonly run: { readonly [key: string]: unknown };
}

export interface Journal {
  readonly head: JournalHead;
  readonly parts: readonly PartEntry[];
  /** Bytes up to the end of each line: the head's, then every part's. */
  readonly ends: readonly number[];
}

const NEWLINE = 0x0a;

export function journalLine(entry: JournalHead | PartEntry): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(entry)}\n`);
}

/**
 * Whole lines only: a last line without its end was cut off while being written. The parts end before the first line that
 * is not a valid part. Undefined: not even a head.
 */
export async function readJournal(file: FileHandle): Promise<Journal | undefined> {
  const bytes = await file.readFile();
  const entries: unknown[] = [];
  const ends: number[] = [];
  for (let at = 0, end: number; (end = bytes.indexOf(NEWLINE, at)) >= 0; at = end + 1) {
    const entry = parsed(bytes.toString("utf8", at, end));
    if (entry === undefined) break;
    entries.push(entry);
    ends.push(end + 1);
  }
  const [head, ...parts] = entries;
  if (!isHead(head)) return undefined;
  const whole = parts.findIndex((entry, i) => !isPart(entry, i));
  return { head, parts: (whole < 0 ? parts : parts.slice(0, whole)) as PartEntry[], ends };
}

function isHead(entry: unknown): entry is JournalHead {
  const { journal, run } = (entry ?? {}) as Partial<JournalHead>;
  return journal === 1 && typeof run === "object" && run !== null;
}

const COUNTS = ["first", "sites", "rows", "offset", "bytes"] as const;

function isPart(entry: unknown, place: number): entry is PartEntry {
  const part = (entry ?? {}) as Partial<PartEntry>;
  const areCounts = COUNTS.every((key) => Number.isSafeInteger(part[key]) && part[key]! >= 0);
  return (
    part.part === place &&
    areCounts &&
    typeof part.sha256 === "string" &&
    Array.isArray(part.failed) &&
    Array.isArray(part.told)
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The failed sites, or what was told of sites, of a whole journal, one line at a time. */
export async function* readOf<Key extends "failed" | "told">(
  key: Key,
  path: string,
): AsyncGenerator<PartEntry[Key][number], void, undefined> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const entries = (JSON.parse(line) as Partial<PartEntry>)[key];
    if (entries) yield* entries;
  }
}

/** The failed sites as CSV: `index,site,code,reason`. */
export async function* failureLines(failures: AsyncIterable<FailedSite>): AsyncGenerator<string, void, undefined> {
  yield "index,site,code,reason\n";
  for await (const { index, id, code, reason } of failures) yield csvLine(String(index), id, code, reason);
}

/** What was told of the sites as CSV: `index,site,code,about,message`. */
export async function* toldLines(told: AsyncIterable<ToldOfSite>): AsyncGenerator<string, void, undefined> {
  yield "index,site,code,about,message\n";
  for await (const { index, id, notes } of told)
    for (const { code, about = "", message } of notes) yield csvLine(String(index), id, code, about, message);
}

function csvLine(...cells: string[]): string {
  return `${cells.map((cell) => csvField(cell.replace(/(?<!\s)\s*\n\s*/g, " "))).join(",")}\n`;
}

/**
 * Number of parts that are on disk as the journal says; −1: not even the head.
 * @throws the signal's reason, at most one chunk later
 */
export async function soundParts(
  data: FileHandle,
  head: Uint8Array,
  parts: readonly PartEntry[],
  signal?: AbortSignal,
): Promise<number> {
  const written = await readBytes(data, 0, head.length);
  if (Buffer.compare(written, head) !== 0) return -1;
  const { size } = await data.stat();
  const damaged = await findIndexInOrder(
    parts,
    async ({ offset, bytes, sha256 }) =>
      offset + bytes > size || (await hashOf(data, offset, bytes, signal)) !== sha256,
  );
  return damaged < 0 ? parts.length : damaged;
}

async function findIndexInOrder<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<number> {
  for (let i = 0; i < items.length; i++) if (await test(items[i]!)) return i;
  return -1;
}

const CHUNK = 1 << 20;

async function hashOf(
  file: FileHandle,
  offset: number,
  bytes: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const hash = createHash("sha256");
  for (let done = 0; done < bytes; done += CHUNK) {
    signal?.throwIfAborted();
    hash.update(await readBytes(file, offset + done, Math.min(CHUNK, bytes - done)));
  }
  return hash.digest("hex");
}

/** Fewer bytes if the file ends earlier. */
async function readBytes(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
