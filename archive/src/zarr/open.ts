/** A Zarr store as arrays with names. */

import type { ReadOptions } from "../budget.js";
import type { CfArray, Hierarchy } from "../cf/array.js";
import type { Arrays } from "./arrays.js";
import type { KeyStore } from "./key-store.js";

export interface OpenStore {
  readonly store: KeyStore;
  readonly chunks: Arrays;
}

/** The decoders are loaded when first used: they take a while, and few who use the archive have a Zarr store. */
export async function openStore(store: KeyStore, cacheBytes: number | undefined): Promise<OpenStore> {
  const { arraysOf } = await import("./arrays.js");
  return { store, chunks: arraysOf(store, cacheBytes) };
}

/** @param names arrays that may be needed, where they cannot be listed */
export async function hierarchyOf(
  { store, chunks }: OpenStore,
  names: readonly string[],
  use: ReadOptions,
): Promise<Hierarchy> {
  const [{ readHierarchy }, { readLine }, { asList }] = await Promise.all([
    import("./hierarchy.js"),
    import("./lines.js"),
    import("./metadata.js"),
  ]);
  const { arrays, problems, version } = await readHierarchy(store, names, use);
  const readable = [...arrays].map(([path, array]): [string, CfArray] => {
    if (array.shape.length > 0)
      return [path, { ...array, line: (axis, from, to, at, own) => readLine(chunks, array, axis, from, to, at, own) }];
    const list = asList(array);
    return [path, { ...array, line: (_axis, from, to, _at, own) => readLine(chunks, list, 0, from, to, [0], own) }];
  });
  return { location: store.location, arrays: new Map(readable), problems, version };
}
