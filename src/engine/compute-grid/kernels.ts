/** Elevation and azimuth of unit vectors by table, to 1e-9 degrees; below −25° an elevation to 6e-9. */
import { acos, atan2, cos, DEG, RAD, sin } from "../../foundation/math/index.js";
import { ABOVE_ONE, cubicTable, INTERVALS } from "../../physics/sky/kernels.js";

// Local constants: imported ones are checked at every use.
const MASK = INTERVALS - 1;
const PER_QUADRANT = INTERVALS / (2 * ABOVE_ONE);

/** Below this elevation, angles are measured from the nadir. */
const DEEP = -0.7;
const PER_COSINE = INTERVALS / (ABOVE_ONE - DEEP);

/**
 * If sine and cosine of an angle are known, the angle is the sine times a smooth function of the cosine: degrees per sine, tabulated
 * over the cosine. This also holds for small angles, which the cosine alone determines poorly.
 */
const [C0, C1, C2, C3] = /* @__PURE__ */ cubicTable(
  DEEP,
  ABOVE_ONE,
  (cosine) => (acos(cosine) / Math.sqrt((1 - cosine) * (1 + cosine))) * RAD,
);

/** Angle in degrees of a direction, 0 to 134. */
export function angleOf(sine: number, cosine: number): number {
  const x = (cosine - DEEP) * PER_COSINE;
  const k = (x | 0) & MASK;
  const t = x - k;
  return sine * ((t * C3[k]! + C2[k]!) * (t * t) + (t * C1[k]! + C0[k]!));
}

/** `elevationRows` of the solar-position model: degrees, accurate also at the zenith. */
export function elevationRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  up: Float64Array,
  elevation: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const u = up[i]!;
    const e = east[i]!;
    const n = north[i]!;
    // Not by the side of the horizon: for instants in random order that branch is unpredictable.
    const deep = u < DEEP;
    const angle = 90 - angleOf(Math.sqrt(e * e + n * n), deep ? -u : u);
    elevation[i] = deep ? -angle : angle;
  }
}

/**
 * Degrees from north by east to south, over 1 − north/(|east| + |north|), 0 to 2: there a quadrant continues smoothly into
 * its neighbour, and no row has to compare the components of a direction.
 */
const [A0, A1, A2, A3] = /* @__PURE__ */ compassTable();

function compassTable(): ReturnType<typeof cubicTable> {
  const table = cubicTable(0, 2 * ABOVE_ONE, (x) => atan2(1 - Math.abs(1 - x), 1 - x) * RAD);
  table[0][0] = 0; // due north, and not below 0
  return table;
}

/** `compassDegrees` of the solar-position model: degrees from north, clockwise, 0 ≤ azimuth < 360. */
export function compassAngle(east: number, north: number): number {
  const sum = Math.abs(east) + Math.abs(north);
  if (!(sum > 0)) return sum;
  const x = (1 - north / sum) * PER_QUADRANT;
  const k = (x | 0) & MASK;
  const t = x - k;
  const half = (t * A3[k]! + A2[k]!) * (t * t) + (t * A1[k]! + A0[k]!);
  const azimuth = east < 0 ? 360 - half : half;
  return azimuth >= 360 ? 0 : azimuth;
}

/** `azimuthRows` of the solar-position model. */
export function azimuthRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  azimuth: Float64Array,
): void {
  for (let i = i0; i < i1; i++) azimuth[i] = compassAngle(east[i]!, north[i]!);
}

// The horizontal north–south tracker in vectors: no angles are needed for the irradiance on the plane.

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
