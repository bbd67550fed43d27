/** What is asked of the thread that HDF5 runs in, and what it answers. */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type FileVersion, fileVersion } from "../bytes/blocks.js";
import type { Numbers } from "../codecs/shuffle.js";
import type { JsonObject } from "../json.js";

/** A data set of a file's top group. */
export interface DatasetDescription {
  readonly name: string;
  /** "int16", "float32", …; undefined if values are no numbers. */
  readonly type: string | undefined;
  readonly itemBytes: number;
  readonly shape: readonly number[];
  /** Undefined of what is stored in one piece. */
  readonly chunks: readonly number[] | undefined;
  readonly dimensions: readonly string[];
  readonly attributes: JsonObject;
  /** Why it cannot be read. */
  readonly problem: string | undefined;
}

/** Sites and times of the National Solar Radiation Database's layout. */
export interface SiteTable {
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** m. */
  readonly elevations: Float64Array;
  /** Seconds since 1970; NaN for what is no time. */
  readonly times: Float64Array;
}

export interface FileDescription extends FileVersion {
  /** Of the file itself. */
  readonly attributes: JsonObject;
  readonly datasets: readonly DatasetDescription[];
  readonly sites: SiteTable | undefined;
}

export type Request =
  | {
      readonly id: number;
      readonly kind: "describe";
      readonly path: string;
      /** Of a file that is not on the disk: the path is then its name alone, until it is forgotten. */
      readonly bytes: Uint8Array<ArrayBuffer> | undefined;
    }
  | {
      readonly id: number;
      /** As float64, or as they are stored. */
      readonly kind: "read" | "stored";
      readonly path: string;
      readonly version: string;
      readonly name: string;
      /** [from, to) in each dimension. */
      readonly ranges: readonly (readonly [number, number])[];
    }
  | { readonly id: number; readonly kind: "forget"; readonly path: string };

/** `changed`: the file is another than the one that was described. */
export type Answer =
  | { readonly id: number; readonly value: FileDescription | Numbers | undefined }
  | { readonly id: number; readonly problem: string; readonly changed: boolean };

// Where HDF5 finds a file's bytes: on the disk, or in memory; in the library's own file system it is the only file, and is read alone.

export interface FileBytes extends FileVersion {
  /** @returns bytes that there were, from `position` */
  read(into: Uint8Array, offset: number, length: number, position: number): number;
  /** Whether the bytes are still those that were opened. */
  isUnchanged(): boolean;
  close(): void;
}

/** Undefined if there is no such file. */
export function bytesOnDisk(path: string): FileBytes | undefined {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The last: names of files in memory, which no file on the disk can have.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ERR_INVALID_ARG_VALUE") return undefined;
    throw error;
  }
  const before = versionOf(fd);
  return {
    ...before,
    read: (into, offset, length, position) => readSync(fd, into, offset, length, position),
    isUnchanged: () => versionOf(fd).version === before.version,
    close: () => closeSync(fd),
  };
}

export function bytesInMemory(bytes: Uint8Array): FileBytes {
  return {
    size: bytes.length,
    version: "in memory",
    read(into, offset, length, position) {
      const own = bytes.subarray(position, position + length);
      into.set(own, offset);
      return own.length;
    },
    isUnchanged: () => true,
    close() {},
  };
}

function versionOf(fd: number): FileVersion {
  return fileVersion(fstatSync(fd, { bigint: true }));
}

/** The one file in the library's own file system, whose bytes are read when they are needed. */
// biome-ignore lint/suspicious/noExplicitAny: Emscripten's file system has no types for its nodes
export function mount(FS: any, name: string, { size, read }: FileBytes): void {
  const node = FS.createFile("/", name, {}, true, false);
  Object.defineProperty(node, "usedBytes", { get: () => size });
  const refuse = () => {
    throw new FS.ErrnoError(1);
  };
  node.stream_ops = {
    ...node.stream_ops,
    read: (_: unknown, buffer: Uint8Array, offset: number, length: number, position: number) =>
      position >= size ? 0 : read(buffer, offset, Math.min(length, size - position), position),
    write: refuse,
    mmap: refuse,
  };
}
