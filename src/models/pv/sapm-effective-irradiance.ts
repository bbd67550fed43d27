/**
 * Effective irradiance of the Sandia Array Performance Model: after reflection and spectral mismatch.
 *
 * King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, eq. 7; without soiling, and in W/m².
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { type SapmIamOptions, sapm as sapmIam } from "../incidence/sapm.js";
import { checkNumbers } from "../options.js";
import { type SapmSpectralOptions, spectralFactorSapm } from "../spectrum/sapm.js";

/** Parameters as SAM's library of Sandia modules names them. @experimental */
export interface SapmOpticalModule extends SapmSpectralOptions, Omit<SapmIamOptions, "upper"> {
  /** Share of diffuse light on the plane that is used. */
  FD: number;
}

/**
 * Irradiance that a module's cells turn into current: f1(AM)·(Eb·f2(AOI) + FD·Ed).
 *
 * @param inputs poaDirect Eb, poaDiffuse Ed (W/m²), airmassAbsolute AM, aoi (degrees); numbers or arrays of one length
 * @param module A0…A4 of f1, B0…B5 of f2, FD
 * @returns effectiveIrradiance in W/m²; no direct part from the plane's back; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or parameter
 * @experimental
 */
export function sapmEffectiveIrradiance(
  inputs: { poaDirect: ColumnInput; poaDiffuse: ColumnInput; airmassAbsolute: ColumnInput; aoi: ColumnInput },
  module: SapmOpticalModule,
): { effectiveIrradiance: Float64Array } {
  const { FD } = module ?? {};
  checkNumbers("sapmEffectiveIrradiance", { FD });
  const { poaDirect, poaDiffuse, airmassAbsolute, aoi } = inputs;
  const c = toColumns("sapmEffectiveIrradiance", { poaDirect, poaDiffuse, airmassAbsolute, aoi });
  const { mismatch } = spectralFactorSapm({ airmassAbsolute: c.airmassAbsolute }, module);
  const { B0, B1, B2, B3, B4, B5 } = module;
  const { iam } = sapmIam({ aoi: c.aoi }, { B0, B1, B2, B3, B4, B5 });
  const effectiveIrradiance = new Float64Array(c.n);
  for (let i = 0; i < c.n; i++) {
    effectiveIrradiance[i] = mismatch[i]! * (c.poaDirect[i]! * iam[i]! + FD * c.poaDiffuse[i]!);
  }
  return { effectiveIrradiance };
}
