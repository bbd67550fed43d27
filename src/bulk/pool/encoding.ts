/** Compresses a body in the thread that wrote it: synchronously, because the thread has nothing else to do. */
import * as zlib from "node:zlib";
import { shown } from "../../text/shown.js";

/** Compressions of a body, by the names of HTTP's `Content-Encoding`. @experimental */
export type Encoding = "identity" | "br" | "gzip" | "zstd";

type Bytes = Uint8Array<ArrayBuffer>;

/** Functions of Node 22.15 and 23.8 that older versions, and the types of this package, lack. */
const { zstdCompressSync } = zlib as {
  zstdCompressSync?: (bytes: Bytes, options: { params: { [parameter: number]: number } }) => Bytes;
};
/** Of zstd's interface, fixed for all its versions. */
const ZSTD_COMPRESSION_LEVEL = 100;

/**
 * The fastest level of each: a higher one would send less, but the threads limit a server. Times and
 * sizes: bench/encode.mjs.
 */
const ENCODERS: { readonly [encoding in Encoding]?: (bytes: Bytes) => Bytes } = {
  identity: (bytes) => bytes,
  br: (bytes) => zlib.brotliCompressSync(bytes, { params: brotliParameters(bytes.length) }),
  gzip: (bytes) => zlib.gzipSync(bytes, { level: 1 }),
  ...(zstdCompressSync && {
    zstd: (bytes: Bytes) => zstdCompressSync(bytes, { params: { [ZSTD_COMPRESSION_LEVEL]: 1 } }),
  }),
};

const NAMES: readonly Encoding[] = ["identity", "br", "gzip", "zstd"];

/** The encodings that this Node has: all but zstd before 22.15 and in 23.0 to 23.7. @experimental */
export const ENCODINGS: readonly Encoding[] = NAMES.filter((name) => name in ENCODERS);

/**
 * Compresses a body exactly as the threads of a pool do, so that a body made elsewhere has the same bytes.
 *
 * @param bytes text, JSON or CSV; not modified
 * @returns bytes in their own buffer; the given bytes for "identity"
 * @throws TypeError unless `bytes` is a Uint8Array; RangeError for an unknown encoding, or one that this Node lacks
 * @experimental
 */
export function encodeBody(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (!(bytes instanceof Uint8Array)) {
    throw new TypeError(`encodeBody: bytes must be a Uint8Array, got ${shown(bytes)}`);
  }
  checkEncoding("encodeBody", encoding);
  const encoded = ENCODERS[encoding]!(bytes);
  // zlib returns parts of larger buffers, and posting one to another thread would copy the whole buffer.
  return encoding === "identity" ? encoded : new Uint8Array(encoded);
}

/** @throws RangeError for an unknown encoding, or one that this Node lacks; the message begins with `owner` */
export function checkEncoding(owner: string, encoding: unknown): void {
  if (ENCODINGS.includes(encoding as Encoding)) return;
  if (encoding === "zstd") {
    const needed = "a Node with zstd in node:zlib (22.15, 23.8 or later)";
    throw new RangeError(`${owner}: encoding "zstd" needs ${needed}, this is ${process.version}`);
  }
  const names = NAMES.map((name) => `"${name}"`).join(", ");
  throw new RangeError(`${owner}: encoding must be one of ${names}, got ${shown(encoding)}`);
}

function brotliParameters(size: number): { [parameter: number]: number } {
  return {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 1,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: size,
  };
}
