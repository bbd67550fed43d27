/** A document as bytes, written part by part into chunks of bounded size. */

const CHUNK_BYTES = 1 << 20;
/** Bytes written between two checks of the remaining room. */
const BATCH_BYTES = 1 << 15;

/** Memory that a document is written into, and a view on the same bytes. */
export interface Page {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/**
 * A run of equal items. Parts are classes, not objects with closures: V8 discards the machine code of a closure when the
 * last one dies, and then the next documents take three times as long (measured).
 */
export interface Part {
  readonly count: number;
  /** No item takes more bytes than this. */
  readonly itemBytes: number;
  /** The usual size of an item; determines the memory of a whole document. */
  readonly usualBytes: number;
  /** Writes items [from, to) at `at`; returns the position after them. */
  append(page: Page, at: number, from: number, to: number): number;
}

/** The longest number: a sign, "0.", five zeros and 17 digits. */
export const NUMBER_BYTES = 25;
/** An irradiance with two decimals by day, "0" by night. */
export const USUAL_NUMBER_BYTES = 5;
/** YYYY-MM-DDTHH:MM:SSZ */
export const TIME_BYTES = 20;

const encoder = /* @__PURE__ */ new TextEncoder();

/** Any text, as UTF-8; its items are bytes. It can be part of many documents. */
export class TextPart implements Part {
  readonly count: number;
  readonly itemBytes = 1;
  readonly usualBytes = 1;
  private readonly encoded: Uint8Array;

  constructor(text: string) {
    this.encoded = encoder.encode(text);
    this.count = this.encoded.length;
  }

  append({ bytes }: Page, at: number, from: number, to: number): number {
    const { encoded } = this;
    bytes.set(to - from === encoded.length ? encoded : encoded.subarray(from, to), at);
    return at + (to - from);
  }
}

/**
 * The page on which documents are assembled before they are copied out: warm memory takes a fraction of the
 * time of new memory (measured). Only bytes written by the same call are read from it.
 */
let scratchPage: Page | undefined;
/** The scratch page is not kept larger than this: room for the JSON of a year in quarters of an hour. */
const SCRATCH_BYTES = 1 << 23;

/** A page of at least `room` bytes whose first `at` bytes are those of `page`. */
function pageFor(room: number, page: Page | undefined, at: number): Page {
  if (page !== undefined && page.bytes.length >= room) return page;
  const bytes = new Uint8Array(room);
  if (page !== undefined) bytes.set(page.bytes.subarray(0, at));
  const larger = { bytes, view: new DataView(bytes.buffer) };
  if (room <= SCRATCH_BYTES) scratchPage = larger;
  return larger;
}

/** The first bytes of a page, in memory of their own. */
function copyOf({ bytes }: Page, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.subarray(0, length)); // copying so, unlike slice, does not fill with zeros first (measured)
}

/**
 * The parts' bytes in chunks of at most 1 MiB. Every chunk has its own memory.
 *
 * @param resume called each time the caller requests the next chunk
 */
export function* writeChunks(
  parts: readonly Part[],
  resume: () => void,
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  let page = pageFor(CHUNK_BYTES, scratchPage, 0);
  let at = 0;
  for (const part of parts) {
    const batch = Math.max(1, Math.floor(BATCH_BYTES / part.itemBytes));
    for (let from = 0; from < part.count; from += batch) {
      const to = Math.min(part.count, from + batch);
      if (at + (to - from) * part.itemBytes > CHUNK_BYTES) {
        yield copyOf(page, at);
        resume();
        page = pageFor(CHUNK_BYTES, scratchPage, 0);
        at = 0;
      }
      at = part.append(page, at, from, to);
    }
  }
  if (at > 0) yield copyOf(page, at);
}

/** The parts' bytes as one array, with a buffer of exactly its size: callers send `body.buffer`. */
export function writeWhole(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  let usual = BATCH_BYTES;
  for (const part of parts) usual += part.count * part.usualBytes;
  let page = pageFor(usual, scratchPage, 0);
  let at = 0;
  for (const part of parts) {
    const batch = Math.max(1, Math.floor(BATCH_BYTES / part.itemBytes));
    for (let from = 0; from < part.count; from += batch) {
      const to = Math.min(part.count, from + batch);
      const needed = at + (to - from) * part.itemBytes;
      if (needed > page.bytes.length) page = pageFor(Math.max(needed, 2 * page.bytes.length), page, at);
      at = part.append(page, at, from, to);
    }
  }
  return copyOf(page, at);
}
