/** Incidence angle modifier interpolated between measured values; as pvlib-python 0.15.0 with method "linear". */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/** @experimental */
export interface InterpOptions {
  /** Angles of incidence in degrees at which the modifier is known: two or more, in any order, each once. */
  thetaRef: ArrayLike<number>;
  /** The modifier at each of them, at least 0. */
  iamRef: ArrayLike<number>;
  /** Divide by the modifier interpolated at 0°. Default true. */
  normalize?: boolean | undefined;
}

/** Value at x of the line through the points, which continues beyond them; theta ascending. */
function lineAt(x: number, theta: Float64Array, values: Float64Array): number {
  let k = 1;
  while (k < theta.length - 1 && x > theta[k]!) k++;
  const slope = (values[k]! - values[k - 1]!) / (theta[k]! - theta[k - 1]!);
  return values[k - 1]! + slope * (x - theta[k - 1]!);
}

/** aoi in degrees → iam = line / scale, at least 0 and 0 above 90°; thetaRef (degrees) ascending. */
export function interpRows(
  i0: number,
  i1: number,
  aoi: Float64Array,
  thetaRef: Float64Array,
  iamRef: Float64Array,
  scale: number,
  iam: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const angle = Math.abs(aoi[i]!);
    iam[i] = angle > 90 ? 0 : Math.max(lineAt(angle, thetaRef, iamRef), 0) / scale;
  }
}

/**
 * What `interpRows` takes.
 *
 * @returns `thetaRef` in degrees, ascending, `iamRef`, and the `scale` that makes the modifier 1 at 0°
 * @throws TypeError, RangeError for a bad option
 * @experimental
 */
export function interpTable(options: InterpOptions): { thetaRef: Float64Array; iamRef: Float64Array; scale: number } {
  const { thetaRef: angles, iamRef: modifiers, normalize = true } = options ?? {};
  const table = toColumns("interp", { thetaRef: angles, iamRef: modifiers });
  if (table.n < 2) throw new RangeError(`interp: thetaRef must have two or more angles, got ${table.n}`);
  const order = Array.from(table.thetaRef, (_, i) => i).sort((i, j) => table.thetaRef[i]! - table.thetaRef[j]!);
  const thetaRef = Float64Array.from(order, (i) => table.thetaRef[i]!);
  const iamRef = Float64Array.from(order, (i) => table.iamRef[i]!);
  for (let i = 0; i < table.n; i++) {
    checkNumbers("interp", { thetaRef: thetaRef[i] });
    checkNumbers("interp", { iamRef: iamRef[i] }, 0);
    if (i > 0 && thetaRef[i] === thetaRef[i - 1]) {
      throw new RangeError(`interp: thetaRef must name each angle once, got ${thetaRef[i]} twice`);
    }
  }
  const scale = normalize ? lineAt(0, thetaRef, iamRef) : 1;
  if (!(scale > 0)) throw new RangeError(`interp: iamRef must be above 0 at 0°, got ${scale}; or set normalize: false`);
  return { thetaRef, iamRef, scale };
}

/**
 * Incidence angle modifier by straight lines between known values, continued beyond the first and the last.
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @param options thetaRef (degrees), iamRef, normalize (true)
 * @returns iam (no unit), at least 0; 0 above 90°, where the beam is behind the plane and pvlib goes on with the line; NaN
 *   where aoi is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function interp(inputs: { aoi: ColumnInput }, options: InterpOptions): { iam: Float64Array } {
  const { thetaRef, iamRef, scale } = interpTable(options);
  const { aoi, n } = toColumns("interp", { aoi: inputs.aoi });
  const iam = new Float64Array(n);
  interpRows(0, n, aoi, thetaRef, iamRef, scale, iam);
  return { iam };
}
