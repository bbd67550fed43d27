/**
 * Extraterrestrial irradiance from the day of the year, for models that were fitted with it. The pipeline has its own,
 * from the distance to the sun.
 *
 * Source: J. W. Spencer (1971), Fourier series representation of the position of the sun, Search 2, 172.
 */
import { cos, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** (R0/R)²: the sun's distance factor on a day of the year (1 January = 1). */
export function spencerDistanceFactor(dayOfYear: number): number {
  const angle = ((2 * Math.PI) / 365) * (dayOfYear - 1);
  return 1.00011 + 0.034221 * cos(angle) + 0.00128 * sin(angle) + 0.000719 * cos(2 * angle) + 7.7e-5 * sin(2 * angle);
}

/** Row kernel of `getExtraRadiation`. */
export function extraRadiationRows(
  i0: number,
  i1: number,
  dayOfYear: Float64Array,
  solarConstant: number,
  dniExtra: Float64Array,
): void {
  for (let i = i0; i < i1; i++) dniExtra[i] = solarConstant * spencerDistanceFactor(dayOfYear[i]!);
}

/**
 * Extraterrestrial irradiance on a plane normal to the sun, by Spencer's series.
 *
 * @param inputs `dayOfYear`: 1 January = 1; fractions are allowed
 * @param options `solarConstant` in W/m², default 1366.1 as in pvlib
 * @returns `dniExtra` in W/m²; NaN for NaN
 * @throws TypeError, RangeError for a column of wrong kind
 */
export function getExtraRadiation(
  inputs: { dayOfYear: ColumnInput },
  options: { solarConstant?: number } = {},
): { dniExtra: Float64Array } {
  const { solarConstant = 1366.1 } = options;
  const { dayOfYear, n } = toColumns("getExtraRadiation", { dayOfYear: inputs.dayOfYear });
  const dniExtra = new Float64Array(n);
  extraRadiationRows(0, n, dayOfYear, solarConstant, dniExtra);
  return { dniExtra };
}
