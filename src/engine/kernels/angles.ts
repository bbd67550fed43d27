/** Elevation and azimuth of unit vectors by table, to 1e-9 degrees. */
import { asin, atan, RAD } from "../../math/index.js";
import { cubicTable, INTERVALS } from "./table.js";

/** Beyond this sine the arcsine grows too steep for a table; the cosine takes over (sin 45° and a little). */
const STEEP = 0.72;
const PER_SINE = INTERVALS / STEEP;
const ASIN = /* @__PURE__ */ cubicTable(0, STEEP, (x) => asin(x) * RAD);
const ATAN = /* @__PURE__ */ cubicTable(0, 1, (x) => atan(x) * RAD);

function lookUp(table: Float64Array, x: number): number {
  const k = Math.min(x | 0, INTERVALS - 1);
  const t = x - k;
  const c = 4 * k;
  return table[c]! + (table[c + 1]! + (table[c + 2]! + table[c + 3]! * t) * t) * t;
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
    const sine = Math.abs(u);
    let angle: number;
    if (sine <= STEEP) angle = lookUp(ASIN, sine * PER_SINE);
    else {
      const e = east[i]!;
      const n = north[i]!;
      angle = 90 - lookUp(ASIN, Math.sqrt(e * e + n * n) * PER_SINE);
    }
    elevation[i] = u < 0 ? -angle : angle;
  }
}

/** Angle in degrees, 0…90, of a direction in the first quadrant. */
export function quadrantAngle(sine: number, cosine: number): number {
  return sine <= cosine
    ? Math.max(lookUp(ATAN, (sine / cosine) * INTERVALS), 0)
    : 90 - lookUp(ATAN, (cosine / sine) * INTERVALS);
}

/** `compassDegrees` of the sun's model: degrees from north, clockwise, 0 ≤ azimuth < 360. */
export function compassAngle(east: number, north: number): number {
  const e = Math.abs(east);
  const n = Math.abs(north);
  const fromNorth = e > 0 ? quadrantAngle(e, n) : n * 0;
  const half = north < 0 ? 180 - fromNorth : fromNorth;
  return east < 0 && half > 0 ? 360 - half : half;
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
