/**
 * DNI that closes GHI and DHI, and the third of the components from two.
 */
import { cos, DEG } from "../../../foundation/math/index.js";
import { checkLimits, columnsOf, type Inputs, model, type Outputs } from "../model.js";

export interface DniOptions {
  /** How far DNI may be above the clear sky's, as a factor; default 1.1. */
  readonly clearskyTolerance?: number | undefined;
  /** Zenith in degrees from which only a DNI of 0 is believed; default 88. */
  readonly zenithThresholdForZeroDni?: number | undefined;
  /** Zenith in degrees from which DNI is held against the clear sky's; default 80. */
  readonly zenithThresholdForClearskyLimit?: number | undefined;
}

/**
 * DNI that closes GHI and DHI; NaN where that is not to be believed near the horizon.
 *
 * @param inputs `ghi`, `dhi` in W/m²; `zenith`: true zenith in degrees; `dniClear`: DNI of the clear sky in W/m², missing
 *   where unknown
 * @param options `clearskyTolerance` (1.1), `zenithThresholdForZeroDni` (88°), `zenithThresholdForClearskyLimit` (80°)
 * @returns `dni` in W/m²; NaN where it would be negative, and from 88° on unless it is 0; between 80° and 88° at most
 *   1.1·dniClear. NaN for NaN, except in `dniClear`, where it means that there is no limit
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Source: pvlib-python 0.15.0, `irradiance.dni`; the closure DNI = (GHI − DHI) / cos(zenith) is geometry.
 * @experimental
 */
export const dni = /* @__PURE__ */ model("dni", {
  inputs: ["ghi", "dhi", "zenith"],
  defaults: { dniClear: Number.NaN },
  outputs: ["dni"],
  settings(options: DniOptions) {
    const { clearskyTolerance = 1.1, zenithThresholdForZeroDni = 88, zenithThresholdForClearskyLimit = 80 } = options;
    const set = { clearskyTolerance, zenithThresholdForZeroDni, zenithThresholdForClearskyLimit };
    checkLimits("dni", set);
    return set;
  },
  rows(from, to, { ghi, dhi, zenith, dniClear, dni }, set) {
    for (let i = from; i < to; i++) {
      const z = zenith[i]!;
      const direct = (ghi[i]! - dhi[i]!) / cos(z * DEG);
      const limit = dniClear[i]! * set.clearskyTolerance;
      if (direct < 0 || (z >= set.zenithThresholdForZeroDni && direct !== 0)) dni[i] = Number.NaN;
      else dni[i] = z >= set.zenithThresholdForClearskyLimit && direct > limit ? limit : direct;
    }
  },
});

/**
 * The third of GHI, DHI and DNI from the other two, by GHI = DHI + DNI·cos(zenith).
 *
 * @param inputs `solarZenith`: true zenith in degrees; two of `ghi`, `dhi`, `dni` in W/m²; `dniClear`: DNI of the clear sky
 *   in W/m², which limits a computed DNI near the horizon
 * @returns `ghi`, `dhi`, `dni` in W/m²: the two that were given (a copy) and the third. A missing DNI is that of `dni`:
 *   NaN where it is not to be believed. A missing GHI or DHI is the bare sum or difference: it may be negative, and a DNI
 *   below the horizon counts as negative. NaN for NaN
 * @throws TypeError unless exactly one of the three is left out, or for a column of wrong kind; RangeError for columns of
 *   unequal length
 *
 * Source: pvlib-python 0.15.0, `irradiance.complete_irradiance`.
 * @experimental
 */
export function completeIrradiance(
  inputs: Inputs<"solarZenith", "ghi" | "dhi" | "dni" | "dniClear">,
): Outputs<"ghi" | "dhi" | "dni"> {
  const missing = (["ghi", "dhi", "dni"] as const).filter((name) => inputs[name] === undefined);
  if (missing.length !== 1) {
    const got = missing.length === 0 ? "all three" : `neither ${missing.join(" nor ")}`;
    throw new TypeError(`completeIrradiance: exactly two of ghi, dhi and dni must be given, got ${got}`);
  }
  const c = columnsOf("completeIrradiance", inputs, ["solarZenith"], {
    ghi: Number.NaN,
    dhi: Number.NaN,
    dni: Number.NaN,
    dniClear: Number.NaN,
  });
  if (missing[0] === "dni") {
    const closing = dni({ ghi: c.ghi, dhi: c.dhi, zenith: c.solarZenith, dniClear: c.dniClear });
    return { ghi: c.ghi.slice(), dhi: c.dhi.slice(), dni: closing.dni };
  }
  const direct = c.dni.map((normal, i) => normal * cos(c.solarZenith[i]! * DEG));
  return {
    ghi: missing[0] === "ghi" ? c.dhi.map((diffuse, i) => diffuse + direct[i]!) : c.ghi.slice(),
    dhi: missing[0] === "dhi" ? c.ghi.map((global, i) => global - direct[i]!) : c.dhi.slice(),
    dni: c.dni.slice(),
  };
}
