/** Zarr stores as a source: ERA5, ERA5-Land, CAMS, SARAH and others, on disk, on web servers, or as references into files. */
import { budgetOf, type ReadOptions } from "../budget.js";
import { byteStore, type Traffic } from "../bytes/byte-store.js";
import type { DiskCache } from "../bytes/disk-cache.js";
import { sayingWhatIsKept } from "../bytes/kept.js";
import { folderOf, isRemote, locationOf } from "../bytes/location.js";
import type { CfArray, Hierarchy } from "../cf/array.js";
import { METADATA } from "../cf/cf-source.js";
import { COORDINATES, KNOWN_VARIABLES, type Listing, listingOf } from "../cf/dataset.js";
import type { CfOptions } from "../cf/options.js";
import { arraySource } from "../cf/runs-source.js";
import type { WeatherSource } from "../source.js";
import type { Arrays } from "./arrays.js";
import { folderStore, type KeyStore, referenceStore } from "./references.js";

// What a location of a store is, and where the store's own files are.

/** A file that says where in other files the chunks lie. */
function isReferenceFile(location: string): boolean {
  return location.replace(/\?.*$/s, "").endsWith(".json");
}

function homeOf(location: string): string {
  if (isRemote(location)) return new URL(location).origin;
  return isReferenceFile(location) ? folderOf(location) : location;
}

// A Zarr store as arrays with names.

interface OpenStore {
  readonly store: KeyStore;
  readonly chunks: Arrays;
}

/** The decoders are loaded when first used: they take a while, and few who use the archive have a Zarr store. */
async function openStore(store: KeyStore, cacheBytes: number | undefined): Promise<OpenStore> {
  const { Arrays } = await import("./arrays.js");
  return { store, chunks: new Arrays(store, cacheBytes) };
}

/** @param names arrays that may be needed, where they cannot be listed */
async function hierarchyOf(
  { store, chunks }: OpenStore,
  names: readonly string[],
  use: ReadOptions,
): Promise<Hierarchy> {
  const [{ readHierarchy, readLines }, { asList }] = await Promise.all([
    import("./hierarchy.js"),
    import("./metadata.js"),
  ]);
  const { arrays, problems, version } = await readHierarchy(store, names, use);
  const readable = [...arrays].map(([path, array]): [string, CfArray] => {
    if (array.shape.length > 0) {
      const lines: CfArray["lines"] = (axis, from, to, at, own) => readLines(chunks, array, axis, from, to, at, own);
      const line: CfArray["line"] = async (axis, from, to, at, own) => (await lines(axis, from, to, [at], own))[0]!;
      return [path, { ...array, line, lines, versionAt: (at, own) => chunks.versionAt(array, at, own) }];
    }
    const list = asList(array);
    const line: CfArray["line"] = async (_axis, from, to, _at, own) =>
      (await readLines(chunks, list, 0, from, to, [[0]], own))[0]!;
    return [path, { ...array, line }];
  });
  return { location: store.location, arrays: new Map(readable), problems, version };
}

// An operator's options for a Zarr store.

export interface ZarrOptions extends CfOptions {
  /** Name in settings, answers and logs. Default: "zarr". */
  readonly id?: string | undefined;
  /** Folder or address of a store, or of a reference file (`.json`). */
  readonly location: string;
  /** Folders and addresses, besides the store's own, to which references and redirects may lead. */
  readonly allow?: readonly string[] | undefined;
  /** Sent only to the store's own address, which must be https or on this machine. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Bytes kept in memory, each for files and for decoded chunks. Default: 64 MiB; of decoded chunks for all sources together that do not
   * say how many.
   */
  readonly cacheBytes?: number | undefined;
  /** Where bytes of remote files are kept between processes. Default: nowhere. */
  readonly disk?: DiskCache | undefined;
  /** Time limit of one attempt of a request, ms. Default: 10,000. */
  readonly timeout?: number | undefined;
}

/** ms after which it is asked whether a file is still the same. */
const MAX_AGE = 30_000;

/**
 * A store whose chunks are maps is refused, with the way out.
 *
 * @throws TypeError or RangeError for invalid options, naming them; `offer` reports problems of the store
 */
export function zarrSource(options: ZarrOptions): WeatherSource {
  const { id = "zarr" } = options;
  const files = filesOf(options);
  const source = arraySource({ id, what: "Zarr store", ...files, close: async () => {} }, options);
  return sayingWhatIsKept(source, files);
}

/**
 * The arrays of a store, whatever they are.
 *
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if it is no Zarr store; TypeError or RangeError for invalid options
 * @experimental
 */
export async function inspectZarr(
  options: Pick<ZarrOptions, "location" | "allow" | "headers" | "timeout">,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Listing> {
  const use = { signal, budget: budgetOf(METADATA) };
  return listingOf(await filesOf(options).load([...KNOWN_VARIABLES, ...COORDINATES], use));
}

interface StoreFiles {
  readonly location: string;
  load(names: readonly string[], use: ReadOptions): Promise<Hierarchy>;
  traffic(): Traffic;
  readonly keptSince: number | undefined;
}

function filesOf(options: ZarrOptions): StoreFiles {
  const { cacheBytes, refreshMs = 60_000 } = options;
  const location = locationOf(options.location, "location");
  const allow = (options.allow ?? []).map((one) => locationOf(one, "allow"));
  const maxAge = Math.min(refreshMs, MAX_AGE);
  const bytes = byteStore({ ...options, allow: [homeOf(location), ...allow], cacheBytes, maxAge });
  let opened: OpenStore | undefined;
  return {
    location,
    async load(names, use) {
      // The same arrays again: what is decoded stays. References may lead elsewhere by now.
      if (opened === undefined || isReferenceFile(location)) {
        const isFolder = !isReferenceFile(location);
        const store = isFolder ? folderStore(bytes, location) : await referenceStore(bytes, location, allow, use);
        opened = await openStore(store, cacheBytes);
      }
      return hierarchyOf(opened, names, use);
    },
    traffic: () => bytes.traffic,
    get keptSince() {
      return bytes.keptSince;
    },
  };
}
