/** A source under the name, and within the bounds, that its description gives it. */
import type { Offer, Place, WeatherSource } from "../source.js";

/** Degrees; a west above the east crosses the date line. */
export interface Bounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** What else the source can do stays: of files, what is wrong with them. */
export function describedSource(source: WeatherSource, id: string, bounds: Bounds | undefined): WeatherSource {
  if (id === source.id && bounds === undefined) return source;
  return {
    ...source,
    id,
    async offer(place, now, options) {
      if (bounds !== undefined && !isWithin(bounds, place)) return [];
      return (await source.offer(place, now, options)).map((offer) => ({ ...offer, source: id }));
    },
    async read(offer, place, period, columns, options) {
      const own: Offer = { ...offer, source: source.id };
      const parts = await source.read(own, place, period, columns, options);
      return parts.map((part) => ({ ...part, provenance: { ...part.provenance, source: id } }));
    },
    runs:
      source.runs && (async (period) => (await source.runs!(period)).map((run) => describedSource(run, id, bounds))),
  };
}

function isWithin({ south, west, north, east }: Bounds, { latitude, longitude }: Place): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}
