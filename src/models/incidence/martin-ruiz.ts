/**
 * Incidence angle modifier of Martin & Ruiz.
 *
 * Martin & Ruiz 2001, Solar Energy Materials & Solar Cells 70, 25–38, eq. 4 (angular loss AL = 1 − iam), with the
 * corrigendum of 2013, vol. 110, 154.
 */
import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkPositive } from "../options.js";
import { incidenceCosineRows } from "./cosine.js";

/** cosIncidence, not clipped → iam, 0…1; `iam` may be the same column. */
export function martinRuizRows(
  i0: number,
  i1: number,
  cosIncidence: Float64Array,
  aR: number,
  iam: Float64Array,
): void {
  const normal = 1 - exp(-1 / aR);
  for (let i = i0; i < i1; i++) {
    const cosine = cosIncidence[i]!;
    iam[i] = cosine <= 0 ? 0 : (1 - exp(-cosine / aR)) / normal;
  }
}

/**
 * Incidence angle modifier (1 − exp(−cos(aoi)/aR))/(1 − exp(−1/aR)).
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @param options aR: angular loss coefficient, above 0, typically 0.08–0.25 (0.16)
 * @returns iam, 0…1 (no unit); 0 from 90° on; NaN where aoi is NaN
 * @throws TypeError, RangeError for a bad column or option
 */
export function martinRuiz(
  inputs: { aoi: ColumnInput },
  options: { aR?: number | undefined } = {},
): { iam: Float64Array } {
  const { aR = 0.16 } = options;
  checkPositive("martinRuiz", { aR });
  const { aoi, n } = toColumns("martinRuiz", { aoi: inputs.aoi });
  const iam = new Float64Array(n);
  incidenceCosineRows(0, n, aoi, iam);
  martinRuizRows(0, n, iam, aR, iam);
  return { iam };
}
