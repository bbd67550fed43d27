/** What the row kernels of the incidence angle modifiers take; |aoi| from 90° on is behind the plane, as in pvlib. */
import { cos, DEG } from "../../math/index.js";

/** Angle of incidence in degrees → its cosine, exactly 0 from 90° on. `cosIncidence` may be the same column. */
export function incidenceCosineRows(i0: number, i1: number, aoi: Float64Array, cosIncidence: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const angle = Math.abs(aoi[i]!);
    cosIncidence[i] = angle >= 90 ? 0 : cos(angle * DEG);
  }
}
