/** One writer at a time: marks in the folder of an unfinished file name the process that writes it, or wants to. */
import { randomInt, randomUUID } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { BulkFileError } from "./errors.js";

/** Folders that this process writes. */
const mine = new Set<string>();
/** If several processes come at the same time, all step back and try again, this often, after up to this many ms. */
const TRIES = 4;
const PAUSE = 100;

/**
 * Marks the folder as this process's.
 *
 * @returns a function that removes the mark; it may be called again
 * @throws BulkFileError ERR_BULK_BUSY while another run writes there, in this process or another one that lives
 */
export async function claim(folder: string, out: string): Promise<() => Promise<void>> {
  const path = resolve(folder);
  if (mine.has(path)) throw new BulkFileError("ERR_BULK_BUSY", out, "another run of this process is writing it");
  mine.add(path);
  try {
    const mark = await makeMark(path, out);
    let held = true;
    return async () => {
      if (!held) return;
      held = false;
      await rm(mark, { force: true });
      mine.delete(path);
    };
  } catch (cause) {
    mine.delete(path);
    throw cause;
  }
}

async function makeMark(folder: string, out: string): Promise<string> {
  for (let left = TRIES - 1; ; left--) {
    // Mark first, then look: of two processes at least one sees the other, so that they never both proceed.
    const name = `writer.${process.pid}.${randomUUID()}`;
    const mark = join(folder, name);
    await writeFile(mark, "");
    try {
      const other = await otherWriter(folder, name);
      if (other === undefined) return mark;
      if (left === 0) throw busy(out, folder, other);
    } catch (cause) {
      await rm(mark, { force: true });
      throw cause;
    }
    await rm(mark, { force: true });
    await setTimeout(randomInt(PAUSE));
  }
}

function busy(out: string, folder: string, mark: string): BulkFileError {
  const remedy = `if not, remove ${join(folder, mark)}`;
  return new BulkFileError("ERR_BULK_BUSY", out, `process ${processOf(mark)} is writing it (${remedy})`);
}

/** The mark of another live process. Marks of dead processes are removed: no other mark ever has the same name. */
async function otherWriter(folder: string, own: string): Promise<string | undefined> {
  for (const name of await readdir(folder)) {
    const id = processOf(name);
    if (name === own || id === undefined) continue;
    if (id !== process.pid && isRunning(id)) return name;
    await rm(join(folder, name), { force: true });
  }
  return undefined;
}

function processOf(mark: string): number | undefined {
  const id = /^writer\.([1-9]\d*)\./.exec(mark)?.[1];
  return id === undefined ? undefined : Number(id);
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (cause) {
    // A process of another user is alive, too.
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}
