/**
 * Batzelis's closed formulas for the characteristic points: from data-sheet values, and from the five parameters.
 *
 * Batzelis 2017, Simple PV performance equations theoretically well founded on the single-diode model, IEEE J. Photovoltaics
 * 7, 1400–1409, doi 10.1109/JPHOTOV.2017.2711431; equation numbers with the formulas.
 */
import { log } from "../../../foundation/math/index.js";
import { checkNumbers, checkPositive, model } from "../model.js";
import { CELSIUS_ZERO } from "./calcparams.js";
import { FIVE } from "./single-diode/points.js";
import { lambertWExp } from "./single-diode/solve.js";

/** Data-sheet values at 1000 W/m² and 25 °C. */
export interface BatzelisOptions {
  /** Voltage and current of maximum power, V and A. */
  vMp: number;
  iMp: number;
  /** Open-circuit voltage, V, and short-circuit current, A. */
  vOc: number;
  iSc: number;
  /** Temperature coefficient of iSc, A/°C. */
  alphaSc: number;
  /** Temperature coefficient of vOc, V/°C. */
  betaVoc: number;
}

const POINTS = ["pMp", "iMp", "vMp", "iSc", "vOc"] as const;

/** Reference cell temperature, K. */
const REFERENCE = 298.15;

/**
 * Maximum power, open and short circuit from data-sheet values.
 *
 * Negative voltages, which tiny irradiance gives, count as 0; so do the voltages at irradiance of 0 and below.
 *
 * @param inputs effectiveIrradiance (W/m²), tempCell (°C); numbers or arrays of one length
 * @param options vMp, vOc (V), iMp, iSc (A), alphaSc (A/°C), betaVoc (V/°C) of the data sheet
 * @returns pMp (W), iMp, iSc (A), vMp, vOc (V); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const batzelis = /* @__PURE__ */ model("batzelis", {
  inputs: ["effectiveIrradiance", "tempCell"],
  outputs: POINTS,
  settings: checkBatzelis,
  rows(from, to, c, { alpha, beta, delta, alphaImp, betaVmp, eps0, eps1, ...set }) {
    for (let i = from; i < to; i++) {
      const g = c.effectiveIrradiance[i]! / 1000;
      const kelvin = c.tempCell[i]! + CELSIUS_ZERO;
      const warmer = kelvin - REFERENCE;
      const scaledLog = g <= 0 ? -9e9 : (kelvin / REFERENCE) * log(g);
      // Eq. 22 to 25.
      c.iSc[i] = g * set.iSc * (1 + alpha * warmer);
      c.vOc[i] = Math.max(set.vOc * (1 + delta * scaledLog + beta * warmer), 0);
      c.iMp[i] = g * set.iMp * (1 + alphaImp * warmer);
      c.vMp[i] = Math.max(set.vMp * (1 + eps0 * scaledLog + eps1 * (1 - g) + betaVmp * warmer), 0);
      c.pMp[i] = c.vMp[i]! * c.iMp[i]!;
    }
  },
});

function checkBatzelis({ vMp, iMp, vOc, iSc, alphaSc, betaVoc }: BatzelisOptions) {
  checkPositive("batzelis", { vMp, iMp, vOc, iSc });
  checkNumbers("batzelis", { alphaSc, betaVoc });
  const alpha = alphaSc / iSc;
  const beta = betaVoc / vOc;
  // Eq. 9 and 10.
  const delta = (1 - beta * REFERENCE) / (50.1 - alpha * REFERENCE);
  const w = lambertWExp(1 / delta + 1);
  // Eq. 26 to 28.
  const alphaImp = alpha + (beta - 1 / REFERENCE) / (w - 1);
  const betaVmp = (vOc / vMp) * (beta / (1 + delta) + (delta * (w - 1) - 1 / (1 + delta)) / REFERENCE);
  const eps0 = (delta / (1 + delta)) * (vOc / vMp);
  const eps1 = delta * (w - 1) * (vOc / vMp) - 1;
  return { vMp, iMp, vOc, iSc, alpha, beta, delta, alphaImp, betaVmp, eps0, eps1 };
}

/**
 * Maximum power, open and short circuit from the five parameters, without iteration: within about a percent of
 * `singlediode` for common modules.
 *
 * @param inputs the five parameters; numbers or arrays of one length
 * @returns pMp (W), iMp, iSc (A), vMp, vOc (V); 0 for a photocurrent of 0 or below; NaN where an input
 *   is NaN, but for iSc in light, which saturationCurrent does not enter
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const singlediodeBatzelis = /* @__PURE__ */ model("singlediodeBatzelis", {
  inputs: FIVE,
  outputs: POINTS,
  rows(from, to, c) {
    for (let i = from; i < to; i++) {
      const il = c.photocurrent[i]!;
      const rs = c.resistanceSeries[i]!;
      const rsh = c.resistanceShunt[i]!;
      const a = c.nNsVth[i]!;
      const known = il + c.saturationCurrent[i]! + rs + a + 1 / rsh;
      if (!(il > 0)) {
        for (const name of POINTS) c[name][i] = Number.isNaN(known) ? Number.NaN : 0;
        continue;
      }
      // Eq. 3 to 8.
      const logRatio = log(il / c.saturationCurrent[i]!);
      const w = lambertWExp(1 + logRatio);
      const current = il * (1 - 1 / w) - (a * (w - 1)) / rsh;
      c.iSc[i] = il / (rs / rsh + 1) + 0 * a;
      c.vOc[i] = a * logRatio + 0 * known;
      c.iMp[i] = current + 0 * rs;
      c.vMp[i] = a * (w - 1) - rs * current;
      c.pMp[i] = c.iMp[i]! * c.vMp[i]!;
    }
  },
});
