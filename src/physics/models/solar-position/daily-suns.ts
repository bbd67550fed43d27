/**
 * SPA at 0 h UT of consecutive days. From day to day every periodic term turns by the same angle: four products take the
 * place of a cosine, and the days take a third of the time (measured). Differs from `geocentricSun` by less than 3e-9°, near
 * the present by less than 1e-9°.
 */

import { cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { DAY } from "../../../foundation/time/calendar.js";
import type { Columns } from "../model.js";
import { deltaTAt } from "./delta-t.js";
import {
  meanAnomalyMoon,
  meanAnomalySun,
  meanElongation,
  moonArgumentLatitude,
  moonAscendingLongitude,
} from "./nutation.js";
import { apparentSun, ephemerisMillennia, type GeocentricSun } from "./spa.js";
import { B0, B1, L0, L1, L2, L3, L4, L5, NUTATION, R0, R1, R2, R3, R4 } from "./spa-terms.js";

/** The ecliptic part of some days; angles in degrees. */
export type DailySuns = Columns<"longitude" | "latitude" | "distance" | "nutationLongitude" | "nutationObliquity">;

/** The days `first`, `first` + 1, … (since 1970-01-01 UT) at 0 h. */
export function dailySuns(first: number, count: number): DailySuns {
  const start = ephemerisMillennia(first, 0, deltaTOf(first));
  const step = (ephemerisMillennia(first + count - 1, 0, deltaTOf(first + count - 1)) - start) / (count - 1);
  const longitude = sumSeries([L0, L1, L2, L3, L4, L5], start, step, count);
  const latitude = sumSeries([B0, B1], start, step, count);
  const distance = sumSeries([R0, R1, R2, R3, R4], start, step, count);
  for (let k = 0; k < count; k++) {
    // ΔT does not grow evenly: what a day is off moves the Earth by so much of the way to the next (0.1 s are 1e-6°).
    const off = (ephemerisMillennia(first + k, 0, deltaTOf(first + k)) - start) / step - k;
    const [from, to] = k + 1 < count ? [k, k + 1] : [k - 1, k];
    longitude[k] = longitude[k]! + off * (longitude[to]! - longitude[from]!);
    distance[k] = distance[k]! + off * (distance[to]! - distance[from]!);
  }
  for (let k = 0; k < count; k++) {
    longitude[k] = longitude[k]! * 1e-8 * RAD;
    latitude[k] = latitude[k]! * 1e-8 * RAD;
    distance[k] = distance[k]! * 1e-8;
  }
  return { longitude, latitude, distance, ...nutations(10 * start, 10 * step, count) };
}

/** Day k of `days`, which begin at `first`, as the geocentric sun without its mean longitude and equation of time. */
export function dailySun(days: DailySuns, first: number, k: number, sun: GeocentricSun): void {
  sun.heliocentricLongitude = days.longitude[k]!;
  sun.heliocentricLatitude = days.latitude[k]!;
  sun.distance = days.distance[k]!;
  sun.nutationLongitude = days.nutationLongitude[k]!;
  sun.nutationObliquity = days.nutationObliquity[k]!;
  apparentSun(first + k, 0, deltaTOf(first + k), sun);
}

function deltaTOf(day: number): number {
  return deltaTAt(day * DAY);
}

/** Σ JMEᵖ Σ A·cos(B + C·JME) of the series of all powers p (section 3.2) at JME = start, start + step, …. */
function sumSeries(series: readonly Float64Array[], start: number, step: number, count: number): Float64Array {
  const sums = new Float64Array(count);
  const turning = turningAngle(count);
  for (let power = series.length - 1; power >= 0; power--) {
    for (let k = 0; k < count; k++) sums[k] = sums[k]! * (start + k * step);
    const terms = series[power]!;
    for (let i = 0; i < terms.length; i += 3) {
      turn(terms[i + 1]! + terms[i + 2]! * start, terms[i + 2]! * step, turning);
      for (let k = 0; k < count; k++) sums[k] = sums[k]! + terms[i]! * turning.cosine[k]!;
    }
  }
  return sums;
}

/** Nutation (equations 20–23) at jce = start, start + step, …. Its arguments grow evenly to 1e-7° in two months. */
function nutations(start: number, step: number, count: number) {
  const nutationLongitude = new Float64Array(count);
  const nutationObliquity = new Float64Array(count);
  const turning = turningAngle(count);
  const now = moonAndSun(start);
  const next = moonAndSun(start + step);
  for (let i = 0; i < NUTATION.length; i += 9) {
    let angle = 0;
    let then = 0;
    for (let x = 0; x < 5; x++) {
      angle += NUTATION[i + x]! * now[x]! * DEG;
      then += NUTATION[i + x]! * next[x]! * DEG;
    }
    turn(angle, then - angle, turning);
    for (let k = 0; k < count; k++) {
      const jce = start + k * step;
      const psi = (NUTATION[i + 5]! + NUTATION[i + 6]! * jce) * turning.sine[k]!;
      const epsilon = (NUTATION[i + 7]! + NUTATION[i + 8]! * jce) * turning.cosine[k]!;
      nutationLongitude[k] = nutationLongitude[k]! + psi / 36_000_000;
      nutationObliquity[k] = nutationObliquity[k]! + epsilon / 36_000_000;
    }
  }
  return { nutationLongitude, nutationObliquity };
}

function moonAndSun(jce: number): readonly number[] {
  return [meanElongation, meanAnomalySun, meanAnomalyMoon, moonArgumentLatitude, moonAscendingLongitude].map((mean) =>
    mean(jce),
  );
}

function turningAngle(count: number): { readonly cosine: Float64Array; readonly sine: Float64Array } {
  return { cosine: new Float64Array(count), sine: new Float64Array(count) };
}

/** Cosine and sine of angle, angle + by, angle + 2·by, …. */
function turn(angle: number, by: number, { cosine, sine }: ReturnType<typeof turningAngle>): void {
  const cosBy = cos(by);
  const sinBy = sin(by);
  let c = cos(angle);
  let s = sin(angle);
  for (let k = 0; k < cosine.length; k++) {
    cosine[k] = c;
    sine[k] = s;
    const turned = c * cosBy - s * sinBy;
    s = s * cosBy + c * sinBy;
    c = turned;
  }
}
