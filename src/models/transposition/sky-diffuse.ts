/**
 * From a model's factors to the sky diffuse irradiance on the plane.
 *
 * Every transposition model here is written as three factors per unit of DHI: `circumsolar` (share that comes from the
 * sun's direction, Perez' F1 or the anisotropy index), `isotropic` (of the plane's sky, before that share is taken out)
 * and `horizonBand` (F2·sin β). Models put together the same way differ in nothing else.
 */
import { cos, DEG } from "../../math/index.js";
import { aoiProjectionRows } from "./aoi.js";

/** cos 85°: below this height the beam's ratio between plane and horizontal no longer grows (Perez et al. 1990). */
export const COS_85 = 0.08715574274765817;
/** The same for the loops here: imported bindings are looked up at every use (measured). */
const LOW = COS_85;

/**
 * Sky diffuse irradiance (W/m²) on a plane without obstacles. `visible` is the share of the sun's disc above 0°.
 *
 * The share taken out of the isotropic part is what a horizontal plane gets back from the sun's direction,
 * F1·v·min(1, cos z / cos 85°), so a horizontal plane always receives exactly DHI. For a sun above 85° zenith the
 * published forms differ from this (they give a horizontal plane less than DHI there).
 */
export function skyDiffuseRows(
  i0: number,
  i1: number,
  dhi: Float64Array,
  up: Float64Array,
  cosIncidence: Float64Array,
  circumsolar: Float64Array,
  isotropic: Float64Array,
  horizonBand: Float64Array,
  visible: Float64Array,
  skyDiffuse: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const v = visible[i]!;
    skyDiffuse[i] =
      dhi[i]! * skyPerDhi(up[i]!, cosIncidence[i]!, circumsolar[i]!, isotropic[i]!, horizonBand[i]!, v, v, 1, 1);
  }
}

/**
 * The same behind a horizon line: `visible` is the share of the disc above 0°, `visibleAboveLine` that above the line
 * (never more), `skyView` the share of the plane's sky above the line and `bandView` that of the band above the horizon.
 * Light from behind the line is lost. With an empty line the bytes are those of `skyDiffuseRows`.
 */
export function shadedSkyDiffuseRows(
  i0: number,
  i1: number,
  dhi: Float64Array,
  up: Float64Array,
  cosIncidence: Float64Array,
  circumsolar: Float64Array,
  isotropic: Float64Array,
  horizonBand: Float64Array,
  visible: Float64Array,
  visibleAboveLine: Float64Array,
  skyView: Float64Array,
  bandView: Float64Array,
  skyDiffuse: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    skyDiffuse[i] =
      dhi[i]! *
      skyPerDhi(
        up[i]!,
        cosIncidence[i]!,
        circumsolar[i]!,
        isotropic[i]!,
        horizonBand[i]!,
        visible[i]!,
        visibleAboveLine[i]!,
        skyView[i]!,
        bandView[i]!,
      );
  }
}

/**
 * What the sky sends a horizontal plane behind a horizon line per unit of DHI: no horizon band, one share `skyView`.
 *
 * @param visible share of the disc above 0°, `visibleAboveLine` above the line
 * @returns 0…1, as `skyPerDhi` of tilt 0
 */
export function horizontalSkyPerDhi(
  up: number,
  circumsolar: number,
  visible: number,
  visibleAboveLine: number,
  skyView: number,
): number {
  const beam = circumsolar * heightShare(up);
  const sky = beam * visibleAboveLine + (1 - beam * visible) * skyView;
  return sky < 0 ? 0 : sky;
}

function skyPerDhi(
  up: number,
  cosIncidence: number,
  circumsolar: number,
  isotropic: number,
  horizonBand: number,
  visible: number,
  visibleAboveLine: number,
  skyView: number,
  bandView: number,
): number {
  const beam = circumsolar * visibleAboveLine * beamRatio(up, cosIncidence);
  return skyAbove(beam, backgroundShare(up, circumsolar, isotropic, visible), horizonBand, skyView, bandView);
}

/** Beam on the plane over beam on the horizontal; below 85° zenith it no longer grows. */
export function beamRatio(up: number, cosIncidence: number): number {
  return (cosIncidence < 0 ? 0 : cosIncidence) / (up < LOW ? LOW : up);
}

/** What a horizontal plane gets of the circumsolar light: all, but less from a sun below 85° zenith. */
function heightShare(up: number): number {
  return up >= LOW ? 1 : Math.max(up, 0) / LOW;
}

/** The plane's isotropic share once the circumsolar light of the visible disc is taken out. */
export function backgroundShare(up: number, circumsolar: number, isotropic: number, visible: number): number {
  return (1 - circumsolar * visible * heightShare(up)) * isotropic;
}

/** Circumsolar light, background and horizon band together, as shares of DHI, behind a line that leaves the views. */
export function skyAbove(
  beam: number,
  background: number,
  horizonBand: number,
  skyView: number,
  bandView: number,
): number {
  // A dark band takes light from the background, so it shrinks with it. Where it takes more than there is, the rest is
  // not scaled: else a rising horizon would raise the sum.
  const dark = background + horizonBand;
  const sky = horizonBand >= 0 ? background * skyView + horizonBand * bandView : dark > 0 ? dark * skyView : dark;
  const sum = beam + sky;
  return sum < 0 ? 0 : sum;
}

/** Isotropic sky share of a plane, (1 + cos β)/2: its view factor of the sky (Liu & Jordan 1963). */
function isotropicShare(cosTilt: number): number {
  return (1 + cosTilt) * 0.5;
}

/** The isotropic sky share for rows. */
export function isotropicShareRows(i0: number, i1: number, cosTilt: Float64Array, isotropic: Float64Array): void {
  for (let i = i0; i < i1; i++) isotropic[i] = isotropicShare(cosTilt[i]!);
}

/** What Perez' factors lack of the plane: its isotropic share, and F2 multiplied by sin β, in place; β ≤ 180°. */
export function skyOnPlaneRows(
  i0: number,
  i1: number,
  cosTilt: Float64Array,
  isotropic: Float64Array,
  horizonBand: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const c = cosTilt[i]!;
    const square = (1 - c) * (1 + c);
    isotropic[i] = isotropicShare(c);
    horizonBand[i] = horizonBand[i]! * Math.sqrt(square < 0 ? 0 : square);
  }
}

/** What the public functions return with `returnComponents`: W/m², adding up to the sky diffuse but for its clip at 0. @experimental */
export interface SkyDiffuseComponents {
  poaSkyDiffuse: Float64Array;
  poaIsotropic: Float64Array;
  poaCircumsolar: Float64Array;
  poaHorizon: Float64Array;
}

/** Geometry and factors of a public call, one row each. */
export interface SkyFactors {
  readonly up: Float64Array;
  readonly elevation: Float64Array;
  readonly cosTilt: Float64Array;
  readonly cosIncidence: Float64Array;
  readonly circumsolar: Float64Array;
  readonly isotropic: Float64Array;
  readonly horizonBand: Float64Array;
}

/** The pipeline's geometry columns from a public function's angles, and room for a model's factors. */
export function skyFactors(c: {
  readonly n: number;
  readonly surfaceTilt: Float64Array;
  readonly surfaceAzimuth: Float64Array;
  readonly solarZenith: Float64Array;
  readonly solarAzimuth: Float64Array;
}): SkyFactors {
  const cosIncidence = new Float64Array(c.n);
  aoiProjectionRows(0, c.n, c.surfaceTilt, c.surfaceAzimuth, c.solarZenith, c.solarAzimuth, cosIncidence);
  return {
    up: c.solarZenith.map((zenith) => cos(zenith * DEG)),
    elevation: c.solarZenith.map((zenith) => 90 - zenith),
    cosTilt: c.surfaceTilt.map((tilt) => cos(tilt * DEG)),
    cosIncidence,
    circumsolar: new Float64Array(c.n),
    isotropic: new Float64Array(c.n),
    horizonBand: new Float64Array(c.n),
  };
}

/**
 * The published composition: DHI·[F1·max(cos aoi, 0)/max(cos z, floor) + (1 − F1)·isotropic + horizon band], the sum
 * clipped at 0. A row with a NaN in any input is NaN in every component.
 */
export function publishedSkyDiffuse(
  c: { readonly n: number; readonly dhi: Float64Array } & { readonly [input: string]: Float64Array | number },
  f: SkyFactors,
  floor: number,
): SkyDiffuseComponents {
  const poaSkyDiffuse = new Float64Array(c.n);
  const poaIsotropic = new Float64Array(c.n);
  const poaCircumsolar = new Float64Array(c.n);
  const poaHorizon = new Float64Array(c.n);
  const inputs = Object.values(c).filter((column) => typeof column !== "number");
  for (let i = 0; i < c.n; i++) {
    const dhi = inputs.some((column) => Number.isNaN(column[i])) ? Number.NaN : c.dhi[i]!;
    const beamRatio = Math.max(f.cosIncidence[i]!, 0) / Math.max(f.up[i]!, floor);
    poaIsotropic[i] = dhi * (1 - f.circumsolar[i]!) * f.isotropic[i]!;
    poaCircumsolar[i] = dhi * f.circumsolar[i]! * beamRatio;
    poaHorizon[i] = dhi * f.horizonBand[i]!;
    poaSkyDiffuse[i] = Math.max(poaIsotropic[i]! + poaCircumsolar[i]! + poaHorizon[i]!, 0);
  }
  return { poaSkyDiffuse, poaIsotropic, poaCircumsolar, poaHorizon };
}
