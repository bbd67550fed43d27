/** Lines, compressed as they come: the whole text of a part is never in memory. */
import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

export interface GzippedLines {
  readonly bytes: Buffer;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** @throws what the lines throw, or the signal's reason */
export async function gzippedLines(
  lines: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<GzippedLines> {
  const sum = createHash("sha256");
  const chunks: Buffer[] = [];
  const keep = async (compressed: AsyncIterable<Buffer>) => {
    for await (const chunk of compressed) {
      sum.update(chunk);
      chunks.push(chunk);
    }
  };
  try {
    await pipeline(lines, createGzip(), keep, { signal });
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrown;
  }
  return { bytes: Buffer.concat(chunks), sha256: sum.digest("hex") };
}
