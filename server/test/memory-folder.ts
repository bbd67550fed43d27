import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM = 1e9;

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM;
}

const home = hasRoom() ? MEMORY : tmpdir();

/** A new folder for accounts, in memory where there is room: each of their writes waits for the disk, and tests write thousands. */
export function memoryFolder(prefix: string): string {
  return mkdtempSync(join(home, prefix));
}
