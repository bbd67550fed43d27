import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkLimits } from "../options.js";

/** @experimental */
export interface DniOptions {
  /** How far DNI may be above the clear sky's, as a factor; default 1.1. */
  readonly clearskyTolerance?: number | undefined;
  /** Zenith in degrees from which only a DNI of 0 is believed; default 88. */
  readonly zenithThresholdForZeroDni?: number | undefined;
  /** Zenith in degrees from which DNI is held against the clear sky's; default 80. */
  readonly zenithThresholdForClearskyLimit?: number | undefined;
}

/**
 * Row kernel: DNI (W/m²) from GHI and DHI (W/m²) and the zenith (degrees); NaN where it is not to be believed. NaN in
 * `dniClear` (W/m²): no limit.
 */
export function dniRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  dhi: Float64Array,
  zenith: Float64Array,
  dniClear: Float64Array,
  clearskyTolerance: number,
  zenithForZeroDni: number,
  zenithForClearskyLimit: number,
  dni: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const z = zenith[i]!;
    const direct = (ghi[i]! - dhi[i]!) / cos(z * DEG);
    const limit = dniClear[i]! * clearskyTolerance;
    if (direct < 0 || (z >= zenithForZeroDni && direct !== 0)) dni[i] = Number.NaN;
    else dni[i] = z >= zenithForClearskyLimit && direct > limit ? limit : direct;
  }
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
export function dni(
  inputs: { ghi: ColumnInput; dhi: ColumnInput; zenith: ColumnInput; dniClear?: ColumnInput | undefined },
  options: DniOptions = {},
): { dni: Float64Array } {
  const { clearskyTolerance = 1.1, zenithThresholdForZeroDni = 88, zenithThresholdForClearskyLimit = 80 } = options;
  checkLimits("dni", { clearskyTolerance, zenithThresholdForZeroDni, zenithThresholdForClearskyLimit });
  const c = toColumns("dni", {
    ghi: inputs.ghi,
    dhi: inputs.dhi,
    zenith: inputs.zenith,
    dniClear: inputs.dniClear === undefined ? Number.NaN : inputs.dniClear,
  });
  const direct = new Float64Array(c.n);
  dniRows(
    0,
    c.n,
    c.ghi,
    c.dhi,
    c.zenith,
    c.dniClear,
    clearskyTolerance,
    zenithThresholdForZeroDni,
    zenithThresholdForClearskyLimit,
    direct,
  );
  return { dni: direct };
}
