/**
 * The sun's direction in the fast form: the same sun as `solarPosition` with deltaT "auto" to 3e-8°, without its series at
 * every row.
 *
 * At 0 h UT of each day the full geocentric SPA gives the apparent unit vector in the frame that turns once per UT day,
 * (cos δ cos g, cos δ sin g, sin δ) with g = ν − α − 360°·(fraction of the day), and the distance R. These four move by
 * less than 1° a day and never wrap. In between a cubic with the values of both midnights, and the slopes there of a
 * polynomial through six of them, gives them to 3e-8°. Once a day these cubics are turned to the meridian of the site. A row
 * then turns the vector by 360°·fraction (to the local hour angle), takes off SPA's parallax, which is exactly a vector too,
 * and rotates it by the latitude.
 */
import { atan2, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { DAY as MS_PER_DAY } from "../../../foundation/time/calendar.js";
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

const BLOCK_BITS = 6;
/** Days in one memo block; block b holds the days 64·b … 64·b + 63, whatever is asked first. */
const BLOCK_DAYS = 1 << BLOCK_BITS;
/** Places for blocks (90 years), a power of two; each block has its own, and takes it from whichever had it. */
const PLACES = 512;
/** Quantities: meridian, west and pole component at Greenwich, and R, with four coefficients each, by powers of ms. */
const PER_DAY = 16;
const NODES_BEFORE = 2;
const NODES = BLOCK_DAYS + 5;

/**
 * Sine and cosine of the clock's angle every half minute of a day: most time grids meet them exactly, and between them two
 * terms of a series do. That halves the time of a row against sin and cos (measured).
 */
const TURN_MS = 30_000;
const TURNS = 2880;
/** A little much, so that what meets a half minute exactly is not rounded down to the one before. */
const TURNS_PER_MS = (1 + 1e-12) / TURN_MS;
const QUARTER = TURNS / 4;
/** Sine of the clock's angle every half minute, and on for what an index of twelve bits and its cosine may ask. */
const SINE = /* @__PURE__ */ Float64Array.from({ length: 4096 + QUARTER }, (_, k) => sin((2 * Math.PI * k) / TURNS));

// Constants of this module alone: an imported one costs its checks at every use.
const DAY = MS_PER_DAY;

/** Memo of a pure function of the block number: its content does not depend on the order of calls. */
const blocks: Float64Array[] = [];
/** Place of a block's number, behind its days. */
const NUMBER = BLOCK_DAYS * PER_DAY;

/** Coefficients of all days of one block, day after day. */
function blockCoefficients(block: number): Float64Array {
  const place = block & (PLACES - 1);
  if (blocks[place]?.[NUMBER] !== block) blocks[place] = computeBlock(block);
  return blocks[place];
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
  const coefficients = new Float64Array(NUMBER + 1);
  coefficients[NUMBER] = block;
  for (let k = 0; k < BLOCK_DAYS; k++) {
    const to = k * PER_DAY;
    for (let q = 0; q < 4; q++) fitDay(nodes, q * NODES + k, coefficients, to + q * 4);
  }
  return coefficients;
}

/**
 * Power series, in ms since the first of them, of the cubic through p[at + 2] and p[at + 3], a day later, with the slopes that
 * the polynomial through all six midnights p[at] … p[at + 5] has there.
 */
function fitDay(p: Float64Array, at: number, out: Float64Array, to: number): void {
  const start = p[at + 2]!;
  const change = p[at + 3]! - start;
  const slope = slopeAt(p, at + 2, 1);
  const slopeThen = slopeAt(p, at + 3, -1);
  out[to] = start;
  out[to + 1] = slope / DAY;
  out[to + 2] = (3 * change - 2 * slope - slopeThen) / (DAY * DAY);
  out[to + 3] = (slope + slopeThen - 2 * change) / (DAY * DAY * DAY);
}

/** Slope a day at p[at] of the polynomial through two values behind it and three ahead; `day` −1 counts them backwards. */
function slopeAt(p: Float64Array, at: number, day: number): number {
  const behind = 3 * p[at - 2 * day]! - 30 * p[at - day]! - 20 * p[at]!;
  const ahead = 60 * p[at + day]! - 15 * p[at + 2 * day]! + 2 * p[at + 3 * day]!;
  return (day * (behind + ahead)) / 60;
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
 * @experimental
 */
export function prepareSunSite(latitude: number, longitude: number, altitude: number): SunSite {
  if (Math.abs(latitude) > 90) {
    throw new RangeError(`prepareSunSite: latitude must be within −90…90 degrees, got ${latitude}`);
  }
  return sunSiteOf(latitude, longitude, altitude);
}

/** `prepareSunSite` of a latitude that has been checked. */
export function sunSiteOf(latitude: number, longitude: number, altitude: number): SunSite {
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

/** Days whose coefficients are kept turned to the site that was asked last, a power of two, and the numbers of each. */
const TURNED_DAYS = 512;
const PER_TURNED_DAY = 18;
const turned = /* @__PURE__ */ new Float64Array(TURNED_DAYS * PER_TURNED_DAY);
const turnedDay = /* @__PURE__ */ new Float64Array(TURNED_DAYS);
let turnedSite: SunSite | null = null;

/**
 * Turns a day's coefficients to the meridian of the site: cubics of the components towards it, the east and the pole, R, and
 * the parallax as a line. At instants in no order nearly every row needs another day: this took a quarter of its time (measured).
 */
function turnDay(day: number, to: number, site: SunSite): void {
  const { sinLongitude, cosLongitude, axisParallax, equatorParallax } = site;
  const a = blockCoefficients(day >> BLOCK_BITS);
  const at = (day & (BLOCK_DAYS - 1)) * PER_DAY;
  for (let k = 0; k < 4; k++) {
    const meridian = a[at + k]!;
    const west = a[at + 4 + k]!;
    turned[to + k] = meridian * cosLongitude - west * sinLongitude;
    turned[to + 4 + k] = -meridian * sinLongitude - west * cosLongitude;
    turned[to + 8 + k] = a[at + 8 + k]!;
    turned[to + 12 + k] = a[at + 12 + k]!;
  }
  // 1/R, by a line between the midnights: R changes by 3e-4 in a day, and parallax is small (1e-10 of the vector).
  const perR = 1 / a[at + 12]!;
  const growth = -perR * perR * (a[at + 13]! + DAY * (a[at + 14]! + DAY * a[at + 15]!));
  turned[to + 16] = axisParallax * perR;
  turned[to + 17] = axisParallax * growth;
  // What of the parallax points to the pole is taken off the cubic.
  turned[to + 8]! -= equatorParallax * perR;
  turned[to + 9]! -= equatorParallax * growth;
}

/** Whether a time (Unix ms) is within the years −2000…6000. */
function isCovered(time: number): boolean {
  return time >= FIRST_TIME && time < END_TIME;
}

/** Where the numbers of a day turned to the site begin. */
function turnedAt(day: number, site: SunSite): number {
  if (site !== turnedSite) {
    turnedDay.fill(Number.NaN);
    turnedSite = site;
  }
  const place = day & (TURNED_DAYS - 1);
  const at = place * PER_TURNED_DAY;
  if (turnedDay[place] !== day) {
    turnDay(day, at, site);
    turnedDay[place] = day;
  }
  return at;
}

/** The UT day of an instant. A product in place of the quotient may miss it by one at midnight, but takes a sixth less (measured). */
function dayAt(time: number): number {
  const guess = Math.floor(time * (1 / DAY));
  const past = time - guess * DAY;
  return past < 0 ? guess - 1 : past >= DAY ? guess + 1 : guess;
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
  const { sinLatitude, cosLatitude } = site;
  // Read here, the tables are constants to the compiler; read in the loop, their place is looked up at every row.
  const sine = SINE;
  const days = turned;
  let i = i0;
  while (i < i1) {
    const first = time[i]!;
    if (!isCovered(first)) {
      east[i] = north[i] = up[i] = distance[i] = Number.NaN;
      i++;
      continue;
    }
    // One UT day at a time: its coefficients stay constant in the inner loop.
    const day = dayAt(first);
    const dayStart = day * DAY;
    const at = turnedAt(day, site);
    const m0 = days[at]!;
    const m1 = days[at + 1]!;
    const m2 = days[at + 2]!;
    const m3 = days[at + 3]!;
    const e0 = days[at + 4]!;
    const e1 = days[at + 5]!;
    const e2 = days[at + 6]!;
    const e3 = days[at + 7]!;
    const p0 = days[at + 8]!;
    const p1 = days[at + 9]!;
    const p2 = days[at + 10]!;
    const p3 = days[at + 11]!;
    const r0 = days[at + 12]!;
    const r1 = days[at + 13]!;
    const r2 = days[at + 14]!;
    const r3 = days[at + 15]!;
    const axis0 = days[at + 16]!;
    const axis1 = days[at + 17]!;
    for (let clock = first - dayStart; ; clock = time[i]! - dayStart) {
      const k = ((clock * TURNS_PER_MS) | 0) & 4095;
      const rest = clock - k * TURN_MS;
      let s = sine[k]!;
      let c = sine[k + QUARTER]!;
      if (rest !== 0) {
        // One comparison: of two, at instants in no order, the first is a toss-up.
        if (!(Math.abs(clock - DAY / 2) <= DAY / 2)) break;
        // Below 0.13° two terms leave 4e-16.
        const angle = rest * ((2 * Math.PI) / DAY);
        const square = angle * angle;
        const sinRest = angle * (1 - square * (1 / 6));
        const cosRest = 1 - square * (0.5 - square * (1 / 24));
        const sinStep = s;
        s = sinStep * cosRest + c * sinRest;
        c = c * cosRest - sinStep * sinRest;
      } else if (k >= TURNS) break;
      // Cubics as two lines: a row is as long as its chain of operations, more than their number (measured).
      const square = clock * clock;
      const m = (clock * m3 + m2) * square + (clock * m1 + m0);
      const e = (clock * e3 + e2) * square + (clock * e1 + e0);
      const pole = (clock * p3 + p2) * square + (clock * p1 + p0);
      const meridian = c * m + s * e - (clock * axis1 + axis0);
      const toEast = c * e - s * m;
      const squared = meridian * meridian + (toEast * toEast + pole * pole);
      // |vector|² = 1 + y with |y| < 1e-4 (parallax): three terms of (1 + y)^(−1/2), here in 1 + y, are exact to 3e-13.
      const scale = (squared * 0.375 - 1.25) * squared + 1.875;
      east[i] = toEast * scale;
      north[i] = (pole * cosLatitude - meridian * sinLatitude) * scale;
      up[i] = (meridian * cosLatitude + pole * sinLatitude) * scale;
      distance[i] = (clock * r3 + r2) * square + (clock * r1 + r0);
      if (++i >= i1) break;
    }
  }
}

/**
 * Writes where the sun stands at 0 h UT of a day over the meridian of the site: components towards the meridian, the west and
 * the pole, to 1e-4 (parallax).
 *
 * @returns false, and nothing written, outside the years −2000…6000
 */
export function sunAtMidnight(day: number, site: SunSite, out: Float64Array): boolean {
  if (!isCovered(day * DAY)) return false;
  const at = turnedAt(day, site);
  out[0] = turned[at]!;
  out[1] = -turned[at + 4]!;
  out[2] = turned[at + 8]!;
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
