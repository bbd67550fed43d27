/**
 * Nutation of the Earth's axis in SPA (NREL/TP-560-34302, revised 2008, section 3.4), and turns taken off angles (section 3.2.6); `jce` in
 * Julian ephemeris centuries.
 */

import { cos, DEG, sin } from "../../../foundation/math/index.js";
import { NUTATION } from "./spa-terms.js";

/** The same direction within 0 ≤ angle < 360 degrees. */
export function limitDegrees(angle: number): number {
  return angle - 360 * Math.floor(angle / 360);
}

/** The same direction within −180 ≤ angle < 180 degrees. */
export function signedDegrees(angle: number): number {
  return limitDegrees(angle + 180) - 180;
}

// The five arguments in degrees, reduced to one turn: the sums below then stay small.

/** Mean elongation of the moon from the sun, X0 (equation 15), degrees. */
export function meanElongation(jce: number): number {
  return limitDegrees(297.85036 + jce * (445267.11148 + jce * (-0.0019142 + jce / 189474)));
}

/** Mean anomaly of the sun, X1 (equation 16), degrees. */
export function meanAnomalySun(jce: number): number {
  return limitDegrees(357.52772 + jce * (35999.05034 + jce * (-0.0001603 - jce / 300000)));
}

/** Mean anomaly of the moon, X2 (equation 17), degrees. */
export function meanAnomalyMoon(jce: number): number {
  return limitDegrees(134.96298 + jce * (477198.867398 + jce * (0.0086972 + jce / 56250)));
}

/** The moon's argument of latitude, X3 (equation 18), degrees. */
export function moonArgumentLatitude(jce: number): number {
  return limitDegrees(93.27191 + jce * (483202.017538 + jce * (-0.0036825 + jce / 327270)));
}

/** Longitude of the moon's ascending node, X4 (equation 19), degrees. */
export function moonAscendingLongitude(jce: number): number {
  return limitDegrees(125.04452 + jce * (-1934.136261 + jce * (0.0020708 + jce / 450000)));
}

/** Nutation in longitude Δψ and obliquity Δε (equations 20–23) in degrees, written to the object. */
export function nutation(jce: number, sun: { nutationLongitude: number; nutationObliquity: number }): void {
  const x0 = meanElongation(jce);
  const x1 = meanAnomalySun(jce);
  const x2 = meanAnomalyMoon(jce);
  const x3 = moonArgumentLatitude(jce);
  const x4 = moonAscendingLongitude(jce);
  let psi = 0;
  let epsilon = 0;
  for (let i = 0; i < NUTATION.length; i += 9) {
    const argument =
      (NUTATION[i]! * x0 +
        NUTATION[i + 1]! * x1 +
        NUTATION[i + 2]! * x2 +
        NUTATION[i + 3]! * x3 +
        NUTATION[i + 4]! * x4) *
      DEG;
    psi += (NUTATION[i + 5]! + NUTATION[i + 6]! * jce) * sin(argument);
    epsilon += (NUTATION[i + 7]! + NUTATION[i + 8]! * jce) * cos(argument);
  }
  sun.nutationLongitude = psi / 36_000_000;
  sun.nutationObliquity = epsilon / 36_000_000;
}
