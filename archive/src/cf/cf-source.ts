/** Arrays by the CF conventions as a source of weather, whatever their files look like. */
import { createHash } from "node:crypto";
import type { ReadOptions } from "../budget.js";
import { budgetOf } from "../budget.js";
import { flightsOf } from "../bytes/flights.js";
import { withoutQuery } from "../bytes/location.js";
import { ArchiveError } from "../errors.js";
import type { Offer, WeatherSource } from "../source.js";
import type { Hierarchy } from "./array.js";
import { type Dataset, namesOf, openDataset } from "./dataset.js";
import { COORDINATES } from "./group.js";
import { cellOf, factsOf, offerOf, pieceOf, spotFor } from "./offers.js";
import { type CfOptions, productOf, rulesOf } from "./options.js";
import { readParts } from "./parts.js";

export interface CfFiles {
  readonly id: string;
  /** "Zarr store". */
  readonly what: string;
  /** For messages. */
  readonly location: string;
  /** What there is now. @param names arrays that may be needed, where they cannot be listed */
  load(names: readonly string[], use: ReadOptions): Promise<Hierarchy>;
  readonly traffic?: WeatherSource["traffic"];
  close(): Promise<void>;
}

interface DatasetState {
  readonly dataset: Dataset;
  readonly revision: string;
  readonly at: number;
}

/** What metadata may take: coordinates of all hours since 1940 among them. */
export const METADATA = { files: 5_000, bytes: 512 * 1024 * 1024, values: 64_000_000 };

/**
 * Metadata and coordinates are read when first asked for, and kept.
 *
 * @throws TypeError or RangeError for invalid options, naming them
 */
export function cfSource(
  { id, what, location, load: files, traffic, close }: CfFiles,
  options: CfOptions,
): WeatherSource {
  const { select = {}, refreshMs = 60_000 } = options;
  const product = productOf(options);
  const { isLandOnly } = product;
  const rules = rulesOf(options);
  const axes = { select, reach: options.maxDistanceKm ?? 25, shift: (options.timeShift ?? 0) * 1000 };
  const described = { rules, label: options.label, ...axes };
  const opening = flightsOf<DatasetState>();
  let opened: DatasetState | undefined;

  const load = async (use: ReadOptions): Promise<DatasetState> => {
    const hierarchy = await files([...namesOf(rules), ...COORDINATES], use);
    const dataset = await openDataset(hierarchy, described, use);
    opened = { dataset, revision: revisionOf(dataset), at: performance.now() };
    return opened;
  };
  const open = async (signal: AbortSignal): Promise<DatasetState> => {
    if (opened !== undefined && performance.now() - opened.at < refreshMs) return opened;
    return opening.start("", (own) => load({ signal: own, budget: budgetOf(METADATA) })).join(signal);
  };

  return {
    id,
    async offer(place, _now, { signal = new AbortController().signal } = {}) {
      const { dataset, revision } = await open(signal);
      const use = { signal, budget: budgetOf(METADATA) };
      const offers = dataset.groups.map(async (group, k): Promise<Offer[]> => {
        const spot = await spotFor(group, place, isLandOnly, select, use);
        if (spot === undefined) return [];
        const { class: kind, licence, attribution, preliminary } = product;
        const about = {
          source: id,
          dataset: nameOf(product.dataset, dataset, k),
          class: kind,
          licence,
          attribution,
          preliminary,
        };
        return [{ ...about, ...offerOf(group), cell: await cellOf(spot, use), revision }];
      });
      return (await Promise.all(offers)).flat();
    },
    async read(offer, place, period, columns, use) {
      const { dataset, revision } = await open(use.signal);
      const group = dataset.groups.find((_, k) => nameOf(product.dataset, dataset, k) === offer.dataset);
      if (group === undefined || revision !== offer.revision) {
        throw new ArchiveError(
          "ERR_ARCHIVE_CHANGED",
          `${withoutQuery(location)} changed since ${offer.dataset} was offered`,
        );
      }
      const spot = await spotFor(group, place, isLandOnly, select, use);
      if (spot === undefined) return [];
      const read = () => readParts(spot, offer, period, columns, use);
      // A file that is replaced meanwhile: all of it again, once.
      return read().catch((error) => {
        if (error instanceof ArchiveError && error.code === "ERR_ARCHIVE_CHANGED") return read();
        throw error;
      });
    },
    async pieceOf(place, signal) {
      const { groups } = (await open(signal)).dataset;
      for (const group of groups) {
        const [nearest] = group.places.near(place);
        if (nearest !== undefined) return pieceOf(group, nearest);
      }
      return undefined;
    },
    async look(signal) {
      const { dataset } = await open(signal);
      const datasets = dataset.groups.map((group, k) => ({
        ...factsOf(group),
        dataset: nameOf(product.dataset, dataset, k),
        class: product.class,
      }));
      return { what, datasets, problems: dataset.problems };
    },
    traffic,
    close,
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
