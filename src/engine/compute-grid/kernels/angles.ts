/** Elevation and azimuth of unit vectors by table, to 1e-9 degrees; below −25° an elevation to 6e-9. */
import { acos, atan2, RAD } from "../../../math/index.js";
import { ABOVE_ONE, cubicTable, INTERVALS } from "../../../sky/kernels/table.js";

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
