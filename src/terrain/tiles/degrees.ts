/** Which whole degrees a search from a place may reach. */
import { cos, DEG } from "../../math/index.js";

/** South-west corner of a whole degree: −90 … 89, −180 … 179. */
export interface Degree {
  readonly south: number;
  readonly west: number;
}

/** Metres in a degree of latitude: at most 0.6 % less than anywhere on the ellipsoid, so that the reach is not too short. */
const METRES = 110_500;
/** Degrees by which tiles may miss the edge of theirs: two samples of 3 seconds. */
const EDGE = 6 / 3600;
/** Beyond it a circle around a place may contain the pole. */
const POLAR = 89.9;

/** The degree of a place. */
export function degreeOf(latitude: number, longitude: number): Degree {
  return { south: Math.min(Math.floor(latitude), 89), west: wrapped(Math.floor(longitude)) };
}

/**
 * All degrees within a distance of any place of one degree, from north to south and from west to east: the same ones for all
 * places of a degree, so that these see the same surface.
 *
 * @param range metres
 */
export function degreesAround({ south, west }: Degree, range: number): Degree[] {
  const reach = range / METRES + EDGE;
  const first = Math.min(Math.floor(south + 1 + reach), 89);
  const last = Math.max(Math.floor(south - reach), -90);
  const furthest = Math.max(Math.abs(south), Math.abs(south + 1)) + reach;
  // At its northern- and southernmost point a circle is narrower, in degrees, than at its widest: hence the hundredth.
  const aside = furthest >= POLAR ? 180 : Math.min((1.01 * reach) / cos(furthest * DEG), 180);
  const columns = Math.min(Math.floor(1 + aside) - Math.floor(-aside) + 1, 360);
  const left = west + Math.floor(-aside);
  const degrees: Degree[] = [];
  for (let row = first; row >= last; row--) {
    for (let k = 0; k < columns; k++) degrees.push({ south: row, west: wrapped(left + k) });
  }
  return degrees;
}

function wrapped(west: number): number {
  return ((((west + 180) % 360) + 360) % 360) - 180;
}
