/**
 * Perez: isotropic background, circumsolar region and horizon band, with coefficients by bins of the sky's clearness.
 *
 * Perez, Ineichen, Seals, Michalsky & Stewart 1990, Solar Energy 44, 271–289 (eq. 1–2, 9, Tables 1 and 6); first form
 * Perez, Seals, Ineichen, Stewart & Menicucci 1987, Solar Energy 39, 221–232.
 */
import { DEG } from "../../../foundation/math/index.js";
import { PEREZ_COEFFICIENTS, PEREZ_KAPPA } from "./perez-coefficients.js";
import type { PerezDriesseInputs } from "./perez-driesse.js";
import { COS_85, skyModel, skyOnPlaneRows } from "./sky-model.js";

/** Name of a coefficient set; "1990" stands for "allsitescomposite1990". */
export type PerezModel = "1990" | keyof typeof PEREZ_COEFFICIENTS;

/** Local copy: imported bindings are looked up at every use. */
const KAPPA = PEREZ_KAPPA;

/**
 * A set as one column, as `perezRows` takes it.
 *
 * @param caller named in the error
 * @returns six numbers without unit for each of the eight bins
 * @throws RangeError for a name that is not there
 * @experimental
 */
export function perezTable(caller: string, model: PerezModel = "1990"): Float64Array {
  const name = model === "1990" ? "allsitescomposite1990" : model;
  if (!Object.hasOwn(PEREZ_COEFFICIENTS, name)) {
    const known = ["1990", ...Object.keys(PEREZ_COEFFICIENTS)].join(", ");
    throw new RangeError(`${caller}: the Perez model must be one of ${known}, got ${String(model)}`);
  }
  return Float64Array.from(PEREZ_COEFFICIENTS[name].flat());
}

/** Offset in the table of the bin that holds ε; a bin starts at its lower edge (Table 1). */
function binOf(clearness: number): number {
  // biome-ignore format: one branch a line
  const bin =
    clearness < 1.5 ? (clearness < 1.065 ? 0 : clearness < 1.23 ? 1 : 2)
    : clearness < 2.8 ? (clearness < 1.95 ? 3 : 4)
    : clearness < 4.5 ? 5 : clearness < 6.2 ? 6 : 7;
  return 6 * bin;
}

/**
 * F1 (`circumsolar`, at least 0) and F2 (`horizonFactor`), both 0 with the sun down (elevation ≤ 0) and without diffuse
 * light. Irradiances in W/m², elevation in degrees, relative air mass; `table` from `perezTable`.
 */
export function perezRows(
  i0: number,
  i1: number,
  dhi: Float64Array,
  dni: Float64Array,
  extraterrestrialNormal: Float64Array,
  elevation: Float64Array,
  relativeAirmass: Float64Array,
  table: Float64Array,
  circumsolar: Float64Array,
  horizonFactor: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const diffuse = dhi[i]!;
    if (elevation[i]! <= 0 || diffuse <= 0) {
      circumsolar[i] = 0;
      horizonFactor[i] = 0;
      continue;
    }
    const z = (90 - elevation[i]!) * DEG;
    const delta = (diffuse * relativeAirmass[i]!) / extraterrestrialNormal[i]!;
    const depth = KAPPA * (z * z * z);
    const o = binOf(((diffuse + dni[i]!) / diffuse + depth) / (1 + depth));
    circumsolar[i] = Math.max(table[o]! + table[o + 1]! * delta + table[o + 2]! * z, 0);
    horizonFactor[i] = table[o + 3]! + table[o + 4]! * delta + table[o + 5]! * z;
  }
}

export interface PerezOptions {
  /** Coefficient set; default "1990". */
  readonly model?: PerezModel | undefined;
}

/**
 * Diffuse irradiance from the sky on a tilted plane after Perez:
 * DHI·[(1 − F1)(1 + cos β)/2 + F1·max(cos aoi, 0)/max(cos z, cos 85°) + F2·sin β], not below 0.
 *
 * F1 and F2 jump where the clearness passes from bin to bin (some percent of the result); `perezDriesse` is the
 * continuous form. As published F1 has no upper limit; in the pipeline, where it is a share of DHI, it ends at 1. Differs
 * from pvlib: from zenith 90° on the sky is isotropic, no diffuse light gives 0 (pvlib: NaN without direct light too), a
 * missing air mass gives NaN (pvlib: 0), and components stay as they are where their sum is cut at 0 (pvlib: 0).
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth (deg), dhi, dni, dniExtra (W/m²), airmass
 *   (relative; default Kasten & Young 1989 of solarZenith); numbers or arrays of one length
 * @param options model: the coefficient set, "1990" (default, all sites) or one of 1988 by site (`PEREZ_COEFFICIENTS`);
 *   returnComponents: the parts in place of the sum
 * @returns skyDiffuse in W/m², or poaSkyDiffuse, poaIsotropic, poaCircumsolar, poaHorizon (background and
 *   horizon may be negative); NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length; RangeError for an unknown model
 * @experimental
 */
export const perez = /* @__PURE__ */ skyModel<PerezDriesseInputs, PerezOptions, Float64Array>({
  name: "perez",
  reads: ["dhi", "dni", "extraterrestrialNormal", "elevation", "relativeAirmass", "cosTilt"],
  floor: COS_85,
  accepts: ["model"],
  prepare: ({ model }) => perezTable("perez", model),
  rows(from, to, c, table) {
    const { dhi, dni, extraterrestrialNormal: extra, elevation, relativeAirmass, circumsolar, horizonBand } = c;
    perezRows(from, to, dhi, dni, extra, elevation, relativeAirmass, table, circumsolar, horizonBand);
    skyOnPlaneRows(from, to, c.cosTilt, c.isotropic, horizonBand);
  },
  inPipeline(from, to, { circumsolar }) {
    // More than all of DHI would leave a negative background, and a horizon that hides it would add light.
    for (let i = from; i < to; i++) circumsolar[i] = Math.min(circumsolar[i]!, 1);
  },
});
