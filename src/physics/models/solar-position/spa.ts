import { atan2, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { DAY } from "../../../foundation/time/calendar.js";
import { type ColumnInput, type Columns, type Outputs, toColumns } from "../model.js";
import { deltaTRows } from "./delta-t.js";
import { limitDegrees, nutation, signedDegrees } from "./nutation.js";
import { ATMOS_REFRACT, atmosphericRefractionRows, checkAtmosRefract } from "./refraction.js";
import { B0, B1, L0, L1, L2, L3, L4, L5, R0, R1, R2, R3, R4 } from "./spa-terms.js";

/** SPA is stated for the years −2000 to 6000: the first ms of the one and the first after the other (UTC). */
export const FIRST_TIME = -125_281_123_200_000;
export const END_TIME = 127_206_115_200_000;
/** Day number (since 1970-01-01) of 2000-01-01; J2000.0 is its noon. */
const J2000_DAY = 10_957;
/** Ratio of the Earth's axes and equatorial radius in m as the report takes them (section 3.12, IAU 1976). */
const POLAR_RATIO = 0.99664719;
const EARTH_RADIUS = 6_378_140;

/** The sun seen from the Earth's centre at one instant; angles in degrees. Filled by {@link geocentricSun}. @experimental */
export interface GeocentricSun {
  /** Earth's heliocentric longitude L and latitude B (section 3.2). */
  heliocentricLongitude: number;
  heliocentricLatitude: number;
  /** Earth–sun distance R in AU. */
  distance: number;
  /** Nutation in longitude Δψ and obliquity Δε (section 3.4). */
  nutationLongitude: number;
  nutationObliquity: number;
  /** True obliquity of the ecliptic ε. */
  obliquity: number;
  /** Apparent sun longitude λ. */
  apparentLongitude: number;
  /** Apparent sidereal time at Greenwich ν, 0…360. */
  siderealTime: number;
  /** Apparent right ascension α, 0…360, and declination δ. */
  rightAscension: number;
  declination: number;
  /** Sun's mean longitude M, 0…360 (appendix A.1). */
  meanLongitude: number;
  /** Equation of time E in minutes. */
  equationOfTime: number;
}

/**
 * An empty {@link GeocentricSun} (degrees, AU, minutes), to be filled again and again. No source: a place for results.
 *
 * @returns an object with NaN in all fields
 * @throws nothing
 * @experimental
 */
export function createGeocentricSun(): GeocentricSun {
  return {
    heliocentricLongitude: Number.NaN,
    heliocentricLatitude: Number.NaN,
    distance: Number.NaN,
    nutationLongitude: Number.NaN,
    nutationObliquity: Number.NaN,
    obliquity: Number.NaN,
    apparentLongitude: Number.NaN,
    siderealTime: Number.NaN,
    rightAscension: Number.NaN,
    declination: Number.NaN,
    meanLongitude: Number.NaN,
    equationOfTime: Number.NaN,
  };
}

/** Σ A·cos(B + C·JME) over one series of table A4.2 (equations 9 and 10). */
export function sumSeries(terms: Float64Array, jme: number): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i += 3) sum += terms[i]! * cos(terms[i + 1]! + terms[i + 2]! * jme);
  return sum;
}

/** Section 3.2: heliocentric longitude, latitude and radius vector. */
function heliocentric(jme: number, sun: GeocentricSun): void {
  const high = sumSeries(L3, jme) + jme * (sumSeries(L4, jme) + jme * sumSeries(L5, jme));
  const longitude = sumSeries(L0, jme) + jme * (sumSeries(L1, jme) + jme * (sumSeries(L2, jme) + jme * high));
  sun.heliocentricLongitude = limitDegrees(longitude * 1e-8 * RAD);
  sun.heliocentricLatitude = (sumSeries(B0, jme) + jme * sumSeries(B1, jme)) * 1e-8 * RAD;
  const far = sumSeries(R2, jme) + jme * (sumSeries(R3, jme) + jme * sumSeries(R4, jme));
  sun.distance = (sumSeries(R0, jme) + jme * (sumSeries(R1, jme) + jme * far)) * 1e-8;
}

/** Equation 24: mean obliquity of the ecliptic in arc seconds. */
function meanObliquity(jme: number): number {
  const u = jme / 10;
  const high = u * (-39.05 + u * (7.12 + u * (27.87 + u * (5.79 + u * 2.45))));
  return 84381.448 + u * (-4680.93 + u * (-1.55 + u * (1999.25 + u * (-51.38 + u * (-249.67 + high)))));
}

/**
 * The full geocentric part of SPA (sections 3.1–3.10 and A.1) at one instant.
 *
 * The instant is day number + fraction, so that its resolution is not that of one double for a Julian date (4e-10 d,
 * 2e-7° in the hour angle).
 *
 * @param day days since 1970-01-01 (UT), an integer
 * @param fraction fraction of that day, 0…1
 * @param deltaT TT − UT1 in seconds
 * @param sun filled with the result; NaN input gives NaN in all fields
 * @returns nothing: `sun` holds the result, angles in degrees, distance in AU
 * @throws nothing; arguments are not validated
 * @experimental
 */
export function geocentricSun(day: number, fraction: number, deltaT: number, sun: GeocentricSun): void {
  const jme = ephemerisMillennia(day, fraction, deltaT);
  heliocentric(jme, sun);
  nutation(jme * 10, sun);
  apparentSun(day, fraction, deltaT, sun);

  const high = jme * (1 / 49931 + jme * (-1 / 15300 - jme / 2000000));
  sun.meanLongitude = limitDegrees(280.4664567 + jme * (360007.6982779 + jme * (0.03032028 + high)));
  const inRightAscension = sun.nutationLongitude * cos(sun.obliquity * DEG);
  const e = sun.meanLongitude - 0.0057183 - sun.rightAscension + inRightAscension;
  sun.equationOfTime = 4 * signedDegrees(e);
}

/** Julian ephemeris millennia since J2000.0 (equations 6 to 8). */
export function ephemerisMillennia(day: number, fraction: number, deltaT: number): number {
  return (day - J2000_DAY - 0.5 + fraction + deltaT / 86400) / 365_250;
}

/** Sections 3.5–3.10: the sun's place and the sidereal time from the Earth's place and the nutation. */
export function apparentSun(day: number, fraction: number, deltaT: number, sun: GeocentricSun): void {
  const days = day - J2000_DAY - 0.5 + fraction; // since J2000.0, UT
  const jc = days / 36525;
  const jme = ephemerisMillennia(day, fraction, deltaT);
  const psi = sun.nutationLongitude;
  sun.obliquity = meanObliquity(jme) / 3600 + sun.nutationObliquity;
  const aberration = -20.4898 / (3600 * sun.distance);
  sun.apparentLongitude = limitDegrees(sun.heliocentricLongitude + 180 + psi + aberration);

  const epsilon = sun.obliquity * DEG;
  const sinEpsilon = sin(epsilon);
  const cosEpsilon = cos(epsilon);
  // Equation 28 with the whole turns of 360.98564736629·days left out: days = integer − 0.5 + fraction.
  const meanSiderealTime =
    280.46061837 - 180 + 360 * fraction + 0.98564736629 * days + jc * jc * (0.000387933 - jc / 38710000);
  sun.siderealTime = limitDegrees(meanSiderealTime + psi * cosEpsilon);

  const lambda = sun.apparentLongitude * DEG;
  const beta = -sun.heliocentricLatitude * DEG;
  const sinLambda = sin(lambda);
  const sinBeta = sin(beta);
  const cosBeta = cos(beta);
  // Equations 30 and 31, the first multiplied through by cos β.
  const alpha = atan2(sinLambda * cosBeta * cosEpsilon - sinBeta * sinEpsilon, cos(lambda) * cosBeta);
  sun.rightAscension = limitDegrees(alpha * RAD);
  // The arcsine, at a third of its size, as it stays far from the poles.
  const sinDelta = sinBeta * cosEpsilon + cosBeta * sinEpsilon * sinLambda;
  sun.declination = atan2(sinDelta, Math.sqrt(1 - sinDelta * sinDelta)) * RAD;
}

/** Equation 35: distance of the observer from the Earth's axis, in equatorial radii. */
export function axisDistance(sinLatitude: number, cosLatitude: number, altitude: number): number {
  const s = POLAR_RATIO * sinLatitude;
  // cos(atan(0.99664719·tan φ)) without the tangent, which the poles do not have.
  return cosLatitude / Math.sqrt(cosLatitude * cosLatitude + s * s) + (altitude / EARTH_RADIUS) * cosLatitude;
}

/** Equation 36: distance of the observer from the equatorial plane, in equatorial radii. */
export function equatorDistance(sinLatitude: number, cosLatitude: number, altitude: number): number {
  const s = POLAR_RATIO * sinLatitude;
  return (POLAR_RATIO * s) / Math.sqrt(cosLatitude * cosLatitude + s * s) + (altitude / EARTH_RADIUS) * sinLatitude;
}

/** Equation 33 as sine: 8.794″/R. The sine of so small an angle is the angle to 2e-14. */
export const SIN_PARALLAX_1AU = (8.794 / 3600) * DEG;

export type SolarPositionColumns = Columns<
  "time" | "latitude" | "longitude" | "altitude" | "deltaT" | "zenith" | "elevation" | "azimuth" | "equationOfTime"
>;

/**
 * Row kernel of {@link solarPosition} without refraction (`atmosphericRefractionRows` is its own): columns as there,
 * `deltaT` in seconds. Rows with the same time and deltaT as the row before share the geocentric part.
 */
export function solarPositionRows(i0: number, i1: number, c: SolarPositionColumns): void {
  const { time, latitude, longitude, altitude, deltaT, zenith, elevation, azimuth, equationOfTime } = c;
  const sun = createGeocentricSun();
  let lastTime = Number.NaN;
  let lastDeltaT = Number.NaN;
  let sinDelta = Number.NaN;
  let cosDelta = Number.NaN;
  for (let i = i0; i < i1; i++) {
    const t = time[i]!;
    if (!(t >= FIRST_TIME && t < END_TIME)) {
      zenith[i] = elevation[i] = azimuth[i] = equationOfTime[i] = Number.NaN;
      continue;
    }
    if (t !== lastTime || deltaT[i]! !== lastDeltaT) {
      lastTime = t;
      lastDeltaT = deltaT[i]!;
      const day = Math.floor(t / DAY);
      geocentricSun(day, (t - day * DAY) / DAY, lastDeltaT, sun);
      sinDelta = sin(sun.declination * DEG);
      cosDelta = cos(sun.declination * DEG);
    }
    const phi = latitude[i]! * DEG;
    const sinPhi = sin(phi);
    const cosPhi = cos(phi);
    const hourAngle = (sun.siderealTime - sun.rightAscension + longitude[i]!) * DEG;
    // Sections 3.12–3.14 as one vector: (cos δ′cos H′, cos δ′sin H′, sin δ′) is along
    // (cos δ cos H − x sin ξ, cos δ sin H, sin δ − y sin ξ); azimuth and elevation are atan2 of its components,
    // so that the zenith is not a weak spot.
    const sinXi = SIN_PARALLAX_1AU / sun.distance;
    const meridian = cosDelta * cos(hourAngle) - axisDistance(sinPhi, cosPhi, altitude[i]!) * sinXi;
    const west = cosDelta * sin(hourAngle);
    const pole = sinDelta - equatorDistance(sinPhi, cosPhi, altitude[i]!) * sinXi;
    const north = pole * cosPhi - meridian * sinPhi;
    const up = meridian * cosPhi + pole * sinPhi;
    const e = atan2(up, Math.sqrt(north * north + west * west)) * RAD;
    elevation[i] = e;
    zenith[i] = 90 - e;
    azimuth[i] = compassDegrees(-west, north);
    equationOfTime[i] = sun.equationOfTime;
  }
}

/** Azimuth in degrees, 0 ≤ azimuth < 360, clockwise from north; (0, 0) is north. */
export function compassDegrees(east: number, north: number): number {
  const azimuth = atan2(east, north) * RAD;
  if (azimuth >= 0) return azimuth + 0; // no −0
  return azimuth + 360 === 360 ? 0 : azimuth + 360;
}

/** Columns that {@link solarPosition} takes. */
export interface SolarPositionInput {
  time: ColumnInput;
  latitude: ColumnInput;
  longitude: ColumnInput;
  altitude?: ColumnInput | undefined;
  pressure?: ColumnInput | undefined;
  temperature?: ColumnInput | undefined;
}

/** Columns that {@link solarPosition} returns. */
export type SolarPosition = Outputs<
  "apparentZenith" | "zenith" | "apparentElevation" | "elevation" | "azimuth" | "equationOfTime"
>;

/**
 * Position of the sun by the full NREL Solar Position Algorithm. Stated uncertainty ±0.0003°; measured against ERFA
 * (IAU 2006/2000A) over 1980–2100: 2.1e-4°, of which 0.9e-4° is diurnal aberration, which SPA leaves out.
 *
 * @param columns.time Unix ms (UTC as Unix time counts it, taken as UT1); years −2000…6000, rows outside are NaN
 * @param columns.latitude degrees north, −90…90
 * @param columns.longitude degrees east, any number of turns
 * @param columns.altitude m above sea level, default 0
 * @param columns.pressure air pressure in Pa, default 101325 (refraction only)
 * @param columns.temperature air temperature in °C, default 12 (refraction only)
 * @param options.deltaT TT − UT1 in seconds, or "auto" (default): see `deltaT`. pvlib's default is 67 s
 * @param options.atmosRefract see `atmosphericRefraction`, default 0.5667°
 * @returns `apparentZenith`, `zenith`, `apparentElevation`, `elevation` (apparent = with refraction) and `azimuth`
 *   (0…360, clockwise from north) in degrees, `equationOfTime` in minutes. NaN in a row's input: NaN in that row.
 *   At the poles longitude decides the azimuth, as for any other place.
 * @throws RangeError when a latitude is outside −90…90, lengths differ or atmosRefract is out of range; TypeError for
 *   arguments of the wrong kind
 *
 * Source: I. Reda, A. Andreas, NREL/TP-560-34302, revised January 2008. Same as pvlib `spa_python`, whose single double
 * for the Julian date limits it to about 2e-7°.
 *
 * @example
 * ```js
 * import { solarPosition } from "irradiance-engine/models/solar-position";
 *
 * const { azimuth } = solarPosition({ time: Date.UTC(2024, 5, 21, 12), latitude: 47.4, longitude: 8.5 });
 * console.log(azimuth[0] > 190 && azimuth[0] < 205); // true
 * ```
 */
export function solarPosition(
  { time, latitude, longitude, altitude = 0, pressure = 101325, temperature = 12 }: SolarPositionInput,
  {
    deltaT = "auto",
    atmosRefract = ATMOS_REFRACT,
  }: { deltaT?: number | "auto" | undefined; atmosRefract?: number | undefined } = {},
): SolarPosition {
  checkAtmosRefract("solarPosition", atmosRefract);
  if (typeof deltaT !== "number" && deltaT !== "auto") {
    throw new TypeError(`solarPosition: deltaT must be a number of seconds or "auto", got ${String(deltaT)}`);
  }
  const c = toColumns("solarPosition", { time, latitude, longitude, altitude, pressure, temperature });
  const { n } = c;
  checkLatitudes("solarPosition", c.latitude);
  const delta = new Float64Array(n);
  if (deltaT === "auto") deltaTRows(0, n, c.time, delta);
  else delta.fill(deltaT);

  const zenith = new Float64Array(n);
  const elevation = new Float64Array(n);
  const azimuth = new Float64Array(n);
  const equationOfTime = new Float64Array(n);
  solarPositionRows(0, n, { ...c, deltaT: delta, zenith, elevation, azimuth, equationOfTime });
  const apparentElevation = new Float64Array(n);
  atmosphericRefractionRows(0, n, elevation, c.pressure, c.temperature, atmosRefract, apparentElevation);
  const apparentZenith = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    apparentElevation[i]! += elevation[i]!;
    apparentZenith[i] = 90 - apparentElevation[i]!;
  }
  return { apparentZenith, zenith, apparentElevation, elevation, azimuth, equationOfTime };
}

/** Throws a RangeError for a latitude outside −90…90 degrees; NaN passes. */
export function checkLatitudes(model: string, latitude: Float64Array): void {
  for (let i = 0; i < latitude.length; i++) {
    if (Math.abs(latitude[i]!) > 90) {
      throw new RangeError(`${model}: latitude must be within −90…90 degrees, got ${latitude[i]} in row ${i}`);
    }
  }
}
