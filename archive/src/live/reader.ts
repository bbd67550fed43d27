/** Any number of readers see the store as its writer last left it, without asking him. */
import { join } from "node:path";
import { type Disk, nodeDisk } from "../bytes/disk.js";
import { ArchiveError, messageOf } from "../errors.js";
import { type Cells, readCells } from "./cells.js";
import { MANIFEST, readManifest, type SegmentEntry } from "./manifest.js";
import { segmentsOf } from "./segments.js";
import { type Snapshot, snapshotOf } from "./snapshot.js";

export interface LiveReader {
  /** The newest state: never older than one that was given before. @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` */
  snapshot(): Promise<Snapshot>;
}

export const CACHE_BYTES = 32 * 1024 * 1024;

export function readerOf(folder: string, cacheBytes = CACHE_BYTES, disk: Disk = nodeDisk): LiveReader {
  const segments = segmentsOf(disk, folder, cacheBytes);
  let newest: Snapshot | undefined;
  let identity: string | undefined;
  let running: Promise<Snapshot> | undefined;
  let next: Promise<Snapshot> | undefined;

  const look = async (): Promise<Snapshot> => {
    const seen = await identityOf(disk, folder);
    if (newest !== undefined && seen === identity) return newest;
    const manifest = await readManifest(disk, folder);
    const { store, cells } = manifest;
    const before = newest?.manifest.store === store ? newest : undefined;
    if (before !== undefined && before.manifest.version > manifest.version) {
      const text = `the live store ${folder} went back from version ${before.manifest.version} to ${manifest.version}`;
      throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", `${text}: a copy has replaced it; restart to use it`, {
        kind: "unusable",
      });
    }
    const isSameList = before?.manifest.cells.file === cells.file;
    const places: Cells = isSameList ? before.cells : await readCells(disk, folder, cells);
    segments.keepOnly(manifest.segments);
    newest = snapshotOf({ ...manifest, segments: shared(manifest.segments, before) }, places, segments);
    identity = seen;
    return newest;
  };

  const start = (): Promise<Snapshot> => {
    next = undefined;
    running = look().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    snapshot() {
      if (next !== undefined) return next;
      if (running === undefined) return start();
      // A look that is under way may have been too early for the caller: it is followed by one for all who wait.
      next = running.then(start, start);
      return next;
    },
  };
}

/** Entries are the same objects in all snapshots that have them: many snapshots may be held at a time. */
function shared(entries: readonly SegmentEntry[], before: Snapshot | undefined): SegmentEntry[] {
  const known = new Map(before?.manifest.segments.map((entry) => [entry.file, entry]));
  return entries.map((entry) => known.get(entry.file) ?? entry);
}

async function identityOf(disk: Disk, folder: string): Promise<string> {
  try {
    return await disk.identity(join(folder, MANIFEST));
  } catch (cause) {
    const text = `${folder} is not a live store or cannot be read: ${messageOf(cause)}`;
    throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", text, { cause, kind: "not there" });
  }
}
