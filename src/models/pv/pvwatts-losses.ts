/**
 * PVWatts system losses.
 *
 * Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641.
 */
import { type ColumnInput, toColumns } from "../columns.js";

/** The manual's losses in percent; together 14.08 %. @experimental */
export const PVWATTS_LOSSES = {
  soiling: 2,
  shading: 3,
  snow: 0,
  mismatch: 2,
  wiring: 2,
  connections: 0.5,
  lid: 1.5,
  nameplateRating: 1,
  age: 0,
  availability: 3,
} as const;

/** @experimental */
export type PvwattsLoss = keyof typeof PVWATTS_LOSSES;
type PvwattsLosses = { readonly [name in PvwattsLoss]?: ColumnInput | undefined };

/**
 * Total loss of independent losses: 100·(1 − Π(1 − L/100)).
 *
 * @param inputs any of soiling, shading, snow, mismatch, wiring, connections, lid (light-induced degradation),
 *   nameplateRating, age, availability, in %; numbers or arrays of one length; those left out take the manual's
 *   values, `PVWATTS_LOSSES`
 * @returns losses in %; NaN where an input is NaN
 * @throws TypeError for an input that is not a column or of unknown name; RangeError for unequal lengths
 * @experimental
 */
export function pvwattsLosses(inputs: PvwattsLosses = {}): { losses: Float64Array } {
  for (const name in inputs) {
    if (!Object.hasOwn(PVWATTS_LOSSES, name)) {
      throw new TypeError(`pvwattsLosses: unknown loss ${name}; known are ${Object.keys(PVWATTS_LOSSES).join(", ")}`);
    }
  }
  const { n, ...columns } = toColumns<PvwattsLoss>("pvwattsLosses", withManualLosses(inputs));
  const losses = new Float64Array(n).fill(1);
  for (const column of Object.values(columns))
    for (let i = 0; i < n; i++) losses[i] = losses[i]! * (1 - column[i]! / 100);
  for (let i = 0; i < n; i++) losses[i] = (1 - losses[i]!) * 100;
  return { losses };
}

/** A loss given as undefined is one left out. */
function withManualLosses(inputs: PvwattsLosses): { [name in PvwattsLoss]: ColumnInput } {
  const losses: { [name in PvwattsLoss]: ColumnInput } = { ...PVWATTS_LOSSES };
  for (const name of Object.keys(losses) as PvwattsLoss[]) {
    const given = inputs[name];
    if (given !== undefined) losses[name] = given;
  }
  return losses;
}
