/** Zarr stores as a source: ERA5, ERA5-Land, CAMS, SARAH and others, on disk, on web servers, or as references into files. */
import { budgetOf, type ReadOptions } from "../budget.js";
import { byteStore, type Traffic } from "../bytes/byte-store.js";
import type { DiskCache } from "../bytes/disk-cache.js";
import { sayingWhatIsKept } from "../bytes/kept.js";
import { ForbiddenError, folderOf, isRemote, locationOf } from "../bytes/location.js";
import type { CfArray, Hierarchy } from "../cf/array.js";
import { METADATA } from "../cf/cf-source.js";
import { COORDINATES, KNOWN_VARIABLES, type Listing, listingOf } from "../cf/dataset.js";
import type { CfOptions } from "../cf/options.js";
import { RUN_COORDINATES } from "../cf/runs.js";
import { arraySource } from "../cf/runs-source.js";
import { ArchiveError } from "../errors.js";
import type { WeatherSource } from "../source.js";
import type { Arrays } from "./arrays.js";
import type { IcechunkRepository } from "./icechunk/store.js";
import { folderStore, type KeyStore, referenceStore } from "./references.js";

// What a location of a store is, and where the store's own files are.

/** A file that says where in other files the chunks lie. */
function isReferenceFile(location: string): boolean {
  return location.replace(/\?.*$/s, "").endsWith(".json");
}

/** As dynamical.org and others name theirs. */
function isNamedIcechunk(location: string): boolean {
  return /\.icechunk\/*(\?.*)?$/s.test(location);
}

/** Whether an error may mean that there is no such file: some servers forbid what they do not have. */
function mayBeAbsent(error: unknown): boolean {
  return error instanceof ForbiddenError || (error instanceof ArchiveError && error.kind === "not there");
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
  const [{ readHierarchy, readLine, readLines }, { asList }] = await Promise.all([
    import("./hierarchy.js"),
    import("./metadata.js"),
  ]);
  const { arrays, problems, version } = await readHierarchy(store, names, use);
  const { location, form } = store;
  const readable = [...arrays].map(([path, array]): [string, CfArray] => {
    if (array.shape.length === 0) {
      const list = asList(array);
      return [path, { ...array, line: (_axis, from, to, _at, own) => readLine(chunks, list, 0, from, to, [0], own) }];
    }
    return [
      path,
      {
        ...array,
        line: (axis, from, to, at, own) => readLine(chunks, array, axis, from, to, at, own),
        lines: (axis, from, to, at, own) => readLines(chunks, array, axis, from, to, at, own),
        versionAt: (at, own) => chunks.versionAt(array, at, own),
      },
    ];
  });
  return { location, form, arrays: new Map(readable), problems, version };
}

// An operator's options for a Zarr store.

export interface ZarrOptions extends CfOptions {
  /** Name in settings, answers and logs. Default: "zarr". */
  readonly id?: string | undefined;
  /** Folder or address of a Zarr or Icechunk store, or of a reference file (`.json`). */
  readonly location: string;
  /** Folders and addresses, besides the store's own, to which references and redirects may lead. */
  readonly allow?: readonly string[] | undefined;
  /** Sent only to the store's own address, which must be https or on this machine. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Bytes kept in memory, each for files, for decoded chunks and for unpacked metadata of Icechunk. Default: 64 MiB; of decoded chunks for
   * all sources together that do not say how many.
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
  return listingOf(await filesOf(options).load([...KNOWN_VARIABLES, ...COORDINATES, ...RUN_COORDINATES], use));
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
  let repository: IcechunkRepository | undefined;
  const newest = async (use: ReadOptions) => {
    const { icechunkStore } = await import("./icechunk/store.js");
    repository ??= icechunkStore(bytes, location, cacheBytes);
    return repository.newest(use);
  };
  let opened: OpenStore | undefined;
  let isIcechunk = isNamedIcechunk(location);
  const hierarchyIn = async (store: KeyStore, names: readonly string[], use: ReadOptions) => {
    // The same arrays again: what is decoded stays. References, and a branch, may lead elsewhere by now.
    if (opened?.store !== store) opened = await openStore(store, cacheBytes);
    return hierarchyOf(opened, names, use);
  };
  const folder = folderStore(bytes, location);
  return {
    location,
    async load(names, use) {
      if (isReferenceFile(location)) return hierarchyIn(await referenceStore(bytes, location, allow, use), names, use);
      const snapshot = isIcechunk ? await newest(use) : undefined;
      if (snapshot !== undefined) return hierarchyIn(snapshot, names, use);
      return hierarchyIn(folder, names, use).catch(async (error) => {
        // Few stores are Icechunk's, whose files are looked for where those of Zarr are not.
        const other = mayBeAbsent(error) ? await newest(use) : undefined;
        if (other === undefined) throw error;
        isIcechunk = true;
        return hierarchyIn(other, names, use);
      });
    },
    traffic: () => bytes.traffic,
    get keptSince() {
      return bytes.keptSince;
    },
  };
}
