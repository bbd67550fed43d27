/** What a sub-step can carry of the light that is measured over its interval. */

/** The most direct-horizontal light (W/m²) that is believed, `mu` being the cosine of the zenith, at least 0. */
export function mostDirect(extraterrestrialNormal: number, clearDni: number, mu: number): number {
  const believed = 1.1 * clearDni + 100;
  return (extraterrestrialNormal < believed ? extraterrestrialNormal : believed) * mu;
}

/** Elevation (degrees) at which twilight begins and light with it. */
export const TWILIGHT = -6;
