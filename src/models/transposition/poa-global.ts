/** Global irradiance on a plane from a Perez model's factors: what reverse transposition inverts. */
import { COS_85 } from "./sky-diffuse.js";

/**
 * Beam, sky diffuse (published composition, see `publishedSkyDiffuse`) and ground-reflected light on the plane, W/m².
 * up = cos z; `circumsolar`, `isotropic`, `horizonBand` per unit of DHI.
 */
export function poaGlobalRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  dni: Float64Array,
  dhi: Float64Array,
  albedo: Float64Array,
  up: Float64Array,
  cosIncidence: Float64Array,
  cosTilt: Float64Array,
  circumsolar: Float64Array,
  isotropic: Float64Array,
  horizonBand: Float64Array,
  poaGlobal: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const facing = Math.max(cosIncidence[i]!, 0);
    const share = circumsolar[i]!;
    const sky = (1 - share) * isotropic[i]! + (share * facing) / Math.max(up[i]!, COS_85) + horizonBand[i]!;
    const ground = ghi[i]! * albedo[i]! * (1 - cosTilt[i]!) * 0.5;
    poaGlobal[i] = Math.max(dni[i]! * facing, 0) + Math.max(dhi[i]! * sky, 0) + ground;
  }
}
