/** What arrays a store has: from consolidated metadata where there are any, else array by array. */
import { inTurns, type ReadOptions } from "../budget.js";
import { unreadable, unusable, withoutQuery } from "../bytes/location.js";
import type { OneReading } from "../cf/array.js";
import { isObject, type JsonObject, parseJson } from "../json.js";
import { groupedBy } from "../lists.js";
import type { Arrays } from "./arrays.js";
import { type ArrayMetadata, arrayMetadata } from "./metadata.js";
import { type KeyStore, LARGEST } from "./references.js";

export interface ZarrHierarchy {
  readonly arrays: ReadonlyMap<string, ArrayMetadata>;
  /** Arrays that cannot be read, and why: nobody may need them. */
  readonly problems: ReadonlyMap<string, string>;
  /** Changes with the metadata. */
  readonly version: string;
}

/** Metadata documents by path. */
interface Documents {
  readonly arrays: ReadonlyMap<string, { readonly json: JsonObject; readonly attributes: JsonObject }>;
  readonly version: string;
}

/**
 * @param names arrays to look for where a store has no consolidated metadata and cannot list what is in it
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if there is no Zarr group of version 2 or 3
 */
export async function readHierarchy(
  store: KeyStore,
  names: readonly string[],
  options: ReadOptions,
): Promise<ZarrHierarchy> {
  const { arrays: documents, version } = await readDocuments(store, names, options);
  const arrays = new Map<string, ArrayMetadata>();
  const problems = new Map<string, string>();
  for (const [path, document] of documents) {
    try {
      arrays.set(path, arrayMetadata(path, document.json, document.attributes, withoutQuery(store.location)));
    } catch (error) {
      problems.set(path, (error as Error).message);
    }
  }
  return { arrays, problems, version };
}

async function readDocuments(store: KeyStore, names: readonly string[], options: ReadOptions): Promise<Documents> {
  const json = async (key: string) => {
    const file = await store.open(key, { whole: LARGEST }, options);
    if (file === undefined) return undefined;
    const parsed = parseJson(await file.read(0, file.size, options), file.location);
    if (!isObject(parsed)) throw unreadable(file.location, "it is not a JSON object");
    return { parsed, version: file.version };
  };
  // Side by side, as only one of them is there. Some servers forbid what they do not have.
  const [third, second] = await Promise.allSettled([json("zarr.json"), json(".zmetadata")]);
  if (isThere(third)) return documents3(third.value.parsed, third.value.version, store, names, json);
  if (isThere(second)) return documents2(second.value.parsed, second.value.version, store);
  for (const one of [third, second]) if (one.status === "rejected") throw one.reason;
  const group = await json(".zgroup");
  if (group === undefined) {
    throw unreadable(store.location, "there is no Zarr group: no zarr.json, .zmetadata or .zgroup", "not there");
  }
  return loose2(store, names, json);
}

type Document = { readonly parsed: JsonObject; readonly version: string } | undefined;

function isThere(one: PromiseSettledResult<Document>): one is PromiseFulfilledResult<NonNullable<Document>> {
  return one.status === "fulfilled" && one.value !== undefined;
}

type Json = (key: string) => Promise<Document>;

async function documents3(root: JsonObject, version: string, store: KeyStore, names: readonly string[], json: Json) {
  if (root.node_type !== "group") {
    throw unusable(store.location, `its node_type must be "group", got ${JSON.stringify(root.node_type)}`);
  }
  const consolidated = isObject(root.consolidated_metadata) ? root.consolidated_metadata.metadata : undefined;
  // Else array by array.
  const read = async (name: string) => (await json(`${name}/zarr.json`))?.parsed;
  const entries = isObject(consolidated) ? Object.entries(consolidated) : await each(store, names, read);
  const arrays = new Map(entries.filter(isArray3).map(([path, meta]) => [path, { json: meta, attributes: {} }]));
  return { arrays, version };
}

function isArray3(entry: [string, unknown]): entry is [string, JsonObject] {
  return isObject(entry[1]) && entry[1].node_type === "array" && entry[1].zarr_format === 3;
}

function documents2(root: JsonObject, version: string, store: KeyStore): Documents {
  const { metadata } = root;
  if (!isObject(metadata)) throw unreadable(store.location, "its .zmetadata has no metadata");
  const at = (key: string) => (isObject(metadata[key]) ? (metadata[key] as JsonObject) : undefined);
  const keys = Object.keys(metadata).filter((key) => key.endsWith("/.zarray"));
  const arrays = keys.flatMap((key) => {
    const path = key.slice(0, -"/.zarray".length);
    const json = at(key);
    return json === undefined ? [] : [[path, { json, attributes: at(`${path}/.zattrs`) ?? {} }] as const];
  });
  return { arrays: new Map(arrays), version };
}

async function loose2(store: KeyStore, names: readonly string[], json: Json): Promise<Documents> {
  const found = await each(store, names, async (name) => {
    const [array, attributes] = await Promise.all([json(`${name}/.zarray`), json(`${name}/.zattrs`)]);
    return array && { json: array.parsed, attributes: attributes?.parsed ?? {}, version: array.version };
  });
  const version = found.map(([, { version: own }]) => own).join();
  return { arrays: new Map(found), version: version === "" ? "empty" : version };
}

/** Asks for each of the names that may be there. */
async function each<T>(store: KeyStore, names: readonly string[], ask: (name: string) => Promise<T | undefined>) {
  const there = ((await store.names()) ?? names).filter((name) => !name.startsWith("."));
  const found = await Promise.all(there.map(ask));
  return there.flatMap((name, k) => (found[k] === undefined ? [] : [[name, found[k]] as [string, T]]));
}

// Values of an array along one of its dimensions, at a place in the others: as few chunks as possible, side by side.

/** Chunks in memory at once, for one line. */
const WIDTH = 8;

/**
 * Values as they are stored, [from, to) along dimension `axis`, of each position: lines of one chunk read it once.
 *
 * @param all index in each dimension, of each line; that of `axis` is not looked at
 */
export async function readLines(
  arrays: Arrays,
  array: ArrayMetadata,
  axis: number,
  from: number,
  to: number,
  all: readonly (readonly number[])[],
  options: OneReading,
): Promise<readonly Float64Array[]> {
  const lines = all.map((at) => ({ at, line: new Float64Array(to - from) }));
  const length = array.chunks[axis]!;
  const before = Math.floor(from / length);
  const count = to > from ? Math.floor((to - 1) / length) - before + 1 : 0;
  const numberOf = (at: readonly number[]) =>
    at.map((index, d) => (d === axis ? 0 : Math.floor(index / array.chunks[d]!)));
  const together = [...groupedBy(lines, ({ at }) => numberOf(at).join()).values()];
  const chunks = together.flatMap((own) => Array.from({ length: count }, (_, k) => ({ own, number: before + k })));
  await inTurns(chunks, WIDTH, async ({ own, number }) => {
    options.signal.throwIfAborted();
    const position = numberOf(own[0]!.at).map((index, d) => (d === axis ? number : index));
    const chunk = await arrays.chunk(array, position, options);
    const start = Math.max(from, number * length);
    const end = Math.min(to, (number + 1) * length);
    for (const { at, line } of own) {
      if (chunk === undefined) {
        line.fill(options.unwritten ?? array.fill, start - from, end - from);
        continue;
      }
      const { stride } = chunk;
      const step = stride[axis]!;
      let first = (start - number * length) * step;
      at.forEach((index, d) => {
        if (d !== axis) first += (index % array.chunks[d]!) * stride[d]!;
      });
      await chunk.copy(first, step, line, start - from, end - from, options);
    }
  });
  return lines.map(({ line }) => line);
}

/** Of one position. */
export async function readLine(
  arrays: Arrays,
  array: ArrayMetadata,
  axis: number,
  from: number,
  to: number,
  at: readonly number[],
  options: OneReading,
): Promise<Float64Array> {
  return (await readLines(arrays, array, axis, from, to, [at], options))[0]!;
}
