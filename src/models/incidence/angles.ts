/** Angles as the kernels of the incidence angle modifiers take them; |aoi| from 90° on is behind the plane, as in pvlib. */
import { cos, DEG, sin } from "../../math/index.js";

/** Angle of incidence in degrees → its cosine, exactly 0 from 90° on. `cosIncidence` may be the same column. */
export function incidenceCosineRows(i0: number, i1: number, aoi: Float64Array, cosIncidence: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const angle = Math.abs(aoi[i]!);
    cosIncidence[i] = angle >= 90 ? 0 : cos(angle * DEG);
  }
}

/**
 * x − sin x for x ≥ 0 in radians, to full relative precision, for the diffuse modifiers: below 0.5 by its series to
 * x¹⁵, as the difference cancels at small angles (pvlib steps aside to tilts of 1e-6° instead).
 */
export function angleMinusSine(x: number): number {
  if (x > 0.5) return x - sin(x);
  const y = x * x;
  const tail = 1 - (y / 110) * (1 - (y / 156) * (1 - y / 210));
  return ((x * y) / 6) * (1 - (y / 20) * (1 - (y / 42) * (1 - (y / 72) * tail)));
}
