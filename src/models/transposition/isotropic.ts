/**
 * Isotropic sky: the same radiance from every part of it.
 *
 * Hottel & Woertz 1942; Liu & Jordan 1963, Solar Energy 7, 53–74. Underestimates planes that face the sun under a
 * clear sky.
 */
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { type Stage, withStage } from "../stage.js";
import { isotropicShareRows } from "./sky-diffuse.js";

/** Factors of an isotropic sky from the plane's cosTilt: nothing from the sun's direction, nothing from the horizon. */
export function isotropicRows(
  i0: number,
  i1: number,
  cosTilt: Float64Array,
  circumsolar: Float64Array,
  isotropic: Float64Array,
  horizonBand: Float64Array,
): void {
  isotropicShareRows(i0, i1, cosTilt, isotropic);
  circumsolar.fill(0, i0, i1);
  horizonBand.fill(0, i0, i1);
}

function isotropicModel(inputs: { surfaceTilt: ColumnInput; dhi: ColumnInput }): { skyDiffuse: Float64Array } {
  const { surfaceTilt, dhi } = inputs;
  const c = toColumns("isotropic", { surfaceTilt, dhi });
  const share = new Float64Array(c.n);
  isotropicShareRows(
    0,
    c.n,
    c.surfaceTilt.map((tilt) => cos(tilt * DEG)),
    share,
  );
  return { skyDiffuse: c.dhi.map((diffuse, i) => diffuse * share[i]!) };
}

/** Its place in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export const isotropicStage: Stage<unknown, null> = {
  name: "isotropic",
  family: "transposition",
  grid: "compute",
  reach: 0,
  reads: ["cosTilt"],
  writes: ["circumsolar", "isotropic", "horizonBand"],
  prepare: () => null,
  run({ from, to, columns }) {
    isotropicRows(from, to, columns.cosTilt, columns.circumsolar, columns.isotropic, columns.horizonBand);
  },
};

/**
 * Diffuse irradiance from an isotropic sky on a tilted plane, DHI·(1 + cos β)/2.
 *
 * @param inputs surfaceTilt (deg, 0…180), dhi (W/m²); numbers or arrays of one length
 * @returns skyDiffuse in W/m²; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * @example
 * ```js
 * import { isotropic } from "irradiance-engine/models/transposition";
 *
 * console.log(isotropic({ surfaceTilt: 90, dhi: 100 }).skyDiffuse[0].toFixed(1)); // 50.0
 * ```
 */
export const isotropic = /* @__PURE__ */ withStage(isotropicModel, isotropicStage);
