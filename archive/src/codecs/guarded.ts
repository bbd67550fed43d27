/**
 * The codecs that zarrita is given in place of its own: its own trust the bytes. These check what a format lets them check,
 * and never decode more than a chunk may have.
 */
import { promisify } from "node:util";
import { gunzip, inflate } from "node:zlib";
import { registry } from "zarrita";
import { decodeBlosc, decodeZstd, zstdReady } from "./blosc.js";
import { lz4Of } from "./lz.js";
import { ScaledCodec, type ScaledConfig, STORED_NUMBERS, unshuffle, withoutChecksum } from "./shuffle.js";

/** What zarrita tells a codec of the chunk. */
interface Chunk {
  readonly dataType: string;
  readonly shape: readonly number[];
}

type Entry = ReturnType<NonNullable<ReturnType<typeof registry.get>>> extends Promise<infer E> ? E : never;
type Decode = (bytes: Uint8Array, expected: number) => Uint8Array | Promise<Uint8Array>;

/** Compressors add some bytes to what they cannot compress, and one may stand behind another. */
const SLACK = 4096;

/** Bytes of a value; undefined for what is not a number. */
export function itemSizeOf(type: string): number | undefined {
  return Object.hasOwn(STORED_NUMBERS, type)
    ? STORED_NUMBERS[type as keyof typeof STORED_NUMBERS].BYTES_PER_ELEMENT
    : undefined;
}

const gunzipBounded = promisify(gunzip) as (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;
const inflateBounded = promisify(inflate) as typeof gunzipBounded;

const blosc = bytesCodec(async (bytes, expected) => {
  await zstdReady();
  return decodeBlosc(bytes, expected + SLACK);
});
const zstd = bytesCodec(async (bytes, expected) => {
  await zstdReady();
  return decodeZstd(bytes, expected, expected + SLACK);
});
const gzip = bytesCodec((bytes, expected) => gunzipBounded(bytes, { maxOutputLength: expected + SLACK }));
const zlib = bytesCodec((bytes, expected) => inflateBounded(bytes, { maxOutputLength: expected + SLACK }));
/** As numcodecs writes it: the size of the content, then one block. */
const lz4 = bytesCodec((bytes, expected) => {
  if (bytes.length < 4) throw new Error("LZ4 chunk is cut off");
  const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  if (size > expected + SLACK) throw new Error(`LZ4 chunk of ${size} bytes, more than the ${expected} expected`);
  return lz4Of(bytes.subarray(4), size);
});
const checksum = bytesCodec(withoutChecksum);
const shuffle: Entry = {
  kind: "bytes_to_bytes",
  fromConfig: (config, chunk) => {
    const { elementsize = itemSizeOf(chunk.dataType)! } = (config ?? {}) as { elementsize?: number };
    if (!Number.isInteger(elementsize) || elementsize < 1)
      throw new Error(`a shuffle of values of ${elementsize} bytes`);
    return bytesStep((bytes) => unshuffle(bytes, elementsize));
  },
};
const scaled: Entry = {
  kind: "array_to_array",
  fromConfig: (config, chunk) => new ScaledCodec(config as ScaledConfig, chunk.dataType) as never,
};

const CODECS: { readonly [name: string]: Entry } = {
  blosc,
  zstd,
  gzip,
  zlib,
  lz4,
  crc32c: checksum,
  shuffle,
  fixedscaleoffset: scaled,
  quantize: scaled,
  scaled,
};

/** Puts these in the place of zarrita's own, for this process: once is enough. */
export function guardCodecs(): void {
  for (const [name, entry] of Object.entries(CODECS)) {
    for (const known of [name, `numcodecs.${name}`]) registry.set(known, () => Promise.resolve(entry));
  }
}

/** Codecs that this reader has, of those that need no check. */
const TRUSTED = ["bytes", "transpose", "delta", "bitround", "scale_offset", "cast_value"];

/** @param name as in metadata of version 3 */
export function isKnownCodec(name: string): boolean {
  const plain = name.replace(/^numcodecs\./, "");
  return Object.hasOwn(CODECS, plain) || TRUSTED.includes(plain);
}

export const KNOWN_CODECS = [...Object.keys(CODECS).filter((name) => name !== "scaled"), ...TRUSTED];

function bytesCodec(decode: Decode): Entry {
  return {
    kind: "bytes_to_bytes",
    fromConfig: (_, chunk: Chunk) => {
      const expected = chunk.shape.reduce((product, n) => product * n, itemSizeOf(chunk.dataType) ?? 1);
      return bytesStep((bytes) => decode(bytes, expected));
    },
  };
}

function bytesStep(decode: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>) {
  return {
    kind: "bytes_to_bytes" as const,
    decode,
    encode: () => Promise.reject(new Error("archives are read, not written")),
  } as never;
}
