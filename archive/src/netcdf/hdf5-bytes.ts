/** Where HDF5 finds a file's bytes: on the disk, or in memory; in the library's own file system it is the only file, and is read alone. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type FileVersion, fileVersion } from "../bytes/file-version.js";

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
