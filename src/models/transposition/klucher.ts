/**
 * Klucher: isotropic sky with a brighter horizon and a brighter region around the sun, both fading under cloud.
 *
 * Klucher 1979, Solar Energy 23, 111–114; as in Loutzenhiser et al. 2007, Solar Energy 81, 254–267.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import type { AoiInputs } from "./aoi.js";
import { COS_85, publishedSkyDiffuse, skyFactors } from "./sky-diffuse.js";

/**
 * The model's factor on DHI, written to `isotropic` because it does not split off the sun's direction; irradiances in
 * W/m², up = cos z, elevation in degrees. The modulating F = 1 − (DHI/GHI)² is 0 where GHI is 0 or below DHI, and with
 * the sun down.
 */
export function klucherRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  dhi: Float64Array,
  up: Float64Array,
  elevation: Float64Array,
  cosTilt: Float64Array,
  cosIncidence: Float64Array,
  isotropic: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const fraction = ghi[i]! > 0 ? Math.min(dhi[i]! / ghi[i]!, 1) : 1;
    const modulating = elevation[i]! > 0 ? 1 - fraction * fraction : 0;
    const sinHalfSquared = (1 - cosTilt[i]!) * 0.5;
    const sinZenithSquared = Math.max((1 - up[i]!) * (1 + up[i]!), 0);
    const facing = Math.max(cosIncidence[i]!, 0);
    isotropic[i] =
      (1 + cosTilt[i]!) *
      0.5 *
      (1 + modulating * sinHalfSquared * Math.sqrt(sinHalfSquared)) *
      (1 + modulating * facing * facing * sinZenithSquared * Math.sqrt(sinZenithSquared));
  }
}

/** @experimental */
export interface KlucherInputs extends AoiInputs {
  /** W/m² */
  dhi: ColumnInput;
  /** W/m² */
  ghi: ColumnInput;
}

function klucherModel(inputs: KlucherInputs): { skyDiffuse: Float64Array } {
  const { surfaceTilt, surfaceAzimuth, dhi, ghi, solarZenith, solarAzimuth } = inputs;
  const c = toColumns("klucher", { surfaceTilt, surfaceAzimuth, dhi, ghi, solarZenith, solarAzimuth });
  const f = skyFactors(c);
  klucherRows(0, c.n, c.ghi, c.dhi, f.up, f.elevation, f.cosTilt, f.cosIncidence, f.isotropic);
  return { skyDiffuse: publishedSkyDiffuse(c, f, COS_85).poaSkyDiffuse };
}

/**
 * Diffuse irradiance from the sky on a tilted plane after Klucher. A horizontal plane gets up to 19 % more than DHI
 * (as published); in the pipeline a plane of tilt 0 gets DHI.
 *
 * Differs from pvlib: from zenith 90° on, and where DHI exceeds GHI, the sky is isotropic.
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth (deg), dhi, ghi (W/m²); numbers or arrays of one
 *   length
 * @returns skyDiffuse in W/m²; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const klucher = /* @__PURE__ */ withStage(klucherModel, {
  name: "klucher",
  family: "transposition",
  grid: "compute",
  reach: 0,
  reads: ["ghi", "dhi", "up", "elevation", "cosTilt", "cosIncidence"],
  writes: ["circumsolar", "isotropic", "horizonBand"],
  prepare: () => null,
  run({ from, to, columns: c }) {
    klucherRows(from, to, c.ghi, c.dhi, c.up, c.elevation, c.cosTilt, c.cosIncidence, c.isotropic);
    // The published form gives a horizontal plane more than DHI; what is known about that plane is DHI itself.
    for (let i = from; i < to; i++) if (c.cosTilt[i] === 1) c.isotropic[i] = 1;
    c.circumsolar.fill(0, from, to);
    c.horizonBand.fill(0, from, to);
  },
});
