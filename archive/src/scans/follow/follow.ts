/**
 * Makes a folder of scans of what a satellite's owner publishes, and removes what is older than it keeps. All that it must remember is in
 * the folder: each scan names the file that it was made from, and becomes visible with that name in one step.
 */
import { makeFolder } from "irradiance-engine/shared/node";
import { gateOf } from "../../bytes/gate.js";
import { lockStore } from "../../bytes/lock.js";
import { catalogueEntry } from "../../catalogue/catalogue.js";
import { scanFolder } from "../../catalogue/folders.js";
import { scanReader } from "../read-scan.js";
import { scanFolderAt, scansIn } from "../store/folder.js";
import { madeFrom } from "../store/with-file.js";
import { Feed, type FollowOptions } from "./feed.js";

/**
 * Resolves when `signal` is aborted, or with `once` when all has been taken.
 *
 * @returns how many scans were put
 * @throws ArchiveError `ERR_ARCHIVE_WRITER` if another process feeds the folder; with `once`, what the host or the disk failed with
 * @experimental
 */
export async function followScans(options: FollowOptions): Promise<number> {
  const { name, folder = scanFolder(name), now = Date.now, signal, once = false } = options;
  await makeFolder(folder);
  const lock = await lockStore(folder);
  const reader = scanReader();
  const failed = new AbortController();
  const either = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  try {
    const store = await scanFolderAt(folder, now);
    const done = madeFrom(folder, await scansIn(folder));
    // A scan takes hundreds of megabytes while it is read: one at a time. Lists and files are waited for side by side.
    const common = { entry: catalogueEntry(name), options, store, reader, lock, turn: gateOf(1), done, now };
    const feeds = (common.entry.follows ?? []).map(async (followed) => {
      try {
        return await new Feed(followed, common).run(either);
      } catch (error) {
        // Nobody else's folder is fed any longer; once, each satellite has its chance.
        if (!once) failed.abort();
        throw error;
      }
    });
    const ended = await Promise.allSettled(feeds);
    const first = ended.find((one) => one.status === "rejected");
    if (first !== undefined) throw first.reason;
    return ended.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
  } finally {
    await reader.close();
    await lock.release();
  }
}
