/** A document as bytes, written part by part into chunks of bounded size. */

export const CHUNK_BYTES = 1 << 20;
/** Bytes written between two looks at the room that is left. */
const BATCH_BYTES = 1 << 15;

/** A run of equal items. */
export interface Part {
  readonly count: number;
  /** No item takes more bytes than this. */
  readonly itemBytes: number;
  /** What an item usually takes; sizes the memory of a whole document. */
  readonly usualBytes: number;
  /** Writes items [from, to) at `at`; returns where the next byte goes. */
  append(bytes: Uint8Array, at: number, from: number, to: number): number;
}

/** The longest number: a sign, "0.", five zeros and 17 digits. */
export const NUMBER_BYTES = 25;
/** An irradiance with two decimals by day, "0" by night. */
export const USUAL_NUMBER_BYTES = 5;
/** YYYY-MM-DDTHH:MM:SSZ */
export const TIME_BYTES = 20;

/** Any text, as UTF-8; its items are bytes. */
export function textPart(text: string): Part {
  const encoded = new TextEncoder().encode(text);
  return {
    count: encoded.length,
    itemBytes: 1,
    usualBytes: 1,
    append(bytes, at, from, to) {
      bytes.set(encoded.subarray(from, to), at);
      return at + (to - from);
    },
  };
}

/**
 * The parts' bytes in chunks of at most 1 MiB. Every chunk is memory of its own.
 *
 * @param resume called each time the caller comes back for more
 */
export function* writeChunks(parts: readonly Part[], resume: () => void): Generator<Uint8Array, void, undefined> {
  const bound = parts.reduce((sum, part) => sum + part.count * part.itemBytes, 0);
  let bytes = new Uint8Array(Math.min(bound, CHUNK_BYTES));
  let at = 0;
  for (const part of parts) {
    const batch = Math.max(1, Math.floor(BATCH_BYTES / part.itemBytes));
    for (let from = 0; from < part.count; from += batch) {
      const to = Math.min(part.count, from + batch);
      if (at + (to - from) * part.itemBytes > bytes.length) {
        yield bytes.subarray(0, at);
        resume();
        bytes = new Uint8Array(CHUNK_BYTES);
        at = 0;
      }
      at = part.append(bytes, at, from, to);
    }
  }
  if (at > 0) yield bytes.subarray(0, at);
}

/**
 * The parts' bytes as one array. It is sized by what items usually take and grows when they take more: touching fresh
 * memory costs as much as writing to it (measured), so the document is not put together from chunks.
 */
export function writeWhole(parts: readonly Part[]): Uint8Array {
  let bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.count * part.usualBytes, BATCH_BYTES));
  let at = 0;
  for (const part of parts) {
    const batch = Math.max(1, Math.floor(BATCH_BYTES / part.itemBytes));
    for (let from = 0; from < part.count; from += batch) {
      const to = Math.min(part.count, from + batch);
      const needed = at + (to - from) * part.itemBytes;
      if (needed > bytes.length) {
        const larger = new Uint8Array(Math.max(needed, 2 * bytes.length));
        larger.set(bytes.subarray(0, at));
        bytes = larger;
      }
      at = part.append(bytes, at, from, to);
    }
  }
  return bytes.slice(0, at); // memory of exactly its own: callers send `body.buffer`
}
