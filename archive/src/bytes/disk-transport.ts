/** A transport that asks the disk before the network, for blocks of a known version. */
import { BLOCK } from "./blocks.js";
import type { DiskBlock, DiskCache } from "./disk-cache.js";
import { UNDATED } from "./http-transport.js";
import type { ByteRange, Fetched, Transport } from "./transport.js";

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
      const bytes = Buffer.concat(blocks.map((block) => block!.bytes));
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
