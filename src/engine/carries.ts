/** What a sub-step can carry of the light that is measured over its interval. */

/** The most direct-horizontal light (W/m²) that is believed, `mu` being the cosine of the zenith, at least 0. */
export function beamCap(extraterrestrialNormal: number, clearDni: number, mu: number): number {
  const most = 1.1 * clearDni + 100;
  return (extraterrestrialNormal < most ? extraterrestrialNormal : most) * mu;
}

/** Share of twilight: 1 from sunrise on, 0 from 6° below the horizon. `elevation` in degrees. */
export function twilightShare(elevation: number): number {
  return Math.min(Math.max((elevation + 6) / 6, 0), 1);
}

/** Whether there is nothing at all that could be scaled: no clear sky, no twilight. */
export function isDark(elevation: number, clearDhi: number): boolean {
  return clearDhi === 0 && twilightShare(elevation) === 0;
}
