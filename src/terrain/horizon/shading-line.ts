/** A horizon line as it shades: terrain below the horizontal causes no shade, and no line reaches the zenith. */

const HIGHEST = 89.999;

/** @param profile elevations in degrees, as {@link TerrainHorizon.profile} @returns 0 … 89.999, for `ObservationContext.horizon` */
export function shadingLine(profile: ArrayLike<number>): number[] {
  return Array.from(profile, (elevation) => Math.min(Math.max(elevation, 0), HIGHEST));
}
