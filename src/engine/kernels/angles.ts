/** Elevation and azimuth of unit vectors by table, to 1e-9 degrees. */
import { acos, atan2, RAD } from "../../math/index.js";
import { ABOVE_ONE, cubicTable, INTERVALS } from "./table.js";

// Constants of this module alone: an imported one costs its checks at every use.
const MASK = INTERVALS - 1;
const PER_COSINE = INTERVALS / ABOVE_ONE;
const PER_QUADRANT = INTERVALS / (2 * ABOVE_ONE);

/**
 * An angle of which sine and cosine are known is the sine times a smooth function of the cosine: degrees per sine, tabulated
 * over the cosine, 0 to 1. That holds for small angles, too, of which the cosine alone says little.
 */
const [C0, C1, C2, C3] = /* @__PURE__ */ cubicTable(
  0,
  ABOVE_ONE,
  (cosine) => (acos(cosine) / Math.sqrt((1 - cosine) * (1 + cosine))) * RAD,
);

/** Angle in degrees, 0…90, of a direction in the first quadrant. */
export function quadrantAngle(sine: number, cosine: number): number {
  const x = cosine * PER_COSINE;
  const k = (x | 0) & MASK;
  const t = x - k;
  return sine * ((t * C3[k]! + C2[k]!) * (t * t) + (t * C1[k]! + C0[k]!));
}

/** `elevationRows` of the sun's model: degrees, accurate at the zenith, too. */
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
    const angle = 90 - quadrantAngle(Math.sqrt(e * e + n * n), Math.abs(u));
    elevation[i] = u < 0 ? -angle : angle;
  }
}

/**
 * Degrees from north by east to south, over 1 − north/(|east| + |north|), 0 to 2: a quadrant is as smooth as its neighbour
 * there, and no row asks which of a direction's numbers is the larger.
 */
const [A0, A1, A2, A3] = /* @__PURE__ */ compassTable();

function compassTable(): ReturnType<typeof cubicTable> {
  const table = cubicTable(0, 2 * ABOVE_ONE, (x) => atan2(1 - Math.abs(1 - x), 1 - x) * RAD);
  table[0][0] = 0; // due north, and nothing below it
  return table;
}

/** `compassDegrees` of the sun's model: degrees from north, clockwise, 0 ≤ azimuth < 360. */
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

/** `azimuthRows` of the sun's model. */
export function azimuthRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  azimuth: Float64Array,
): void {
  for (let i = i0; i < i1; i++) azimuth[i] = compassAngle(east[i]!, north[i]!);
}
