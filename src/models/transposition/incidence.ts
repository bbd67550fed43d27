/**
 * Incidence of the beam on the pipeline's planes, from unit vectors: no angles needed.
 * The sun is (east, north, up), all apparent; the cosines are not clipped, so negative means behind the plane.
 */
import { cos, DEG, sin } from "../../math/index.js";

/** A fixed plane with the unit normal (normalE, normalN, normalU). */
export function cosIncidenceFixedRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  up: Float64Array,
  normalE: number,
  normalN: number,
  normalU: number,
  cosIncidence: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    cosIncidence[i] = east[i]! * normalE + north[i]! * normalN + up[i]! * normalU;
  }
}

/** A plane turned about a horizontal north–south axis; `rotation` in degrees, positive when it faces west. */
export function cosIncidenceTrackerRows(
  i0: number,
  i1: number,
  east: Float64Array,
  up: Float64Array,
  rotation: Float64Array,
  cosIncidence: Float64Array,
  cosTilt: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const angle = rotation[i]! * DEG;
    const c = cos(angle);
    cosTilt[i] = c;
    cosIncidence[i] = up[i]! * c - east[i]! * sin(angle);
  }
}

/**
 * Unit normal of a plane. No source: the definition.
 *
 * @param surfaceTilt from horizontal in degrees
 * @param surfaceAzimuth in degrees, 0 = north, clockwise
 * @returns east, north, up, without unit
 * @throws nothing; arguments are not validated
 * @experimental
 */
export function planeNormal(surfaceTilt: number, surfaceAzimuth: number): [east: number, north: number, up: number] {
  const horizontal = sin(surfaceTilt * DEG);
  return [horizontal * sin(surfaceAzimuth * DEG), horizontal * cos(surfaceAzimuth * DEG), cos(surfaceTilt * DEG)];
}
