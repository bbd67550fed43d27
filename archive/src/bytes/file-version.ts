/** The version of a file on a disk. */
import type { BigIntStats } from "node:fs";

/** Equal only for equal bytes, as far as the file system knows. */
export interface FileVersion {
  readonly size: number;
  readonly version: string;
}

export function fileVersion({ size, ino, mtimeNs }: BigIntStats): FileVersion {
  return { size: Number(size), version: `${size}-${mtimeNs}-${ino}` };
}
