/** Bytes of files on this machine. */
import { type FileHandle, open } from "node:fs/promises";
import { ArchiveError, messageOf } from "../errors.js";
import { changed, tooLarge, unreadable } from "./failures.js";
import { type FileVersion, fileVersion } from "./file-version.js";
import type { ByteRange, Transport } from "./transport.js";

export const LOCAL: Transport = {
  fetch: (location, range, version, signal) =>
    withFile(location, async (file) => {
      signal.throwIfAborted();
      const before = await versionOf(file);
      if (version !== undefined && before.version !== version) throw changed(location);
      const { offset, length } = extentOf(range, before.size, location);
      const bytes = await readFully(file, offset, length, location);
      // A file that is written to in place: the bytes may be of both versions.
      if ((await versionOf(file)).version !== before.version) throw changed(location);
      return { bytes, offset, ...before };
    }),
  isStill: async (location, version) =>
    (await withFile(location, async (file) => (await versionOf(file)).version === version)) === true,
};

/** Each call opens the file: it is the one that has the name now, and stays the same one while it is read. */
async function withFile<T>(location: string, work: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  let file: FileHandle;
  try {
    file = await open(location, "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw unreadable(location, messageOf(error), "unreachable");
  }
  try {
    return await work(file);
  } catch (error) {
    if (error instanceof ArchiveError || (error as Error).name === "AbortError") throw error;
    // A folder, which opens as a file does.
    if ((error as NodeJS.ErrnoException).code === "EISDIR") return undefined;
    throw unreadable(location, messageOf(error), "unreachable");
  } finally {
    await file.close();
  }
}

async function versionOf(file: FileHandle): Promise<FileVersion> {
  return fileVersion(await file.stat({ bigint: true }));
}

async function readFully(file: FileHandle, offset: number, length: number, location: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, offset + read);
    if (bytesRead === 0) throw changed(location);
    read += bytesRead;
  }
  return bytes;
}

/** @throws ArchiveError where the whole file is asked for and is larger than allowed */
function extentOf(range: ByteRange, size: number, location: string): { offset: number; length: number } {
  if ("tail" in range) return { offset: Math.max(0, size - range.tail), length: Math.min(range.tail, size) };
  if ("whole" in range) {
    if (size > range.whole) throw tooLarge(location, size, range.whole);
    return { offset: 0, length: size };
  }
  return { offset: range.offset, length: Math.max(0, Math.min(range.length, size - range.offset)) };
}
