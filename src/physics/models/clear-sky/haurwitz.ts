import { cos, DEG, exp } from "../../../foundation/math/index.js";
import { model } from "../model.js";

/** Row kernel: clear-sky GHI (W/m²) from the cosine of the apparent zenith; 0 at and below 0, NaN for NaN. */
export function haurwitzRows(i0: number, i1: number, cosZenith: Float64Array, ghi: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const mu = cosZenith[i]!;
    ghi[i] = mu <= 0 ? 0 : 1098 * mu * exp(-0.059 / mu);
  }
}

/**
 * Clear-sky GHI from the sun's zenith alone (Haurwitz). It gives no direct or diffuse part, so it is not a stage of the
 * pipeline.
 *
 * @param inputs `apparentZenith` in degrees
 * @returns `ghi` in W/m²; 0 from 90 on, NaN for NaN (pvlib: 0)
 * @throws TypeError, RangeError for a column of wrong kind
 *
 * Source: B. Haurwitz (1945), Insolation in relation to cloudiness and cloud density, J. Meteorology 2, 154–166; (1946),
 * Insolation in relation to cloud type, J. Meteorology 3, 123–124; M. Reno, C. Hansen, J. Stein (2012), SAND2012-2389.
 * @experimental
 */
export const haurwitz = /* @__PURE__ */ model("haurwitz", {
  inputs: ["apparentZenith"],
  outputs: ["ghi"],
  rows(from, to, { apparentZenith, ghi }) {
    for (let i = from; i < to; i++) ghi[i] = cos(apparentZenith[i]! * DEG);
    haurwitzRows(from, to, ghi, ghi);
  },
});
