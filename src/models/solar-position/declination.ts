import { cos, RAD, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** Day angle per day of the year, radians. */
const PER_DAY = (2 * Math.PI) / 365;

/** Row kernel of {@link declinationSpencer71}. */
export function declinationSpencer71Rows(
  i0: number,
  i1: number,
  dayOfYear: Float64Array,
  declination: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const b = PER_DAY * (dayOfYear[i]! - 1);
    const once = -0.399912 * cos(b) + 0.070257 * sin(b);
    const twice = -0.006758 * cos(2 * b) + 0.000907 * sin(2 * b);
    const thrice = -0.002697 * cos(3 * b) + 0.00148 * sin(3 * b);
    declination[i] = (0.006918 + once + twice + thrice) * RAD;
  }
}

/** Row kernel of {@link declinationCooper69}. */
export function declinationCooper69Rows(
  i0: number,
  i1: number,
  dayOfYear: Float64Array,
  declination: Float64Array,
): void {
  for (let i = i0; i < i1; i++) declination[i] = 23.45 * sin(PER_DAY * (dayOfYear[i]! + 284));
}

/**
 * Declination of the sun by Spencer's Fourier series, within 0.6° of SPA's (2019–2026, noon UTC; most of it because the
 * day of the year slips with leap years). SPA's is in `spaIntermediates`.
 *
 * @param inputs `dayOfYear` 1…366; other values continue the series periodically
 * @returns `declination` in degrees (pvlib: radians); NaN for NaN
 * @throws TypeError for a column of wrong kind
 *
 * Source: J. W. Spencer (1971), Fourier series representation of the position of the sun, Search 2 (5), 172.
 * @experimental
 */
export function declinationSpencer71(inputs: { dayOfYear: ColumnInput }): { declination: Float64Array } {
  const { dayOfYear, n } = toColumns("declinationSpencer71", { dayOfYear: inputs.dayOfYear });
  const declination = new Float64Array(n);
  declinationSpencer71Rows(0, n, dayOfYear, declination);
  return { declination };
}

/**
 * Declination of the sun as one sine, within 1.2° of SPA's (2019–2026, noon UTC).
 *
 * @param inputs `dayOfYear` 1…366; other values continue the sine periodically
 * @returns `declination` in degrees (pvlib: radians); NaN for NaN
 * @throws TypeError for a column of wrong kind
 *
 * Source: P. I. Cooper (1969), The absorption of radiation in solar stills, Solar Energy 12, 333–346, as in J. A. Duffie,
 * W. A. Beckman (2006), Solar Engineering of Thermal Processes, 3rd edition.
 * @experimental
 */
export function declinationCooper69(inputs: { dayOfYear: ColumnInput }): { declination: Float64Array } {
  const { dayOfYear, n } = toColumns("declinationCooper69", { dayOfYear: inputs.dayOfYear });
  const declination = new Float64Array(n);
  declinationCooper69Rows(0, n, dayOfYear, declination);
  return { declination };
}
