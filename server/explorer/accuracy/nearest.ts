/** Where the climatology was judged near a place: what the card lists. Pure, so that poles and the date line are tested without a page. */

/** Name, degrees north and east, error of the year's GHI and of months (rms), percent. */
export type JudgedPlace = readonly [name: string, latitude: number, longitude: number, year: number, months: number];

export interface JudgedStation {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly period: string;
  /** What its hours were off by. */
  readonly words: string;
}

export interface PublishedFigure {
  readonly product: string;
  readonly kind: string;
  readonly what: string;
  readonly figure: string;
  readonly source: string;
  readonly doi?: string;
  /** The seller's own word. */
  readonly own: boolean;
}

export interface Neighbour {
  readonly name: string;
  readonly kilometres: number;
  /** Percent: the climatology's year less the judged one. */
  readonly year: number;
}

/** Radius of a sphere with the Earth's volume, km. */
const EARTH_RADIUS = 6371;

/** The nearest of the judged places, nearest first. */
export function nearestPlaces(
  places: readonly JudgedPlace[],
  latitude: number,
  longitude: number,
  count: number,
): Neighbour[] {
  return places
    .map(([name, north, east, year]) => ({
      name,
      kilometres: distance([latitude, longitude], [north, east]),
      year,
    }))
    .sort((a, b) => a.kilometres - b.kilometres)
    .slice(0, count);
}

/** Kilometres along the great circle, by the haversine. */
export function distance(
  [latitude, longitude]: readonly [number, number],
  [north, east]: readonly [number, number],
): number {
  const [here, there] = [radians(latitude), radians(north)];
  const across = radians(east - longitude);
  const half = Math.sin((there - here) / 2) ** 2 + Math.cos(here) * Math.cos(there) * Math.sin(across / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(half, 1)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
