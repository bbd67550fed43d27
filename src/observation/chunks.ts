/** A document as bytes, written part by part into chunks of bounded size. */
import { formatTime } from "./calendar.js";

export const CHUNK_BYTES = 1 << 20;
/** Bytes written between two looks at the room that is left. */
const BATCH_BYTES = 1 << 15;

/** A run of equal items. */
export interface Part {
  readonly count: number;
  /** No item takes more bytes than this. */
  readonly itemBytes: number;
  /** Writes items [from, to) at `at`; returns where the next byte goes. */
  append(bytes: Uint8Array, at: number, from: number, to: number): number;
}

/** The longest number: a sign, "0.", five zeros and 17 digits. */
export const NUMBER_BYTES = 25;
/** YYYY-MM-DDTHH:MM:SSZ */
export const TIME_BYTES = 20;

/** A finite number as `JSON.stringify` writes it. */
export function appendNumber(bytes: Uint8Array, at: number, value: number): number {
  return appendAscii(bytes, at, String(value));
}

/** A time in Unix ms as YYYY-MM-DDTHH:MM:SSZ. */
export function appendTime(bytes: Uint8Array, at: number, time: number): number {
  return appendAscii(bytes, at, formatTime(time));
}

function appendAscii(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** Any text, as UTF-8; its items are bytes. */
export function textPart(text: string): Part {
  const encoded = new TextEncoder().encode(text);
  return {
    count: encoded.length,
    itemBytes: 1,
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

/** One array of exactly the chunks' bytes. */
export function joinChunks(chunks: Iterable<Uint8Array>): Uint8Array {
  const all = [...chunks];
  const joined = new Uint8Array(all.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of all) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}
