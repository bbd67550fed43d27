/** What a plane gets without the sky: the sun's incidence on it, by angles and by unit vectors, beam, ground, and the sums with the sky. */
import { acos, cos, DEG, exp, RAD, sin } from "../../../foundation/math/index.js";
import { type ColumnInput, columnsOf, type Inputs, model, type Outputs } from "../model.js";

/** Cosine of the angle of incidence, clipped to [−1, 1] against rounding. Angles in degrees. */
export function aoiProjectionRows(
  i0: number,
  i1: number,
  surfaceTilt: Float64Array,
  surfaceAzimuth: Float64Array,
  solarZenith: Float64Array,
  solarAzimuth: Float64Array,
  aoiProjection: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const tilt = surfaceTilt[i]! * DEG;
    const zenith = solarZenith[i]! * DEG;
    const projection =
      cos(tilt) * cos(zenith) + sin(tilt) * sin(zenith) * cos((solarAzimuth[i]! - surfaceAzimuth[i]!) * DEG);
    aoiProjection[i] = Math.min(Math.max(projection, -1), 1);
  }
}

export interface AoiInputs {
  /** deg from horizontal, 0…180 */
  surfaceTilt: ColumnInput;
  /** deg, 0 = north, clockwise */
  surfaceAzimuth: ColumnInput;
  /** deg; the apparent zenith for the beam */
  solarZenith: ColumnInput;
  /** deg, 0 = north, clockwise */
  solarAzimuth: ColumnInput;
}

/**
 * Cosine of the angle between the sun and the plane's normal; negative when the sun is behind the plane.
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth in degrees (numbers or arrays of one length)
 * @returns aoiProjection, −1…1; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: spherical law of cosines; clipped as in pvlib (its issue 1185).
 * @experimental
 */
export const aoiProjection = /* @__PURE__ */ model("aoiProjection", {
  inputs: ["surfaceTilt", "surfaceAzimuth", "solarZenith", "solarAzimuth"],
  outputs: ["aoiProjection"],
  rows(from, to, c) {
    aoiProjectionRows(from, to, c.surfaceTilt, c.surfaceAzimuth, c.solarZenith, c.solarAzimuth, c.aoiProjection);
  },
});

/**
 * Angle of incidence of the sun on the plane; above 90° when the sun is behind the plane.
 *
 * Below about 1e-6° the arc cosine resolves no angle (as in every formula of this form).
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth in degrees (numbers or arrays of one length)
 * @returns aoi in degrees, 0…180; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: spherical law of cosines; clipped as in pvlib (its issue 1185).
 *
 * @example
 * ```js
 * import { aoi } from "irradiance-engine/models/transposition";
 *
 * const angles = aoi({ surfaceTilt: 30, surfaceAzimuth: 180, solarZenith: [30, 60], solarAzimuth: 180 });
 * console.log(Array.from(angles.aoi, Math.round)); // [ 0, 30 ]
 * ```
 */
export const aoi = /* @__PURE__ */ model("aoi", {
  inputs: ["surfaceTilt", "surfaceAzimuth", "solarZenith", "solarAzimuth"],
  outputs: ["aoi"],
  rows(from, to, { surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth, aoi }) {
    aoiProjectionRows(from, to, surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth, aoi);
    for (let i = from; i < to; i++) aoi[i] = acos(aoi[i]!) * RAD;
  },
});

/**
 * Beam irradiance on a plane, max(DNI·cos aoi, 0). No source: the definition.
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth (deg), dni (W/m²); numbers or arrays of one length
 * @returns beam in W/m²; 0 with the sun behind the plane; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const beamComponent = /* @__PURE__ */ model("beamComponent", {
  inputs: ["surfaceTilt", "surfaceAzimuth", "solarZenith", "solarAzimuth", "dni"],
  outputs: ["beam"],
  rows(from, to, { surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth, dni, beam }) {
    aoiProjectionRows(from, to, surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth, beam);
    for (let i = from; i < to; i++) beam[i] = Math.max(dni[i]! * beam[i]!, 0);
  },
});

/**
 * Beam on the plane, and the sums of the components. No source: the definition.
 *
 * @param inputs aoi (deg; above 90 the beam is 0), dni, poaSkyDiffuse, poaGroundDiffuse (W/m²); numbers or arrays of
 *   one length
 * @returns poaGlobal, poaDirect, poaDiffuse, poaSkyDiffuse, poaGroundDiffuse in W/m²; NaN in the sums where an input
 *   is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function poaComponents(
  inputs: Inputs<"aoi" | "dni" | "poaSkyDiffuse" | "poaGroundDiffuse">,
): Outputs<"poaGlobal" | "poaDirect" | "poaDiffuse" | "poaSkyDiffuse" | "poaGroundDiffuse"> {
  const c = columnsOf("poaComponents", inputs, ["aoi", "dni", "poaSkyDiffuse", "poaGroundDiffuse"]);
  const poaDirect = c.dni.map((normal, i) => Math.max(normal * cos(c.aoi[i]! * DEG), 0));
  const poaDiffuse = c.poaSkyDiffuse.map((sky, i) => sky + c.poaGroundDiffuse[i]!);
  return {
    poaGlobal: poaDirect.map((direct, i) => direct + poaDiffuse[i]!),
    poaDirect,
    poaDiffuse,
    poaSkyDiffuse: c.poaSkyDiffuse.slice(),
    poaGroundDiffuse: c.poaGroundDiffuse.slice(),
  };
}

/**
 * Irradiance that the ground reflects onto a tilted plane: isotropic reflection from a horizontal, unobstructed ground.
 *
 * @param inputs surfaceTilt (deg), ghi (W/m²), albedo (0…1, default 0.25 as in pvlib); numbers or arrays of one length
 * @returns groundDiffuse in W/m²; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: Liu & Jordan 1963, Solar Energy 7, 53–74; as in Loutzenhiser et al. 2007, Solar Energy 81, 254–267.
 * @experimental
 */
export const getGroundDiffuse = /* @__PURE__ */ model("getGroundDiffuse", {
  inputs: ["surfaceTilt", "ghi"],
  defaults: { albedo: 0.25 },
  outputs: ["groundDiffuse"],
  rows(from, to, { surfaceTilt, ghi, albedo, groundDiffuse }) {
    for (let i = from; i < to; i++) groundDiffuse[i] = ghi[i]! * albedo[i]! * (1 - cos(surfaceTilt[i]! * DEG)) * 0.5;
  },
});

export const BARE_GROUND_ALBEDO = 0.2;
/** What deep snow adds. */
const SNOW_BRIGHTENING = 0.5;
/** Depth in mm that has 63 % of it. */
const SNOW_DEPTH_SCALE = 40;

/** Albedo 0.2…0.7 of ground under snow, mm; of bare ground where the depth is NaN or below 0. */
export function albedoUnderSnow(snowDepth: number): number {
  return snowDepth > 0
    ? BARE_GROUND_ALBEDO + SNOW_BRIGHTENING * (1 - exp(-snowDepth / SNOW_DEPTH_SCALE))
    : BARE_GROUND_ALBEDO;
}

/**
 * Ground albedo where none is known, from the depth of snow: a little whitens most of the ground, deep snow covers what sticks out of it.
 *
 * 0.2 + 0.5·(1 − exp(−depth/40 mm)): 0.26 at 5 mm, 0.56 at 50, 0.69 at 150. Fitted to modelled albedo at one place, not to
 * measured albedo: where you know better, give an `albedo`.
 *
 * @param inputs snowDepth in mm (number or array); below 0 counts as 0
 * @returns albedo, 0.2 without snow to 0.7 under deep snow; NaN where the depth is NaN
 * @throws TypeError for an input that is not a column
 *
 * No source: the rule was fitted for this library to the modelled albedo of one place (NSRDB at Lake Placid, 8,513 daytime
 * hours of a year: RMSE 0.17; 0.21 with the snow cover fraction min(1, D/0.1 m) of ERA5 and snow of 0.6). Its limit 0.7 stands
 * between old (0.5) and fresh snow (0.85) of ISBA.
 * @experimental
 */
export const groundAlbedo = /* @__PURE__ */ model("groundAlbedo", {
  inputs: ["snowDepth"],
  outputs: ["albedo"],
  rows(from, to, { snowDepth, albedo }) {
    for (let i = from; i < to; i++) {
      const depth = snowDepth[i]!;
      albedo[i] = Number.isNaN(depth) ? depth : albedoUnderSnow(depth);
    }
  },
});

// The pipeline's planes, from unit vectors: no angles needed. The sun is (east, north, up), all apparent; the cosines are not clipped, so
// negative means behind the plane.

/** A fixed plane with the unit normal (normalE, normalN, normalU). */
export function cosIncidenceFixedRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  up: Float64Array,
  normalE: number,
  normalN: number,
  normalU: number,
  cosIncidence: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    cosIncidence[i] = east[i]! * normalE + north[i]! * normalN + up[i]! * normalU;
  }
}

/** A plane turned about a horizontal north–south axis; `rotation` in degrees, positive when it faces west. */
export function cosIncidenceTrackerRows(
  i0: number,
  i1: number,
  east: Float64Array,
  up: Float64Array,
  rotation: Float64Array,
  cosIncidence: Float64Array,
  cosTilt: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const angle = rotation[i]! * DEG;
    const c = cos(angle);
    cosTilt[i] = c;
    cosIncidence[i] = up[i]! * c - east[i]! * sin(angle);
  }
}

/**
 * Unit normal of a plane. No source: the definition.
 *
 * @param surfaceTilt from horizontal in degrees
 * @param surfaceAzimuth in degrees, 0 = north, clockwise
 * @returns east, north, up, without unit
 * @throws nothing; arguments are not validated
 * @experimental
 */
export function planeNormal(surfaceTilt: number, surfaceAzimuth: number): [east: number, north: number, up: number] {
  const horizontal = sin(surfaceTilt * DEG);
  return [horizontal * sin(surfaceAzimuth * DEG), horizontal * cos(surfaceAzimuth * DEG), cos(surfaceTilt * DEG)];
}
