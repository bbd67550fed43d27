/** Zarr stores as a source: ERA5, ERA5-Land, CAMS, SARAH and others, on disk, on web servers, or as references into files. */
import { byteStore } from "../bytes/byte-store.js";
import { folderOf, isRemote, locationOf } from "../bytes/location.js";
import type { CfArray, Hierarchy } from "../cf/array.js";
import { cfSource } from "../cf/cf-source.js";
import type { ReadOptions, WeatherSource } from "../source.js";
import type { Arrays } from "./arrays.js";
import { folderStore, type KeyStore } from "./key-store.js";
import type { ZarrOptions } from "./options.js";
import { referenceStore } from "./references.js";

/** ms after which it is asked whether a file is still the same. */
const MAX_AGE = 30_000;

/**
 * A store whose chunks are maps is refused, with the way out.
 *
 * @throws TypeError or RangeError for invalid options, naming them; what is wrong in the store itself is told by `offer`
 */
export function zarrSource(options: ZarrOptions): WeatherSource {
  const { id = "zarr", cacheBytes = 64 * 1024 * 1024, refreshMs = 60_000 } = options;
  const location = locationOf(options.location, "location");
  const allow = (options.allow ?? []).map((one) => locationOf(one, "allow"));
  const maxAge = Math.min(refreshMs, MAX_AGE);
  const bytes = byteStore({ ...options, allow: [homeOf(location), ...allow], cacheBytes, maxAge });
  let keys: { readonly store: KeyStore; readonly arrays: Arrays } | undefined;

  const load = async (names: readonly string[], use: ReadOptions): Promise<Hierarchy> => {
    // Loaded when first used: the decoders take a while, and few who use the archive have a Zarr store.
    const [{ arraysOf }, { readHierarchy }, { readLine }] = await Promise.all([
      import("./arrays.js"),
      import("./hierarchy.js"),
      import("./lines.js"),
    ]);
    // The same arrays again: what is decoded stays. References may lead elsewhere by now.
    if (keys === undefined || isReferenceFile(location)) {
      const isFolder = !isReferenceFile(location);
      const store = isFolder ? folderStore(bytes, location) : await referenceStore(bytes, location, allow, use);
      keys = { store, arrays: arraysOf(store, cacheBytes) };
    }
    const { store, arrays: chunks } = keys;
    const { arrays, problems, version } = await readHierarchy(store, names, use);
    const readable = [...arrays].map(([path, array]): [string, CfArray] => [
      path,
      { ...array, line: (axis, from, to, at, own) => readLine(chunks, array, axis, from, to, at, own) },
    ]);
    return { location: store.location, arrays: new Map(readable), problems, version };
  };

  return cfSource({ id, location, load, close: async () => {} }, options);
}

function isReferenceFile(location: string): boolean {
  return location.replace(/\?.*$/s, "").endsWith(".json");
}

/** Where a store's own files are. */
function homeOf(location: string): string {
  if (isRemote(location)) return new URL(location).origin;
  return isReferenceFile(location) ? folderOf(location) : location;
}
