/** Which runs of a model lie in a folder. */
import { readdir } from "node:fs/promises";
import { unreadable } from "../../bytes/failures.js";
import { isRemote } from "../../bytes/location.js";
import { inTurns } from "../../deadline.js";
import type { Period } from "../../source.js";
import { type Archive, at } from "./layout.js";
import type { RunLayout } from "./newest-run.js";
import { folderOfRun } from "./steps.js";

/** Folders that are listed at once. */
const WIDTH = 16;

/**
 * Start of the runs that have a folder, Unix ms, ascending; whether they are whole is not looked at.
 *
 * @throws ArchiveError for a web server, and where there is no folder of runs
 */
export async function runsIn(
  archive: Archive,
  root: RunLayout<unknown>["root"],
  { start, end }: Period,
): Promise<readonly number[]> {
  const home = at(archive, root, archive.folder);
  if (isRemote(home)) {
    throw unreadable(home, "a web server does not list its runs: copy them to a folder on this machine", "unusable");
  }
  let folders = [""];
  for (const name of [/^\d{4}$/, /^\d\d$/, /^\d\d$/, /^\d{4}Z$/]) {
    const inside = await inTurns(folders, WIDTH, (folder) => namesIn(archive, root, folder, name));
    folders = inside.flat();
  }
  const runs = folders.map(timeOfFolder).filter((run) => run >= start && run < end);
  return runs.sort((a, b) => a - b);
}

async function namesIn(
  archive: Archive,
  root: RunLayout<unknown>["root"],
  folder: string,
  form: RegExp,
): Promise<readonly string[]> {
  const place = at(archive, root, archive.folder, ...folder.split("/").filter((name) => name !== ""));
  const names = await readdir(place).catch((cause: NodeJS.ErrnoException) => {
    // A file among the folders, or one that an operator has just cleared away.
    if (folder !== "" && (cause.code === "ENOTDIR" || cause.code === "ENOENT")) return [];
    throw unreadable(place, `there is no folder of runs (${cause.code})`, "not there");
  });
  return names.filter((name) => form.test(name)).map((name) => `${folder}/${name}`.replace(/^\//, ""));
}

/** NaN for one that no run has, such as the 31st of February. */
function timeOfFolder(folder: string): number {
  const [year, month, day, clock] = folder.split("/") as [string, string, string, string];
  const run = Date.parse(`${year}-${month}-${day}T${clock.slice(0, 2)}:${clock.slice(2, 4)}Z`);
  return !Number.isNaN(run) && folderOfRun(run) === folder ? run : Number.NaN;
}
