/**
 * ASHRAE's incidence angle modifier.
 *
 * Souka & Safwat 1966, Solar Energy 10, 170–174; ASHRAE standard 93-77.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";
import { incidenceCosineRows } from "./angles.js";

/** cosIncidence, not clipped → iam, 0…1; `iam` may be the same column. 0 behind the plane and where the line falls below. */
export function ashraeRows(i0: number, i1: number, cosIncidence: Float64Array, b: number, iam: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const cosine = cosIncidence[i]!;
    iam[i] = cosine <= 0 ? 0 : Math.max(1 - b * (1 / cosine - 1), 0);
  }
}

/**
 * Incidence angle modifier 1 − b·(1/cos(aoi) − 1), at least 0: the share of the beam transmitted by the
 * cover, relative to normal incidence.
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @param options b (0.05)
 * @returns iam, 0…1 (no unit); 0 from 90° on; NaN where aoi is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function ashrae(inputs: { aoi: ColumnInput }, options: { b?: number | undefined } = {}): { iam: Float64Array } {
  const { b = 0.05 } = options;
  checkNumbers("ashrae", { b });
  const { aoi, n } = toColumns("ashrae", { aoi: inputs.aoi });
  const iam = new Float64Array(n);
  incidenceCosineRows(0, n, aoi, iam);
  ashraeRows(0, n, iam, b, iam);
  return { iam };
}
