/** A provenance as answers show it (`meta.sources`), and an offer as /v1/sources does: snake_case, times as texts. */
import type { Cell, Offer, Provenance } from "irradiance-archive";

export function wireSource(source: Provenance) {
  return {
    source: source.source,
    dataset: source.dataset,
    class: source.class,
    synthetic: source.synthetic,
    columns: [...source.columns],
    start: time(source.start),
    end: time(source.end),
    revision: source.revision,
    ...(source.run === undefined ? {} : { run: time(source.run) }),
    method: source.method,
    cell: wireCell(source.cell),
    corrections: [...source.corrections],
    licence: source.licence,
    ...(source.attribution === undefined ? {} : { attribution: source.attribution }),
  };
}

/** @param now Unix ms, for the age of the newest value */
export function wireOffer(offer: Offer, now: number) {
  return {
    source: offer.source,
    dataset: offer.dataset,
    class: offer.class,
    columns: [...offer.columns],
    step: offer.step,
    first: time(offer.first),
    last: time(offer.last),
    age: Math.round((now - offer.last) / 1000),
    ...(offer.run === undefined ? {} : { run: time(offer.run) }),
    cell: wireCell(offer.cell),
    licence: offer.licence,
    ...(offer.attribution === undefined ? {} : { attribution: offer.attribution }),
    notices: [...(offer.notices ?? [])],
  };
}

function wireCell(cell: Cell) {
  const { latitude: lat, longitude: lon, altitude, distanceKm } = cell;
  return { lat, lon, ...(altitude === undefined ? {} : { altitude }), distance_km: distanceKm };
}

function time(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}
