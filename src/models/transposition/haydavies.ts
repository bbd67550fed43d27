/**
 * Hay-Davies: isotropic sky plus a circumsolar part whose share is the beam's transmittance.
 *
 * Hay & Davies 1980, Proc. First Canadian Solar Radiation Data Workshop, 59–72; as eq. 7 of Loutzenhiser et al. 2007,
 * Solar Energy 81, 254–267.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import type { AoiInputs } from "./aoi.js";
import { isotropicShareRows, publishedSkyDiffuse, type SkyDiffuseComponents, skyFactors } from "./sky-diffuse.js";

/** cos 89°: lower bound of cos z in the beam's ratio between plane and horizontal, as pvlib sets it. */
export const COS_89 = 0.01745;

/** Anisotropy index DNI/E0 limited to 0…1; 0 with the sun down (elevation, deg, ≤ 0), when no direction is marked out. */
export function anisotropyIndexRows(
  i0: number,
  i1: number,
  dni: Float64Array,
  extraterrestrialNormal: Float64Array,
  elevation: Float64Array,
  circumsolar: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    circumsolar[i] = elevation[i]! > 0 ? Math.min(Math.max(dni[i]! / extraterrestrialNormal[i]!, 0), 1) : 0;
  }
}

/** Factors of the model; irradiances in W/m², elevation in degrees. */
export function haydaviesRows(
  i0: number,
  i1: number,
  dni: Float64Array,
  extraterrestrialNormal: Float64Array,
  elevation: Float64Array,
  cosTilt: Float64Array,
  circumsolar: Float64Array,
  isotropic: Float64Array,
  horizonBand: Float64Array,
): void {
  anisotropyIndexRows(i0, i1, dni, extraterrestrialNormal, elevation, circumsolar);
  isotropicShareRows(i0, i1, cosTilt, isotropic);
  horizonBand.fill(0, i0, i1);
}

/** @experimental */
export interface HaydaviesInputs extends AoiInputs {
  /** W/m² */
  dhi: ColumnInput;
  /** W/m² */
  dni: ColumnInput;
  /** Extraterrestrial normal irradiance, W/m² */
  dniExtra: ColumnInput;
}

function haydaviesModel(
  inputs: HaydaviesInputs,
  options?: { returnComponents?: false | undefined },
): { skyDiffuse: Float64Array };
function haydaviesModel(inputs: HaydaviesInputs, options: { returnComponents: true }): SkyDiffuseComponents;
function haydaviesModel(inputs: HaydaviesInputs, { returnComponents = false } = {}) {
  const { surfaceTilt, surfaceAzimuth, dhi, dni, dniExtra, solarZenith, solarAzimuth } = inputs;
  const c = toColumns("haydavies", { surfaceTilt, surfaceAzimuth, dhi, dni, dniExtra, solarZenith, solarAzimuth });
  const f = skyFactors(c);
  haydaviesRows(0, c.n, c.dni, c.dniExtra, f.elevation, f.cosTilt, f.circumsolar, f.isotropic, f.horizonBand);
  const components = publishedSkyDiffuse(c, f, COS_89);
  return returnComponents ? components : { skyDiffuse: components.poaSkyDiffuse };
}

/**
 * Diffuse irradiance from the sky on a tilted plane after Hay and Davies.
 *
 * Differs from pvlib: from zenith 90° on the sky is isotropic (pvlib multiplies what DNI there is by up to 57), and a
 * DNI above the extraterrestrial counts as that.
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth (deg), dhi, dni, dniExtra (W/m²); numbers or
 *   arrays of one length
 * @param options returnComponents: the parts in place of the sum
 * @returns skyDiffuse in W/m², or poaSkyDiffuse, poaIsotropic, poaCircumsolar and poaHorizon (0); NaN where an input
 *   is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const haydavies = /* @__PURE__ */ withStage(haydaviesModel, {
  name: "haydavies",
  family: "transposition",
  grid: "compute",
  reach: 0,
  reads: ["dni", "extraterrestrialNormal", "elevation", "cosTilt"],
  writes: ["circumsolar", "isotropic", "horizonBand"],
  prepare: () => null,
  run({ from, to, columns: c }) {
    haydaviesRows(
      from,
      to,
      c.dni,
      c.extraterrestrialNormal,
      c.elevation,
      c.cosTilt,
      c.circumsolar,
      c.isotropic,
      c.horizonBand,
    );
  },
});
