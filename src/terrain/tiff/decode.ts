/**
 * Decompression of a TIFF's blocks only: predictor and byte order are handled in samples.ts, because geotiff.js supports them
 * only for little-endian files.
 */
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { getDecoder } from "geotiff";
import { TerrainError } from "../errors.js";
import { decodeLzw } from "./lzw.js";
import { sizedFrame } from "./zstd.js";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * @param size expected bytes of the block
 * @param most permitted bytes: some writers pad the last strip
 */
export type Decode = (block: Bytes, size: number, most: number) => Promise<Bytes>;

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
