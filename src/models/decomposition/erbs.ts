import type { ColumnInput } from "../columns.js";
import { withStage } from "../stage.js";
import { type DiffuseFractionOptions, diffuseFractionStage, splitByDiffuseFraction } from "./diffuse-fraction.js";

/**
 * Row kernel: diffuse fraction of the hourly clearness index (eq. 1). The three pieces leave small steps where they
 * meet (0.00027 down at 0.22 and at 0.8). `diffuseFraction` may be the same column as `kt`.
 */
export function erbsRows(i0: number, i1: number, kt: Float64Array, diffuseFraction: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const k = kt[i]!;
    if (k > 0.8) diffuseFraction[i] = 0.165;
    else if (k > 0.22) diffuseFraction[i] = 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)));
    else diffuseFraction[i] = 1 - 0.09 * k;
  }
}

function erbsModel(
  inputs: { ghi: ColumnInput; zenith: ColumnInput; dayOfYear: ColumnInput },
  options: DiffuseFractionOptions = {},
): { dni: Float64Array; dhi: Float64Array; kt: Float64Array } {
  const { ghi, zenith, dayOfYear } = inputs;
  return splitByDiffuseFraction("erbs", erbsRows, { ghi, zenith, dayOfYear }, options);
}

/**
 * DNI and DHI from GHI by the diffuse fraction of Erbs, Klein and Duffie.
 *
 * @param inputs `ghi` in W/m² (negative counts as 0); `zenith`: true zenith in degrees; `dayOfYear`: 1 January = 1
 * @param options `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m², `kt` limited to [0, 1]; beyond maxZenith dni = 0 and dhi = ghi. NaN for NaN. As in
 *   pvlib DNI is not limited to the extraterrestrial irradiance; unlike there a negative GHI gives dhi = 0, and a
 *   missing value gives NaN at night, too
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Its `stage` takes the interval's clearness index unchanged: without the floor on cos(zenith) and without maxZenith.
 *
 * Source: D. G. Erbs, S. A. Klein, J. A. Duffie (1982), Estimation of the diffuse radiation fraction for hourly, daily
 * and monthly-average global radiation, Solar Energy 28, 293–302, eq. 1.
 *
 * @example
 * ```js
 * import { erbs } from "irradiance-engine/models/decomposition";
 *
 * const { dni, dhi } = erbs({ ghi: [500, 800], zenith: [40, 30], dayOfYear: 172 });
 * console.log(dni.length, dhi[0] < 500); // 2 true
 * ```
 */
export const erbs = /* @__PURE__ */ withStage(erbsModel, /* @__PURE__ */ diffuseFractionStage("erbs", erbsRows));
