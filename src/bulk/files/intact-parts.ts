/** Whether the parts listed in a journal reached the disk. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { PartEntry } from "./journal.js";

/**
 * Number of parts that are on disk as the journal says; −1: not even the head.
 *
 * @throws the signal's reason, at most one chunk later
 */
export async function soundParts(
  data: FileHandle,
  head: Uint8Array,
  parts: readonly PartEntry[],
  signal?: AbortSignal,
): Promise<number> {
  const written = await readBytes(data, 0, head.length);
  if (Buffer.compare(written, head) !== 0) return -1;
  const { size } = await data.stat();
  const damaged = await findIndexInOrder(parts, async ({ offset, bytes, sha256 }) => {
    return offset + bytes > size || (await hashOf(data, offset, bytes, signal)) !== sha256;
  });
  return damaged < 0 ? parts.length : damaged;
}

async function findIndexInOrder<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<number> {
  for (let i = 0; i < items.length; i++) if (await test(items[i]!)) return i;
  return -1;
}

const CHUNK = 1 << 20;

async function hashOf(
  file: FileHandle,
  offset: number,
  bytes: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const hash = createHash("sha256");
  for (let done = 0; done < bytes; done += CHUNK) {
    signal?.throwIfAborted();
    hash.update(await readBytes(file, offset + done, Math.min(CHUNK, bytes - done)));
  }
  return hash.digest("hex");
}

/** Fewer bytes if the file ends earlier. */
async function readBytes(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
