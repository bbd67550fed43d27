/** A file of a folder of scans, opened for a few small reads. */
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { ScanEntry } from "./folder.js";
import { type ReadAt, readHead } from "./format.js";

/** By synchronous reads: of a local file two of them cost less than a turn of the loop each. */
export function withFile<T>(path: string, work: (read: ReadAt) => T): T {
  const fd = openSync(path, "r");
  try {
    return work((offset, length) => {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, readSync(fd, bytes, 0, length, offset));
    });
  } finally {
    closeSync(fd);
  }
}

/** The published files, by version, that the scans of a folder were made from, with the scans' times; damaged ones are made again. */
export function madeFrom(folder: string, scans: readonly ScanEntry[]): ReadonlyMap<string, number> {
  const sources = scans.flatMap(({ file, start }): (readonly [string, number])[] => {
    try {
      const { from } = withFile(join(folder, file), readHead);
      return from === undefined ? [] : [[from, start]];
    } catch {
      return [];
    }
  });
  return new Map(sources);
}
