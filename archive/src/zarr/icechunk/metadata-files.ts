/**
 * Metadata files of Icechunk, spec 1 and 2 (icechunk.io, "Specification"; schemas: icechunk-format/flatbuffers of earth-mover/icechunk): a head
 * of 39 bytes, then a FlatBuffer, mostly packed by Zstandard. No checksum is in them, so whatever they say twice is compared.
 */

import { setImmediate as turn } from "node:timers/promises";
import { unreadable, unusable } from "../../bytes/location.js";
import { decodeZstdWithin } from "../../codecs/blosc.js";
import { Table, type Vector } from "./flatbuffer.js";

const MAGIC = Buffer.from("ICE🧊CHUNK");
/** Name of the program that wrote the file. */
const WRITER = 24;
const HEAD = MAGIC.length + WRITER + 3;
const TYPES = { snapshot: 1, manifest: 2, repo: 6 } as const;

/** What a file's FlatBuffer says, without its head. */
export interface Content {
  readonly spec: number;
  readonly bytes: Uint8Array;
}

/**
 * @param most bytes of the content
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for another file, a damaged one, and one of more than `most` bytes
 */
export function contentOf(file: Uint8Array, type: keyof typeof TYPES, most: number, location: string): Content {
  if (file.length < HEAD || !MAGIC.equals(file.subarray(0, MAGIC.length)))
    throw unreadable(location, "it is not a file of Icechunk");
  const [spec, kind, packing] = file.subarray(HEAD - 3, HEAD) as unknown as [number, number, number];
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
export function within<T>(location: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw damageIn(location, error);
  }
}

export function damageIn(location: string, error: unknown): unknown {
  return error instanceof RangeError ? unreadable(location, `it is damaged: ${error.message}`) : error;
}

function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new RangeError(`no ${what}`);
  return value;
}

// Ids are names of files: Crockford's base 32, the first bits first, with zeros behind the last one.

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ID = 12;
const NODE_ID = 8;

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

/** The id of the snapshot that a branch is at; undefined if there is no such branch. */
export function headOf({ bytes }: Content, branch: string): string | undefined {
  const repo = Table.root(bytes);
  const branches = needed(repo.vector(2, 4), "branches");
  for (let k = 0; k < branches.length; k++) {
    const ref = branches.table(k);
    if (ref.text(0) !== branch) continue;
    const info = needed(repo.vector(4, 4), "snapshots").table(ref.uint32(1));
    return nameOfId(needed(info.struct(0, ID), "id of a snapshot"));
  }
  return undefined;
}

// A snapshot: the metadata of all arrays and groups, and which manifests say where the chunks are.

export interface ManifestRef {
  readonly id: string;
  /** First chunk in each dimension, and the one behind the last. */
  readonly extents: readonly (readonly [number, number])[];
}

export interface Node {
  /** As in a Zarr store: without "/" at its start. */
  readonly path: string;
  /** Bytes of its `zarr.json`. */
  readonly json: Uint8Array;
  /** Undefined for a group. */
  readonly array: NodeArray | undefined;
}

export interface NodeArray {
  readonly id: Uint8Array;
  readonly shape: readonly number[];
  /** Chunks in each dimension; undefined where the spec does not say. */
  readonly counts: readonly number[] | undefined;
  readonly dimensions: readonly (string | undefined)[] | undefined;
  readonly manifests: readonly ManifestRef[];
}

/** Bytes of the file, and how many chunks it refers to. */
export interface ManifestFacts {
  readonly size: number;
  readonly count: number;
}

export interface Snapshot {
  readonly id: string;
  readonly nodes: ReadonlyMap<string, Node>;
  readonly manifests: ReadonlyMap<string, ManifestFacts>;
}

/** Arrays and groups. */
const MOST_NODES = 20_000;
const MOST_DIMENSIONS = 32;
const ARRAY = 1;

export function snapshotOf({ spec, bytes }: Content): Snapshot {
  const root = Table.root(bytes);
  const found = needed(root.vector(2, 4), "nodes");
  if (found.length > MOST_NODES) throw new RangeError(`${found.length} arrays and groups, more than ${MOST_NODES}`);
  const nodes = new Map<string, Node>();
  // Lists that lie upon one another would be read many times over.
  let room = bytes.length;
  for (let k = 0; k < found.length; k++) {
    const node = nodeOf(found.table(k), spec);
    room -= node.json.length + node.path.length + 40 * (node.array?.manifests.length ?? 0);
    if (room < 0) throw new RangeError("lists lie upon one another");
    if (nodes.has(node.path)) throw new RangeError(`${node.path} twice`);
    nodes.set(node.path, node);
  }
  return { id: idOf(root), nodes, manifests: spec === 1 ? files1(root) : files2(root) };
}

function idOf(root: Table): string {
  return nameOfId(needed(root.struct(0, ID), "id"));
}

function nodeOf(table: Table, spec: number): Node {
  const path = needed(table.text(1), "path");
  if (!path.startsWith("/")) throw new RangeError(`a path ${JSON.stringify(path)}`);
  const json = needed(table.bytes(2), `metadata of ${path}`);
  const id = needed(table.struct(0, NODE_ID), `id of ${path}`);
  const array = table.uint8(3) === ARRAY ? arrayOf(id, needed(table.table(4), `data of ${path}`), spec) : undefined;
  return { path: path.slice(1), json, array };
}

function arrayOf(id: Uint8Array, data: Table, spec: number): NodeArray {
  const isFirst = spec === 1;
  const sizes = needed(isFirst ? data.vector(0, 16) : data.vector(3, 4), "shape");
  if (sizes.length > MOST_DIMENSIONS) throw new RangeError(`${sizes.length} dimensions`);
  const shape = listOf(sizes, (k) => (isFirst ? sizes.uint64(k) : sizes.table(k).uint64(0)));
  const names = data.vector(1, 4);
  const refs = needed(data.vector(2, 4), "manifests");
  const manifests = listOf(refs, (k): ManifestRef => {
    const ref = refs.table(k);
    const ranges = needed(ref.vector(1, 8), "extents");
    if (ranges.length > MOST_DIMENSIONS) throw new RangeError(`extents of ${ranges.length} dimensions`);
    const extents = listOf(ranges, (d) => [ranges.uint32(d), ranges.uint32(d, 4)] as const);
    return { id: nameOfId(needed(ref.struct(0, ID), "id of a manifest")), extents };
  });
  const counts = isFirst ? undefined : listOf(sizes, (k) => sizes.table(k).uint32(1));
  return { id, shape, counts, dimensions: names && listOf(names, (k) => names.table(k).text(0)), manifests };
}

function listOf<T>({ length }: Vector, item: (k: number) => T): T[] {
  return Array.from({ length }, (_, k) => item(k));
}

/** Structs: 12 bytes of id, from byte 16 the size, from 24 the count. */
function files1(root: Table): Map<string, ManifestFacts> {
  const files = needed(root.vector(6, 32), "list of manifests");
  const facts = listOf(files, (k) => ({ size: files.uint64(k, 16), count: files.uint32(k, 24) }));
  return new Map(facts.map((one, k) => [nameOfId(files.struct(k, ID)), one]));
}

function files2(root: Table): Map<string, ManifestFacts> {
  const files = needed(root.vector(7, 4), "list of manifests");
  const entries = listOf(files, (k): [string, ManifestFacts] => {
    const file = files.table(k);
    return [nameOfId(needed(file.struct(0, ID), "id")), { size: file.uint64(1), count: file.uint32(2) }];
  });
  return new Map(entries);
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
  /** Of all its arrays. */
  readonly count: number;
  /** Bytes in memory. */
  readonly size: number;
  /** Chunks of an array, by its id, in the order of their positions. */
  readonly arrays: ReadonlyMap<string, Vector>;
}

export function manifestOf({ bytes }: Content): Manifest {
  const root = Table.root(bytes);
  const found = needed(root.vector(1, 4), "arrays");
  const arrays = new Map<string, Vector>();
  let count = 0;
  for (let k = 0; k < found.length; k++) {
    const refs = needed(found.table(k).vector(1, 4), "references");
    const id = hexOf(needed(found.table(k).struct(0, NODE_ID), "id of an array"));
    if (arrays.has(id)) throw new RangeError("an array twice");
    arrays.set(id, refs);
    count += refs.length;
  }
  return { id: idOf(root), count, size: bytes.length, arrays };
}

export function hexOf(id: Uint8Array): string {
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
      const at = index.uint32(d);
      if (at < extents[d]![0] || at >= extents[d]![1]) throw new RangeError("a chunk outside of its extents");
    }
    if (before !== undefined && compared(before, (d) => index.uint32(d), rank) >= 0)
      throw new RangeError("its chunks are not in order");
    before = index;
  }
}

function positionOf(refs: Vector, k: number, rank: number): Vector {
  const index = needed(refs.table(k).vector(0, 4), "position");
  if (index.length !== rank) throw new RangeError(`a position in ${index.length} dimensions instead of ${rank}`);
  return index;
}

function compared(index: Vector, at: (d: number) => number, rank: number): number {
  for (let d = 0; d < rank; d++) {
    const difference = index.uint32(d) - at(d);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Undefined for a chunk that was never written. */
export function findChunk(refs: Vector, position: readonly number[]): ChunkRef | undefined {
  let [low, high] = [0, refs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compared(positionOf(refs, middle, position.length), (d) => position[d]!, position.length);
    if (order === 0) return chunkOf(refs.table(middle));
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/** One of three, and nothing of another one. */
function chunkOf(ref: Table): ChunkRef {
  const inline = ref.bytes(1);
  const id = ref.struct(4, ID);
  const elsewhere = ref.text(5) ?? (ref.bytes(8) && "their addresses are compressed");
  const refs = [
    inline && { inline },
    id && { id: nameOfId(id), offset: ref.uint64(2), length: ref.uint64(3) },
    elsewhere !== undefined && { elsewhere },
  ].filter((one) => one !== undefined && one !== false);
  if (refs.length !== 1) throw new RangeError(`a reference to ${refs.length} places`);
  return refs[0] as ChunkRef;
}
