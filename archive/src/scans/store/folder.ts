/**
 * A folder of scans: each an immutable file that is there as a whole or not at all. The list of names is all there is to know: the time
 * and the satellite of a scan, and its revision, so that a scan that comes again replaces what came before it.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DAY } from "irradiance-engine/shared";
import { makeFolder } from "irradiance-engine/shared/node";
import { type Disk, nodeDisk } from "../../bytes/disk.js";
import { ArchiveError, messageOf } from "../../errors.js";
import type { Scan } from "../scan.js";
import { writeScan } from "./format.js";

export interface ScanEntry {
  readonly file: string;
  /** Nominal start, Unix ms. */
  readonly start: number;
  readonly satellite: string;
  /** Rises with each that is put. */
  readonly revision: number;
}

/** "20260621T1200Z_GOES-19_0018f3a1b2c3.scan" */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z_([\w-]{1,40})_([0-9a-f]{12})\.scan$/;
const DRAFT = /^draft-[0-9a-f]{16}\.tmp$/;

export function entryOf(file: string): ScanEntry | undefined {
  const parts = NAME.exec(file);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute] = parts.slice(1, 6).map(Number) as [number, number, number, number, number];
  const start = Date.UTC(year, month - 1, day, hour, minute);
  return { file, start, satellite: parts[6]!, revision: Number.parseInt(parts[7]!, 16) };
}

/** The scans of a folder, by time and then by revision; none where there is no folder. @throws ArchiveError */
export async function scansIn(folder: string, disk: Disk = nodeDisk): Promise<readonly ScanEntry[]> {
  const names = await disk.list(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return [];
    throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", `${folder} cannot be listed: ${messageOf(cause)}`, { cause });
  });
  return names
    .flatMap((name) => entryOf(name) ?? [])
    .sort((a, b) => a.start - b.start || a.revision - b.revision || (a.file < b.file ? -1 : 1));
}

/** Whether a folder has scans: so a path alone names it. */
export async function isScanFolder(folder: string): Promise<boolean> {
  const names = await nodeDisk.list(folder).catch(() => []);
  return names.some((name) => NAME.test(name));
}

export interface ScanFolder {
  /**
   * Puts a scan: when it resolves it is on the disk, and replaces those of its time, satellite and columns.
   *
   * @param from the published file that it was made from
   * @throws ArchiveError `ERR_ARCHIVE_NOT_WRITTEN`: nothing of it is there
   */
  put(scan: Scan, from?: string): Promise<ScanEntry>;
  /** Removes scans that began before a time, and what a crash left. @returns how many */
  tidy(before: number): Promise<number>;
}

/** For the one who feeds it. @param now the clock, Unix ms: revisions come from it */
export async function scanFolderAt(folder: string, now: () => number, disk: Disk = nodeDisk): Promise<ScanFolder> {
  await makeFolder(folder);
  let last = (await scansIn(folder, disk)).reduce((most, { revision }) => Math.max(most, revision), 0);
  return {
    async put(scan, from) {
      const draft = join(folder, `draft-${randomBytes(8).toString("hex")}.tmp`);
      // A clock that was put back must not let an older scan win.
      last = Math.max(last + 1, Math.floor(now()));
      const file = nameOf(scan, last);
      try {
        const opened = await disk.create(draft);
        try {
          await writeScan(opened, scan, from);
          await opened.sync();
        } finally {
          await opened.close();
        }
        await disk.rename(draft, join(folder, file));
        await disk.syncFolder(folder);
      } catch (cause) {
        await disk.remove(draft).catch(() => {});
        const text = `the scan of ${new Date(scan.start).toISOString()} could not be written to ${folder}: ${messageOf(cause)}`;
        throw new ArchiveError("ERR_ARCHIVE_NOT_WRITTEN", text, { cause });
      }
      return entryOf(file)!;
    },
    async tidy(before) {
      const old = (await scansIn(folder, disk)).filter(({ start }) => start < before).map(({ file }) => file);
      const drafts = (await disk.list(folder)).filter((name) => DRAFT.test(name));
      for (const file of [...old, ...drafts]) await disk.remove(join(folder, file)).catch(() => {});
      return old.length;
    },
  };
}

/** Days that are kept unless another number is asked for: realtime reaches back seven. */
export const KEEP_DAYS = 10;

/** The time before which scans are removed. */
export function keptFrom(now: number, days: number): number {
  return now - days * DAY;
}

function nameOf({ start, satellite }: Scan, revision: number): string {
  const time = new Date(start)
    .toISOString()
    .replace(/[-:]/g, "")
    .replace(/^(\d{8}T\d{4}).*$/, "$1Z");
  return `${time}_${satellite.replace(/[^\w-]/g, "-")}_${revision.toString(16).padStart(12, "0")}.scan`;
}
