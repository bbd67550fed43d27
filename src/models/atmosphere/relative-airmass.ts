import { type ColumnInput, toColumns } from "../columns.js";
import { gueymard1993Rows } from "./gueymard-1993.js";
import { gueymard2003Rows } from "./gueymard-2003.js";
import { kasten1966Rows } from "./kasten-1966.js";
import { kastenYoungRows } from "./kasten-young.js";
import { pickering2002Rows } from "./pickering-2002.js";
import { simpleAirmassRows } from "./simple-airmass.js";
import { young1994Rows } from "./young-1994.js";
import { youngIrvine1967Rows } from "./young-irvine-1967.js";

export type AirmassModel =
  | "simple"
  | "kasten1966"
  | "youngirvine1967"
  | "kastenyoung1989"
  | "gueymard1993"
  | "young1994"
  | "pickering2002"
  | "gueymard2003";

type AirmassRows = (i0: number, i1: number, zenith: Float64Array, airmass: Float64Array) => void;

const ROWS: { readonly [model in AirmassModel]: AirmassRows } = {
  simple: simpleAirmassRows,
  kasten1966: kasten1966Rows,
  youngirvine1967: youngIrvine1967Rows,
  kastenyoung1989: kastenYoungRows,
  gueymard1993: gueymard1993Rows,
  young1994: young1994Rows,
  pickering2002: pickering2002Rows,
  gueymard2003: gueymard2003Rows,
};

/**
 * Relative optical air mass at sea level (not corrected for pressure).
 *
 * @param inputs `zenith` in degrees, 0–90: the true one for "youngirvine1967" and "young1994", else the apparent (refracted)
 * @param options `model`: "kastenyoung1989" (default), "simple" (secant), "kasten1966", "youngirvine1967", "gueymard1993",
 *   "young1994", "pickering2002", "gueymard2003"
 * @returns `airmassRelative`; NaN for a zenith above 90 and for NaN. At 90 exactly "simple" is Infinity and
 *   "youngirvine1967" −Infinity (pvlib: 1.6e16, −5e45); the others are finite
 * @throws RangeError for an unknown model; TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: see the file of each model; compared in M. Reno, C. Hansen, J. Stein (2012), SAND2012-2389.
 */
export function getRelativeAirmass(
  inputs: { zenith: ColumnInput },
  options: { model?: AirmassModel | undefined } = {},
): { airmassRelative: Float64Array } {
  const { model = "kastenyoung1989" } = options;
  if (!Object.hasOwn(ROWS, model)) {
    const known = Object.keys(ROWS).join(", ");
    throw new RangeError(`getRelativeAirmass: model must be one of ${known}, got ${JSON.stringify(model)}`);
  }
  const { zenith, n } = toColumns("getRelativeAirmass", { zenith: inputs.zenith });
  const airmassRelative = new Float64Array(n);
  ROWS[model](0, n, zenith, airmassRelative);
  for (let i = 0; i < n; i++) if (zenith[i]! > 90) airmassRelative[i] = Number.NaN;
  return { airmassRelative };
}
