import { atan2, cos, DEG, RAD, sin } from "../../math/index.js";
import { MS_PER_DAY } from "./calendar.js";
import { deltaTAt } from "./delta-t.js";
import {
  axisDistance,
  compassDegrees,
  createGeocentricSun,
  END_TIME,
  equatorDistance,
  FIRST_TIME,
  geocentricSun,
  SIN_PARALLAX_1AU,
} from "./spa.js";

/**
 * The sun's direction in the fast form: the same sun as `solarPosition` with deltaT "auto" to 1e-8°, without its series at
 * every row.
 *
 * At 0 h UT of each day the full geocentric SPA gives the apparent unit vector in the frame that turns once per UT day,
 * (cos δ cos g, cos δ sin g, sin δ) with g = ν − α − 360°·(fraction of the day), and the distance R. These four move by
 * less than 1° a day and never wrap, so a polynomial of degree 5 through six daily nodes gives them in between. A row then
 * turns the vector by 360°·fraction + longitude (the local hour angle), takes off SPA's parallax, which is exactly a
 * vector too, and rotates it by the latitude.
 */

/** Days in one memo block; block b holds the days 64·b … 64·b + 63, whatever is asked first. */
const BLOCK_DAYS = 64;
/** Blocks kept (90 years); the oldest goes first. */
const MAX_BLOCKS = 512;
/** Quantities: meridian, west and pole component at Greenwich, R; six coefficients each. */
const PER_DAY = 24;
const NODES_BEFORE = 2;
const NODES = BLOCK_DAYS + 5;

/** Memo of a pure function of the block number: its content does not depend on the order of calls. */
const blocks = new Map<number, Float64Array>();

/** Coefficients of all days of one block, day after day. */
function blockCoefficients(block: number): Float64Array {
  const known = blocks.get(block);
  if (known !== undefined) return known;
  const coefficients = computeBlock(block);
  if (blocks.size >= MAX_BLOCKS) blocks.delete(blocks.keys().next().value as number);
  blocks.set(block, coefficients);
  return coefficients;
}

function computeBlock(block: number): Float64Array {
  const nodes = new Float64Array(4 * NODES);
  const sun = createGeocentricSun();
  for (let k = 0; k < NODES; k++) {
    const day = block * BLOCK_DAYS + k - NODES_BEFORE;
    geocentricSun(day, 0, deltaTAt(day * MS_PER_DAY), sun);
    const g = (sun.siderealTime - sun.rightAscension) * DEG;
    const delta = sun.declination * DEG;
    const cosDelta = cos(delta);
    nodes[k] = cosDelta * cos(g);
    nodes[NODES + k] = cosDelta * sin(g);
    nodes[2 * NODES + k] = sin(delta);
    nodes[3 * NODES + k] = sun.distance;
  }
  const coefficients = new Float64Array(BLOCK_DAYS * PER_DAY);
  for (let k = 0; k < BLOCK_DAYS; k++) {
    for (let q = 0; q < 4; q++) fitQuintic(nodes, q * NODES + k, coefficients, k * PER_DAY + q * 6);
  }
  return coefficients;
}

/** Power series in x of the polynomial through (−2, p[at]), (−1, p[at + 1]) … (3, p[at + 5]). */
function fitQuintic(p: Float64Array, at: number, out: Float64Array, to: number): void {
  const a = p[at]!;
  const b = p[at + 1]!;
  const c = p[at + 2]!;
  const d = p[at + 3]!;
  const e = p[at + 4]!;
  const f = p[at + 5]!;
  out[to] = c;
  out[to + 1] = (3 * a - 30 * b - 20 * c + 60 * d - 15 * e + 2 * f) / 60;
  out[to + 2] = (-a + 16 * b - 30 * c + 16 * d - e) / 24;
  out[to + 3] = (-a - b + 10 * c - 14 * d + 7 * e - f) / 24;
  out[to + 4] = (a - 4 * b + 6 * c - 4 * d + e) / 24;
  out[to + 5] = (-a + 5 * b - 10 * c + 10 * d - 5 * e + f) / 120;
}

/** What {@link sunVectorRows} needs of a place; see {@link prepareSunSite}. */
export interface SunSite {
  readonly sinLatitude: number;
  readonly cosLatitude: number;
  /** radians east */
  readonly longitude: number;
  /** sin of the parallax at 1 AU times the distance from the axis / from the equator, in equatorial radii */
  readonly axisParallax: number;
  readonly equatorParallax: number;
}

/**
 * Constants of a place.
 *
 * @param latitude degrees north, −90…90
 * @param longitude degrees east
 * @param altitude m above sea level
 * @throws RangeError for a latitude outside −90…90
 */
export function prepareSunSite(latitude: number, longitude: number, altitude: number): SunSite {
  if (Math.abs(latitude) > 90) {
    throw new RangeError(`prepareSunSite: latitude must be within −90…90 degrees, got ${latitude}`);
  }
  const sinLatitude = sin(latitude * DEG);
  const cosLatitude = cos(latitude * DEG);
  return {
    sinLatitude,
    cosLatitude,
    longitude: longitude * DEG,
    axisParallax: SIN_PARALLAX_1AU * axisDistance(sinLatitude, cosLatitude, altitude),
    equatorParallax: SIN_PARALLAX_1AU * equatorDistance(sinLatitude, cosLatitude, altitude),
  };
}

/**
 * True (unrefracted) topocentric unit vectors to the sun and the Earth–sun distance.
 *
 * @param time Unix ms, UTC taken as UT1; rows of NaN, or outside the years −2000…6000, give NaN
 * @param distance R in AU
 */
export function sunVectorRows(
  i0: number,
  i1: number,
  time: Float64Array,
  site: SunSite,
  east: Float64Array,
  north: Float64Array,
  up: Float64Array,
  distance: Float64Array,
): void {
  const { sinLatitude, cosLatitude, longitude, axisParallax, equatorParallax } = site;
  let today = Number.NaN;
  let m0 = 0;
  let m1 = 0;
  let m2 = 0;
  let m3 = 0;
  let m4 = 0;
  let m5 = 0;
  let w0 = 0;
  let w1 = 0;
  let w2 = 0;
  let w3 = 0;
  let w4 = 0;
  let w5 = 0;
  let p0 = 0;
  let p1 = 0;
  let p2 = 0;
  let p3 = 0;
  let p4 = 0;
  let p5 = 0;
  let r0 = 0;
  let r1 = 0;
  let r2 = 0;
  let r3 = 0;
  let r4 = 0;
  let r5 = 0;
  for (let i = i0; i < i1; i++) {
    const t = time[i]!;
    const day = Math.floor(t / MS_PER_DAY);
    if (day !== today) {
      if (!(t >= FIRST_TIME && t < END_TIME)) {
        east[i] = north[i] = up[i] = distance[i] = Number.NaN;
        continue;
      }
      today = day;
      const block = Math.floor(day / BLOCK_DAYS);
      const c = blockCoefficients(block);
      const at = (day - block * BLOCK_DAYS) * PER_DAY;
      m0 = c[at]!;
      m1 = c[at + 1]!;
      m2 = c[at + 2]!;
      m3 = c[at + 3]!;
      m4 = c[at + 4]!;
      m5 = c[at + 5]!;
      w0 = c[at + 6]!;
      w1 = c[at + 7]!;
      w2 = c[at + 8]!;
      w3 = c[at + 9]!;
      w4 = c[at + 10]!;
      w5 = c[at + 11]!;
      p0 = c[at + 12]!;
      p1 = c[at + 13]!;
      p2 = c[at + 14]!;
      p3 = c[at + 15]!;
      p4 = c[at + 16]!;
      p5 = c[at + 17]!;
      r0 = c[at + 18]!;
      r1 = c[at + 19]!;
      r2 = c[at + 20]!;
      r3 = c[at + 21]!;
      r4 = c[at + 22]!;
      r5 = c[at + 23]!;
    }
    const f = (t - day * MS_PER_DAY) / MS_PER_DAY;
    const m = m0 + f * (m1 + f * (m2 + f * (m3 + f * (m4 + f * m5))));
    const w = w0 + f * (w1 + f * (w2 + f * (w3 + f * (w4 + f * w5))));
    const p = p0 + f * (p1 + f * (p2 + f * (p3 + f * (p4 + f * p5))));
    const r = r0 + f * (r1 + f * (r2 + f * (r3 + f * (r4 + f * r5))));

    const turn = 2 * Math.PI * f + longitude;
    const s = sin(turn);
    const c = cos(turn);
    const perR = 1 / r;
    const meridian = m * c - w * s - axisParallax * perR;
    const west = m * s + w * c;
    const pole = p - equatorParallax * perR;
    // |vector|² = 1 + e with |e| < 1e-4 (parallax): three terms of (1 + e)^(−1/2) are exact to 3e-13.
    const e = meridian * meridian + west * west + pole * pole - 1;
    const scale = 1 - e * (0.5 - e * 0.375);
    east[i] = -west * scale;
    north[i] = (pole * cosLatitude - meridian * sinLatitude) * scale;
    up[i] = (meridian * cosLatitude + pole * sinLatitude) * scale;
    distance[i] = r;
  }
}

/** Elevation in degrees of unit vectors, accurate at the zenith too, where the arcsine of `up` is not. */
export function elevationRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  up: Float64Array,
  elevation: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const e = east[i]!;
    const n = north[i]!;
    elevation[i] = atan2(up[i]!, Math.sqrt(e * e + n * n)) * RAD;
  }
}

/** Azimuth in degrees of vectors, 0 ≤ azimuth < 360, clockwise from north. */
export function azimuthRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  azimuth: Float64Array,
): void {
  for (let i = i0; i < i1; i++) azimuth[i] = compassDegrees(east[i]!, north[i]!);
}
