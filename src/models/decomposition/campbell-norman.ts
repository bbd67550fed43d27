import { cos, DEG, pow } from "../../math/index.js";
import { STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import { diffuseFractionStage } from "./diffuse-fraction.js";

/** Share of the beam's loss that reaches the ground as diffuse irradiance (the text's value for a clear sky). */
const SCATTERED = 0.3;

/**
 * Row kernel: DNI, DHI and GHI (W/m²) under an atmosphere of a given transmittance; true zenith in degrees, pressure in
 * Pa. 0 beyond a zenith of 90°.
 */
export function campbellNormanRows(
  i0: number,
  i1: number,
  zenith: Float64Array,
  transmittance: Float64Array,
  pressure: Float64Array,
  dniExtra: Float64Array,
  dni: Float64Array,
  dhi: Float64Array,
  ghi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const mu = Math.max(cos(zenith[i]! * DEG), 0);
    const dark = zenith[i]! > 90;
    // 0 times what is given, so that a missing value stays missing at night.
    const direct = dark
      ? 0 * transmittance[i]! * pressure[i]!
      : pow(transmittance[i]!, pressure[i]! / STANDARD_PRESSURE / mu);
    dni[i] = dniExtra[i]! * direct;
    dhi[i] = SCATTERED * ((dark ? 0 : 1) - direct) * dniExtra[i]! * mu;
    ghi[i] = dhi[i]! + dni[i]! * mu;
  }
}

/**
 * Row kernel: diffuse fraction of the clearness index. Both are functions of τ^m alone, kt = 0.3 + 0.7·τ^m and
 * kt·(1 − fraction) = τ^m, whatever the air mass; below kt = 0.3 there is no direct irradiance. `diffuseFraction` may be the
 * same column as `kt`.
 */
export function campbellNormanFractionRows(
  i0: number,
  i1: number,
  kt: Float64Array,
  diffuseFraction: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const k = Math.max(kt[i]!, SCATTERED);
    diffuseFraction[i] = 1 - (k - SCATTERED) / ((1 - SCATTERED) * k);
  }
}

function campbellNormanModel(inputs: {
  zenith: ColumnInput;
  transmittance: ColumnInput;
  pressure?: ColumnInput | undefined;
  dniExtra?: ColumnInput | undefined;
}): { ghi: Float64Array; dni: Float64Array; dhi: Float64Array } {
  const { zenith, transmittance, pressure, dniExtra, n } = toColumns("campbellNorman", {
    zenith: inputs.zenith,
    transmittance: inputs.transmittance,
    pressure: inputs.pressure === undefined ? STANDARD_PRESSURE : inputs.pressure,
    dniExtra: inputs.dniExtra === undefined ? 1367 : inputs.dniExtra,
  });
  const ghi = new Float64Array(n);
  const dni = new Float64Array(n);
  const dhi = new Float64Array(n);
  campbellNormanRows(0, n, zenith, transmittance, pressure, dniExtra, dni, dhi, ghi);
  return { ghi, dni, dhi };
}

/**
 * GHI, DNI and DHI from the transmittance of the atmosphere (Campbell and Norman).
 *
 * @param inputs `zenith`: true zenith in degrees; `transmittance` of the atmosphere for a path straight down, 0…1;
 *   `pressure` in Pa, default 101325; `dniExtra`: extraterrestrial normal irradiance in
 *   W/m², default 1367
 * @returns `ghi`, `dni`, `dhi` in W/m²; 0 beyond a zenith of 90 (pvlib: NaN); NaN for NaN. The air mass is 1 / cos(zenith),
 *   which is far too long near the horizon
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` is the model turned round: the transmittance is the one that gives the interval's GHI, so the diffuse
 * fraction follows from the clearness index alone (see `campbellNormanFractionRows`).
 *
 * Source: G. S. Campbell, J. M. Norman (1998), An Introduction to Environmental Biophysics, 2nd ed., Springer,
 * chapter 11; read in pvlib-python 0.15.0.
 * @experimental
 */
export const campbellNorman = /* @__PURE__ */ withStage(
  campbellNormanModel,
  /* @__PURE__ */ diffuseFractionStage("campbellNorman", campbellNormanFractionRows),
);
