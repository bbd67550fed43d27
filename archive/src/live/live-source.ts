/** A live store as a source of weather: the nearest cells, each as it was when it was offered. */
import type { WeatherColumn } from "irradiance-engine";
import { lruOf } from "irradiance-engine/internal/shared";
import type { ReadOptions } from "../budget.js";
import { ArchiveError } from "../errors.js";
import { merge, subtract } from "../period.js";
import {
  type DatasetFacts,
  extentOfPlaces,
  type Offer,
  type Part,
  type Period,
  provenanceFrom,
  type WeatherSource,
} from "../source.js";
import type { Cells } from "./cells.js";
import { type Manifest, spanOf } from "./manifest.js";
import { CACHE_BYTES, type Cover, readerOf, type Snapshot } from "./reader.js";

export interface LiveSourceOptions {
  /** Folder of the store. It need not exist yet. */
  readonly folder: string;
  /** Name of the source. Default: "live". */
  readonly id?: string | undefined;
  /** Blocks kept in memory, bytes. Default: 32 MiB. */
  readonly cacheBytes?: number | undefined;
}

/** Of cells near a place as many are looked at: farther ones only add what nearer ones lack. */
const MOST_CELLS = 3;
/** Offers that can be read as they were made, although the store has changed since. */
const MOST_OFFERS = 10_000;
interface LiveOffer {
  readonly snapshot: Snapshot;
  readonly cell: number;
  readonly cover: Cover;
}

/**
 * A source over the store of another process, or of this one: every offer has the newest update.
 *
 * @throws RangeError for invalid options
 * @experimental
 */
export function liveSource({ folder, id = "live", cacheBytes = CACHE_BYTES }: LiveSourceOptions): WeatherSource {
  if (folder === "") throw new RangeError("folder must name the folder of a live store, got an empty text");
  if (!(cacheBytes >= 0)) throw new RangeError(`cacheBytes must be 0 or more, got ${cacheBytes}`);
  const reader = readerOf(folder, cacheBytes);
  const offered = lruOf<LiveOffer>(MOST_OFFERS);

  return {
    id,
    async offer(place) {
      const snapshot = await reader.snapshot();
      const near = snapshot.cells.near(place, snapshot.manifest.description.maxDistanceKm).slice(0, MOST_CELLS);
      const offers: Offer[] = [];
      for (const { cell, distanceKm } of near) {
        const cover = await snapshot.cover(cell);
        if (cover === undefined) continue;
        const offer = offerOf(id, snapshot, cell, cover, distanceKm);
        if (!adds(offer, offers)) continue;
        // The first that was made: later ones of the same revision are the same.
        if (offered.get(keyOf(offer)) === undefined) offered.set(keyOf(offer), { snapshot, cell, cover });
        offers.push(offer);
      }
      return offers;
    },
    async read(offer, _place, period, columns, options) {
      const known = offered.get(keyOf(offer)) ?? knownNow(offer, await reader.snapshot());
      return readCell(await known, offer, period, columns, options);
    },
    async look() {
      const { manifest, cells } = await reader.snapshot();
      return { what: "live store", datasets: [factsOf(manifest, cells)], problems: [] };
    },
    close: async () => offered.clear(),
  };
}

function factsOf(manifest: Manifest, { places }: Cells): DatasetFacts {
  const { dataset, class: kind, columns, sampling, step } = manifest.description;
  const is = sampling === "instant" ? "at the time" : "mean, the time is its start";
  const [latitudes, longitudes] = [places.map((one) => one.latitude), places.map((one) => one.longitude)];
  return {
    dataset,
    class: kind,
    columns: columns.map(({ name }) => ({ column: name, is })),
    step,
    ...spanOf(manifest),
    gaps: 0,
    extent: extentOfPlaces(latitudes, longitudes),
  };
}

/** For an offer that was made long ago, or by another process. */
async function knownNow(offer: Offer, snapshot: Snapshot): Promise<LiveOffer> {
  const cell = snapshot.cells.at(offer.cell) ?? Number.NaN;
  const cover = await snapshot.cover(cell);
  if (cover !== undefined && revisionOf(snapshot, cover) === offer.revision) return { snapshot, cell, cover };
  throw new ArchiveError("ERR_ARCHIVE_CHANGED", `${offer.dataset} has changed since it was offered`);
}

function revisionOf({ manifest: { store, losses } }: Snapshot, { version }: Cover): string {
  return `${store}-${losses}-${version}`;
}

function keyOf({ dataset, revision }: Offer): string {
  return `${dataset}\n${revision}`;
}

/** Whether an offer has a column or a time that the nearer ones have not. */
function adds(offer: Offer, nearer: readonly Offer[]): boolean {
  const times = (one: Offer) => one.covers ?? [{ start: one.first, end: one.last }];
  const known = nearer.filter((one) => offer.columns.every((column) => one.columns.includes(column)));
  return subtract(times(offer), known.flatMap(times)).length > 0;
}

function offerOf(source: string, snapshot: Snapshot, cell: number, cover: Cover, distanceKm: number): Offer {
  const { description } = snapshot.manifest;
  const { latitude, longitude, altitude } = snapshot.cells.places[cell]!;
  const shift = shiftOf(description);
  const covers = merge(cover.days.map(({ start, end }) => ({ start: start - shift, end: end - shift })));
  return {
    source,
    dataset: `${description.dataset}, cell ${cell}`,
    class: description.class,
    columns: cover.columns.map((column) => description.columns[column]!.name),
    interval: description.step,
    first: covers[0]!.start,
    last: covers.at(-1)!.end,
    covers: covers.length > 1 ? covers : undefined,
    revision: revisionOf(snapshot, cover),
    cell: altitude === undefined ? { latitude, longitude, distanceKm } : { latitude, longitude, altitude, distanceKm },
    licence: description.licence,
    attribution: description.attribution,
    notices: [],
  };
}

/** An instant stands for the interval around it: that begins half a step before its time. */
function shiftOf({ sampling, step }: { readonly sampling: string; readonly step: number }): number {
  return sampling === "instant" ? step * 500 : 0;
}

async function readCell(
  { snapshot, cell, cover }: LiveOffer,
  offer: Offer,
  period: Period,
  wanted: readonly WeatherColumn[],
  { signal, budget }: ReadOptions,
): Promise<Part[]> {
  const { description } = snapshot.manifest;
  const step = description.step * 1000;
  const shift = shiftOf(description);
  const from = Math.max(cover.first, Math.floor((period.start + shift) / step));
  const to = Math.min(cover.end, Math.ceil((period.end + shift) / step));
  const columns = cover.columns.filter((column) => wanted.includes(description.columns[column]!.name));
  if (from >= to || columns.length === 0) return [];
  budget.take("values", columns.length * (to - from));
  const values = await snapshot.read(cell, from, to, columns, (bytes) => {
    signal.throwIfAborted();
    budget.take("files", 1);
    budget.take("bytes", bytes);
  });
  const names = columns.map((column) => description.columns[column]!.name);
  const covered = { start: from * step - shift, end: to * step - shift };
  const series = {
    start: from * step,
    interval: description.step,
    sampling: description.sampling,
    columns: Object.fromEntries(names.map((name, k) => [name, values[k]!])),
  };
  return [{ series, provenance: provenanceFrom(offer, names, covered, ["rounded for storage"]) }];
}
