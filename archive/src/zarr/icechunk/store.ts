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
import {
  type Content,
  checkOrder,
  contentOf,
  type FileType,
  findChunk,
  headOf,
  isIdName,
  type Manifest,
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
  let last: { readonly id: string; readonly store: KeyStore } | undefined;
  return {
    async newest(use) {
      const look = () => readHead(bytes, location, use);
      // A commit may come between two looks at a file.
      const head = await look().catch((error) => (isChanged(error) ? look() : Promise.reject(error)));
      if (head === undefined) return undefined;
      if (last?.id !== head.id) {
        const snapshot = await files("snapshot", head.id, snapshotOf, use);
        last = { id: head.id, store: snapshotStore(bytes, location, head.spec, snapshot, files) };
      }
      return last.store;
    },
  };
}

async function readHead(bytes: ByteStore, location: string, use: ReadOptions) {
  const [second, first] = HEADS.map((name) => below(location, name)) as [string, string];
  const read = async (file: string) => {
    // Object stores that may not be listed forbid what they do not have.
    const found = await bytes.open(file, { ...use, forbidden: new Set(), first: { whole: LARGEST } });
    return found?.read(0, found.size, use);
  };
  const repo = await read(second);
  if (repo !== undefined) {
    await zstdReady();
    const content = contentOf(repo, "repo", LARGEST, second);
    const id = await within(second, () => headOf(content, BRANCH));
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

type MetadataFiles = <T extends Snapshot | Manifest>(
  type: FileType,
  id: string,
  parse: (content: Content) => T,
  use: ReadOptions,
) => Promise<T>;

/** Metadata by name: fetched once, decoded once, and kept up to a bound. */
function metadataFiles(bytes: ByteStore, location: string, most: number): MetadataFiles {
  interface Kept {
    readonly value: Snapshot | Manifest;
    readonly size: number;
  }
  const kept = lruOf<Kept>(most, ({ size }) => size);
  const flights = flightsOf<Kept>();
  return async <T extends Snapshot | Manifest>(...[type, id, parse, use]: Parameters<MetadataFiles>): Promise<T> => {
    const file = below(location, `${type}s/${id}`);
    const load = async (signal: AbortSignal): Promise<Kept> => {
      const own = { signal, budget: use.budget };
      const found = await bytes.open(file, { ...own, first: { whole: LARGEST }, maxAge: FOR_EVER });
      if (found === undefined) throw missing(file, location);
      const [packed] = await Promise.all([found.read(0, found.size, own), zstdReady()]);
      const content = contentOf(packed, type, LARGEST, file);
      own.budget.take("bytes", content.bytes.length);
      const value = await within(file, () => parse(content));
      if (value.id !== id) throw unreadable(file, `it is ${type} ${value.id}`);
      kept.set(file, { value, size: content.bytes.length });
      return kept.get(file) ?? { value, size: 0 };
    };
    return (kept.get(file) ?? (await flights.start(file, load).join(use.signal))).value as T;
  };
}

function missing(file: string, from: string) {
  return unreadable(file, `there is no such file, but ${withoutQuery(from)} refers to it`, "not there");
}

function snapshotStore(
  bytes: ByteStore,
  location: string,
  spec: number,
  { id: version, nodes, counts }: Snapshot,
  files: MetadataFiles,
): KeyStore {
  /** Lists of chunks whose order was looked at. */
  const ordered = new WeakMap<object, Promise<void>>();

  /** What a manifest refers to is there. */
  const native = async ({ id, offset, length }: NativeChunk, first: ByteRange, use: ReadOptions) => {
    const file = below(location, `chunks/${id}`);
    const range = rangeIn(first, offset, length);
    const found = await bytes.open(file, { ...use, forbidden: undefined, first: range, maxAge: FOR_EVER });
    if (found === undefined) throw missing(file, location);
    const end = offset + length;
    if (end > found.size) throw unreadable(file, `it is cut off: it has ${found.size} of ${end} bytes`);
    return windowOf(found, offset, length);
  };

  /** Of the manifests that may have it, the first one that has. */
  const chunk = async (array: NodeArray, key: string, first: ByteRange, use: ReadOptions) => {
    const position = key
      .replace(/^.*\/c\/?/s, "")
      .split("/")
      .filter((digits) => digits !== "")
      .map(Number);
    const rank = array.shape.length;
    if (position.length !== rank) throw unreadable(location, `${key} is no chunk of ${rank} dimensions`);
    for (const ref of array.manifests) {
      if (!ref.extents.every(([from, to], d) => position[d]! >= from && position[d]! < to)) continue;
      const file = below(location, `manifests/${ref.id}`);
      const { arrays, count } = await files("manifest", ref.id, manifestOf, use);
      const refs = arrays.get(array.id);
      if (refs === undefined || count !== counts.get(ref.id))
        throw unreadable(file, "it has not the chunks that its snapshot says");
      ordered.set(refs, ordered.get(refs) ?? checkOrder(refs, ref, rank));
      await within(file, () => ordered.get(refs)!);
      const found = await within(file, () => findChunk(refs, position));
      if (found === undefined) continue;
      if ("inline" in found) return memoryFile(`${file}#${key}`, found.inline, ref.id);
      if ("id" in found) return native(found, first, use);
      const why = "it holds references into other files (GRIB), which are not read";
      throw unusable(`${withoutQuery(location)}, ${key}`, `${why}: ${found.elsewhere}`);
    }
    return undefined;
  };

  return {
    location,
    form: `Icechunk store (spec ${spec})`,
    names: async () => [...nodes].filter(([, { array }]) => array !== undefined).map(([path]) => path),
    async open(key, first, use) {
      const [, path = "", last] = /^(?:(.*)\/)?(zarr\.json|c(?:\/\d+)*)$/s.exec(key) ?? [];
      const node = nodes.get(path);
      const where = `${location}#${key}`;
      if (last === "zarr.json")
        return node && memoryFile(where, Buffer.from(JSON.stringify(documentOf(node, where))), version);
      if (last !== undefined && node?.array !== undefined) return chunk(node.array, key, first, use);
      // Of Zarr 2, which may be looked for.
      if (key.startsWith(".z")) return undefined;
      throw unreadable(location, `${key} is no chunk of an array`);
    },
  };
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
  if (array === undefined || JSON.stringify(document.shape) === JSON.stringify(array.shape)) return document;
  throw unreadable(where, "its snapshot says two things of its shape");
}
