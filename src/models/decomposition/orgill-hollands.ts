import type { ColumnInput } from "../columns.js";
import { withStage } from "../stage.js";
import { type DiffuseFractionOptions, diffuseFractionStage, splitByDiffuseFraction } from "./diffuse-fraction.js";

/**
 * Row kernel: diffuse fraction of the hourly clearness index (eqs. 3a–3c), continuous within 0.0002.
 * `diffuseFraction` may be the same column as `kt`.
 */
export function orgillHollandsRows(i0: number, i1: number, kt: Float64Array, diffuseFraction: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const k = kt[i]!;
    if (k > 0.75) diffuseFraction[i] = 0.177;
    else diffuseFraction[i] = k >= 0.35 ? 1.557 - 1.84 * k : 1 - 0.249 * k;
  }
}

function orgillHollandsModel(
  inputs: {
    ghi: ColumnInput;
    zenith: ColumnInput;
    dayOfYear?: ColumnInput | undefined;
    dniExtra?: ColumnInput | undefined;
  },
  options: DiffuseFractionOptions = {},
): { dni: Float64Array; dhi: Float64Array; kt: Float64Array } {
  if (inputs.dayOfYear === undefined && inputs.dniExtra === undefined) {
    throw new TypeError("orgillHollands: dayOfYear or dniExtra must be given, got neither");
  }
  return splitByDiffuseFraction("orgillHollands", orgillHollandsRows, inputs, options);
}

/**
 * DNI and DHI from GHI by the diffuse fraction of Orgill and Hollands (hourly values of Toronto).
 *
 * @param inputs `ghi` in W/m² (negative counts as 0); `zenith`: true zenith in degrees; `dniExtra`: extraterrestrial
 *   normal irradiance in W/m², or `dayOfYear` (1 January = 1) to get it from
 * @param options `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m², `kt` limited to [0, 1]; beyond maxZenith dni = 0 and dhi = ghi. NaN for NaN. As in
 *   pvlib DNI is not limited to the extraterrestrial irradiance; unlike there a negative GHI gives dhi = 0, and a
 *   missing value gives NaN at night, too
 * @throws TypeError when neither dayOfYear nor dniExtra is given, or a column or option is of wrong kind; RangeError for
 *   columns of unequal length and for an option below 0
 *
 * Source: J. F. Orgill, K. G. T. Hollands (1977), Correlation equation for hourly diffuse radiation on a horizontal
 * surface, Solar Energy 19, 357–359, eqs. 3a–3c.
 * @experimental
 */
export const orgillHollands = /* @__PURE__ */ withStage(
  orgillHollandsModel,
  /* @__PURE__ */ diffuseFractionStage("orgillHollands", orgillHollandsRows),
);
