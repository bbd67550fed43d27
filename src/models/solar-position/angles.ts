/** Turns taken off angles, as in NREL/TP-560-34302 (2008), section 3.2.6. */

/** The same direction within 0 ≤ angle < 360 degrees. */
export function limitDegrees(angle: number): number {
  return angle - 360 * Math.floor(angle / 360);
}

/** The same direction within −180 ≤ angle < 180 degrees. */
export function signedDegrees(angle: number): number {
  return limitDegrees(angle + 180) - 180;
}
