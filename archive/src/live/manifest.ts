/** The manifest: the one file that says what the store holds. It is replaced as a whole, so that no reader sees half an update. */
import { join } from "node:path";
import { sumText } from "../bytes/checksum.js";
import { type Disk, writeWhole } from "../bytes/disk.js";
import { ArchiveError, messageOf } from "../errors.js";
import type { LiveDescription } from "./description.js";

/** A segment: values of some cells over some rows, in a file that never changes. Row k of a store begins at k steps of Unix time. */
export interface SegmentEntry {
  readonly file: string;
  /** Of the newest update in it. Where segments overlap, the later one in the list holds, as far as it has values. */
  readonly version: number;
  readonly start: number;
  readonly rows: number;
  /** Indices of the store's columns, ascending. */
  readonly columns: readonly number[];
  readonly cells: number;
  readonly lowestCell: number;
  readonly highestCell: number;
  readonly bytes: number;
  /** Checksum of its directory, which has those of its blocks. */
  readonly sum: string;
}

/** A file that is no longer used, but may still be by a reader. */
export interface RetiredFile {
  readonly file: string;
  /** Unix ms. */
  readonly at: number;
}

export interface CellsEntry {
  readonly file: string;
  readonly count: number;
  readonly sum: string;
}

export interface Manifest {
  /** Random; of this store and no other. */
  readonly store: string;
  readonly description: LiveDescription;
  /** One more with every change. */
  readonly version: number;
  /** One more whenever values are given up: old or damaged ones. */
  readonly losses: number;
  /** Of the last update, Unix ms. */
  readonly updated: number;
  /** Number of the next file. */
  readonly nextFile: number;
  readonly cells: CellsEntry;
  /** Ascending in version. */
  readonly segments: readonly SegmentEntry[];
  readonly retired: readonly RetiredFile[];
}

export const MANIFEST = "current.json";
export const FORMAT = "irradiance-live 1";

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for a file that is missing, damaged or something else */
export async function readManifest(disk: Disk, folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  try {
    const { format, sum, manifest } = JSON.parse(new TextDecoder().decode(await disk.readAll(path)));
    if (format !== FORMAT) throw new Error(`has the format ${JSON.stringify(format)}, not ${JSON.stringify(FORMAT)}`);
    if (sum !== sumOfText(JSON.stringify(manifest))) throw new Error("is damaged: its checksum differs");
    return manifest;
  } catch (cause) {
    throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", `the live store's ${path}: ${messageOf(cause)}`, { cause });
  }
}

/** After this the manifest holds, also after a power cut. Everything that it names must be on the disk before. */
export async function publishManifest(disk: Disk, folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  const path = join(folder, MANIFEST);
  const fresh = `${path}.tmp`;
  const bytes = new TextEncoder().encode(
    `{"format":${JSON.stringify(FORMAT)},"sum":"${sumOfText(text)}",\n"manifest":${text}}\n`,
  );
  await disk.remove(fresh).catch(() => {});
  try {
    await writeWhole(disk, fresh, bytes);
  } catch (cause) {
    // On a full disk it would take room.
    await disk.remove(fresh).catch(() => {});
    throw cause;
  }
  // The names of the segments must not be lost when that of the manifest is kept.
  await disk.syncFolder(folder);
  await disk.rename(fresh, path);
  await disk.syncFolder(folder);
}

function sumOfText(text: string): string {
  return sumText(new TextEncoder().encode(text));
}
