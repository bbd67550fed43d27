/** Transposition before Perez: an isotropic sky, with a brighter horizon, a brighter region around the sun, or both. */
import { cos, DEG } from "../../../foundation/math/index.js";
import { type ColumnInput, model } from "../model.js";
import { type Block, withStage } from "../stage.js";
import type { AoiInputs } from "./plane.js";
import { COS_85, isotropicShareRows, skyModel, skyStage } from "./sky-model.js";

/** Its place in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export const isotropicStage = /* @__PURE__ */ skyStage({
  name: "isotropic",
  reads: ["cosTilt"],
  floor: COS_85,
  prepare: () => null,
  rows(from, to, { cosTilt, circumsolar, isotropic, horizonBand }) {
    isotropicShareRows(from, to, cosTilt, isotropic);
    circumsolar.fill(0, from, to);
    horizonBand.fill(0, from, to);
  },
});

/**
 * Diffuse irradiance from an isotropic sky on a tilted plane, DHI·(1 + cos β)/2.
 *
 * @param inputs surfaceTilt (deg, 0…180), dhi (W/m²); numbers or arrays of one length
 * @returns skyDiffuse in W/m²; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: Hottel & Woertz 1942; Liu & Jordan 1963, Solar Energy 7, 53–74. Underestimates planes that face the sun under a
 * clear sky.
 *
 * @example
 * ```js
 * import { isotropic } from "irradiance-engine/models/transposition";
 *
 * console.log(isotropic({ surfaceTilt: 90, dhi: 100 }).skyDiffuse[0].toFixed(1)); // 50.0
 * ```
 */
export const isotropic = /* @__PURE__ */ withStage(
  /* @__PURE__ */ model("isotropic", {
    inputs: ["surfaceTilt", "dhi"],
    outputs: ["skyDiffuse"],
    rows(from, to, { surfaceTilt, dhi, skyDiffuse }) {
      for (let i = from; i < to; i++) skyDiffuse[i] = dhi[i]! * ((1 + cos(surfaceTilt[i]! * DEG)) * 0.5);
    },
  }),
  isotropicStage,
);

/** Below this DHI in W/m² a ratio to it says nothing: the stage leaves the horizon as it is. */
const LEAST_DIFFUSE = 1e-9;

/**
 * Brightening of the horizon per unit of GHI, (0.012·z − 0.04)(1 − cos β)/2; slightly negative for a sun within 3.3° of
 * the zenith, 0 with the sun down. Zenith in degrees.
 */
function kingBrightening(zenith: number, cosTilt: number): number {
  return zenith >= 90 ? 0 : (0.012 * zenith - 0.04) * (1 - cosTilt) * 0.5;
}

/**
 * Diffuse irradiance from the sky on a tilted plane after King: DHI·(1 + cos β)/2 + GHI·(0.012·z − 0.04)(1 − cos β)/2,
 * z in degrees, not below 0. It does not know where the sun stands.
 *
 * Differs from pvlib: from zenith 90° on the sky is isotropic.
 *
 * @param inputs surfaceTilt, solarZenith (deg, apparent), dhi, ghi (W/m²); numbers or arrays of one length
 * @returns skyDiffuse in W/m²; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: D. L. King, Sandia National Laboratories; never published. Formula as in Sandia's PV_LIB (`pvl_kingdiffuse`) and
 * pvlib 0.15 (`irradiance.king`).
 * @experimental
 */
export const king = /* @__PURE__ */ withStage(
  /* @__PURE__ */ model("king", {
    inputs: ["surfaceTilt", "dhi", "ghi", "solarZenith"],
    outputs: ["skyDiffuse"],
    rows(from, to, { surfaceTilt, dhi, ghi, solarZenith, skyDiffuse }) {
      for (let i = from; i < to; i++) {
        const cosTilt = cos(surfaceTilt[i]! * DEG);
        const brightening = kingBrightening(90 - (90 - solarZenith[i]!), cosTilt);
        skyDiffuse[i] = Math.max(dhi[i]! * ((1 + cosTilt) * 0.5) + ghi[i]! * brightening, 0);
      }
    },
  }),
  /* @__PURE__ */ skyStage({
    name: "king",
    reads: ["ghi", "dhi", "elevation", "cosTilt"],
    floor: COS_85,
    prepare: () => null,
    rows(from, to, { ghi, dhi, elevation, cosTilt, circumsolar, isotropic, horizonBand }) {
      isotropicShareRows(from, to, cosTilt, isotropic);
      circumsolar.fill(0, from, to);
      for (let i = from; i < to; i++) {
        const brightening = kingBrightening(90 - elevation[i]!, cosTilt[i]!);
        horizonBand[i] = dhi[i]! < LEAST_DIFFUSE ? 0 : (brightening * ghi[i]!) / dhi[i]!;
      }
    },
  }),
);

export interface KlucherInputs extends AoiInputs {
  /** W/m² */
  dhi: ColumnInput;
  /** W/m² */
  ghi: ColumnInput;
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
 *
 * Source: Klucher 1979, Solar Energy 23, 111–114; as in Loutzenhiser et al. 2007, Solar Energy 81, 254–267.
 * @experimental
 */
export const klucher = /* @__PURE__ */ skyModel<KlucherInputs, object, null>({
  name: "klucher",
  reads: ["ghi", "dhi", "up", "elevation", "cosTilt", "cosIncidence"],
  floor: COS_85,
  prepare: () => null,
  // The factor on DHI stands in `isotropic`, because the model does not split off the sun's direction.
  rows(from, to, { ghi, dhi, up, elevation, cosTilt, cosIncidence, isotropic }) {
    for (let i = from; i < to; i++) {
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
  },
  inPipeline(from, to, { cosTilt, circumsolar, isotropic, horizonBand }) {
    // The published form gives a horizontal plane more than DHI; what is known about that plane is DHI itself.
    for (let i = from; i < to; i++) if (cosTilt[i] === 1) isotropic[i] = 1;
    circumsolar.fill(0, from, to);
    horizonBand.fill(0, from, to);
  },
});

/** cos 89°: lower bound of cos z in the beam's ratio between plane and horizontal, as pvlib sets it. */
const COS_89 = 0.01745;

/** Anisotropy index DNI/E0 limited to 0…1; 0 with the sun down, when no direction is marked out. */
function anisotropyIndexRows(from: number, to: number, c: Block["columns"]): void {
  const { dni, extraterrestrialNormal, elevation, circumsolar } = c;
  for (let i = from; i < to; i++) {
    circumsolar[i] = elevation[i]! > 0 ? Math.min(Math.max(dni[i]! / extraterrestrialNormal[i]!, 0), 1) : 0;
  }
}

export interface HaydaviesInputs extends AoiInputs {
  /** W/m² */
  dhi: ColumnInput;
  /** W/m² */
  dni: ColumnInput;
  /** Extraterrestrial normal irradiance, W/m² */
  dniExtra: ColumnInput;
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
 *
 * Source: Hay & Davies 1980, Proc. First Canadian Solar Radiation Data Workshop, 59–72; as eq. 7 of Loutzenhiser et al. 2007,
 * Solar Energy 81, 254–267.
 * @experimental
 */
export const haydavies = /* @__PURE__ */ skyModel<HaydaviesInputs, object, null>({
  name: "haydavies",
  reads: ["dni", "extraterrestrialNormal", "elevation", "cosTilt"],
  floor: COS_89,
  prepare: () => null,
  rows(from, to, c) {
    anisotropyIndexRows(from, to, c);
    isotropicShareRows(from, to, c.cosTilt, c.isotropic);
    c.horizonBand.fill(0, from, to);
  },
});

export interface ReindlInputs extends HaydaviesInputs {
  /** W/m² */
  ghi: ColumnInput;
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
 *
 * Source: Reindl, Beckman & Duffie 1990, Solar Energy 45, 9–17; as eq. 8 of Loutzenhiser et al. 2007, Solar Energy 81,
 * 254–267.
 */
export const reindl = /* @__PURE__ */ skyModel<ReindlInputs, object, null>({
  name: "reindl",
  reads: ["ghi", "dni", "extraterrestrialNormal", "up", "elevation", "cosTilt"],
  floor: COS_89,
  prepare: () => null,
  // The horizon's share stands in `isotropic`.
  rows(from, to, c) {
    const { ghi, dni, up, elevation, cosTilt, isotropic } = c;
    anisotropyIndexRows(from, to, c);
    for (let i = from; i < to; i++) {
      const direct = elevation[i]! > 0 ? Math.max(dni[i]! * up[i]!, 0) : 0;
      const modulating = ghi[i]! > 0 ? Math.sqrt(direct / ghi[i]!) : 0;
      const sinHalfSquared = (1 - cosTilt[i]!) * 0.5;
      isotropic[i] = (1 + cosTilt[i]!) * 0.5 * (1 + modulating * sinHalfSquared * Math.sqrt(sinHalfSquared));
    }
    c.horizonBand.fill(0, from, to);
  },
});
