/**
 * Diffuse light from the sky that rows take from each other, by the mean masking angle over a row.
 *
 * Passias & Källbäck 1984, Shading effects in rows of solar cell panels, Solar Cells 11, 281–291. Its eq. 9 for the mean
 * is wrong (as pvlib's authors found); the mean here is the integral of eq. 8: with g the ground coverage ratio and
 * w = g·exp(iβ) the angle at height 1 − u is −arg(1 − u·w), so the mean over u is Im[(1/w − 1)·log(1 − w)].
 */
import { atan2, DEG, log, RAD, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** Mean masking angle in degrees; tilt in degrees. No term grows beyond 1/gcr, so shallow tilts keep their digits. */
export function maskingAnglePassiasRows(
  i0: number,
  i1: number,
  surfaceTilt: Float64Array,
  gcr: Float64Array,
  maskAngle: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const tilt = surfaceTilt[i]! * DEG;
    const g = gcr[i]!;
    const half = sin(0.5 * tilt);
    const flat = 2 * half * half; // 1 − cos β, which keeps the digits of nearly flat rows that nearly touch
    const s = sin(tilt);
    const x = 1 - g + g * flat;
    const y = g * s;
    // Where the rows touch (gcr 1, tilt 0) the logarithm has no value, but its factor is 0.
    const logarithm = y === 0 ? 0 : 0.5 * log(x * x + y * y);
    maskAngle[i] = (((g - 1 + flat) * atan2(y, x) - s * logarithm) / g) * RAD;
  }
}

/**
 * Mean masking angle over the width of a row, see `maskingAngle`.
 *
 * @param inputs surfaceTilt (deg, 0…90), gcr (above 0 up to 1); numbers or arrays of one length
 * @returns maskAngle in degrees; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function maskingAnglePassias(inputs: { surfaceTilt: ColumnInput; gcr: ColumnInput }): {
  maskAngle: Float64Array;
} {
  const { surfaceTilt, gcr } = inputs;
  const c = toColumns("maskingAnglePassias", { surfaceTilt, gcr });
  const maskAngle = new Float64Array(c.n);
  maskingAnglePassiasRows(0, c.n, c.surfaceTilt, c.gcr, maskAngle);
  return { maskAngle };
}

/** Share of an isotropic sky's light that is lost, 1 − cos²(ψ/2), for a masking angle ψ in degrees. */
export function skyDiffusePassiasRows(i0: number, i1: number, maskingAngle: Float64Array, derate: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const half = sin(maskingAngle[i]! * 0.5 * DEG);
    derate[i] = half * half;
  }
}

/**
 * Share of the sky's diffuse light that a row loses to the row in front, for an isotropic sky.
 *
 * @param inputs maskingAngle in degrees, the mean over the row (`maskingAnglePassias`), or that of its lower edge for the
 *   worst case (as SAM does); number or array
 * @returns derate, 0…1: multiply diffuse light from the sky by 1 − derate; NaN where the angle is NaN
 * @throws TypeError for an input that is not a column
 * @experimental
 */
export function skyDiffusePassias(inputs: { maskingAngle: ColumnInput }): { derate: Float64Array } {
  const c = toColumns("skyDiffusePassias", { maskingAngle: inputs.maskingAngle });
  const derate = new Float64Array(c.n);
  skyDiffusePassiasRows(0, c.n, c.maskingAngle, derate);
  return { derate };
}
