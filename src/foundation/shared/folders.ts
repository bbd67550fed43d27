/** Folders that are made with those above them, and names of files that are not whole yet. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

interface FolderOptions {
  readonly mode?: number | undefined;
}

/**
 * Makes a folder and those above it that are missing.
 *
 * @throws the system's error; Node's own `recursive` tries for ever where nothing can be made, such as below /proc
 */
export function makeFolderSync(path: string, options: FolderOptions = {}): void {
  let first = resolve(path);
  while (!existsSync(dirname(first))) first = dirname(first);
  try {
    mkdirSync(first, options);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
  }
  mkdirSync(path, { ...options, recursive: true });
}

/** As `makeFolderSync`; where the one above is there, without waiting for the disk. */
export async function makeFolder(path: string, options: FolderOptions = {}): Promise<void> {
  try {
    await mkdir(path, options);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    if (code !== "ENOENT") throw cause;
    makeFolderSync(path, options);
  }
}

/**
 * The name of a file until it is whole: in its folder, and nobody else's. (The number of the process does not do: in each container
 * the first one is 1.)
 */
export function draftOf(path: string): string {
  return `${path}.${process.pid}-${randomUUID()}.tmp`;
}
