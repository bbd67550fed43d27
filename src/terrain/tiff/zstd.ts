/**
 * Zstandard frames (RFC 8878, section 3.1.1) made safe for the decoder of geotiff.js.
 *
 * Where a frame does not say how large its content is (libtiff's do not), that decoder works piece by piece, in a loop
 * that never ends on damaged data; and where the frame is not whole, it writes over its own memory. So the blocks are
 * walked here first, and the size, which TIFF knows, is written into the frame's head: then all is decoded in one call.
 */
const MAGIC = 0xfd2fb528;
const SIZE_BYTES = [0, 2, 4, 8];
const DICTIONARY_BYTES = [0, 1, 2, 4];
const SINGLE_SEGMENT = 0x20;
const RESERVED = 0x08;
const CHECKSUM = 0x04;
/** The flag of a size of 4 bytes. */
const FOUR_BYTES = 0x80;
const RUN = 1;
const NO_BLOCK = 3;

/**
 * The first frame of `data` and nothing behind it, with its content's size in its head.
 *
 * @param size what is written there if nothing is
 * @throws Error if this is not a complete frame, or declares content of less than `size` or more than `most` bytes
 */
export function sizedFrame(data: Uint8Array<ArrayBuffer>, size: number, most = size): Uint8Array<ArrayBuffer> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < 6 || view.getUint32(0, true) !== MAGIC) throw new Error("not a ZSTD frame");
  const flags = data[4]!;
  if (flags & RESERVED) throw new Error("ZSTD frame of an unknown type");
  const isSingle = (flags & SINGLE_SEGMENT) !== 0;
  const sizeAt = 5 + (isSingle ? 0 : 1) + DICTIONARY_BYTES[flags & 3]!;
  const sizeBytes = SIZE_BYTES[flags >> 6]! || (isSingle ? 1 : 0);
  const blocksAt = sizeAt + sizeBytes;
  const end = endOfBlocks(data, blocksAt) + (flags & CHECKSUM ? 4 : 0);
  if (end > data.length) throw new Error("ZSTD frame is truncated");
  if (sizeBytes > 0) {
    const stated = statedSize(view, sizeAt, sizeBytes);
    if (stated < size || stated > most) throw new Error(`ZSTD frame of ${stated} bytes instead of ${size}`);
    return data.slice(0, end);
  }
  const frame = new Uint8Array(end + 4);
  frame.set(data.subarray(0, sizeAt));
  frame[4] = flags | FOUR_BYTES;
  new DataView(frame.buffer).setUint32(sizeAt, size, true);
  frame.set(data.subarray(sizeAt, end), sizeAt + 4);
  return frame;
}

/** A block's head has 3 bytes: whether it is the last, its kind, its length (of a run: of what it becomes). */
function endOfBlocks(data: Uint8Array, first: number): number {
  for (let at = first; at + 3 <= data.length; ) {
    const head = data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16);
    const kind = (head >> 1) & 3;
    if (kind === NO_BLOCK) throw new Error("ZSTD frame with a block of a reserved type");
    at += 3 + (kind === RUN ? 1 : head >> 3);
    if (head & 1) return at;
  }
  throw new Error("ZSTD frame is truncated");
}

function statedSize(view: DataView, at: number, bytes: number): number {
  if (at + bytes > view.byteLength) throw new Error("ZSTD frame is truncated");
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}
