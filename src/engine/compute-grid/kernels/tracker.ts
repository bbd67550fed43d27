/** The horizontal north–south tracker in vectors: no angles are needed for the irradiance on the plane. */
import { cos, DEG, sin } from "../../../math/index.js";
import { angleOf } from "./angles.js";

/** The tracker of the interface specification, 4.1: it rotates up to ±45°, with a ground coverage ratio of 0.3. */
export const MAX_ROTATION = 45;
export const GROUND_COVERAGE = 0.3;

/** Local copy: imported bindings are looked up at every use (measured). */
const LIMIT = MAX_ROTATION;
const COS_LIMIT = /* @__PURE__ */ cos(LIMIT * DEG);
const SIN_LIMIT = /* @__PURE__ */ sin(LIMIT * DEG);
const PER_COVERAGE = 1 / GROUND_COVERAGE;

/**
 * `horizontalTrackerRows` (with backtracking) and `cosIncidenceTrackerRows` of this tracker in one: rotation in degrees (west
 * positive), cosine of the incidence angle and of the tilt. Flat while the sun is down.
 */
export function trackerRows(
  i0: number,
  i1: number,
  east: Float64Array,
  up: Float64Array,
  rotation: Float64Array,
  cosIncidence: Float64Array,
  cosTilt: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const height = up[i]!;
    if (!(height > 0)) {
      rotation[i] = 0;
      cosTilt[i] = 1;
      cosIncidence[i] = height;
      continue;
    }
    const e = east[i]!;
    const side = Math.abs(e);
    const perSquare = 1 / (side * side + height * height);
    const perLength = Math.sqrt(perSquare);
    let c = height * perLength;
    let s = side * perLength;
    const squared = height * height * perSquare * (PER_COVERAGE * PER_COVERAGE);
    if (squared < 1) {
      // Rotated back by acos(shadow): the shadows of the rows just touch (Lorenzo et al. 2011).
      const shadow = c * PER_COVERAGE;
      const back = Math.sqrt(1 - squared);
      const turned = s * shadow - c * back;
      c = c * shadow + s * back;
      s = turned;
    }
    if (s > SIN_LIMIT) {
      s = SIN_LIMIT;
      c = COS_LIMIT;
    } else if (s < 0) {
      s = 0;
      c = 1;
    }
    const angle = s === SIN_LIMIT ? LIMIT : angleOf(s, c);
    rotation[i] = e > 0 ? -angle : angle;
    cosTilt[i] = c;
    cosIncidence[i] = height * c + side * s;
  }
}
