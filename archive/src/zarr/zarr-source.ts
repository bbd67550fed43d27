/** Zarr stores as a source: ERA5, ERA5-Land, CAMS, SARAH and others, on disk, on web servers, or as references into files. */

import type { ReadOptions } from "../budget.js";
import { budgetOf } from "../budget.js";
import { byteStore, type Traffic } from "../bytes/byte-store.js";
import { sayingWhatIsKept } from "../bytes/kept.js";
import { locationOf } from "../bytes/location.js";
import type { Hierarchy } from "../cf/array.js";
import { cfSource, METADATA } from "../cf/cf-source.js";
import { COORDINATES } from "../cf/group.js";
import { KNOWN_VARIABLES, type Listing, listingOf } from "../cf/listing.js";
import type { WeatherSource } from "../source.js";
import { homeOf, isReferenceFile } from "./home.js";
import { folderStore } from "./key-store.js";
import { hierarchyOf, type OpenStore, openStore } from "./open.js";
import type { ZarrOptions } from "./options.js";
import { referenceStore } from "./references.js";

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
  const source = cfSource({ id, what: "Zarr store", ...files, close: async () => {} }, options);
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
