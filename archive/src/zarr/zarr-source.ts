/** Zarr stores as a source: ERA5, ERA5-Land, CAMS, SARAH and others, on disk, on web servers, or as references into files. */
import { createHash } from "node:crypto";
import { budgetOf } from "../budget.js";
import { byteStore } from "../bytes/byte-store.js";
import { flightsOf } from "../bytes/flights.js";
import { locationOf, shown } from "../bytes/location.js";
import { ArchiveError } from "../errors.js";
import type { Offer, ReadOptions, WeatherSource } from "../source.js";
import type { Arrays } from "./arrays.js";
import type { Dataset } from "./dataset.js";
import { homeOf, isReferenceFile } from "./home.js";
import { folderStore, type KeyStore } from "./key-store.js";
import { cellOf, offerOf, spotFor } from "./offers.js";
import { productOf, rulesOf, type ZarrOptions } from "./options.js";
import { readParts } from "./parts.js";
import { referenceStore } from "./references.js";

interface Opened {
  readonly arrays: Arrays;
  readonly dataset: Dataset;
  readonly revision: string;
  readonly at: number;
}

/** What metadata may take: coordinates of all hours since 1940 among them. */
const METADATA = { files: 5_000, bytes: 512 * 1024 * 1024, values: 64_000_000 };
/** ms after which it is asked whether a file is still the same. */
const MAX_AGE = 30_000;

/**
 * Metadata and coordinates are read when first asked for, and kept. A store whose chunks are maps is refused, with the way out.
 *
 * @throws TypeError or RangeError for invalid options, naming them; what is wrong in the store itself is told by `offer`
 */
export function zarrSource(options: ZarrOptions): WeatherSource {
  const { id = "zarr", select = {}, cacheBytes = 64 * 1024 * 1024, refreshMs = 60_000 } = options;
  const location = locationOf(options.location, "location");
  const allow = (options.allow ?? []).map((one) => locationOf(one, "allow"));
  const product = productOf(options);
  const { isLandOnly } = product;
  const axes = { select, reach: options.maxDistanceKm ?? 25, shift: (options.timeShift ?? 0) * 1000 };
  const described = { rules: rulesOf(options), label: options.label, ...axes };
  const maxAge = Math.min(refreshMs, MAX_AGE);
  const bytes = byteStore({ ...options, allow: [homeOf(location), ...allow], cacheBytes, maxAge });
  const opening = flightsOf<Opened>();
  let opened: Opened | undefined;
  let keys: { readonly store: KeyStore; readonly arrays: Arrays } | undefined;

  const load = async (use: ReadOptions): Promise<Opened> => {
    // Loaded when first used: the decoders take a while, and few who use the archive have a Zarr store.
    const [{ arraysOf }, { openDataset }] = await Promise.all([import("./arrays.js"), import("./dataset.js")]);
    // The same arrays again: what is decoded stays. References may lead elsewhere by now.
    if (keys === undefined || isReferenceFile(location)) {
      const isFolder = !isReferenceFile(location);
      const store = isFolder ? folderStore(bytes, location) : await referenceStore(bytes, location, allow, use);
      keys = { store, arrays: arraysOf(store, cacheBytes) };
    }
    const { store, arrays } = keys;
    const dataset = await openDataset(store, arrays, described, use);
    opened = { arrays, dataset, revision: revisionOf(dataset), at: performance.now() };
    return opened;
  };
  const open = async (signal: AbortSignal): Promise<Opened> => {
    if (opened !== undefined && performance.now() - opened.at < refreshMs) return opened;
    return opening.start("", (own) => load({ signal: own, budget: budgetOf(METADATA) })).join(signal);
  };

  return {
    id,
    async offer(place) {
      const { signal } = new AbortController();
      const { arrays, dataset, revision } = await open(signal);
      const use = { signal, budget: budgetOf(METADATA) };
      const offers = dataset.groups.map(async (group, k): Promise<Offer[]> => {
        const spot = await spotFor(arrays, group, place, isLandOnly, select, use);
        if (spot === undefined) return [];
        const { class: kind, licence, attribution } = product;
        const about = { source: id, dataset: nameOf(product.dataset, dataset, k), class: kind, licence, attribution };
        return [{ ...about, ...offerOf(group), cell: await cellOf(arrays, spot, use), revision }];
      });
      return (await Promise.all(offers)).flat();
    },
    async read(offer, place, period, columns, use) {
      const { arrays, dataset, revision } = await open(use.signal);
      const group = dataset.groups.find((_, k) => nameOf(product.dataset, dataset, k) === offer.dataset);
      if (group === undefined || revision !== offer.revision) {
        throw new ArchiveError("ERR_ARCHIVE_CHANGED", `${shown(location)} changed since ${offer.dataset} was offered`);
      }
      const spot = await spotFor(arrays, group, place, isLandOnly, select, use);
      if (spot === undefined) return [];
      const read = () => readParts(arrays, spot, offer, period, columns, use);
      // A file that is replaced meanwhile: all of it again, once.
      return read().catch((error) => {
        if (error instanceof ArchiveError && error.code === "ERR_ARCHIVE_CHANGED") return read();
        throw error;
      });
    },
    close: async () => {},
  };
}

/** Of several groups each is a data set of its own. */
function nameOf(name: string, { groups }: Dataset, k: number): string {
  return groups.length === 1 ? name : `${name}, ${groups[k]!.variables.map(({ array }) => array.path).join(" ")}`;
}

function revisionOf({ version, groups }: Dataset): string {
  const times = groups.map(({ axis: { first, step, count } }) => [first, step, count]);
  return createHash("sha256")
    .update(JSON.stringify([version, times]))
    .digest("hex")
    .slice(0, 16);
}
