import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { dni as closingDni } from "./dni.js";

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
export function completeIrradiance(inputs: {
  solarZenith: ColumnInput;
  ghi?: ColumnInput | undefined;
  dhi?: ColumnInput | undefined;
  dni?: ColumnInput | undefined;
  dniClear?: ColumnInput | undefined;
}): { ghi: Float64Array; dhi: Float64Array; dni: Float64Array } {
  const { ghi, dhi, dni } = inputs;
  const missing = (["ghi", "dhi", "dni"] as const).filter((name) => inputs[name] === undefined);
  if (missing.length !== 1) {
    const got = missing.length === 0 ? "all three" : `neither ${missing.join(" nor ")}`;
    throw new TypeError(`completeIrradiance: exactly two of ghi, dhi and dni must be given, got ${got}`);
  }
  const c = toColumns("completeIrradiance", {
    solarZenith: inputs.solarZenith,
    ghi: ghi === undefined ? Number.NaN : ghi,
    dhi: dhi === undefined ? Number.NaN : dhi,
    dni: dni === undefined ? Number.NaN : dni,
    dniClear: inputs.dniClear === undefined ? Number.NaN : inputs.dniClear,
  });
  const out: { ghi: Float64Array; dhi: Float64Array; dni: Float64Array } = {
    ghi: c.ghi.slice(),
    dhi: c.dhi.slice(),
    dni: c.dni.slice(),
  };
  if (missing[0] === "dni") {
    out.dni = closingDni({ ghi: c.ghi, dhi: c.dhi, zenith: c.solarZenith, dniClear: c.dniClear }).dni;
  } else closeRows(0, c.n, c.solarZenith, missing[0] === "ghi", out.ghi, out.dhi, out.dni);
  return out;
}

/** Row kernel: GHI, else DHI, that closes the other two, in place. */
function closeRows(
  i0: number,
  i1: number,
  zenith: Float64Array,
  missingGhi: boolean,
  ghi: Float64Array,
  dhi: Float64Array,
  dni: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const direct = dni[i]! * cos(zenith[i]! * DEG);
    if (missingGhi) ghi[i] = dhi[i]! + direct;
    else dhi[i] = ghi[i]! - direct;
  }
}
