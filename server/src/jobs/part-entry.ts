/** What is known of a part that is written: it lies beside the parts until the manifest is written. */
import type { CountedNote, FailedSite, ToldOfSite } from "irradiance-engine/bulk";

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
}

export interface PartEntry extends Omit<PartSummary, "failed" | "told"> {
  readonly failed: readonly FailedSite[];
  readonly told: readonly ToldOfSite[];
}

const DIGITS = 6;

export function partFile(part: number): string {
  return `part-${String(part).padStart(DIGITS, "0")}.parquet`;
}

/** Readers of tables leave out names that begin with an underscore. */
export const ENTRIES = "_parts/";

export function entryFile(part: number): string {
  return `${ENTRIES}part-${String(part).padStart(DIGITS, "0")}.json`;
}

export function entryBytes(entry: PartEntry): Buffer {
  return Buffer.from(`${JSON.stringify(entry)}\n`);
}

/** Undefined: no entry, or one that was cut off. */
export function parseEntry(bytes: Buffer | undefined): PartEntry | undefined {
  try {
    const entry = JSON.parse(bytes?.toString("utf8") ?? "null") as PartEntry | null;
    return entry !== null && typeof entry.sha256 === "string" && Array.isArray(entry.failed) ? entry : undefined;
  } catch {
    return undefined;
  }
}

export function summaryOf({ failed, told, ...entry }: PartEntry): PartSummary {
  return { ...entry, failed: failed.length, told: told.length };
}
