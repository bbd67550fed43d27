/** What a live store has, for its operator. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type LockOwner, writerOf } from "irradiance-engine/shared/node";
import { nodeDisk } from "../bytes/disk.js";
import { type Damage, damagesOf } from "./damage.js";
import type { LiveDescription } from "./description.js";
import { FORMAT, MANIFEST, readManifest } from "./manifest.js";
import { segmentsOf } from "./segments.js";

/** @experimental */
export interface LiveStatus {
  readonly description: LiveDescription;
  readonly version: number;
  /** Of the last update, Unix ms; 0 before the first. */
  readonly updated: number;
  readonly cells: number;
  /** Start of the first and end of the last interval; undefined in an empty store. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly segments: number;
  readonly bytes: number;
  /** Files that are kept for readers only. */
  readonly retired: number;
  /** The process that has the store open for writing. */
  readonly writer: LockOwner | undefined;
  /** Segments that cannot be read; undefined if they were not checked. */
  readonly damages: readonly Damage[] | undefined;
}

/**
 * The state of a store, which may be in use.
 *
 * @param options verify: reads all of it and compares every checksum
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for a folder that is no store, and a damaged manifest
 * @experimental
 */
export async function liveStatus(
  folder: string,
  options: { readonly verify?: boolean | undefined } = {},
): Promise<LiveStatus> {
  const manifest = await readManifest(nodeDisk, folder);
  const { description, version, updated, cells, segments, retired } = manifest;
  const step = description.step * 1000;
  const checked = options.verify ? await damagesOf(manifest, segmentsOf(nodeDisk, folder, 0), step) : undefined;
  return {
    description,
    version,
    updated,
    cells: cells.count,
    first: segments.length === 0 ? undefined : Math.min(...segments.map(({ start }) => start)) * step,
    last: segments.length === 0 ? undefined : Math.max(...segments.map(({ start, rows }) => start + rows)) * step,
    segments: segments.length,
    bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    retired: retired.length,
    writer: await writerOf(folder),
    damages: checked?.damages,
  };
}

/** Whether a folder has a live store, intact or not. A folder of weather files may have a current.json, too. @experimental */
export async function isLiveStore(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  if (!names.includes(MANIFEST)) return false;
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => "");
  return text.includes(`"${FORMAT}"`) || names.some((name) => /^writer-\d+\.lock$/.test(name));
}
