/**
 * Metadata files of Icechunk, spec 1 and 2 (icechunk.io, "Specification"; schemas: icechunk-format/flatbuffers of earth-mover/icechunk): a head
 * of 39 bytes, then a FlatBuffer, mostly packed by Zstandard. No checksum is in them, so what they say twice is compared.
 */

import { setImmediate as turn } from "node:timers/promises";
import { unreadable, unusable } from "../../bytes/location.js";
import { decodeZstdWithin } from "../../codecs/blosc.js";
import { Table, type Vector } from "./flatbuffer.js";

const MAGIC = Buffer.from("ICE🧊CHUNK");
/** Behind it the name of the program that wrote it, in 24 bytes, then spec, type and packing. */
const HEAD = MAGIC.length + 24 + 3;
const TYPES = { snapshot: 1, manifest: 2, repo: 6 } as const;
export type FileType = keyof typeof TYPES;

/** What a file's FlatBuffer says, without its head. */
export interface Content {
  readonly spec: number;
  readonly bytes: Uint8Array;
}

/**
 * @param most bytes of the content
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for another file, a damaged one, and one of more than `most` bytes
 */
export function contentOf(file: Uint8Array, type: FileType, most: number, location: string): Content {
  if (file.length < HEAD || !MAGIC.equals(file.subarray(0, MAGIC.length)))
    throw unreadable(location, "it is not a file of Icechunk");
  const [spec, kind, packing] = [...file.subarray(HEAD - 3, HEAD)] as [number, number, number];
  if (spec !== 1 && spec !== 2) throw unusable(location, `it is of Icechunk's spec ${spec}; supported are 1 and 2`);
  if (kind !== TYPES[type]) throw unreadable(location, `it is no ${type} of Icechunk (type ${kind})`);
  if (packing > 1) throw unusable(location, `it is compressed in a way that is not read (${packing})`);
  const rest = file.subarray(HEAD);
  try {
    return { spec, bytes: packing === 0 ? rest : decodeZstdWithin(rest, most) };
  } catch (error) {
    throw unreadable(location, (error as Error).message);
  }
}

/** What leads out of a FlatBuffer says which file it is in. */
export async function within<T>(location: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw unreadable(location, `it is damaged: ${error.message}`);
    throw error;
  }
}

/** Arrays, groups, manifests and branches: of each so many, and of an array's manifests all together. */
const MOST = 100_000;

/** A list that is gone through. @param bytes of an item */
function listIn(table: Table, n: number, bytes: number, what: string, most = MOST): Vector {
  const list = needed(table.vector(n, bytes), what);
  if (list.length > most) throw new RangeError(`${list.length} ${what}, more than ${most}`);
  return list;
}

function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new RangeError(`no ${what}`);
  return value;
}

// Ids are names of files: Crockford's base 32, the first bits first, with zeros behind the last one.

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const [ID, NODE_ID] = [12, 8];

export function nameOfId(id: Uint8Array): string {
  let [name, bits, count] = ["", 0, 0];
  for (const byte of id) {
    bits = ((bits << 8) | byte) & 0xfff;
    for (count += 8; count >= 5; count -= 5) name += LETTERS[(bits >> (count - 5)) & 31];
  }
  return count === 0 ? name : name + LETTERS[(bits << (5 - count)) & 31];
}

/** Whether a text can be one: it becomes a part of a path. */
export function isIdName(name: unknown): name is string {
  return typeof name === "string" && /^[0-9A-HJKMNP-TV-Z]{20}$/.test(name);
}

function idIn(table: Table): string {
  return nameOfId(needed(table.struct(0, ID), "id"));
}

/** The id of the snapshot that a branch is at; undefined if there is no such branch. */
export function headOf({ bytes }: Content, branch: string): string | undefined {
  const repo = Table.root(bytes);
  const branches = listIn(repo, 2, 4, "branches");
  for (let k = 0; k < branches.length; k++) {
    const ref = branches.table(k);
    if (ref.bytes(0)?.length === branch.length && ref.text(0) === branch)
      return idIn(needed(repo.vector(4, 4), "snapshots").table(ref.uint(1, 4)));
  }
  return undefined;
}

// A snapshot: the metadata of all arrays and groups, and which manifests say where the chunks are.

export interface ManifestRef {
  readonly id: string;
  /** First chunk in each dimension, and the one behind the last. */
  readonly extents: readonly (readonly [number, number])[];
}

export interface NodeArray {
  readonly id: string;
  readonly shape: readonly number[];
  readonly manifests: readonly ManifestRef[];
}

export interface Node {
  /** Bytes of its `zarr.json`. */
  readonly json: Uint8Array;
  /** Undefined for a group. */
  readonly array: NodeArray | undefined;
}

export interface Snapshot {
  readonly id: string;
  /** By path, as in a Zarr store: without "/" at its start. */
  readonly nodes: ReadonlyMap<string, Node>;
  /** Chunks in each manifest. */
  readonly counts: ReadonlyMap<string, number>;
}

const DIMENSIONS = ["dimensions", 32] as const;
const ARRAY = 1;

export function snapshotOf({ spec, bytes }: Content): Snapshot {
  const root = Table.root(bytes);
  const found = listIn(root, 2, 4, "nodes");
  const nodes = new Map<string, Node>();
  // Lists that lie upon one another would be read many times over.
  let [room, most] = [bytes.length, MOST];
  for (let k = 0; k < found.length; k++) {
    const table = found.table(k);
    const path = needed(table.text(1), "path").slice(1);
    const json = needed(table.bytes(2), `metadata of ${path}`);
    const array = table.uint(3, 1) === ARRAY ? arrayOf(table, spec, most) : undefined;
    most -= array?.manifests.length ?? 0;
    room -= path.length + json.length;
    if (room < 0 || nodes.has(path)) throw new RangeError("its nodes lie upon one another");
    nodes.set(path, { json, array });
  }
  const counts = new Map(countsOf(root, spec));
  const used = new Set([...nodes.values()].flatMap(({ array }) => array?.manifests.map(({ id }) => id) ?? []));
  // Icechunk lists what it uses, also after arrays were deleted (1.1.21, 2.3.0).
  for (const id of counts.keys()) if (!used.has(id)) throw new RangeError(`no array has chunks in manifest ${id}`);
  return { id: idIn(root), nodes, counts };
}

function arrayOf(node: Table, spec: number, most: number): NodeArray {
  const data = needed(node.table(4), "data of an array");
  const sizes = spec === 1 ? listIn(data, 0, 16, ...DIMENSIONS) : listIn(data, 3, 4, ...DIMENSIONS);
  const refs = listIn(data, 2, 4, "manifests", most);
  return {
    id: hexOf(needed(node.struct(0, NODE_ID), "id of an array")),
    shape: sizes.map((d) => (spec === 1 ? sizes.uint(d, 8) : sizes.table(d).uint(0, 8))),
    manifests: refs.map((k) => {
      const ranges = listIn(refs.table(k), 1, 8, ...DIMENSIONS);
      const extents = ranges.map((d) => [ranges.uint(d, 4), ranges.uint(d, 4, 4)] as const);
      if (extents.some(([from, to]) => to <= from)) throw new RangeError("a manifest of no chunks");
      return { id: idIn(refs.table(k)), extents };
    }),
  };
}

/** In spec 1 structs, with the count at byte 24; in spec 2 tables. */
function countsOf(root: Table, spec: number): [string, number][] {
  const files = spec === 1 ? listIn(root, 6, 32, "manifests") : listIn(root, 7, 4, "manifests");
  if (spec === 1) return files.map((k) => [nameOfId(files.struct(k, ID)), files.uint(k, 4, 24)]);
  return files.map((k) => [idIn(files.table(k)), files.table(k).uint(2, 4)]);
}

// A manifest: where each chunk is. Its lists are searched as they lie.

/** A part of a file of the repository. */
export interface NativeChunk {
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

export type ChunkRef = NativeChunk | { readonly inline: Uint8Array } | { readonly elsewhere: string };

export interface Manifest {
  readonly id: string;
  /** Chunks of all its arrays. */
  readonly count: number;
  /** Chunks of an array, by its id, in the order of their positions. */
  readonly arrays: ReadonlyMap<string, Vector>;
}

export function manifestOf({ bytes }: Content): Manifest {
  const root = Table.root(bytes);
  const found = listIn(root, 1, 4, "arrays");
  const arrays = new Map<string, Vector>();
  let count = 0;
  for (let k = 0; k < found.length; k++) {
    const refs = needed(found.table(k).vector(1, 4), "references");
    arrays.set(hexOf(needed(found.table(k).struct(0, NODE_ID), "id of an array")), refs);
    count += refs.length;
  }
  return { id: idIn(root), count, arrays };
}

function hexOf(id: Uint8Array): string {
  return Buffer.from(id).toString("hex");
}

/** References that are looked at before others have their turn: about a millisecond. */
const STRIDE = 2048;

/** That positions rise and lie in their extents: a search finds what is there, and nothing else. Once for each list. */
export async function checkOrder(refs: Vector, { extents }: ManifestRef, rank: number): Promise<void> {
  let before: Vector | undefined;
  for (let k = 0; k < refs.length; k++) {
    if (k % STRIDE === STRIDE - 1) await turn();
    const index = positionOf(refs, k, rank);
    for (let d = 0; d < extents.length; d++) {
      const at = index.uint(d, 4);
      if (at < extents[d]![0] || at >= extents[d]![1]) throw new RangeError("a chunk lies outside of its extents");
    }
    if (before !== undefined && compared(before, (d) => index.uint(d, 4)) >= 0)
      throw new RangeError("its chunks are not in order");
    before = index;
  }
}

function positionOf(refs: Vector, k: number, rank: number): Vector {
  const index = needed(refs.table(k).vector(0, 4), "position");
  if (index.length !== rank) throw new RangeError(`a position in ${index.length} dimensions instead of ${rank}`);
  return index;
}

function compared(index: Vector, at: (d: number) => number): number {
  for (let d = 0; d < index.length; d++) {
    const difference = index.uint(d, 4) - at(d);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Undefined for a chunk that was never written. */
export function findChunk(refs: Vector, position: readonly number[]): ChunkRef | undefined {
  let [low, high] = [0, refs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compared(positionOf(refs, middle, position.length), (d) => position[d]!);
    if (order === 0) return chunkOf(refs.table(middle));
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/** One of three, and nothing of another one. */
function chunkOf(ref: Table): ChunkRef {
  const [inline, id] = [ref.bytes(1), ref.struct(4, ID)];
  const elsewhere = ref.text(5)?.slice(0, 200) ?? (ref.bytes(8) && "their addresses are compressed");
  const all: readonly (ChunkRef | undefined)[] = [
    inline && { inline },
    id && { id: nameOfId(id), offset: ref.uint(2, 8), length: ref.uint(3, 8) },
    elsewhere === undefined ? undefined : { elsewhere },
  ];
  const [one, ...others] = all.filter((found) => found !== undefined);
  if (one === undefined || others.length > 0) throw new RangeError("a reference to no place, or to several");
  return one;
}
