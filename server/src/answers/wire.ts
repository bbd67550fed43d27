/** Provenances, offers and times as answers write them: snake_case keys, ISO 8601 text. */

import type { Offer, Provenance } from "irradiance-archive";
import type { Cell } from "irradiance-archive/internal/server";

/** As in `meta.sources`. */
export function wireSource(source: Provenance) {
  return {
    source: source.source,
    dataset: source.dataset,
    class: source.class,
    synthetic: source.synthetic,
    columns: [...source.columns],
    start: wireTime(source.start),
    end: wireTime(source.end),
    revision: source.revision,
    ...(source.run === undefined ? {} : { run: wireTime(source.run) }),
    method: source.method,
    cell: wireCell(source.cell),
    corrections: [...source.corrections],
    licence: source.licence,
    ...(source.attribution === undefined ? {} : { attribution: source.attribution }),
  };
}

/** As in /v1/sources. @param now Unix ms, for the age of the newest value */
export function wireOffer(offer: Offer, now: number) {
  return {
    source: offer.source,
    dataset: offer.dataset,
    class: offer.class,
    columns: [...offer.columns],
    step: offer.interval,
    first: wireTime(offer.first),
    last: wireTime(offer.last),
    age: Math.round((now - offer.last) / 1000),
    ...(offer.run === undefined ? {} : { run: wireTime(offer.run) }),
    cell: wireCell(offer.cell),
    licence: offer.licence,
    ...(offer.attribution === undefined ? {} : { attribution: offer.attribution }),
    notices: [...(offer.notices ?? []), ...doubtsOf(offer)],
  };
}

function doubtsOf({ dataset, doubts = [] }: Offer): string[] {
  return doubts.map(({ message }) => `${dataset}: ${message}`);
}

function wireCell(cell: Cell) {
  const { latitude: lat, longitude: lon, altitude, distanceKm } = cell;
  return { lat, lon, ...(altitude === undefined ? {} : { altitude }), distance_km: distanceKm };
}

/** A time in UTC, to the second. */
export function wireTime(ms: number): string;
export function wireTime(ms: number | null): string | null;
export function wireTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}
