/** Icechunk repositories: each snapshot of a branch is a Zarr store, whose keys lead through manifests to chunks. */

import { lruOf } from "irradiance-engine/internal/shared";
import type { ReadOptions } from "../../budget.js";
import type { ByteStore } from "../../bytes/byte-store.js";
import { flightsOf } from "../../bytes/flights.js";
import { type ByteRange, below, unreadable, unusable, withoutQuery } from "../../bytes/location.js";
import { zstdReady } from "../../codecs/blosc.js";
import { isChanged } from "../../errors.js";
import { isObject, type JsonObject, parseJson } from "../../json.js";
import { type KeyStore, LARGEST, memoryFile, windowOf } from "../references.js";
import type { Vector } from "./flatbuffer.js";
import {
  type Content,
  checkOrder,
  contentOf,
  damageIn,
  findChunk,
  headOf,
  hexOf,
  isIdName,
  type Manifest,
  type ManifestRef,
  manifestOf,
  type NativeChunk,
  type Node,
  type NodeArray,
  type Snapshot,
  snapshotOf,
  within,
} from "./metadata-files.js";

const BRANCH = "main";
/** Of spec 2, and of spec 1: they change with each commit, and nothing else ever does. */
const HEADS = ["repo", `refs/branch.${BRANCH}/ref.json`] as const;
const FOR_EVER = Number.POSITIVE_INFINITY;

export interface IcechunkRepository {
  /**
   * The newest snapshot of the branch: it stays what it is, whatever is committed meanwhile. The same one again while nothing was.
   *
   * @returns undefined where there is no repository
   * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for damage, and for what is not read
   */
  newest(use: ReadOptions): Promise<KeyStore | undefined>;
}

/** @param cacheBytes of metadata, decoded, in memory */
export function icechunkStore(bytes: ByteStore, location: string, cacheBytes = 64 * 1024 * 1024): IcechunkRepository {
  const files = metadataFiles(bytes, location, cacheBytes);
  let last: IcechunkSnapshot | undefined;
  return {
    async newest(use) {
      const head = await retriedOnce(() => readHead(bytes, location, use));
      if (head === undefined) return undefined;
      if (last?.id !== head.id) {
        const snapshot = await files.snapshot(head.id, use);
        last = new IcechunkSnapshot(bytes, location, head.spec, snapshot, files);
      }
      return last;
    },
  };
}

/** A commit may come between the two looks at a file. */
async function retriedOnce<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error) => {
    if (isChanged(error)) return work();
    throw error;
  });
}

async function readHead(bytes: ByteStore, location: string, use: ReadOptions) {
  const [second, first] = HEADS.map((name) => below(location, name)) as [string, string];
  // Object stores that may not be listed forbid what they do not have.
  const forbidden = new Set<string>();
  const read = async (file: string) => {
    const found = await bytes.open(file, { ...use, forbidden, first: { whole: LARGEST } });
    return found?.read(0, found.size, use);
  };
  const repo = await read(second);
  if (repo !== undefined) {
    await zstdReady();
    const content = contentOf(repo, "repo", LARGEST, second);
    const id = within(second, () => headOf(content, BRANCH));
    if (id === undefined) throw unusable(second, `it has no branch ${BRANCH}`);
    return { id, spec: content.spec };
  }
  const ref = await read(first);
  if (ref === undefined) return undefined;
  const json = parseJson(ref, first);
  const id = isObject(json) ? json.snapshot : undefined;
  if (!isIdName(id)) throw unreadable(first, "it does not name a snapshot");
  return { id, spec: 1 };
}

// Metadata by name: fetched once, decoded once, and kept up to a bound.

function metadataFiles(bytes: ByteStore, location: string, most: number) {
  interface Kept {
    readonly value: Snapshot | Manifest;
    readonly size: number;
  }
  const kept = lruOf<Kept>(most, ({ size }) => size);
  const flights = flightsOf<Kept>();

  const load = async <T extends Snapshot | Manifest>(
    [type, id, size]: readonly ["snapshot" | "manifest", string, number?],
    parse: (content: Content) => T,
    { signal, budget }: ReadOptions,
  ): Promise<T> => {
    const file = below(location, `${type}s/${id}`);
    const have = kept.get(file);
    if (have !== undefined) return have.value as T;
    const flight = flights.start(file, async (own) => {
      const use = { signal: own, budget };
      const found = await bytes.open(file, { ...use, first: { whole: LARGEST }, maxAge: FOR_EVER });
      if (found === undefined) throw missing(file, location);
      if (size !== undefined && found.size !== size)
        throw unreadable(file, `it has ${found.size} bytes instead of ${size}`);
      const [packed] = await Promise.all([found.read(0, found.size, use), zstdReady()]);
      const content = contentOf(packed, type, LARGEST, file);
      budget.take("bytes", content.bytes.length);
      const value = within(file, () => parse(content));
      if (value.id !== id) throw unreadable(file, `it is ${type} ${value.id}`);
      const one = { value, size: content.bytes.length };
      kept.set(file, one);
      return one;
    });
    return (await flight.join(signal)).value as T;
  };

  return {
    snapshot: (id: string, use: ReadOptions) => load(["snapshot", id], snapshotOf, use),
    async manifest(id: string, { manifests }: Snapshot, use: ReadOptions) {
      const facts = manifests.get(id);
      if (facts === undefined) throw unreadable(location, `its snapshot does not list manifest ${id}`);
      const manifest = await load(["manifest", id, facts.size], manifestOf, use);
      if (manifest.count === facts.count) return manifest;
      const count = `it has ${manifest.count} chunks instead of ${facts.count}`;
      throw unreadable(below(location, `manifests/${id}`), count);
    },
  };
}

type MetadataFiles = ReturnType<typeof metadataFiles>;

function missing(file: string, from: string) {
  return unreadable(file, `there is no such file, but ${withoutQuery(from)} refers to it`, "not there");
}

// A snapshot as a Zarr store.

type ArrayNode = Node & { readonly array: NodeArray };

class IcechunkSnapshot implements KeyStore {
  readonly location: string;
  readonly form: string;
  readonly id: string;
  readonly #bytes: ByteStore;
  readonly #snapshot: Snapshot;
  readonly #files: MetadataFiles;
  /** Lists of chunks whose order was looked at. */
  readonly #ordered = new WeakMap<object, Promise<void>>();

  constructor(bytes: ByteStore, location: string, spec: number, snapshot: Snapshot, files: MetadataFiles) {
    this.location = location;
    this.form = `Icechunk store (spec ${spec})`;
    this.id = snapshot.id;
    this.#bytes = bytes;
    this.#snapshot = snapshot;
    this.#files = files;
  }

  async names() {
    return [...this.#snapshot.nodes.values()].filter(({ array }) => array !== undefined).map(({ path }) => path);
  }

  async open(key: string, first: ByteRange, use: ReadOptions) {
    const { nodes } = this.#snapshot;
    const document = /^(?:(.+)\/)?zarr\.json$/s.exec(key);
    if (document !== null) {
      const node = nodes.get(document[1] ?? "");
      const where = `${this.location}#${key}`;
      return node && memoryFile(where, Buffer.from(JSON.stringify(documentOf(node, where))), this.id);
    }
    const [, path, digits] = /^(.+)\/c((?:\/\d+)*)$/s.exec(key) ?? [];
    // Of Zarr 2, which may be looked for.
    if (path === undefined && key.startsWith(".z")) return undefined;
    const node = nodes.get(path ?? "");
    if (node?.array === undefined) throw unreadable(this.location, `${key} is no chunk of an array`);
    return this.#chunk(node as ArrayNode, digits!.split("/").slice(1).map(Number), first, use);
  }

  /** Of the manifests that may have it, the first one that has. */
  async #chunk({ path, array }: ArrayNode, position: readonly number[], first: ByteRange, use: ReadOptions) {
    const { location } = this;
    const where = `${withoutQuery(location)}, ${path}`;
    const rank = array.shape.length;
    if (position.length !== rank) throw unreadable(where, `a chunk of ${rank} dimensions at ${position.join(", ")}`);
    for (const manifest of array.manifests) {
      if (!manifest.extents.every(([from, to], d) => position[d]! >= from && position[d]! < to)) continue;
      const file = below(location, `manifests/${manifest.id}`);
      const refs = await this.#refsOf(file, manifest, array, use);
      const ref = within(file, () => findChunk(refs, position));
      if (ref === undefined) continue;
      if ("inline" in ref) return memoryFile(`${file}#${path}/${position.join("/")}`, ref.inline, manifest.id);
      if ("id" in ref) return this.#native(ref, first, use);
      throw unusable(where, `it holds references into other files (GRIB), which are not read: ${ref.elsewhere}`);
    }
    return undefined;
  }

  async #refsOf(file: string, ref: ManifestRef, array: NodeArray, use: ReadOptions): Promise<Vector> {
    const manifest = await this.#files.manifest(ref.id, this.#snapshot, use);
    const refs = manifest.arrays.get(hexOf(array.id));
    if (refs === undefined) throw unreadable(file, "it has no chunks of an array that is said to have some there");
    const looked = this.#ordered.get(refs) ?? checkOrder(refs, ref, array.shape.length);
    this.#ordered.set(refs, looked);
    await looked.catch((error) => {
      throw damageIn(file, error);
    });
    return refs;
  }

  /** What a manifest refers to is there. */
  async #native({ id, offset, length }: NativeChunk, first: ByteRange, use: ReadOptions) {
    const file = below(this.location, `chunks/${id}`);
    const range = rangeIn(first, offset, length);
    const found = await this.#bytes.open(file, { ...use, forbidden: undefined, first: range, maxAge: FOR_EVER });
    if (found === undefined) throw missing(file, this.location);
    const end = offset + length;
    if (end > found.size) throw unreadable(file, `it is cut off: it has ${found.size} of ${end} bytes`);
    return windowOf(found, offset, length);
  }
}

/** A range of a chunk as one of the file that it lies in. */
function rangeIn(first: ByteRange, start: number, length: number): ByteRange {
  if ("whole" in first) return { offset: start, length: length > first.whole ? 1 : length };
  if ("offset" in first) return { offset: start + first.offset, length: Math.min(first.length, length) };
  const tail = Math.min(first.tail, length);
  return { offset: start + length - tail, length: tail };
}

/** A node's `zarr.json`. What is consolidated in it is of the time when it was written, and the snapshot has all of it anew. */
function documentOf({ json, array }: Node, where: string): JsonObject {
  const parsed = parseJson(json, where);
  if (!isObject(parsed)) throw unreadable(where, "it is not a JSON object");
  const { consolidated_metadata: _, ...document } = parsed;
  if (array === undefined) return document;
  const { shape, counts, dimensions } = array;
  const grid = isObject(document.chunk_grid) ? document.chunk_grid.configuration : undefined;
  const chunks = isObject(grid) && Array.isArray(grid.chunk_shape) ? grid.chunk_shape : [];
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const names = dimensions?.map((name) => name ?? null);
  if (
    isSame(document.shape, shape) &&
    (names === undefined || isSame(document.dimension_names, names)) &&
    (counts === undefined ||
      isSame(
        counts,
        shape.map((size, d) => Math.ceil(size / chunks[d])),
      ))
  )
    return document;
  throw unreadable(where, "its snapshot says two things of its shape");
}
