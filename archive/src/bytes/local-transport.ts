/** Bytes of files on this machine. */
import { type FileHandle, open } from "node:fs/promises";
import { ArchiveError, messageOf } from "../errors.js";
import { BLOCK, readFully, versionOf } from "./blocks.js";
import type { DiskBlock, DiskCache } from "./disk-cache.js";
import { UNDATED } from "./http-transport.js";
import { type ByteRange, changed, type Fetched, type Transport, tooLarge, unreadable } from "./location.js";

export const LOCAL: Transport = {
  fetch: (location, range, version, signal) =>
    withFile(location, async (file) => {
      signal.throwIfAborted();
      const before = await versionOf(file);
      if (version !== undefined && before.version !== version) throw changed(location);
      const { offset, length } = extentOf(range, before.size, location);
      const bytes = await readFully(file, offset, length, () => changed(location));
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

/** @throws ArchiveError where the whole file is asked for and is larger than allowed */
function extentOf(range: ByteRange, size: number, location: string): { offset: number; length: number } {
  if ("tail" in range) return { offset: Math.max(0, size - range.tail), length: Math.min(range.tail, size) };
  if ("whole" in range) {
    if (size > range.whole) throw tooLarge(location, size, range.whole);
    return { offset: 0, length: size };
  }
  return { offset: range.offset, length: Math.max(0, Math.min(range.length, size - range.offset)) };
}

// A transport that asks the disk before the network, for blocks of a known version.

/** Bytes that wait for the disk at once: where it is slower than the net, what comes is not kept. */
const MOST_WAITING = 64 * 1024 * 1024;

export function onDisk(inner: Transport, disk: DiskCache): Transport {
  let waiting = 0;
  const keep = (location: string, fetched: Fetched | undefined) => {
    if (fetched === undefined || !isLasting(fetched.version) || waiting > MOST_WAITING) return fetched;
    const { length } = fetched.bytes;
    waiting += length;
    void keepBlocks(disk, location, fetched).finally(() => {
      waiting -= length;
    });
    return fetched;
  };
  return {
    isStill: inner.isStill,
    async fetch(location, range, version, signal) {
      const kept = version === undefined ? undefined : await found(disk, location, range, version);
      if (kept === undefined) return keep(location, await inner.fetch(location, range, version, signal));
      const { blocks, offset, size } = kept;
      const [first, last] = [blocks.indexOf(undefined), blocks.lastIndexOf(undefined)];
      if (first >= 0) {
        const start = offset + first * BLOCK;
        const gap = { offset: start, length: Math.min(size, offset + (last + 1) * BLOCK) - start };
        const fetched = keep(location, await inner.fetch(location, gap, version, signal));
        if (fetched === undefined) return undefined;
        // A server without ranges has sent the whole file.
        const rest = fetched.bytes.subarray(start - fetched.offset);
        for (let k = first; k <= last; k++) {
          blocks[k] = { bytes: rest.subarray((k - first) * BLOCK, (k - first + 1) * BLOCK), size };
        }
      }
      const joined = Buffer.concat(blocks.map((block) => block!.bytes));
      // A Buffer's `slice` copies nothing, and its memory may be a part of a larger one.
      const bytes = new Uint8Array(joined.buffer, joined.byteOffset, joined.length);
      return { bytes, offset, size, version: version! };
    },
  };
}

/** Whether a version is one for longer than a process lives: a server that gives neither ETag nor date may have put another file there. */
export function isLasting(version: string): boolean {
  return !version.startsWith(UNDATED);
}

/** Undefined where none of the range is on disk. */
async function found(disk: DiskCache, location: string, range: ByteRange, version: string) {
  if (!("offset" in range) || range.offset % BLOCK > 0) return undefined;
  const first = range.offset / BLOCK;
  const count = Math.ceil(range.length / BLOCK);
  const all = Array.from({ length: count }, (_, k) => disk.get(location, version, first + k));
  const blocks: (DiskBlock | undefined)[] = await Promise.all(all);
  const size = blocks.find((block) => block !== undefined)?.size;
  return size === undefined ? undefined : { blocks, offset: range.offset, size };
}

/** Whole blocks, and the one that ends the file. */
async function keepBlocks(disk: DiskCache, location: string, { bytes, offset, size, version }: Fetched): Promise<void> {
  for (let block = Math.ceil(offset / BLOCK); block * BLOCK < offset + bytes.length; block++) {
    const [start, end] = [block * BLOCK, Math.min(size, (block + 1) * BLOCK)];
    if (end > offset + bytes.length) return;
    await disk.set(location, version, block, { bytes: bytes.subarray(start - offset, end - offset), size });
  }
}
