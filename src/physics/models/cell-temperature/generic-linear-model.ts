/**
 * Translation of the parameters of linear cell temperature models into one another.
 *
 * Driesse, Theristis & Stein 2022, PV Module Operating Temperature Model Equivalence and Parameter Translation, 49th IEEE
 * PVSC, doi 10.1109/PVSC48317.2022.9938895; as in pvlib-python 0.15.0, written by the first author.
 */
import { exp, log } from "../../../foundation/math/index.js";
import { checkNumbers } from "../model.js";
import type { GenericLinearOptions } from "./linear.js";

/** NOCT is measured near module height; this turns its wind coefficient into one for wind at 10 m. */
const WIND_AT_MODULE = 0.51;
/** NOCT's conditions: 800 W/m², 20 °C; in SAM's formula 60 % of the loss factor at 1 m/s does not depend on wind. */
const NOCT_IRRADIANCE = 800;
const NOCT_TEMP_AIR = 20;
const NOCT_CONSTANT_SHARE = 0.6;

/** Wind speeds in m/s (10 m) at which the linear and SAPM's exponential wind law are made equal. */
export interface WindFit {
  /** Default 1.4. */
  windFitLow?: number | undefined;
  /** Default 5.4. */
  windFitHigh?: number | undefined;
}

/**
 * A module type whose thermal parameters, given for one model by a `use…` method, are told for another by a `to…` method:
 * its result is the options argument of that model's function. Before any `use…` they are NaN.
 *
 * Loss factors in W/(m² °C), their increase with wind per m/s, NOCT in °C; efficiency and absorptance as shares 0…1, at
 * the conditions under which the parameters were found (usually high irradiance).
 * @experimental
 */
export class GenericLinearModel {
  private uConst = Number.NaN;
  private duWind = Number.NaN;
  private eta: number;
  private alpha: number;

  /** @throws TypeError, RangeError for a share that is not a number from 0 to 1 */
  constructor(options: { moduleEfficiency: number; absorptance: number }) {
    const { moduleEfficiency, absorptance } = options ?? {};
    checkNumbers("GenericLinearModel", { moduleEfficiency, absorptance }, 0, 1);
    this.eta = moduleEfficiency;
    this.alpha = absorptance;
  }

  /** Options of `genericLinear`. */
  getGenericLinear(): GenericLinearOptions {
    return { uConst: this.uConst, duWind: this.duWind, moduleEfficiency: this.eta, absorptance: this.alpha };
  }

  /** uConst in W/(m² °C), duWind in W/(m² °C) per m/s. */
  useGenericLinear(options: { uConst: number; duWind: number }): this {
    const { uConst, duWind } = options ?? {};
    checkNumbers("useGenericLinear", { uConst, duWind });
    return this.set(uConst, duWind);
  }

  /** u0 in W/(m² °C), u1 in W/(m² °C) per m/s. */
  useFaiman(options: { u0: number; u1: number }): this {
    const { u0, u1 } = options ?? {};
    checkNumbers("useFaiman", { u0, u1 });
    return this.set(u0 * this.netAbsorptance(), u1 * this.netAbsorptance());
  }

  /** Options of `faiman`. */
  toFaiman(): { u0: number; u1: number } {
    return { u0: this.uConst / this.netAbsorptance(), u1: this.duWind / this.netAbsorptance() };
  }

  /** uC in W/(m² °C), uV in W/(m² °C) per m/s; moduleEfficiency and alphaAbsorption replace those of the constructor. */
  usePvsyst(options: {
    uC: number;
    uV: number;
    moduleEfficiency?: number | undefined;
    alphaAbsorption?: number | undefined;
  }): this {
    const { uC, uV, moduleEfficiency = this.eta, alphaAbsorption = this.alpha } = options ?? {};
    checkNumbers("usePvsyst", { uC, uV });
    checkNumbers("usePvsyst", { moduleEfficiency, alphaAbsorption }, 0, 1);
    this.eta = moduleEfficiency;
    this.alpha = alphaAbsorption;
    return this.set(uC * this.pvsystRatio(), uV * this.pvsystRatio());
  }

  /** Options of `pvsystCell`. */
  toPvsyst(): { uC: number; uV: number; moduleEfficiency: number; alphaAbsorption: number } {
    const ratio = this.pvsystRatio();
    return {
      uC: this.uConst / ratio,
      uV: this.duWind / ratio,
      moduleEfficiency: this.eta,
      alphaAbsorption: this.alpha,
    };
  }

  /** noct in °C; moduleEfficiency and transmittanceAbsorptance replace those of the constructor. */
  useNoctSam(options: {
    noct: number;
    moduleEfficiency?: number | undefined;
    transmittanceAbsorptance?: number | undefined;
  }): this {
    const { noct, moduleEfficiency = this.eta, transmittanceAbsorptance = this.alpha } = options ?? {};
    checkNumbers("useNoctSam", { noct });
    checkNumbers("useNoctSam", { moduleEfficiency, transmittanceAbsorptance }, 0, 1);
    this.eta = moduleEfficiency;
    this.alpha = transmittanceAbsorptance;
    const uNoct = (NOCT_IRRADIANCE * this.alpha) / (noct - NOCT_TEMP_AIR);
    return this.set(uNoct * NOCT_CONSTANT_SHARE, uNoct * (1 - NOCT_CONSTANT_SHARE) * WIND_AT_MODULE);
  }

  /** Options of `noctSam`. */
  toNoctSam(): { noct: number; moduleEfficiency: number; transmittanceAbsorptance: number } {
    const uNoct = this.uConst + this.duWind / WIND_AT_MODULE;
    const noct = NOCT_TEMP_AIR + (NOCT_IRRADIANCE * this.alpha) / uNoct;
    return { noct, moduleEfficiency: this.eta, transmittanceAbsorptance: this.alpha };
  }

  /** a, b of `sapmModule`: equal to SAPM at the two wind speeds, a straight line between and beyond. */
  useSapm(options: { a: number; b: number } & WindFit): this {
    const { a, b, windFitLow = 1.4, windFitHigh = 5.4 } = options ?? {};
    checkNumbers("useSapm", { a, b, windFitLow, windFitHigh });
    const low = 1 / exp(a + b * windFitLow);
    const high = 1 / exp(a + b * windFitHigh);
    const slope = (high - low) / (windFitHigh - windFitLow);
    return this.set((low - slope * windFitLow) * this.netAbsorptance(), slope * this.netAbsorptance());
  }

  /** Options of `sapmModule`: the exponential law equal to the line at the two wind speeds. */
  toSapm(options: WindFit = {}): { a: number; b: number } {
    const { windFitLow = 1.4, windFitHigh = 5.4 } = options;
    checkNumbers("toSapm", { windFitLow, windFitHigh });
    const { u0, u1 } = this.toFaiman();
    const low = log(u0 + u1 * windFitLow);
    const b = -(log(u0 + u1 * windFitHigh) - low) / (windFitHigh - windFitLow);
    return { a: -(low + b * windFitLow), b };
  }

  private set(uConst: number, duWind: number): this {
    this.uConst = uConst;
    this.duWind = duWind;
    return this;
  }

  private netAbsorptance(): number {
    return this.alpha - this.eta;
  }

  private pvsystRatio(): number {
    return this.netAbsorptance() / (this.alpha * (1 - this.eta));
  }
}
