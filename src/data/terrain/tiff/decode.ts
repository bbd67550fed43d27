/** A TIFF's blocks: decompressed, their predictor undone, and their samples read. Predictors and byte order are our own, because geotiff.js supports them only for little-endian files. */
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { getDecoder } from "geotiff";
import { TerrainError } from "../errors.js";

const CLEAR = 256;
const END = 257;
const FIRST = 258;
const LEAST_WIDTH = 9;
const MOST_WIDTH = 12;
const TABLE = 1 << MOST_WIDTH;

/**
 * LZW as TIFF has it (TIFF 6.0, section 13): codes of 9 to 12 bits, the most significant bit first, wider one code early.
 *
 * Not geotiff.js's: there a damaged block can make a circle of table entries, and following it ends the whole process.
 *
 * @param size bytes that are wanted: decoding ends there
 * @returns the bytes, fewer than `size` when the data end before
 * @throws Error for an invalid code
 */
export function decodeLzw(data: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  // What a code stands for came out before: it begins here and is so long.
  const starts = new Int32Array(TABLE);
  const lengths = new Int32Array(TABLE);
  let next = FIRST;
  let width = LEAST_WIDTH;
  let filled = 0;
  let previous = 0;
  let bits = 0;
  let bitCount = 0;
  for (let at = 0; filled < size; ) {
    while (bitCount < width) {
      if (at === data.length) return out.subarray(0, filled);
      bits = (bits << 8) | data[at++]!;
      bitCount += 8;
    }
    bitCount -= width;
    const code = (bits >>> bitCount) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      next = FIRST;
      width = LEAST_WIDTH;
      previous = 0;
      continue;
    }
    // The new code is the string before and the first byte of this one, which follows it in `out`.
    if (previous > 0 && next < TABLE) {
      starts[next] = filled - previous;
      lengths[next] = previous + 1;
      next += 1;
      if (next + 1 >= 1 << width && width < MOST_WIDTH) width += 1;
    }
    if (code >= next) throw new Error(`LZW code ${code} where ${next} are known`);
    const start = filled;
    if (code < CLEAR) out[filled++] = code;
    else {
      const from = starts[code]!;
      const end = Math.min(start + lengths[code]!, size);
      // One by one, as a code that was made just now ends with what it copies.
      while (filled < end) {
        out[filled] = out[from + filled - start]!;
        filled += 1;
      }
    }
    previous = filled - start;
  }
  return out.subarray(0, filled);
}

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
 * Zstandard frames (RFC 8878, section 3.1.1) made safe for the decoder of geotiff.js.
 *
 * Where a frame does not say how large its content is (libtiff's do not), that decoder works piece by piece, in a loop
 * that never ends on damaged data; and where the frame is not whole, it writes over its own memory. So the blocks are
 * walked here first, and the size, which TIFF knows, is written into the frame's head: then all is decoded in one call.
 *
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

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * @param size expected bytes of the block
 * @param most permitted bytes: some writers pad the last strip
 */
type Decode = (block: Bytes, size: number, most: number) => Promise<Bytes>;

export const UNCOMPRESSED = 1;
const LZW = 5;
const DEFLATE = new Set([8, 32946]);
/** What zlib accepts. */
const LEAST_CHUNK = 64;
const PACK_BITS = 32773;
const LERC = 34887;
const ZSTD = 50000;
/** The second of the LERC parameters: what was compressed once more, and how. */
const LERC_WITH_ZSTD = 2;

/** @throws TerrainError for a compression that is unsupported or lossy */
export async function decoderOf(
  compression: number,
  lercParameters: readonly number[] | undefined,
  file: string,
): Promise<Decode> {
  if (compression === UNCOMPRESSED) return async (block) => block;
  if (compression === LZW) return async (block, size) => decodeLzw(block, size);
  if (DEFLATE.has(compression)) {
    const unzip = promisify(inflate);
    return async (block, size) => {
      // In one piece: the default would be joined from pieces of 16 KiB.
      const { buffer, byteOffset, byteLength } = await unzip(block, { chunkSize: Math.max(size, LEAST_CHUNK) });
      return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
    };
  }
  if (compression !== PACK_BITS && compression !== LERC && compression !== ZSTD) {
    throw new TerrainError(`compression ${compression} is not supported`, file);
  }
  const parameters = { predictor: 1, LercParameters: lercParameters };
  const decoder = await getDecoder(compression, parameters as unknown as Parameters<typeof getDecoder>[1]);
  const decode = async (block: Bytes) => new Uint8Array((await decoder.decode(block.buffer)) as ArrayBuffer);
  if (compression === ZSTD) return (block, size, most) => decodeZstd(decode, block, size, most);
  if (compression === LERC && lercParameters?.[1] === LERC_WITH_ZSTD) {
    // The length of the LERC data is unknown, but they are hardly longer than their content.
    return async (block, _, most) => decode(sizedFrame(block, 1, 2 * most + LERC_HEAD));
  }
  return decode;
}

/** Exceeds a LERC header and its mask of a small block. */
const LERC_HEAD = 65_536;

/** @throws Error if the frame has neither of the two sizes */
async function decodeZstd(decode: (block: Bytes) => Promise<Bytes>, block: Bytes, size: number, most: number) {
  for (const wanted of new Set([size, most])) {
    const bytes = await decode(sizedFrame(block, wanted, most));
    // The decoder reports no errors: it returns other bytes, or none.
    if (bytes.length >= wanted && bytes.length <= most) return bytes;
  }
  throw new Error("damaged ZSTD frame");
}

export interface SampleLayout {
  readonly kind: "uint" | "int" | "float";
  /** Per sample. */
  readonly bytes: number;
  readonly littleEndian: boolean;
  /** Pixels per row of the block. */
  readonly width: number;
  /** Samples per pixel that lie side by side. */
  readonly stride: number;
  /** 1 = none, 2 = horizontal differences, 3 = differences of the bytes of floating-point numbers. */
  readonly predictor: number;
}

/** Undoes the predictor in place, for the first `rows` rows. */
export function undoPredictor(block: Uint8Array<ArrayBuffer>, layout: SampleLayout, rows: number): void {
  if (layout.predictor === 2) undoDifferences(block, layout, rows);
  else if (layout.predictor === 3) undoByteDifferences(block, layout, rows);
}

function undoDifferences(block: Uint8Array<ArrayBuffer>, layout: SampleLayout, rows: number): void {
  const { bytes, stride, width, littleEndian } = layout;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const back = stride * bytes;
  const rowBytes = width * back;
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * rowBytes;
    for (let at = row * rowBytes + back; at < end; at += bytes) {
      if (bytes === 1) block[at] = block[at]! + block[at - back]!;
      else if (bytes === 2) {
        view.setUint16(at, view.getUint16(at, littleEndian) + view.getUint16(at - back, littleEndian), littleEndian);
      } else if (bytes === 4) {
        view.setUint32(at, view.getUint32(at, littleEndian) + view.getUint32(at - back, littleEndian), littleEndian);
      } else {
        const sum = view.getBigUint64(at, littleEndian) + view.getBigUint64(at - back, littleEndian);
        view.setBigUint64(at, sum, littleEndian);
      }
    }
  }
}

/** Rows hold all first (most significant) bytes, then all second ones, …, and of these the differences. */
function undoByteDifferences(block: Uint8Array<ArrayBuffer>, layout: SampleLayout, rows: number): void {
  const { bytes, stride, width, littleEndian } = layout;
  const samples = width * stride;
  const rowBytes = samples * bytes;
  const planes = new Uint8Array(rowBytes);
  for (let row = 0; row < rows; row++) {
    const start = row * rowBytes;
    planes.set(block.subarray(start, start + rowBytes));
    if (stride === 1) sumUp(planes);
    else for (let i = stride; i < rowBytes; i++) planes[i] = planes[i]! + planes[i - stride]!;
    for (let b = 0; b < bytes; b++) {
      const plane = b * samples;
      let to = start + (littleEndian ? bytes - 1 - b : b);
      for (let i = plane; i < plane + samples; i++, to += bytes) block[to] = planes[i]!;
    }
  }
}

/** Each byte plus all before it, modulo 256. */
function sumUp(bytes: Uint8Array): void {
  for (let i = 0, sum = 0; i < bytes.length; i++) {
    sum = (sum + bytes[i]!) & 255;
    bytes[i] = sum;
  }
}

/** Copies the first band's values of `count` pixels, from one with this index in the block on. */
type CopySamples = (pixel: number, count: number, out: Float32Array, to: number) => void;

export function sampleCopier(block: Uint8Array<ArrayBuffer>, layout: SampleLayout): CopySamples {
  const { kind, bytes, stride, littleEndian } = layout;
  if (kind === "float" && bytes === 4 && stride === 1 && littleEndian === LITTLE_ENDIAN && block.byteOffset % 4 === 0) {
    const floats = new Float32Array(block.buffer, block.byteOffset, block.byteLength >> 2);
    return (pixel, count, out, to) => out.set(floats.subarray(pixel, pixel + count), to);
  }
  const at = sampleReader(block, layout);
  return (pixel, count, out, to) => {
    for (let i = 0; i < count; i++) out[to + i] = at(pixel + i);
  };
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The first band's value of one pixel. */
function sampleReader(block: Uint8Array<ArrayBuffer>, layout: SampleLayout): (pixel: number) => number {
  const { kind, bytes, stride, littleEndian } = layout;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const step = bytes * stride;
  if (kind === "float") {
    if (bytes === 8) return (pixel) => view.getFloat64(pixel * step, littleEndian);
    return (pixel) => view.getFloat32(pixel * step, littleEndian);
  }
  if (kind === "int") {
    if (bytes === 1) return (pixel) => view.getInt8(pixel * step);
    if (bytes === 2) return (pixel) => view.getInt16(pixel * step, littleEndian);
    return (pixel) => view.getInt32(pixel * step, littleEndian);
  }
  if (bytes === 1) return (pixel) => view.getUint8(pixel * step);
  if (bytes === 2) return (pixel) => view.getUint16(pixel * step, littleEndian);
  return (pixel) => view.getUint32(pixel * step, littleEndian);
}
