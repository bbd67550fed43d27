/**
 * King: isotropic sky with a horizon that grows brighter, per unit of GHI, as the sun sinks.
 *
 * D. L. King, Sandia National Laboratories; never published. Formula as in Sandia's PV_LIB (`pvl_kingdiffuse`) and pvlib
 * 0.15 (`irradiance.king`).
 */
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import { isotropicShareRows } from "./sky-diffuse.js";

/** Below this DHI in W/m² a ratio to it says nothing: the stage leaves the horizon as it is. */
const LEAST_DIFFUSE = 1e-9;

/**
 * Brightening of the horizon per unit of GHI, (0.012·z − 0.04)(1 − cos β)/2; slightly negative for a sun within 3.3° of
 * the zenith, 0 with the sun down. Elevation in degrees.
 */
export function kingRows(
  i0: number,
  i1: number,
  elevation: Float64Array,
  cosTilt: Float64Array,
  brightening: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const zenith = 90 - elevation[i]!;
    brightening[i] = zenith >= 90 ? 0 : (0.012 * zenith - 0.04) * (1 - cosTilt[i]!) * 0.5;
  }
}

function kingModel(inputs: {
  surfaceTilt: ColumnInput;
  dhi: ColumnInput;
  ghi: ColumnInput;
  solarZenith: ColumnInput;
}): { skyDiffuse: Float64Array } {
  const { surfaceTilt, dhi, ghi, solarZenith } = inputs;
  const c = toColumns("king", { surfaceTilt, dhi, ghi, solarZenith });
  const cosTilt = c.surfaceTilt.map((tilt) => cos(tilt * DEG));
  const share = new Float64Array(c.n);
  const brightening = new Float64Array(c.n);
  isotropicShareRows(0, c.n, cosTilt, share);
  kingRows(
    0,
    c.n,
    c.solarZenith.map((zenith) => 90 - zenith),
    cosTilt,
    brightening,
  );
  return { skyDiffuse: c.dhi.map((diffuse, i) => Math.max(diffuse * share[i]! + c.ghi[i]! * brightening[i]!, 0)) };
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
 * @experimental
 */
export const king = /* @__PURE__ */ withStage(kingModel, {
  name: "king",
  family: "transposition",
  grid: "compute",
  reach: 0,
  reads: ["ghi", "dhi", "elevation", "cosTilt"],
  writes: ["circumsolar", "isotropic", "horizonBand"],
  prepare: () => null,
  run({ from, to, columns: c }) {
    isotropicShareRows(from, to, c.cosTilt, c.isotropic);
    c.circumsolar.fill(0, from, to);
    kingRows(from, to, c.elevation, c.cosTilt, c.horizonBand);
    for (let i = from; i < to; i++) {
      const diffuse = c.dhi[i]!;
      c.horizonBand[i] = diffuse < LEAST_DIFFUSE ? 0 : (c.horizonBand[i]! * c.ghi[i]!) / diffuse;
    }
  },
});
