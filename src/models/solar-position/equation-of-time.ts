import { cos, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** Day angle per day of the year, radians. */
const PER_DAY = (2 * Math.PI) / 365;

/** Row kernel of {@link equationOfTimeSpencer71}. */
export function equationOfTimeSpencer71Rows(
  i0: number,
  i1: number,
  dayOfYear: Float64Array,
  equationOfTime: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const b = PER_DAY * (dayOfYear[i]! - 1);
    const once = 0.001868 * cos(b) - 0.032077 * sin(b);
    const twice = -0.014615 * cos(2 * b) - 0.040849 * sin(2 * b);
    equationOfTime[i] = (720 / Math.PI) * (0.0000075 + once + twice);
  }
}

/** Row kernel of {@link equationOfTimePvcdrom}. */
export function equationOfTimePvcdromRows(
  i0: number,
  i1: number,
  dayOfYear: Float64Array,
  equationOfTime: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const b = PER_DAY * (dayOfYear[i]! - 81);
    equationOfTime[i] = 9.87 * sin(2 * b) - 7.53 * cos(b) - 1.5 * sin(b);
  }
}

/**
 * Equation of time (apparent minus mean solar time) by Spencer's Fourier series. Within 0.9 minutes of
 * SPA's (2019–2026), which `solarPosition` gives.
 *
 * @param inputs `dayOfYear` 1…366; other values continue the series periodically
 * @returns `equationOfTime` in minutes; NaN for NaN
 * @throws TypeError for a column of wrong kind
 *
 * Source: J. W. Spencer (1971), Fourier series representation of the position of the sun, Search 2 (5), 172. Misprints:
 * the constant is 0.0000075 (printed 0.000075), the last coefficient 0.040849 (0.04089 in Duffie & Beckman).
 * @experimental
 */
export function equationOfTimeSpencer71(inputs: { dayOfYear: ColumnInput }): { equationOfTime: Float64Array } {
  const { dayOfYear, n } = toColumns("equationOfTimeSpencer71", { dayOfYear: inputs.dayOfYear });
  const equationOfTime = new Float64Array(n);
  equationOfTimeSpencer71Rows(0, n, dayOfYear, equationOfTime);
  return { equationOfTime };
}

/**
 * Equation of time (apparent minus mean solar time) as PVCDROM gives it. Within 1.1 minutes of SPA's (2019–2026).
 *
 * @param inputs `dayOfYear` 1…366; other values continue the series periodically
 * @returns `equationOfTime` in minutes; NaN for NaN
 * @throws TypeError for a column of wrong kind
 *
 * Source: PVCDROM, chapter "Solar time"; S. A. Kalogirou (2009), Solar Energy Engineering, Academic Press.
 * @experimental
 */
export function equationOfTimePvcdrom(inputs: { dayOfYear: ColumnInput }): { equationOfTime: Float64Array } {
  const { dayOfYear, n } = toColumns("equationOfTimePvcdrom", { dayOfYear: inputs.dayOfYear });
  const equationOfTime = new Float64Array(n);
  equationOfTimePvcdromRows(0, n, dayOfYear, equationOfTime);
  return { equationOfTime };
}
