import { type ColumnInput, toColumns } from "../columns.js";
import { kasten1966Rows } from "./kasten-1966.js";
import { kastenYoungRows } from "./kasten-young.js";

type AirmassRows = (i0: number, i1: number, zenith: Float64Array, airmass: Float64Array) => void;

const ROWS: { readonly [model: string]: AirmassRows } = {
  kasten1966: kasten1966Rows,
  kastenyoung1989: kastenYoungRows,
};

export type AirmassModel = "kasten1966" | "kastenyoung1989";

/**
 * Relative optical air mass at sea level (not corrected for pressure).
 *
 * @param inputs `zenith` in degrees; both models were fitted to the apparent (refracted) zenith, 0–90
 * @param options `model`: "kastenyoung1989" (default) or "kasten1966"
 * @returns `airmassRelative`; NaN for a zenith above 90 and for NaN
 * @throws RangeError for an unknown model; TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: see the file of each model (`kasten-young.ts`, `kasten-1966.ts`).
 */
export function getRelativeAirmass(
  inputs: { zenith: ColumnInput },
  options: { model?: AirmassModel } = {},
): { airmassRelative: Float64Array } {
  const { model = "kastenyoung1989" } = options;
  const rows = Object.hasOwn(ROWS, model) ? ROWS[model] : undefined;
  if (rows === undefined) {
    const known = Object.keys(ROWS).join(", ");
    throw new RangeError(`getRelativeAirmass: model must be one of ${known}, got ${JSON.stringify(model)}`);
  }
  const { zenith, n } = toColumns("getRelativeAirmass", { zenith: inputs.zenith });
  const airmassRelative = new Float64Array(n);
  rows(0, n, zenith, airmassRelative);
  for (let i = 0; i < n; i++) if (zenith[i]! > 90) airmassRelative[i] = Number.NaN;
  return { airmassRelative };
}
