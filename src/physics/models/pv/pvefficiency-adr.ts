/**
 * The ADR model of module efficiency by irradiance and temperature.
 *
 * Driesse & Stein 2020, From IEC 61853 power measurements to PV system simulations, SAND2020-3877; Driesse, Theristis & Stein
 * 2021, A new photovoltaic module efficiency model for energy prediction and rating, IEEE J. Photovoltaics 11, 527–534,
 * eq. 25 and 28 to 30.
 */
import { pow } from "../../../foundation/math/index.js";
import { checkNumbers, model } from "../model.js";
import { log1p } from "./single-diode/solve.js";

export interface PvefficiencyAdrOptions {
  /** Efficiency at 1000 W/m² and 25 °C, absolute or relative. */
  kA: number;
  /** Decimal logarithm of the dark irradiance over 1000 W/m²; negative. */
  kD: number;
  /** Its change with temperature, 1/°C. */
  tcD: number;
  /** Loss in the series resistance at reference conditions, relative. */
  kRs: number;
  /** Loss in the shunt resistance at reference conditions, relative. */
  kRsh: number;
}

/**
 * Module efficiency. DC power is eta·effectiveIrradiance·area, or pdc0·eta·effectiveIrradiance/1000 with kA = 1.
 *
 * @param inputs effectiveIrradiance (W/m², at least 0), tempCell (°C); numbers or arrays of one length
 * @param options kA, kD, tcD (1/°C), kRs, kRsh; see `PvefficiencyAdrOptions`
 * @returns eta in the unit of kA; 0 without irradiance; NaN for irradiance below minus the dark irradiance and where an input is
 *   NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const pvefficiencyAdr = /* @__PURE__ */ model("pvefficiencyAdr", {
  inputs: ["effectiveIrradiance", "tempCell"],
  outputs: ["eta"],
  settings({ kA, kD, tcD, kRs, kRsh }: PvefficiencyAdrOptions) {
    checkNumbers("pvefficiencyAdr", { kA, kD, tcD, kRs, kRsh });
    return { kA, kD, tcD, kRs, kRsh };
  },
  rows(from, to, { effectiveIrradiance, tempCell, eta }, { kA, kD, tcD, kRs, kRsh }) {
    const reference = log1p(1 / pow(10, kD));
    for (let i = from; i < to; i++) {
      const s = effectiveIrradiance[i]! / 1000;
      const dark = pow(10, kD + (tempCell[i]! - 25) * tcD);
      const v = log1p(s / dark) / reference;
      eta[i] = kA * ((1 + kRs + kRsh) * v - kRs * s - kRsh * v * v);
    }
  },
});
