/** What is known of a place's accuracy: its kind, as the answer says it, and the nearest places that were judged. Without a page, to be tested. */

/** Name, degrees north and east, error of the year's GHI in percent. */
export type JudgedPlace = readonly [name: string, latitude: number, longitude: number, year: number];

/**
 * Of the year's GHI: rms, and within which eight of ten places lie, as fractions; of months, of the year's mean; of months' temperature, K; of
 * a year's yield; how many places were judged, 0: none, and all is assumed.
 */
export type KindErrors = readonly [
  annual: number,
  within80: number,
  monthly: number,
  kelvin: number,
  ofYield: number,
  places: number,
];

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

export interface Kind {
  readonly name: string;
  /** Of a month's temperature at this very place: with what an altitude of the map may be off by. */
  readonly kelvin: number;
}

/** The clause of `describeExpectedError` of irradiance-engine/climatology, in which every answer of generated weather names the kind. */
const KIND = /(?:of its kind|not judged here) \(([a-z ]+)(?:; \d+ judged)?\)/;
const KELVIN = /a month's temperature ([\d.]+) K/;

/** The kind of place by an answer's notices; undefined where its weather is not drawn from the climatology. */
export function kindIn(messages: readonly string[]): Kind | undefined {
  for (const message of messages) {
    const [name, kelvin] = [KIND.exec(message)?.[1], KELVIN.exec(message)?.[1]];
    if (name !== undefined && kelvin !== undefined) return { name, kelvin: Number(kelvin) };
  }
  return undefined;
}

/** All that the clause says, in percent but for the temperature. */
export interface Clause extends Kind {
  /** 0: nobody has judged such places, and all is assumed. */
  readonly places: number;
  readonly within80: number;
  readonly monthly: number;
  readonly ofYield: number;
}

const CLAUSE =
  /(?:of its kind|not judged here) \(([a-z ]+)(?:; (\d+) judged)?\)(?: are|; assumed:) within (\d+) % in a year's GHI; typical errors \(rms\): a month's GHI (\d+) % of the annual mean, a month's temperature ([\d.]+) K, a year's yield (\d+) %$/;

/** Where the climatology is known to be far off there is a notice of its own. */
const KNOWN_MISS = /, but the year's light was found [^;]*/;

/** undefined where a message has none, or says more than it. */
export function clauseIn(message: string): Clause | undefined {
  const [, name, ...figures] = CLAUSE.exec(message.replace(KNOWN_MISS, "")) ?? [];
  if (name === undefined) return undefined;
  const [places, within80, monthly, kelvin, ofYield] = figures.map((text) => Number(text ?? 0));
  return { name, places, within80, monthly, kelvin, ofYield } as Clause;
}

export interface Neighbour {
  readonly name: string;
  readonly kilometres: number;
  /** Percent: the climatology's year less the judged one. */
  readonly year: number;
}

/** The nearest of the judged places, nearest first. */
export function nearestPlaces(
  places: readonly JudgedPlace[],
  latitude: number,
  longitude: number,
  count: number,
): Neighbour[] {
  return places
    .map(([name, north, east, year]) => ({ name, kilometres: distance([latitude, longitude], [north, east]), year }))
    .sort((a, b) => a.kilometres - b.kilometres)
    .slice(0, count);
}

/** Mean radius of the Earth, km. */
const EARTH_RADIUS = 6371;

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
