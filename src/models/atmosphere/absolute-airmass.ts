import { type ColumnInput, toColumns } from "../columns.js";

/** Pressure at sea level in the standard atmosphere, Pa. */
export const STANDARD_PRESSURE = 101325;

/** Row kernel: pressure-corrected air mass. `airmassAbsolute` may be the same column as `airmassRelative`. */
export function absoluteAirmassRows(
  i0: number,
  i1: number,
  airmassRelative: Float64Array,
  pressure: Float64Array,
  airmassAbsolute: Float64Array,
): void {
  const perStandard = 1 / STANDARD_PRESSURE;
  for (let i = i0; i < i1; i++) airmassAbsolute[i] = airmassRelative[i]! * pressure[i]! * perStandard;
}

/**
 * Absolute (pressure-corrected) air mass.
 *
 * @param inputs `airmassRelative`: air mass at sea level; `pressure` in Pa (default 101325)
 * @returns `airmassAbsolute` = airmassRelative · pressure / 101325; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: C. Gueymard (1993), Critical analysis and performance assessment of clear sky solar irradiance models,
 * Solar Energy 51, 121–138, doi 10.1016/0038-092X(93)90074-X.
 */
export function getAbsoluteAirmass(inputs: { airmassRelative: ColumnInput; pressure?: ColumnInput | undefined }): {
  airmassAbsolute: Float64Array;
} {
  const { airmassRelative, pressure, n } = toColumns("getAbsoluteAirmass", {
    airmassRelative: inputs.airmassRelative,
    pressure: inputs.pressure === undefined ? STANDARD_PRESSURE : inputs.pressure,
  });
  const airmassAbsolute = new Float64Array(n);
  absoluteAirmassRows(0, n, airmassRelative, pressure, airmassAbsolute);
  return { airmassAbsolute };
}
