/**
 * Loss of DC power to snow: a partly covered string has no output.
 *
 * Gilman et al. 2018, SAM Photovoltaic Model Technical Reference Update, NREL/TP-6A20-67399, eq. 11.8.
 */
import { type ColumnInput, toColumns } from "../columns.js";

/** snowCoverage, 0…1 → loss, 0…1; `loss` may be the same column. */
export function dcLossNrelRows(
  i0: number,
  i1: number,
  snowCoverage: Float64Array,
  numStrings: number,
  loss: Float64Array,
): void {
  for (let i = i0; i < i1; i++) loss[i] = Math.ceil(snowCoverage[i]! * numStrings) / numStrings;
}

/**
 * Share of DC capacity lost to snow: coverage rounded up to whole strings.
 *
 * @param inputs snowCoverage, 0…1; a number or an array
 * @param options numStrings: strings in parallel along the slant height, e.g. 1 for a module upright, 3 lying
 * @returns loss, 0…1 (no unit); NaN where snowCoverage is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function dcLossNrel(
  inputs: { snowCoverage: ColumnInput },
  options: { numStrings: number },
): { loss: Float64Array } {
  const { numStrings } = options ?? {};
  if (typeof numStrings !== "number") {
    throw new TypeError(`dcLossNrel: numStrings must be a number, got ${String(numStrings)}`);
  }
  if (!Number.isInteger(numStrings) || numStrings < 1) {
    throw new RangeError(`dcLossNrel: numStrings must be a whole number above 0, got ${numStrings}`);
  }
  const { snowCoverage, n } = toColumns("dcLossNrel", { snowCoverage: inputs.snowCoverage });
  const loss = new Float64Array(n);
  dcLossNrelRows(0, n, snowCoverage, numStrings, loss);
  return { loss };
}
