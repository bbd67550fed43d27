/** The horizontal north–south tracker on vectors: no angle is needed to know what the plane sees. */
import { cos, DEG, sin } from "../../math/index.js";
import { quadrantAngle } from "./angles.js";

/**
 * `horizontalTrackerRows` (with backtracking) and `cosIncidenceTrackerRows` in one: rotation in degrees (west positive),
 * cosine of the incidence angle and of the tilt. Flat while the sun is down.
 */
export function trackerRows(
  i0: number,
  i1: number,
  east: Float64Array,
  up: Float64Array,
  maxAngle: number,
  gcr: number,
  rotation: Float64Array,
  cosIncidence: Float64Array,
  cosTilt: Float64Array,
): void {
  // Products are numbers to the compiler, as an argument or a function's value is not: in their place every row would keep
  // its sine and its angle as objects (measured: half the time).
  const limit = maxAngle * 1;
  const cosMax = cos(limit * DEG) * 1;
  const sinMax = sin(limit * DEG) * 1;
  const perGcr = 1 / gcr;
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
    const squared = height * height * perSquare * (perGcr * perGcr);
    if (squared < 1) {
      // Turned back by acos(shadow): the rows' shadows just touch (Lorenzo et al. 2011).
      const shadow = c * perGcr;
      const back = Math.sqrt(1 - squared);
      const turned = s * shadow - c * back;
      c = c * shadow + s * back;
      s = turned;
    }
    if (s > sinMax) {
      s = sinMax;
      c = cosMax;
    } else if (s < 0) {
      s = 0;
      c = 1;
    }
    const angle = s === sinMax ? limit : quadrantAngle(s, c);
    rotation[i] = e > 0 ? -angle : angle;
    cosTilt[i] = c;
    cosIncidence[i] = height * c + side * s;
  }
}
