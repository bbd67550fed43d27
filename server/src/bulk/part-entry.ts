/** What is known of a part that is written: it lies beside the parts until the manifest is written. */
import type { CountedNote, DataRevision, FailedSite, ToldOfSite } from "irradiance-engine/bulk";
import { partName } from "../background/cut.js";
import { isCount, isRecord } from "../background/queue/strike.js";

/** Without the lists of sites: what workers answer, and what a coordinator keeps of every part. */
export interface PartSummary {
  readonly part: number;
  readonly first: number;
  readonly sites: number;
  readonly rows: number;
  /** 0: every site failed, and there is no file. */
  readonly bytes: number;
  readonly sha256: string;
  /** The store's own word for these bytes, if it has one. */
  readonly tag?: string | undefined;
  readonly device: string;
  readonly failed: number;
  readonly told: number;
  readonly notes: readonly CountedNote[];
  /** Of the archive's data that it was computed from. */
  readonly weather: readonly DataRevision[];
}

export interface PartEntry extends Omit<PartSummary, "failed" | "told"> {
  readonly failed: readonly FailedSite[];
  readonly told: readonly ToldOfSite[];
}

/** How the names of all begin. */
export const PARTS = "part-";

export function partFile(part: number): string {
  return `${partName(part)}.parquet`;
}

/** Readers of tables leave out names that begin with an underscore. */
export const ENTRIES = "_parts/";

/** A worker tries with it whether it can write; with the name of an unfinished file, as it may be killed meanwhile. */
export const ROOM = `${ENTRIES}.room.unfinished`;

export function entryFile(part: number): string {
  return `${ENTRIES}${partName(part)}.json`;
}

export function entryBytes(entry: PartEntry): Buffer {
  return Buffer.from(`${JSON.stringify(entry)}\n`);
}

/** Undefined: no entry, or one that was cut off. */
export function parseEntry(bytes: Buffer | undefined): PartEntry | undefined {
  try {
    const entry = JSON.parse(bytes?.toString("utf8") ?? "null") as PartEntry | null;
    return entry !== null && isEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(entry: Partial<PartEntry>): boolean {
  const counts = [entry.part, entry.first, entry.sites, entry.rows, entry.bytes];
  const areLists = [entry.failed, entry.told, entry.notes, entry.weather].every(Array.isArray);
  return counts.every(isCount) && areLists && typeof entry.sha256 === "string" && typeof entry.device === "string";
}

export function summaryOf({ failed, told, ...entry }: PartEntry): PartSummary {
  return { ...entry, failed: failed.length, told: told.length };
}

/**
 * What came back through the queue, into which others may write.
 *
 * @param of the part that was sent
 * @returns undefined: no worker reports this of it
 */
export function asSummary(value: unknown, of: Pick<PartSummary, "part" | "first" | "sites">): PartSummary | undefined {
  const found = (isRecord(value) ? value : {}) as Partial<PartSummary>;
  const { failed, told, notes, weather, tag } = found;
  if (!isCount(failed) || !isCount(told) || !["undefined", "string"].includes(typeof tag)) return undefined;
  if (!isEntry({ ...found, failed: [], told: [] }) || ![...notes!, ...weather!].every(isRecord)) return undefined;
  const isOf = found.part === of.part && found.first === of.first && found.sites === of.sites;
  return isOf ? (found as PartSummary) : undefined;
}
