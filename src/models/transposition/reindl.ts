/**
 * Reindl: Hay-Davies with a brighter horizon.
 *
 * Reindl, Beckman & Duffie 1990, Solar Energy 45, 9–17; as eq. 8 of Loutzenhiser et al. 2007, Solar Energy 81, 254–267.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import { anisotropyIndexRows, COS_89, type HaydaviesInputs } from "./haydavies.js";
import { publishedSkyDiffuse, skyFactors } from "./sky-diffuse.js";

/** Factors of the model; irradiances in W/m², up = cos z, elevation in degrees. The horizon's share is in `isotropic`. */
export function reindlRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  dni: Float64Array,
  extraterrestrialNormal: Float64Array,
  up: Float64Array,
  elevation: Float64Array,
  cosTilt: Float64Array,
  circumsolar: Float64Array,
  isotropic: Float64Array,
  horizonBand: Float64Array,
): void {
  anisotropyIndexRows(i0, i1, dni, extraterrestrialNormal, elevation, circumsolar);
  for (let i = i0; i < i1; i++) {
    const direct = elevation[i]! > 0 ? Math.max(dni[i]! * up[i]!, 0) : 0;
    const modulating = ghi[i]! > 0 ? Math.sqrt(direct / ghi[i]!) : 0;
    const sinHalfSquared = (1 - cosTilt[i]!) * 0.5;
    isotropic[i] = (1 + cosTilt[i]!) * 0.5 * (1 + modulating * sinHalfSquared * Math.sqrt(sinHalfSquared));
  }
  horizonBand.fill(0, i0, i1);
}

/** @experimental */
export interface ReindlInputs extends HaydaviesInputs {
  /** W/m² */
  ghi: ColumnInput;
}

function reindlModel(inputs: ReindlInputs): { skyDiffuse: Float64Array } {
  const { surfaceTilt, surfaceAzimuth, dhi, dni, ghi, dniExtra, solarZenith, solarAzimuth } = inputs;
  const c = toColumns("reindl", { surfaceTilt, surfaceAzimuth, dhi, dni, ghi, dniExtra, solarZenith, solarAzimuth });
  const f = skyFactors(c);
  reindlRows(0, c.n, c.ghi, c.dni, c.dniExtra, f.up, f.elevation, f.cosTilt, f.circumsolar, f.isotropic, f.horizonBand);
  return { skyDiffuse: publishedSkyDiffuse(c, f, COS_89).poaSkyDiffuse };
}

/**
 * Diffuse irradiance from the sky on a tilted plane after Reindl.
 *
 * Differs from pvlib: from zenith 90° on the sky is isotropic, and a DNI above the extraterrestrial counts as that.
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth (deg), dhi, dni, ghi, dniExtra (W/m²); numbers
 *   or arrays of one length
 * @returns skyDiffuse in W/m²; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 */
export const reindl = /* @__PURE__ */ withStage(reindlModel, {
  name: "reindl",
  family: "transposition",
  grid: "compute",
  reach: 0,
  reads: ["ghi", "dni", "extraterrestrialNormal", "up", "elevation", "cosTilt"],
  writes: ["circumsolar", "isotropic", "horizonBand"],
  prepare: () => null,
  run({ from, to, columns: c }) {
    reindlRows(
      from,
      to,
      c.ghi,
      c.dni,
      c.extraterrestrialNormal,
      c.up,
      c.elevation,
      c.cosTilt,
      c.circumsolar,
      c.isotropic,
      c.horizonBand,
    );
  },
});
