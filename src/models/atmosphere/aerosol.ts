import { type ColumnInput, toColumns } from "../columns.js";

/**
 * Broadband aerosol optical depth from the depths at 380 and 500 nm.
 *
 * @param inputs `aod380`, `aod500`: aerosol optical depth at 380 and at 500 nm
 * @returns `aodBb` = 0.27583·aod380 + 0.35·aod500; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: R. E. Bird, R. L. Hulstrom (1980), Direct Insolation Models, SERI/TR-335-344; (1981) J. Solar Energy
 * Engineering 103, 182–192, doi 10.1115/1.3266239.
 */
export function birdHulstrom80AodBb(inputs: { aod380: ColumnInput; aod500: ColumnInput }): { aodBb: Float64Array } {
  const { aod380, aod500 } = toColumns("birdHulstrom80AodBb", { aod380: inputs.aod380, aod500: inputs.aod500 });
  return { aodBb: aod380.map((aod, i) => 0.27583 * aod + 0.35 * aod500[i]!) };
}
