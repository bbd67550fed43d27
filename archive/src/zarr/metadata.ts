/** Metadata of one array, of Zarr 2 or 3, checked before anything is read or allocated for it. */

import type { ReadOptions } from "../budget.js";
import { unusable } from "../bytes/location.js";
import type { ArrayDescription } from "../cf/array.js";
import type { BloscContainer } from "../codecs/blosc.js";
import { isKnownCodec, itemSizeOf, KNOWN_CODECS } from "../codecs/guarded.js";
import { numpyType, pickPlain, pickShuffled, STORED_NUMBERS, type StoredNumbers } from "../codecs/shuffle.js";
import { isObject, type JsonObject } from "../json.js";
import { productOf } from "../lists.js";

/** Files that hold several chunks. */
export interface Sharding {
  /** Chunks in a shard, along each dimension. */
  readonly counts: readonly number[];
  readonly isIndexFirst: boolean;
  readonly hasChecksum: boolean;
}

export interface ArrayMetadata extends ArrayDescription {
  readonly sharding: Sharding | undefined;
  /** The key of a file, by the position of its chunk or shard. */
  keyOf(position: readonly number[]): string;
  /** Whether a chunk is its values in order, little-endian, packed by Blosc and by nothing else. */
  readonly isBlosc: boolean;
  /** For zarrita: a chunk of it is one file, whose key is "/c/0/0". */
  readonly plain: JsonObject;
}

const MOST_DIMENSIONS = 8;
/** Chunks in a shard. */
const LARGEST_INDEX = 1 << 20;

/**
 * @param json `zarr.json`, or `.zarray` with `.zattrs`
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` naming what is wrong, or not read
 */
export function arrayMetadata(path: string, json: JsonObject, attributes: JsonObject, store: string): ArrayMetadata {
  const where = `${store}, ${path}`;
  return json.zarr_format === 2 ? version2(path, json, attributes, where) : version3(path, json, where);
}

function version2(path: string, json: JsonObject, attributes: JsonObject, where: string): ArrayMetadata {
  const shape = sizesOf(json.shape, 0, "shape", where);
  const chunks = sizesOf(json.chunks, 1, "chunks", where);
  const code = typeof json.dtype === "string" ? json.dtype : "";
  const type = numpyType(code) ?? (/^[<>]i8$/.test(code) ? "int64" : /^[<>]u8$/.test(code) ? "uint64" : undefined);
  if (type === undefined) throw unusable(where, `values of type ${JSON.stringify(json.dtype)} are not read`);
  const separator = json.dimension_separator ?? ".";
  if (separator !== "." && separator !== "/") throw unusable(where, `dimension_separator ${JSON.stringify(separator)}`);
  const filters = listOf(json.filters ?? [], "filters", where);
  const compressor = json.compressor ?? undefined;
  const steps = [...filters, ...(isObject(compressor) ? [compressor] : [])];
  for (const { id } of steps) checkCodec(id, where);
  for (const filter of filters) checkTypes(filter, code, where);
  if (json.order !== "C" && json.order !== "F") throw unusable(where, `order ${JSON.stringify(json.order)}`);
  const isInOrder = json.order === "C" && !code.startsWith(">");
  const isBlosc = isObject(compressor) && compressor.id === "blosc" && filters.length === 0 && isInOrder;
  const plain = {
    ...json,
    // zarrita has a form of its own for this filter, which does not know NaN.
    filters: filters.map((filter) =>
      filter.id === "fixedscaleoffset" || filter.id === "quantize" ? { ...filter, id: "scaled" } : filter,
    ),
    dimension_separator: "/",
    fill_value: null,
  };
  return checked(
    {
      path,
      type,
      shape,
      chunks,
      sharding: undefined,
      dimensions: namesOf(attributes._ARRAY_DIMENSIONS, shape.length, where),
      attributes,
      fill: fillOf(json.fill_value, type, where),
      isFillMissing: json.fill_value !== null && json.fill_value !== undefined,
      chunkBytes: productOf(chunks) * itemSizeOf(type)!,
      keyOf: (position) => `${path}/${position.join(separator) || "0"}`,
      isBlosc,
      plain,
    },
    where,
  );
}

function version3(path: string, json: JsonObject, where: string): ArrayMetadata {
  const shape = sizesOf(json.shape, 0, "shape", where);
  const grid = isObject(json.chunk_grid) ? json.chunk_grid : {};
  if (grid.name !== "regular") throw unusable(where, `a chunk grid ${JSON.stringify(grid.name)} is not read`);
  const files = sizesOf((grid.configuration as JsonObject | undefined)?.chunk_shape, 1, "chunk_shape", where);
  const type = typeof json.data_type === "string" ? json.data_type : "";
  if (itemSizeOf(type) === undefined) {
    throw unusable(where, `values of type ${JSON.stringify(json.data_type)} are not read`);
  }
  const outer = listOf(json.codecs, "codecs", where);
  const shards = outer.find(({ name }) => name === "sharding_indexed");
  if (shards !== undefined && outer.length > 1) throw unusable(where, "shards within other codecs are not read");
  const inner = shards === undefined ? undefined : (shards.configuration as JsonObject);
  const codecs = inner === undefined ? outer : listOf(inner.codecs, "codecs", where);
  for (const { name } of codecs) checkCodec(name, where);
  for (const { configuration } of codecs) if (isObject(configuration)) checkTypes(configuration, "<", where);
  const chunks = inner === undefined ? files : sizesOf(inner.chunk_shape, 1, "chunk_shape", where);
  const plain = {
    ...json,
    chunk_grid: { name: "regular", configuration: { chunk_shape: chunks } },
    chunk_key_encoding: { name: "v2", configuration: { separator: "/" } },
    codecs: codecs.map((codec) =>
      codec.name === "numcodecs.quantize" ? { ...codec, name: "numcodecs.scaled" } : codec,
    ),
    fill_value: 0,
  };
  return checked(
    {
      path,
      type,
      shape,
      chunks,
      sharding: inner && shardingOf(inner, files, chunks, where),
      dimensions: namesOf(json.dimension_names, shape.length, where),
      attributes: isObject(json.attributes) ? json.attributes : {},
      fill: fillOf(json.fill_value, type, where),
      isFillMissing: false,
      chunkBytes: productOf(chunks) * itemSizeOf(type)!,
      keyOf: keysOf(json.chunk_key_encoding, path, where),
      isBlosc: isBloscAlone(codecs),
      plain,
    },
    where,
  );
}

function isBloscAlone([bytes, blosc, ...others]: readonly JsonObject[]): boolean {
  const isBig = isObject(bytes?.configuration) && bytes.configuration.endian === "big";
  return bytes?.name === "bytes" && !isBig && /^(numcodecs\.)?blosc$/.test(String(blosc?.name)) && others.length === 0;
}

function checked(metadata: ArrayMetadata, where: string): ArrayMetadata {
  const { shape, chunks, chunkBytes } = metadata;
  if (chunks.length !== shape.length)
    throw unusable(where, `${chunks.length} chunk lengths for ${shape.length} dimensions`);
  if (shape.length > MOST_DIMENSIONS) throw unusable(where, `${shape.length} dimensions, more than ${MOST_DIMENSIONS}`);
  if (!Number.isSafeInteger(chunkBytes)) throw unusable(where, `chunks of ${chunks.join(" × ")}`);
  return metadata;
}

function shardingOf(inner: JsonObject, files: readonly number[], chunks: readonly number[], where: string): Sharding {
  const counts = files.map((length, k) => length / (chunks[k] ?? 0));
  if (files.length !== chunks.length || !counts.every((n) => Number.isInteger(n) && n >= 1)) {
    throw unusable(where, `shards of ${files.join(" × ")} do not hold whole chunks of ${chunks.join(" × ")}`);
  }
  if (productOf(counts) > LARGEST_INDEX) throw unusable(where, `shards of ${productOf(counts)} chunks`);
  const index = listOf(inner.index_codecs, "index_codecs", where);
  const [bytes, crc] = index;
  const isLittle = bytes?.name === "bytes" && (bytes.configuration as JsonObject | undefined)?.endian !== "big";
  if (!isLittle || index.length > 2 || (crc !== undefined && crc.name !== "crc32c")) {
    throw unusable(where, `an index of shards coded as ${index.map(({ name }) => name).join(", ")} is not read`);
  }
  const place = inner.index_location ?? "end";
  if (place !== "start" && place !== "end") throw unusable(where, `index_location ${JSON.stringify(place)}`);
  return { counts, isIndexFirst: place === "start", hasChecksum: crc !== undefined };
}

function keysOf(given: unknown, path: string, where: string): ArrayMetadata["keyOf"] {
  const { name, configuration } = isObject(given) ? given : {};
  const isDefault = name === "default";
  const separator = (isObject(configuration) ? configuration.separator : undefined) ?? (isDefault ? "/" : ".");
  if (!(isDefault || name === "v2") || (separator !== "/" && separator !== ".")) {
    throw unusable(where, `chunk keys ${JSON.stringify(given)} are not read`);
  }
  return (position) => `${path}/${[...(isDefault ? ["c"] : []), ...position].join(separator) || "0"}`;
}

/** An array without dimensions as the list of its one value, which has the same bytes. */
export function asList(array: ArrayMetadata): ArrayMetadata {
  const grid = { name: "regular", configuration: { chunk_shape: [1] } };
  const plain = {
    ...array.plain,
    shape: [1],
    ...(array.plain.zarr_format === 2 ? { chunks: [1] } : { chunk_grid: grid }),
  };
  return { ...array, shape: [1], chunks: [1], plain, keyOf: () => array.keyOf([]) };
}

function checkCodec(name: unknown, where: string): void {
  if (typeof name === "string" && isKnownCodec(name)) return;
  // Of archives that are called virtual: their chunks are messages in files of GRIB.
  if (name === "gribberish") throw unusable(where, "it holds references into other files (GRIB), which are not read");
  throw unusable(where, `it is compressed with ${JSON.stringify(name)}; supported are ${KNOWN_CODECS.join(", ")}`);
}

/** Filters that change the type are read where the order of bytes stays the same. */
function checkTypes(filter: JsonObject, code: string, where: string): void {
  const { dtype, astype } = filter;
  const isBig = (type: unknown) => typeof type === "string" && type.startsWith(">");
  const isDelta = filter.id === "delta";
  if (isDelta && astype !== undefined && dtype !== undefined && astype !== dtype) {
    throw unusable(where, `a delta filter from ${String(dtype)} to ${String(astype)} is not read`);
  }
  if ([dtype, astype].some((type) => type !== undefined && isBig(type) !== isBig(code))) {
    throw unusable(where, "a filter that changes the order of bytes is not read");
  }
}

function sizesOf(given: unknown, least: number, name: string, where: string): number[] {
  const isRight = Array.isArray(given) && given.every((n) => Number.isSafeInteger(n) && n >= least);
  if (!isRight)
    throw unusable(where, `${name} must be whole numbers of at least ${least}, got ${JSON.stringify(given)}`);
  return given;
}

function listOf(given: unknown, name: string, where: string): JsonObject[] {
  if (Array.isArray(given) && given.every(isObject)) return given;
  throw unusable(where, `${name} must be a list of objects, got ${JSON.stringify(given)}`);
}

function namesOf(given: unknown, rank: number, where: string): string[] {
  if (rank === 0) return [];
  const isRight = Array.isArray(given) && given.length === rank && given.every((name) => typeof name === "string");
  if (!isRight) throw unusable(where, `its ${rank} dimensions must have names, got ${JSON.stringify(given)}`);
  return given;
}

/** Numbers, their names, and the bits of a float (version 3). */
function fillOf(given: unknown, type: string, where: string): number {
  if (given === null || given === undefined) return 0;
  if (typeof given === "number") return given;
  if (given === "NaN") return Number.NaN;
  if (given === "Infinity") return Number.POSITIVE_INFINITY;
  if (given === "-Infinity") return Number.NEGATIVE_INFINITY;
  const bits =
    typeof given === "string" && type.startsWith("float") ? /^0x([0-9a-f]{8}|[0-9a-f]{16})$/i.exec(given) : null;
  if (bits === null) throw unusable(where, `fill_value ${JSON.stringify(given)}`);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(given as string));
  return bits[1]!.length === 8 ? view.getFloat32(4) : view.getFloat64(0);
}

// A chunk, of which lines of values are read. Blosc's are read and decoded block by block, and of these only the values of a line are put
// back in order: a cell of a map of years is one of 32 or more in each chunk, and a year is few of a chunk's blocks.

export interface Chunk {
  /** Steps between its values along each dimension. */
  readonly stride: readonly number[];
  /** Bytes in memory. */
  readonly bytes: number;
  /**
   * Values `first`, `first + step`, … into places [start, end) of a line.
   *
   * @throws ArchiveError for damaged ones
   */
  copy(first: number, step: number, line: Float64Array, start: number, end: number, use: ReadOptions): Promise<void>;
}

export function decodedChunk(data: StoredNumbers, stride: readonly number[]): Chunk {
  const copy: Chunk["copy"] = async (first, step, line, start, end) => copyStrided(data, first, step, line, start, end);
  return { stride, bytes: data.byteLength, copy };
}

/** Hands out blocks [from, to] of a container, decoded or kept from before: their memory is used again afterwards. */
export type WithBlocks = (
  from: number,
  to: number,
  use: ReadOptions,
  work: (blocks: readonly Uint8Array[]) => void,
) => Promise<void>;

/**
 * @param bytes in memory
 * @returns undefined where its blocks do not hold whole values of that type
 */
export function bloscChunk(
  { blockSize, typeSize, isShuffled }: BloscContainer,
  bytes: number,
  type: string,
  stride: readonly number[],
  withBlocks: WithBlocks,
): Chunk | undefined {
  const Type = STORED_NUMBERS[type as keyof typeof STORED_NUMBERS];
  const size = Type.BYTES_PER_ELEMENT;
  if (blockSize % size !== 0 || (isShuffled && typeSize !== size)) return undefined;
  const inBlock = blockSize / size;
  const pick = isShuffled ? pickShuffled : pickPlain;
  const copy: Chunk["copy"] = async (first, step, line, start, end, use) => {
    if (end <= start) return;
    const from = Math.floor(first / inBlock);
    const to = Math.floor((first + (end - start - 1) * step) / inBlock);
    const found = new Uint8Array((end - start) * size);
    await withBlocks(from, to, use, (blocks) => {
      for (let row = start; row < end; ) {
        const at = first + (row - start) * step;
        const k = Math.floor(at / inBlock);
        const count = Math.min(end - row, Math.ceil(((k + 1) * inBlock - at) / step));
        pick(blocks[k - from]!, size, at - k * inBlock, step, count, found, (row - start) * size);
        row += count;
      }
    });
    copyStrided(new Type(found.buffer), 0, 1, line, start, end);
  };
  return { stride, bytes, copy };
}

/** Rows [start, end) of a line, from every `step`-th value. */
function copyStrided(
  data: StoredNumbers,
  first: number,
  step: number,
  line: Float64Array,
  start: number,
  end: number,
): void {
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    for (let row = start, at = first; row < end; row++, at += step) line[row] = Number(data[at]);
    return;
  }
  for (let row = start, at = first; row < end; row++, at += step) line[row] = data[at]!;
}
