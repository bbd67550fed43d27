/** Chunks of arrays: found, fetched, decoded by zarrita, and kept in memory up to a bound. */

import { createHash } from "node:crypto";
import { type Lru, lruOf } from "irradiance-engine/internal/shared";
import { open, root, type Array as ZarritaArray } from "zarrita";
import type { ReadOptions } from "../budget.js";
import { BLOCK } from "../bytes/blocks.js";
import type { ByteFile } from "../bytes/byte-store.js";
import { flightsOf } from "../bytes/flights.js";
import { isRemote, tooLarge, unreadable, withoutQuery } from "../bytes/location.js";
import { LARGEST_CHUNK, type OneReading } from "../cf/array.js";
import { BLOSC_HEAD, type BloscContainer, bloscHeadSize, openBlosc, zstdReady } from "../codecs/blosc.js";
import { guardCodecs } from "../codecs/guarded.js";
import { type BlockMemory, blockMemoryOf } from "../codecs/lz.js";
import { type StoredNumbers, withoutChecksum } from "../codecs/shuffle.js";
import { ArchiveError, messageOf } from "../errors.js";
import { productOf } from "../lists.js";
import { type ArrayMetadata, bloscChunk, type Chunk, decodedChunk, type WithBlocks } from "./metadata.js";
import { checkVersion, type KeyStore, LARGEST } from "./references.js";

/** Entry of a shard's index for a chunk that was never written: all bits set. */
const NEVER = 2n ** 64n - 1n;
/** Bytes of memory of blocks that waits for the next ones. */
const MOST_RESTING = 16 * 1024 * 1024;
/** Bytes of a shard's chunk that is asked for as it is: whole blocks around it hold little that is asked for next. */
const LONG = 4 * BLOCK;
/** Head of a file in which the first bytes are asked for: enough for a shard's index at its start. */
const ENTRY = 16;

interface CachedArray {
  readonly bytes: number;
  readonly value: Chunk | BigUint64Array | Uint8Array | readonly Uint8Array[];
}

/** Decoded chunks in memory. */
interface ChunkCache {
  readonly kept: Lru<CachedArray>;
  readonly memory: BlockMemory;
}

function chunkCacheOf(cacheBytes: number): ChunkCache {
  const memory = blockMemoryOf(MOST_RESTING);
  const sizeOf = ({ bytes }: CachedArray) => bytes;
  return {
    kept: lruOf(cacheBytes, sizeOf, ({ value }) => value instanceof Uint8Array && memory.release(value)),
    memory,
  };
}

/** Of all sources that do not say how much they keep: an archive of many has no more in memory than of one. */
const COMMON = chunkCacheOf(64 * 1024 * 1024);

type ReadBytes = (offset: number, length: number, use: ReadOptions) => Promise<Uint8Array>;

/** Where in a file a chunk lies. */
interface Extent {
  readonly file: ByteFile;
  readonly offset: number;
  readonly length: number;
}

export class Arrays {
  readonly #store: KeyStore;
  readonly #kept: ChunkCache["kept"];
  readonly #memory: BlockMemory;
  readonly #flights = flightsOf<CachedArray["value"]>();
  readonly #decoders = new WeakMap<ArrayMetadata, Promise<Decoder>>();

  /** @param cacheBytes decoded chunks kept in memory; undefined: with those of all other sources */
  constructor(store: KeyStore, cacheBytes: number | undefined) {
    guardCodecs();
    const { kept, memory } = cacheBytes === undefined ? COMMON : chunkCacheOf(cacheBytes);
    this.#store = store;
    this.#kept = kept;
    this.#memory = memory;
  }

  /**
   * The chunk at a position, counted in chunks; undefined for one that was never written.
   *
   * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for damaged ones; `ERR_ARCHIVE_CHANGED` for files replaced meanwhile
   */
  async chunk(array: ArrayMetadata, position: readonly number[], use: OneReading): Promise<Chunk | undefined> {
    const store = this.#store;
    use.budget.take("bytes", array.chunkBytes);
    if (array.chunkBytes > LARGEST_CHUNK) {
      const what = `chunks of ${array.chunks.join(" × ")} have ${array.chunkBytes} bytes`;
      throw unreadable(`${withoutQuery(store.location)}, ${array.path}`, `${what}; the limit is ${LARGEST_CHUNK}`);
    }
    const { sharding } = array;
    const file = await this.#fileOf(array, position, use);
    if (file === undefined) return undefined;
    checkVersion(file, use);
    if (sharding === undefined) {
      if (file.size > LARGEST) throw tooLarge(file.location, file.size, LARGEST);
      return this.#decoded(array, position, { file, offset: 0, length: file.size }, use);
    }
    const { counts } = sharding;
    const index = await this.#index(array, file, use);
    const entry = 2 * position.reduce((at, n, k) => at * counts[k]! + (n % counts[k]!), 0);
    const [offset, length] = [index[entry]!, index[entry + 1]!];
    if (offset === NEVER && length === NEVER) return undefined;
    if (length > BigInt(LARGEST)) throw unreadable(file.location, `its index has a chunk of ${length} bytes`);
    return this.#decoded(array, position, { file, offset: Number(offset), length: Number(length) }, use);
  }

  /** The file with the value at an index in each dimension, and its version; "": it was never written. */
  async versionAt(array: ArrayMetadata, at: readonly number[], use: ReadOptions): Promise<string> {
    const position = at.map((index, k) => Math.floor(index / array.chunks[k]!));
    const file = await this.#fileOf(array, position, use);
    return file === undefined ? "" : `${file.location} ${file.version}`;
  }

  /** A chunk's own file, or its shard. */
  #fileOf(array: ArrayMetadata, position: readonly number[], use: ReadOptions): Promise<ByteFile | undefined> {
    const { sharding } = array;
    if (sharding === undefined) return this.#store.open(array.keyOf(position), firstOf(array, this.#store), use);
    const shard = position.map((at, k) => Math.floor(at / sharding.counts[k]!));
    return this.#store.open(array.keyOf(shard), indexRange(array), use);
  }

  #decoded(array: ArrayMetadata, position: readonly number[], extent: Extent, use: ReadOptions): Promise<Chunk> {
    const { file, offset, length } = extent;
    const key = `${nameOf(array)} ${position} ${offset} ${length}\n${file.location}\n${file.version}`;
    const work = async (own: ReadOptions): Promise<Chunk> => {
      const lazy = array.isBlosc ? await this.#lazily(array, key, extent, own) : undefined;
      return lazy ?? (await this.#decoderOf(array))(await file.read(offset, length, asIs(own, length)), file);
    };
    return this.#once(key, use, work, (chunk) => chunk.bytes);
  }

  #index(array: ArrayMetadata, file: ByteFile, use: ReadOptions): Promise<BigUint64Array> {
    const { offset, length } = indexExtent(array, file);
    const key = `${nameOf(array)} index ${offset} ${length}\n${file.location}\n${file.version}`;
    const work = async (own: ReadOptions) => readIndex(array, await file.read(offset, length, own), file);
    return this.#once(key, use, work, (index) => index.byteLength);
  }

  /** Decodes what a file has, once for all who ask, and keeps it. */
  async #once<T extends CachedArray["value"]>(
    key: string,
    { signal, budget }: ReadOptions,
    work: (own: ReadOptions) => Promise<T>,
    sizeOf: (value: T) => number,
  ): Promise<T> {
    const have = this.#kept.get(key);
    if (have !== undefined) return have.value as T;
    const flight = this.#flights.start(key, async (own) => {
      const value = await work({ signal: own, budget });
      this.#kept.set(key, { bytes: sizeOf(value), value });
      return value;
    });
    return (await flight.join(signal)) as T;
  }

  #decoderOf(array: ArrayMetadata): Promise<Decoder> {
    const known = this.#decoders.get(array) ?? openDecoder(array, this.#store);
    this.#decoders.set(array, known);
    return known;
  }

  /** Of a file on disk its head alone: the years that are asked for are a small part of it. From a server a whole file is one request. */
  async #lazily(array: ArrayMetadata, key: string, { file, offset: start, length: all }: Extent, use: ReadOptions) {
    await zstdReady();
    const isPartly = array.sharding === undefined && !isRemote(file.location);
    const whole = isPartly ? undefined : await file.read(start, all, asIs(use, all));
    const read: ReadBytes = async (offset, length, own) =>
      whole?.subarray(offset, offset + length) ??
      file.read(start + offset, length, { ...own, isOnce: offset > BLOSC_HEAD });
    const first = await read(0, Math.min(BLOSC_HEAD, all), use);
    try {
      const head = await read(0, Math.min(bloscHeadSize(first), all), use);
      const container = openBlosc(head, all, array.chunkBytes);
      if (container.size !== array.chunkBytes)
        throw new Error(`it has ${container.size} bytes instead of ${array.chunkBytes}`);
      const blocks = this.#blocksOf(key, container, file, read);
      return bloscChunk(container, whole?.length ?? head.length, array.type, stridesOf(array.chunks), blocks);
    } catch (error) {
      throw damagedChunk(file, error);
    }
  }

  /** The blocks of a container that are kept, and the others in one piece from its file. */
  #blocksOf(key: string, container: BloscContainer, file: ByteFile, read: ReadBytes): WithBlocks {
    const decoded = (k: number, bytes: Uint8Array): Uint8Array => {
      const value = decodedBlock(container, k, bytes, this.#memory.take, file);
      this.#kept.set(`${key}\n${k}`, { bytes: value.byteLength, value });
      return value;
    };
    return (from, to, { signal, budget }, work) => {
      const numbers = Array.from({ length: to - from + 1 }, (_, k) => from + k);
      const flight = this.#flights.start(`${key}\n${from}-${to}`, async (own) => {
        const have = numbers.map((k) => this.#kept.get(`${key}\n${k}`)?.value as Uint8Array | undefined);
        const extents = numbers.filter((_, k) => have[k] === undefined).map(container.extentOf);
        const start = Math.min(...extents.map(([first]) => first));
        const end = Math.max(...extents.map(([, last]) => last));
        const bytes = extents.length === 0 ? NOTHING : await read(start, end - start, { signal: own, budget });
        return numbers.map((k, at) => {
          const [first, last] = container.extentOf(k);
          return have[at] ?? decoded(k, bytes.subarray(first - start, last - start));
        });
      });
      return this.#memory.during(async () => work((await flight.join(signal)) as readonly Uint8Array[]));
    };
  }
}

const NAMES = new WeakMap<ArrayMetadata, string>();

/** Another one for what the same bytes are read otherwise: stores of references may describe one file in several ways. */
function nameOf(array: ArrayMetadata): string {
  const known = NAMES.get(array);
  if (known !== undefined) return known;
  const name = `${array.path} ${createHash("sha256").update(JSON.stringify(array.plain)).digest("base64")}`;
  NAMES.set(array, name);
  return name;
}

const NOTHING = new Uint8Array(0);

function decodedBlock(
  container: BloscContainer,
  k: number,
  bytes: Uint8Array,
  take: (size: number) => Uint8Array,
  file: ByteFile,
): Uint8Array {
  try {
    return container.decode(k, bytes, take);
  } catch (error) {
    throw damagedChunk(file, error);
  }
}

function asIs(use: ReadOptions, length: number): ReadOptions & { readonly isOnce: boolean } {
  return { ...use, isOnce: length > LONG };
}

/** What is read of a chunk's file as it is opened. */
function firstOf(array: ArrayMetadata, store: KeyStore) {
  return array.isBlosc && !isRemote(store.location) ? { offset: 0, length: BLOSC_HEAD } : { whole: LARGEST };
}

/** Where a shard's index is, before its length is known. */
function indexRange(array: ArrayMetadata) {
  const length = indexBytes(array);
  return array.sharding?.isIndexFirst ? { offset: 0, length } : { tail: length };
}

function indexExtent(array: ArrayMetadata, file: ByteFile): { offset: number; length: number } {
  const length = indexBytes(array);
  if (file.size < length) throw unreadable(file.location, "it is cut off and has no index");
  return { offset: array.sharding?.isIndexFirst ? 0 : file.size - length, length };
}

function indexBytes({ sharding }: ArrayMetadata): number {
  return (sharding?.counts ?? []).reduce((product, n) => product * n, ENTRY) + (sharding?.hasChecksum ? 4 : 0);
}

/** Offsets and lengths in turn. */
function readIndex({ sharding }: ArrayMetadata, bytes: Uint8Array, file: ByteFile): BigUint64Array {
  try {
    const content = sharding?.hasChecksum ? withoutChecksum(bytes) : bytes;
    return new BigUint64Array(content.slice().buffer);
  } catch (error) {
    throw unreadable(file.location, `its index is ${messageOf(error)}`);
  }
}

function damagedChunk(file: ByteFile, error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const { cause } = error as Error;
  return unreadable(file.location, `a chunk is damaged: ${messageOf(cause ?? error)}`);
}

/** The last dimension fastest. */
function stridesOf(chunks: readonly number[]): number[] {
  return chunks.map((_, d) => productOf(chunks.slice(d + 1)));
}

type Decoder = (bytes: Uint8Array, file: ByteFile) => Promise<Chunk>;

/** zarrita's view of an array is of chunks alone: it asks this store for its metadata once, then for one chunk each time. */
async function openDecoder(array: ArrayMetadata, store: KeyStore): Promise<Decoder> {
  const isOld = array.plain.zarr_format === 2;
  const metadata = new TextEncoder().encode(JSON.stringify(array.plain));
  const values = productOf(array.chunks);
  const numbers = new Map<string, Uint8Array>([[isOld ? "/.zarray" : "/zarr.json", metadata]]);
  let next = 0;
  const opened = await openArray(numbers, isOld, `${withoutQuery(store.location)}, ${array.path}`);
  return async (bytes, file) => {
    // A chunk of its own for each call: several may be under way.
    const position = [next++, ...array.chunks.slice(1).map(() => 0)];
    const key = `/${position.join("/")}`;
    numbers.set(key, bytes);
    try {
      const { data, stride } = await opened.getChunk(position);
      if (data.length !== values) throw new Error(`it has ${data.length} values instead of ${values}`);
      return decodedChunk(data as StoredNumbers, stride);
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      throw damagedChunk(file, error);
    } finally {
      numbers.delete(key);
    }
  };
}

async function openArray(files: ReadonlyMap<string, Uint8Array>, isOld: boolean, where: string) {
  try {
    const store = root({ get: async (key: string) => files.get(key) });
    const opened = await (isOld ? open.v2(store, { kind: "array" }) : open.v3(store, { kind: "array" }));
    return opened as ZarritaArray<"float32">;
  } catch (error) {
    throw unreadable(where, messageOf(error));
  }
}
