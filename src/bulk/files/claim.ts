/** One writer at a time: a mark in the folder of an unfinished file says which process writes it. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { BulkFileError } from "./errors.js";

/** Folders that this process writes. */
const mine = new Set<string>();
/** Ms in which another process, between making its mark and writing its number into it, will have done so. */
const GRACE = 100;

/**
 * Marks the folder as this process's.
 *
 * @returns takes the mark away; may be called again
 * @throws BulkFileError ERR_BULK_BUSY while another run writes there, in this process or another one that lives
 */
export async function claim(folder: string, out: string): Promise<() => Promise<void>> {
  const path = join(resolve(folder), "writer");
  if (mine.has(path)) throw new BulkFileError("ERR_BULK_BUSY", out, "another run of this process is writing it");
  mine.add(path);
  let held = true;
  const release = async () => {
    if (!held) return;
    held = false;
    await rm(path, { force: true });
    mine.delete(path);
  };
  try {
    await mark(path, out);
  } catch (cause) {
    held = false;
    mine.delete(path);
    throw cause;
  }
  return release;
}

/** A mark that a dead process has left is replaced. */
async function mark(path: string, out: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(path, String(process.pid), { flag: "wx" });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    }
    const writer = await writerOf(path);
    if (writer !== process.pid && isRunning(writer)) {
      const remedy = `if that is not so, remove ${path}`;
      throw new BulkFileError("ERR_BULK_BUSY", out, `process ${writer} is writing it (${remedy})`);
    }
    await rm(path, { force: true });
  }
}

/** 0: nobody. */
async function writerOf(path: string): Promise<number> {
  const read = () => readFile(path, "utf8").catch(() => "");
  let text = await read();
  if (text === "") {
    await setTimeout(GRACE);
    text = await read();
  }
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : 0;
}

function isRunning(id: number): boolean {
  if (id === 0) return false;
  try {
    return process.kill(id, 0);
  } catch (cause) {
    // Somebody else's process runs, too.
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}
