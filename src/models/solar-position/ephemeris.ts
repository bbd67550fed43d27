import { atan2, cos, DEG, RAD, sin } from "../../math/index.js";
import { MS_PER_DAY } from "./calendar.js";
import { dailySun, dailySuns } from "./daily-suns.js";
import {
  axisDistance,
  compassDegrees,
  createGeocentricSun,
  END_TIME,
  equatorDistance,
  FIRST_TIME,
  SIN_PARALLAX_1AU,
} from "./spa.js";

/**
 * The sun's direction in the fast form: the same sun as `solarPosition` with deltaT "auto" to 3e-8°, without its series at
 * every row.
 *
 * At 0 h UT of each day the full geocentric SPA gives the apparent unit vector in the frame that turns once per UT day,
 * (cos δ cos g, cos δ sin g, sin δ) with g = ν − α − 360°·(fraction of the day), and the distance R. These four move by
 * less than 1° a day and never wrap. In between a cubic with the values of both midnights, and the slopes there of a
 * polynomial through six of them, gives them to 3e-8°. A row then turns the vector by 360°·fraction + longitude (to the
 * local hour angle), takes off SPA's parallax, which is exactly a vector too, and rotates it by the latitude.
 */

/** Days in one memo block; block b holds the days 64·b … 64·b + 63, whatever is asked first. */
const BLOCK_DAYS = 64;
/** Places for blocks (90 years), a power of two; each block has its own, and takes it from whichever had it. */
const PLACES = 512;
/** Quantities: meridian, west and pole component at Greenwich, R with four coefficients each, 1/R with two. */
const PER_DAY = 18;
const NODES_BEFORE = 2;
const NODES = BLOCK_DAYS + 5;

/**
 * Sine and cosine of the clock's angle every half minute of a day: most time grids meet them exactly, and between them two
 * terms of a series do. That halves the time of a row against sin and cos (measured).
 */
const TURN_MS = 30_000;
const TURNS_PER_MS = 1 / TURN_MS;
const TURN = /* @__PURE__ */ turnTable();

function turnTable(): Float64Array {
  const steps = MS_PER_DAY / TURN_MS;
  return Float64Array.from({ length: 2 * (steps + 1) }, (_, k) =>
    (k % 2 ? cos : sin)((Math.PI * (k - (k % 2))) / steps),
  );
}

const DAYS_PER_MS = 1 / MS_PER_DAY;
const RADIANS_PER_MS = (2 * Math.PI) / MS_PER_DAY;

/** Memo of a pure function of the block number: its content does not depend on the order of calls. */
const known = /* @__PURE__ */ new Float64Array(PLACES).fill(Number.NaN);
const blocks: Float64Array[] = [];

/** Coefficients of all days of one block, day after day. */
function blockCoefficients(block: number): Float64Array {
  const place = block & (PLACES - 1);
  if (known[place] !== block) {
    blocks[place] = computeBlock(block);
    known[place] = block;
  }
  return blocks[place]!;
}

function computeBlock(block: number): Float64Array {
  const nodes = new Float64Array(4 * NODES);
  const sun = createGeocentricSun();
  const first = block * BLOCK_DAYS - NODES_BEFORE;
  const days = dailySuns(first, NODES);
  for (let k = 0; k < NODES; k++) {
    dailySun(days, first, k, sun);
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
    const to = k * PER_DAY;
    for (let q = 0; q < 4; q++) fitDay(nodes, q * NODES + k, coefficients, to + q * 4);
    // A line is enough: R changes by 3e-4 in a day, and parallax is small (1e-12 of the vector).
    const perR = 1 / coefficients[to + 12]!;
    coefficients[to + 16] = perR;
    coefficients[to + 17] = 1 / nodes[3 * NODES + k + NODES_BEFORE + 1]! - perR;
  }
  return coefficients;
}

/**
 * Power series on x = 0…1 of the cubic through p[at + 2] and p[at + 3] with the slopes that the polynomial through
 * (−2, p[at]), (−1, p[at + 1]) … (3, p[at + 5]) has there.
 */
function fitDay(p: Float64Array, at: number, out: Float64Array, to: number): void {
  const a = p[at]!;
  const b = p[at + 1]!;
  const c = p[at + 2]!;
  const d = p[at + 3]!;
  const e = p[at + 4]!;
  const f = p[at + 5]!;
  const slope = (3 * a - 30 * b - 20 * c + 60 * d - 15 * e + 2 * f) / 60;
  const slopeThen = (-2 * a + 15 * b - 60 * c + 20 * d + 30 * e - 3 * f) / 60;
  out[to] = c;
  out[to + 1] = slope;
  out[to + 2] = 3 * (d - c) - 2 * slope - slopeThen;
  out[to + 3] = 2 * (c - d) + slope + slopeThen;
}

/** What {@link sunVectorRows} needs of a place; see {@link prepareSunSite}. */
export interface SunSite {
  readonly sinLatitude: number;
  readonly cosLatitude: number;
  readonly sinLongitude: number;
  readonly cosLongitude: number;
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
    sinLongitude: sin(longitude * DEG),
    cosLongitude: cos(longitude * DEG),
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
  const { sinLatitude, cosLatitude, sinLongitude, cosLongitude, axisParallax, equatorParallax } = site;
  let i = i0;
  while (i < i1) {
    const first = time[i]!;
    if (!(first >= FIRST_TIME && first < END_TIME)) {
      east[i] = north[i] = up[i] = distance[i] = Number.NaN;
      i++;
      continue;
    }
    // One UT day at a time: its coefficients stay constant in the inner loop.
    const day = Math.floor(first / MS_PER_DAY);
    const dayStart = day * MS_PER_DAY;
    const dayEnd = dayStart + MS_PER_DAY;
    const block = Math.floor(day / BLOCK_DAYS);
    const a = blockCoefficients(block);
    const at = (day - block * BLOCK_DAYS) * PER_DAY;
    const m0 = a[at]!;
    const m1 = a[at + 1]!;
    const m2 = a[at + 2]!;
    const m3 = a[at + 3]!;
    const w0 = a[at + 4]!;
    const w1 = a[at + 5]!;
    const w2 = a[at + 6]!;
    const w3 = a[at + 7]!;
    const p0 = a[at + 8]!;
    const p1 = a[at + 9]!;
    const p2 = a[at + 10]!;
    const p3 = a[at + 11]!;
    const r0 = a[at + 12]!;
    const r1 = a[at + 13]!;
    const r2 = a[at + 14]!;
    const r3 = a[at + 15]!;
    const axis0 = axisParallax * a[at + 16]!;
    const axis1 = axisParallax * a[at + 17]!;
    const equator0 = equatorParallax * a[at + 16]!;
    const equator1 = equatorParallax * a[at + 17]!;
    for (; i < i1; i++) {
      const t = time[i]!;
      if (!(t >= dayStart && t < dayEnd)) break;
      const clock = t - dayStart;
      const f = clock * DAYS_PER_MS;
      const m = m0 + f * (m1 + f * (m2 + f * m3));
      const w = w0 + f * (w1 + f * (w2 + f * w3));
      const p = p0 + f * (p1 + f * (p2 + f * p3));
      const r = r0 + f * (r1 + f * (r2 + f * r3));

      const k = (clock * TURNS_PER_MS + 0.5) | 0;
      let sinClock = TURN[2 * k]!;
      let cosClock = TURN[2 * k + 1]!;
      const rest = clock - k * TURN_MS;
      if (rest !== 0) {
        // Below 0.07° two terms leave 1e-17.
        const angle = rest * RADIANS_PER_MS;
        const square = angle * angle;
        const sinRest = angle * (1 - square * (1 / 6));
        const cosRest = 1 - square * (0.5 - square * (1 / 24));
        const sinStep = sinClock;
        sinClock = sinStep * cosRest + cosClock * sinRest;
        cosClock = cosClock * cosRest - sinStep * sinRest;
      }
      const s = sinClock * cosLongitude + cosClock * sinLongitude;
      const c = cosClock * cosLongitude - sinClock * sinLongitude;
      const meridian = m * c - w * s - (axis0 + f * axis1);
      const west = m * s + w * c;
      const pole = p - (equator0 + f * equator1);
      // |vector|² = 1 + e with |e| < 1e-4 (parallax): three terms of (1 + e)^(−1/2) are exact to 3e-13.
      const e = meridian * meridian + west * west + pole * pole - 1;
      const scale = 1 - e * (0.5 - e * 0.375);
      east[i] = -west * scale;
      north[i] = (pole * cosLatitude - meridian * sinLatitude) * scale;
      up[i] = (meridian * cosLatitude + pole * sinLatitude) * scale;
      distance[i] = r;
    }
  }
}

/**
 * Writes where the sun stands at 0 h UT of a day, seen from the Earth's centre over the meridian of the site: components
 * towards the meridian, the west and the pole (not normalised beyond 1e-4).
 *
 * @returns false, and nothing written, outside the years −2000…6000
 */
export function sunAtMidnight(day: number, { sinLongitude, cosLongitude }: SunSite, out: Float64Array): boolean {
  if (!(day * MS_PER_DAY >= FIRST_TIME && day * MS_PER_DAY < END_TIME)) return false;
  const block = Math.floor(day / BLOCK_DAYS);
  const a = blockCoefficients(block);
  const at = (day - block * BLOCK_DAYS) * PER_DAY;
  out[0] = a[at]! * cosLongitude - a[at + 4]! * sinLongitude;
  out[1] = a[at]! * sinLongitude + a[at + 4]! * cosLongitude;
  out[2] = a[at + 8]!;
  return true;
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
