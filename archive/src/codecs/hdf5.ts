/**
 * The compressed chunks of HDF5's registered filters (HDF Group, "Registered Filter Plugins"), by their numbers. Their compiled plugins
 * give back what lay in memory where a chunk is damaged; these check every length, and give as many bytes as were expected or an error.
 */
import { decodeBlosc, decodeZstd } from "./blosc.js";
import { unpackBz2 } from "./bzip2.js";
import { decodeLz4, decodeLzf, lz4Of } from "./lz.js";
import { unshuffleBits } from "./shuffle.js";

interface Hdf5Filter {
  readonly name: string;
  /**
   * @param size bytes that must come out; undefined where the filter that wrote what went in says nothing of it, and then at most `most`
   * @param values what the file says of the filter
   */
  decode(packed: Uint8Array, size: number | undefined, most: number, values: readonly number[]): Uint8Array;
}

const FILTERS: { readonly [id: number]: Hdf5Filter } = {
  307: { name: "bzip2", decode: (packed, size, most) => unpackBz2(packed, size ?? most) },
  32000: {
    name: "lzf",
    decode: (packed, size, most, [, , stated = 0]) => decodeLzf(packed, size ?? bounded(stated, most)),
  },
  32001: { name: "blosc", decode: (packed, size, most) => decodeBlosc(packed, size ?? most) },
  32004: { name: "lz4", decode: (packed, size, most) => unpackLz4(packed, size ?? most) },
  32008: { name: "bitshuffle", decode: unpackBits },
  32015: { name: "zstd", decode: (packed, size, most) => decodeZstd(packed, size ?? most, size ?? most) },
};

/** To be given to HDF5, which has not got them. */
export const HDF5_FILTERS: ReadonlyMap<number, Hdf5Filter> = new Map(
  Object.entries(FILTERS).map(([id, { name, decode }]) => [
    Number(id),
    {
      name,
      decode(packed, size, most, values) {
        const bytes = decode(packed, size, most, values);
        if (size !== undefined && bytes.length !== size) throw new Error(`${bytes.length} bytes instead of ${size}`);
        return bytes;
      },
    },
  ]),
);

function bounded(size: number, most: number): number {
  if (size > most) throw new Error(`${size} bytes, more than the ${most} expected`);
  return size;
}

/** What stands before blocks of LZ4 and bitshuffle, with the highest byte first: how many bytes come out, and of a block. */
function headOf(packed: Uint8Array, most: number): { view: DataView; size: number; block: number } {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (packed.length < 12) throw new Error("cut off");
  return { view, size: bounded(Number(view.getBigUint64(0)), most), block: view.getUint32(8) };
}

/** A block behind its length, from `at`. */
function blockAt(packed: Uint8Array, view: DataView, at: number): Uint8Array {
  const length = at + 4 <= packed.length ? view.getUint32(at) : Number.POSITIVE_INFINITY;
  if (at + 4 + length > packed.length) throw new Error("cut off");
  return packed.subarray(at + 4, at + 4 + length);
}

function unpackLz4(packed: Uint8Array, most: number): Uint8Array {
  const { view, size, block: step } = headOf(packed, most);
  if (step === 0) throw new Error("blocks of no bytes");
  const into = new Uint8Array(size);
  let at = 12;
  for (let start = 0; start < size; start += step) {
    const end = Math.min(start + step, size);
    const block = blockAt(packed, view, at);
    // As it is, where that is shorter.
    if (block.length === end - start) into.set(block, start);
    else decodeLz4(block, into, start, end);
    at += 4 + block.length;
  }
  return into;
}

const [BITS_LZ4, BITS_ZSTD] = [2, 3];
/** Bytes of a block, where nothing else is said; and values of one at least. */
const BITS_BLOCK = 8192;
const BITS_LEAST = 128;

/** Blocks of whole eights of values, whose bits are sorted by rank; values that do not fill an eight stand behind, as they are. */
function unpackBits(packed: Uint8Array, expected: number | undefined, most: number, values: readonly number[]) {
  const [, , width = 0, given = 0, compression = 0] = values;
  if (width < 1 || width > most) throw new Error(`values of ${width} bytes`);
  if (![0, BITS_LZ4, BITS_ZSTD].includes(compression))
    throw new Error(`bitshuffle with compressor ${compression} is not read`);
  const plain = 8 * width * Math.floor((given || Math.max(BITS_BLOCK / width, BITS_LEAST)) / 8);
  const head = compression === 0 ? undefined : headOf(packed, expected ?? most);
  const [size, step] = head === undefined ? [bounded(packed.length, expected ?? most), plain] : [head.size, head.block];
  if (step === 0 || step % (8 * width) !== 0) throw new Error(`blocks of ${step} bytes`);
  const into = new Uint8Array(size);
  const whole = size - (size % (8 * width));
  let at = head === undefined ? 0 : 12;
  for (let start = 0; start < whole; start += step) {
    const end = Math.min(start + step, whole);
    let bits = packed.subarray(start, end);
    if (head !== undefined) {
      const block = blockAt(packed, head.view, at);
      bits = compression === BITS_ZSTD ? decodeZstd(block, end - start, end - start) : lz4Of(block, end - start);
      if (bits.length !== end - start) throw new Error("of wrong lengths");
      at += 4 + block.length;
    } else at = end;
    into.set(unshuffleBits(bits, width), start);
  }
  if (packed.length - at !== size - whole) throw new Error("of wrong lengths");
  into.set(packed.subarray(at), whole);
  return into;
}
