import { cos, DEG, pow } from "../../../foundation/math/index.js";
import { STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { model } from "../model.js";
import { withStage } from "../stage.js";
import { fractionStage } from "./clearness-index.js";

/** Share of the beam's loss that reaches the ground as diffuse irradiance (the text's value for a clear sky). */
const SCATTERED = 0.3;

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
 * fraction follows from the clearness index alone.
 *
 * Source: G. S. Campbell, J. M. Norman (1998), An Introduction to Environmental Biophysics, 2nd ed., Springer,
 * chapter 11; read in pvlib-python 0.15.0.
 * @experimental
 */
export const campbellNorman = /* @__PURE__ */ withStage(
  /* @__PURE__ */ model("campbellNorman", {
    inputs: ["zenith", "transmittance"],
    defaults: { pressure: STANDARD_PRESSURE, dniExtra: 1367 },
    outputs: ["ghi", "dni", "dhi"],
    rows(from, to, { zenith, transmittance, pressure, dniExtra, ghi, dni, dhi }) {
      for (let i = from; i < to; i++) {
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
    },
  }),
  /* @__PURE__ */ fractionStage({
    name: "campbellNorman",
    // kt and the fraction are functions of τ^m alone, kt = 0.3 + 0.7·τ^m and kt·(1 − fraction) = τ^m, whatever the air mass; below
    // kt = 0.3 there is no direct irradiance.
    rows(from, to, kt, fraction) {
      for (let i = from; i < to; i++) {
        const k = Math.max(kt[i]!, SCATTERED);
        fraction[i] = 1 - (k - SCATTERED) / ((1 - SCATTERED) * k);
      }
    },
  }),
);
