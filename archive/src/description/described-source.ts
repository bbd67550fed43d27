/** A source under the name, and within the bounds, that its description gives it. */
import { DAY } from "irradiance-engine/shared";
import { intersect } from "../period.js";
import type { Offer, Place, WeatherSource } from "../source.js";

/** Degrees; a west above the east crosses the date line. */
export interface Bounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** What a source is asked for. */
export interface Reach {
  readonly bounds?: Bounds | undefined;
  /** Days before now from which on it serves the past. */
  readonly recentDays?: number | undefined;
}

/** What else the source can do stays: of files, what is wrong with them. */
export function describedSource(source: WeatherSource, id: string, reach: Reach): WeatherSource {
  const { bounds, recentDays } = reach;
  if (id === source.id && bounds === undefined && recentDays === undefined) return source;
  return {
    ...source,
    id,
    async offer(place, now, options) {
      if (bounds !== undefined && !isWithin(bounds, place)) return [];
      const offers = (await source.offer(place, now, options)).map((offer) => ({ ...offer, source: id }));
      return recentDays === undefined ? offers : offers.flatMap((offer) => recent(offer, now - recentDays * DAY));
    },
    async read(offer, place, period, columns, options) {
      const own: Offer = { ...offer, source: source.id };
      const parts = await source.read(own, place, period, columns, options);
      return parts.map((part) => ({ ...part, provenance: { ...part.provenance, source: id } }));
    },
    pieceOf:
      source.pieceOf &&
      (async (place, signal) =>
        bounds !== undefined && !isWithin(bounds, place) ? undefined : source.pieceOf!(place, signal)),
    runs: source.runs && (async (period) => (await source.runs!(period)).map((run) => describedSource(run, id, reach))),
  };
}

function isWithin({ south, west, north, east }: Bounds, { latitude, longitude }: Place): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/** The part of an offer from a day on; a run is whole or nothing. */
function recent(offer: Offer, since: number): Offer[] {
  const first = Math.floor(since / DAY) * DAY;
  if (offer.run !== undefined || offer.first >= first) return [offer];
  if (offer.last <= first) return [];
  const covers = offer.covers && intersect(offer.covers, [{ start: first, end: offer.last }]);
  if (covers === undefined) return [{ ...offer, first }];
  return covers.length === 0 ? [] : [{ ...offer, first: covers[0]!.start, covers }];
}
