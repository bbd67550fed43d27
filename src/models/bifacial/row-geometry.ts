/**
 * Long parallel rows on level ground, in the plane across them: shadows and view factors, averaged over the width of a row and over the
 * ground from one row to the next.
 *
 * Mikofski, Darawali, Hamer, Neubert & Newmiller 2019, Bifacial Performance Modeling in Large Arrays, 46th IEEE PVSC, 1282–1287, eq. 4
 * and 14. The averages of the view factors are the closed integrals of Hottel's crossed strings, as in Anderson, Jensen & Hansen 2026,
 * IEEE J. Photovoltaics, doi 10.1109/JPHOTOV.2026.3677506, for rows without end; the ground's view of the sky follows from those of
 * both sides of the rows by reciprocity. None of them depends on the height of the rows.
 *
 * `tangent` is the sun's horizontal part towards the side that the plane faces over its height; `gcr` the width of a row over the
 * distance between rows. The rear side has cos(180° − β) = −cos β, the same sine, and the tangent with the other sign.
 */

/** Share of the ground that the sun reaches (eq. 4). */
export function sunlitGround(gcr: number, cosTilt: number, sinTilt: number, tangent: number): number {
  const shadow = gcr * Math.abs(cosTilt + sinTilt * tangent);
  return shadow < 1 ? 1 - shadow : 0;
}

/** Share of a row's width, from its lower edge, in the shadow of the next row (eq. 14); of a plane that the sun is behind, 0 or 1. */
export function shadedWidth(
  gcr: number,
  cosTilt: number,
  sinTilt: number,
  tangent: number,
  cosIncidence: number,
): number {
  const shadow = gcr * (cosTilt + sinTilt * tangent);
  if (!(shadow > 1)) return 0;
  return cosIncidence > 0 ? 1 - 1 / shadow : 1;
}

/** View factor of a row's side to the sky; with −cosTilt to the ground. Without other rows it is (1 + cos β)/2. */
export function rowSkyView(gcr: number, cosTilt: number): number {
  const pitch = 1 / gcr;
  // pitch − diagonal, without the loss of digits where rows are far apart
  const diagonal = Math.sqrt(Math.max(pitch * pitch - 2 * pitch * cosTilt + 1, 0));
  return 0.5 * (1 + (2 * pitch * cosTilt - 1) / (pitch + diagonal));
}

/** View factor of the ground to the sky. */
export function groundSkyView(gcr: number, cosTilt: number): number {
  return 1 - gcr * (rowSkyView(gcr, cosTilt) + rowSkyView(gcr, -cosTilt));
}

/** @throws TypeError, RangeError for a ground coverage ratio that is not above 0, at most 1 */
export function checkGcr(name: string, gcr: unknown): void {
  if (typeof gcr !== "number") throw new TypeError(`${name} must be a number, got ${String(gcr)}`);
  if (!(gcr > 0 && gcr <= 1)) throw new RangeError(`${name} must be above 0 and at most 1, got ${gcr}`);
}
