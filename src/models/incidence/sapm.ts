/**
 * Incidence angle modifier of the Sandia Array Performance Model.
 *
 * King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, there f2(AOI).
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/** The module's coefficients of the powers of aoi in degrees, as in its data sheet and in SAM's library. @experimental */
export interface SapmIamOptions {
  B0: number;
  B1: number;
  B2: number;
  B3: number;
  B4: number;
  B5: number;
  /** Largest modifier. Default none: the polynomials exceed 1 slightly between 15° and 40°. */
  upper?: number | undefined;
}

/** aoi in degrees → iam; 0 outside 0…90°. */
export function sapmRows(
  i0: number,
  i1: number,
  aoi: Float64Array,
  b0: number,
  b1: number,
  b2: number,
  b3: number,
  b4: number,
  b5: number,
  upper: number,
  iam: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const x = aoi[i]!;
    const polynomial = b0 + x * (b1 + x * (b2 + x * (b3 + x * (b4 + x * b5))));
    iam[i] = x < 0 || x > 90 ? 0 : Math.min(Math.max(polynomial, 0), upper);
  }
}

/**
 * Incidence angle modifier B0 + B1·aoi + … + B5·aoi⁵.
 *
 * @param inputs aoi in degrees; a number or an array
 * @param options B0…B5 of the module, upper (no limit)
 * @returns iam (no unit), at least 0; 0 for a negative aoi and above 90°, where the beam is behind the plane and pvlib goes
 *   on with the polynomial; NaN where aoi is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function sapm(inputs: { aoi: ColumnInput }, options: SapmIamOptions): { iam: Float64Array } {
  const { B0, B1, B2, B3, B4, B5, upper } = options ?? {};
  checkNumbers("sapm", { B0, B1, B2, B3, B4, B5 });
  if (upper !== undefined) checkNumbers("sapm", { upper });
  const { aoi, n } = toColumns("sapm", { aoi: inputs.aoi });
  const iam = new Float64Array(n);
  sapmRows(0, n, aoi, B0, B1, B2, B3, B4, B5, upper ?? Number.POSITIVE_INFINITY, iam);
  return { iam };
}
