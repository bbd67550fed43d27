/** Rows that take light from one another: angles below which the sky is hidden, the sky that is lost, the shadow on a row, and its power. */
import { atan2, cos, DEG, log, RAD, sin } from "../../../foundation/math/index.js";
import { type ColumnInput, type Columns, model } from "../model.js";

/**
 * Masking angle at a point of a row: the elevation below which the row in front blocks diffuse light. At the lower edge
 * (slantHeight 0) it is largest.
 *
 * @param inputs surfaceTilt (deg, 0…90), gcr (above 0 up to 1), slantHeight (0…1); numbers or arrays of one length
 * @returns maskAngle in degrees; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: Passias & Källbäck 1984, Shading effects in rows of solar cell panels, Solar Cells 11, 281–291, eq. 8 (divided by
 * the width of the row).
 * @experimental
 */
export const maskingAngle = /* @__PURE__ */ model("maskingAngle", {
  inputs: ["surfaceTilt", "gcr", "slantHeight"],
  outputs: ["maskAngle"],
  rows(from, to, { surfaceTilt, gcr, slantHeight, maskAngle }) {
    for (let i = from; i < to; i++) {
      const above = gcr[i]! * (1 - slantHeight[i]!);
      const tilt = surfaceTilt[i]! * DEG;
      maskAngle[i] = atan2(above * sin(tilt), 1 - above * cos(tilt)) * RAD;
    }
  },
});

/**
 * Angle below the horizontal of the line from a point of a row to the lower edge of the row that it faces.
 *
 * @param inputs surfaceTilt (deg, 0…90), gcr (above 0 up to 1), slantHeight (0…1); numbers or arrays of one length
 * @returns psi in degrees, positive downwards; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: Passias & Källbäck 1984, Shading effects in rows of solar cell panels, Solar Cells 11, 281–291, eq. 8 (divided by
 * the width of the row).
 * @experimental
 */
export const groundAngle = /* @__PURE__ */ model("groundAngle", {
  inputs: ["surfaceTilt", "gcr", "slantHeight"],
  outputs: ["psi"],
  rows(from, to, { surfaceTilt, gcr, slantHeight, psi }) {
    for (let i = from; i < to; i++) {
      const below = gcr[i]! * slantHeight[i]!;
      const tilt = surfaceTilt[i]! * DEG;
      psi[i] = atan2(below * sin(tilt), 1 + below * cos(tilt)) * RAD;
    }
  },
});

/**
 * Mean masking angle over the width of a row, see `maskingAngle`.
 *
 * @param inputs surfaceTilt (deg, 0…90), gcr (above 0 up to 1); numbers or arrays of one length
 * @returns maskAngle in degrees; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: Passias & Källbäck 1984, Shading effects in rows of solar cell panels, Solar Cells 11, 281–291. Its eq. 9 for the
 * mean is wrong (as pvlib's authors found); the mean here is the integral of eq. 8: with g the ground coverage ratio and w =
 * g·exp(iβ) the angle at height 1 − u is −arg(1 − u·w), so the mean over u is Im[(1/w − 1)·log(1 − w)].
 * @experimental
 */
export const maskingAnglePassias = /* @__PURE__ */ model("maskingAnglePassias", {
  inputs: ["surfaceTilt", "gcr"],
  outputs: ["maskAngle"],
  // No term grows beyond 1/gcr, so shallow tilts keep their digits.
  rows(from, to, { surfaceTilt, gcr, maskAngle }) {
    for (let i = from; i < to; i++) {
      const tilt = surfaceTilt[i]! * DEG;
      const g = gcr[i]!;
      const half = sin(0.5 * tilt);
      const flat = 2 * half * half; // 1 − cos β, which keeps the digits of nearly flat rows that nearly touch
      const s = sin(tilt);
      const x = 1 - g + g * flat;
      const y = g * s;
      // Where the rows touch (gcr 1, tilt 0) the logarithm has no value, but its factor is 0.
      const logarithm = y === 0 ? 0 : 0.5 * log(x * x + y * y);
      maskAngle[i] = (((g - 1 + flat) * atan2(y, x) - s * logarithm) / g) * RAD;
    }
  },
});

/**
 * Share of the sky's diffuse light that a row loses to the row in front, for an isotropic sky.
 *
 * @param inputs maskingAngle in degrees, the mean over the row (`maskingAnglePassias`), or that of its lower edge for the
 *   worst case (as SAM does); number or array
 * @returns derate, 0…1: multiply diffuse light from the sky by 1 − derate; NaN where the angle is NaN
 * @throws TypeError for an input that is not a column
 *
 * Source: Passias & Källbäck 1984, Shading effects in rows of solar cell panels, Solar Cells 11, 281–291. Its eq. 9 for the
 * mean is wrong (as pvlib's authors found); the mean here is the integral of eq. 8: with g the ground coverage ratio and w =
 * g·exp(iβ) the angle at height 1 − u is −arg(1 − u·w), so the mean over u is Im[(1/w − 1)·log(1 − w)].
 * @experimental
 */
export const skyDiffusePassias = /* @__PURE__ */ model("skyDiffusePassias", {
  inputs: ["maskingAngle"],
  outputs: ["derate"],
  rows(from, to, { maskingAngle, derate }) {
    for (let i = from; i < to; i++) {
      const half = sin(maskingAngle[i]! * 0.5 * DEG);
      derate[i] = half * half;
    }
  },
});

/**
 * Projected zenith in degrees for an axis of the given tilt and azimuth (deg). The axis' positive x-axis lies 90° clockwise from its
 * azimuth.
 */
export function projectedSolarZenithRows(
  from: number,
  to: number,
  c: Columns<"solarZenith" | "solarAzimuth" | "axisTilt" | "axisAzimuth">,
  projected: Float64Array,
): void {
  const { solarZenith, solarAzimuth, axisTilt, axisAzimuth } = c;
  for (let i = from; i < to; i++) {
    const zenith = solarZenith[i]! * DEG;
    const tilt = axisTilt[i]! * DEG;
    const fromAxis = (solarAzimuth[i]! - axisAzimuth[i]!) * DEG;
    const horizontal = sin(zenith);
    const across = horizontal * sin(fromAxis);
    const above = horizontal * cos(fromAxis) * sin(tilt) + cos(zenith) * cos(tilt);
    projected[i] = atan2(across, above) * RAD;
  }
}

/**
 * Projected solar zenith angle: the rotation that points a tracker at the sun, or the angle for row-to-row shading.
 *
 * @param inputs solarZenith (apparent), solarAzimuth, axisTilt, axisAzimuth in degrees; numbers or arrays of one length
 * @returns projectedSolarZenith in degrees, −180…180, positive to the right of the axis seen along its azimuth;
 *   NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: Anderson & Mikofski 2020, Slope-Aware Backtracking for Single-Axis Trackers, NREL/TP-5K00-76626, eq. 4–5.
 * @experimental
 */
export const projectedSolarZenithAngle = /* @__PURE__ */ model("projectedSolarZenithAngle", {
  inputs: ["solarZenith", "solarAzimuth", "axisTilt", "axisAzimuth"],
  outputs: ["projectedSolarZenith"],
  rows: (from, to, c) => projectedSolarZenithRows(from, to, c, c.projectedSolarZenith),
});

export interface ShadedFractionInputs {
  /** deg, apparent */
  solarZenith: ColumnInput;
  /** deg, 0 = north, clockwise */
  solarAzimuth: ColumnInput;
  /** Direction of the rows' axis, deg; for fixed rows that of their length */
  axisAzimuth: ColumnInput;
  /** Right-handed rotation about the axis of the row in the shadow, deg */
  shadedRowRotation: ColumnInput;
  /** Width of a row */
  collectorWidth: ColumnInput;
  /** Horizontal distance between the axes, in the unit of collectorWidth */
  pitch: ColumnInput;
  /** deg; default 0 */
  axisTilt?: ColumnInput | undefined;
  /** Distance from the axis to the collector's surface, in the unit of collectorWidth; default 0 */
  surfaceToAxisOffset?: ColumnInput | undefined;
  /** Tilt across the axes of the plane through them, deg, right-handed; default 0 */
  crossAxisSlope?: ColumnInput | undefined;
  /** Rotation of the row that casts the shadow, deg; default: as the shaded row's */
  shadingRowRotation?: ColumnInput | undefined;
}

/**
 * Share of a row's width that the row next to it shades.
 *
 * For the sun above the horizon and in front of the rows; elsewhere the formula gives some number within 0…1. Which row
 * shades and which is shaded changes with the sign of the projected solar zenith (`projectedSolarZenithAngle`): with
 * differing rotations the caller exchanges them.
 *
 * @param inputs see `ShadedFractionInputs`; numbers or arrays of one length
 * @returns shadedFraction, 0 (no shadow) to 1; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: Anderson & Jensen 2024, Shaded fraction and backtracking in single-axis trackers on rolling terrain, J. Renewable
 * Sustainable Energy 16, 023504, doi 10.1063/5.0202220, eq. 12.
 * @experimental
 */
export const shadedFraction1d = /* @__PURE__ */ model("shadedFraction1d", {
  inputs: ["solarZenith", "solarAzimuth", "axisAzimuth", "shadedRowRotation", "collectorWidth", "pitch"],
  defaults: { axisTilt: 0, surfaceToAxisOffset: 0, crossAxisSlope: 0, shadingRowRotation: "shadedRowRotation" },
  outputs: ["shadedFraction"],
  rows(from, to, c) {
    const { shadedFraction } = c;
    // At first the projected zenith.
    projectedSolarZenithRows(from, to, c, shadedFraction);
    for (let i = from; i < to; i++) {
      const sun = shadedFraction[i]!;
      const shading = (c.shadingRowRotation[i]! - sun) * DEG;
      const shaded = (c.shadedRowRotation[i]! - sun) * DEG;
      const facing = Math.abs(cos(shaded));
      const side = sun > 0 ? 1 : sun < 0 ? -1 : 0;
      const width = c.collectorWidth[i]! * facing;
      const slope = c.crossAxisSlope[i]!;
      const offset = (side * c.surfaceToAxisOffset[i]! * (sin(shaded) - sin(shading))) / width;
      const gap = (c.pitch[i]! * cos((sun - slope) * DEG)) / (width * cos(slope * DEG));
      const fraction = 0.5 + (0.5 * Math.abs(cos(shading))) / facing + offset - gap;
      shadedFraction[i] = Math.min(Math.max(fraction, 0), 1);
    }
  },
});

/**
 * Share of DC power lost to a shadow, by the number of blocks (groups of cells behind one bypass diode) that it touches.
 *
 * Differs from pvlib: 0 where there is no light (pvlib: NaN).
 *
 * @param inputs poaGlobal, poaDirect (with the circumsolar part; W/m²), shadedFraction (of the area, 0…1), shadedBlocks
 *   (rounded up), totalBlocks; numbers or arrays of one length
 * @returns shadingLosses, 0…1; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * Source: Martínez-Moreno, Muñoz & Lorenzo 2010, Experimental model to estimate shading losses on PV arrays, Solar Energy
 * Materials and Solar Cells 94, 2298–2303, doi 10.1016/j.solmat.2010.07.029, eq. 6 and 8.
 * @experimental
 */
export const directMartinez = /* @__PURE__ */ model("directMartinez", {
  inputs: ["poaGlobal", "poaDirect", "shadedFraction", "shadedBlocks", "totalBlocks"],
  outputs: ["shadingLosses"],
  rows(from, to, { poaGlobal, poaDirect, shadedFraction, shadedBlocks, totalBlocks, shadingLosses }) {
    for (let i = from; i < to; i++) {
      const beamFactor = (1 - shadedFraction[i]!) * (1 - Math.ceil(shadedBlocks[i]!) / (1 + totalBlocks[i]!)); // eq. 6
      const lost = poaDirect[i]! * (1 - beamFactor); // eq. 8, times G
      // Nothing is lost of no light.
      shadingLosses[i] = lost === 0 && poaGlobal[i] === 0 ? 0 : lost / poaGlobal[i]!;
    }
  },
});
