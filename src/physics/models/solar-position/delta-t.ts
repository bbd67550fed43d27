import { DAY, dateFromDays, dayNumberOfYear, daysFromDate } from "../../../foundation/time/calendar.js";
import { model } from "../model.js";
import { MONTHLY_DELTA_T } from "./delta-t-table.js";

const FIRST_YEAR = 1973; // the table starts with its February
const LAST = MONTHLY_DELTA_T.length - 1;

/** Up to a year: the origin and unit (years) of the variable, and the coefficients by power. */
const POLYNOMIALS: readonly (readonly [until: number, origin: number, unit: number, ...number[]])[] = [
  [-500, 1820, 100, -20, 0, 32],
  [500, 0, 100, 10583.6, -1014.41, 33.78311, -5.952053, -0.1798452, 0.022174192, 0.0090316521],
  [1600, 1000, 100, 1574.2, -556.01, 71.23472, 0.319781, -0.8503463, -0.005050998, 0.0083572073],
  [1700, 1600, 1, 120, -0.9808, -0.01532, 1 / 7129],
  [1800, 1700, 1, 8.83, 0.1603, -0.0059285, 0.00013336, -1 / 1174000],
  [1860, 1800, 1, 13.72, -0.332447, 0.0068612, 0.0041116, -0.00037436, 1.21272e-5, -1.699e-7, 8.75e-10],
  [1900, 1860, 1, 7.62, 0.5737, -0.251754, 0.01680668, -0.0004473624, 1 / 233174],
  [1920, 1900, 1, -2.79, 1.494119, -0.0598939, 0.0061966, -0.000197],
  [1941, 1920, 1, 21.2, 0.84493, -0.0761, 0.0020936],
  [1961, 1950, 1, 29.07, 0.407, -1 / 233, 1 / 2547],
  [Infinity, 1975, 1, 45.45, 1.067, -1 / 260, -1 / 718],
];

/**
 * Espenak & Meeus' polynomials for ΔT in seconds, `y` the decimal year.
 *
 * Source: F. Espenak, J. Meeus, "Five Millennium Canon of Solar Eclipses", NASA/TP-2006-214141, section 2.7;
 * coefficients as in pvlib `spa.calculate_deltat`. Only the part before the table of observed values is used.
 */
export function espenakMeeusDeltaT(y: number): number {
  const [, origin, unit, ...coefficients] = POLYNOMIALS.find(([until]) => y < until) ?? [0, 0, 1, Number.NaN];
  const u = (y - origin) / unit;
  return coefficients.reduceRight((sum, coefficient) => sum * u + coefficient, 0);
}

/** ΔT in seconds at one Unix time in ms; see {@link deltaT}. */
export function deltaTAt(time: number): number {
  if (!Number.isFinite(time)) return Number.NaN;
  const days = time / DAY;
  const { year, month } = dateFromDays(Math.floor(days));
  const index = 12 * (year - FIRST_YEAR) + month - 2;
  if (index < 0) {
    const start = dayNumberOfYear(year);
    return espenakMeeusDeltaT(year + (days - start) / (dayNumberOfYear(year + 1) - start));
  }
  if (index >= LAST) return MONTHLY_DELTA_T[LAST]! / 1000;
  const begin = daysFromDate(year, month, 1);
  const end = daysFromDate(year, month + 1, 1);
  const before = MONTHLY_DELTA_T[index]!;
  return (before + ((MONTHLY_DELTA_T[index + 1]! - before) * (days - begin)) / (end - begin)) / 1000;
}

/** Row kernel of {@link deltaT}. */
export function deltaTRows(i0: number, i1: number, time: Float64Array, deltaT: Float64Array): void {
  for (let i = i0; i < i1; i++) deltaT[i] = deltaTAt(time[i]!);
}

/**
 * ΔT = TT − UT1, the difference between uniform time and the Earth's rotation. One second of ΔT moves the sun by 1.1e-5°.
 *
 * - From 1973-02-01 to 2027-01-01: IERS observations (and the prediction for 2026), monthly, linear between the months.
 * - Before: the polynomials of Espenak & Meeus; they join the table with a step of 0.07 s.
 * - After: the last value, 69.10 s, is held. The yearly change since 2020 is −0.09…0 s. pvlib's polynomial gives 74 s for
 *   2024, where 69.2 s was observed.
 *
 * @param columns.time Unix ms (UTC). Any year; the polynomials are meant for −1999 onwards
 * @returns `deltaT` in seconds; NaN for NaN or infinite time
 * @throws TypeError for a column of the wrong kind
 * @experimental
 */
export const deltaT = /* @__PURE__ */ model("deltaT", {
  inputs: ["time"],
  outputs: ["deltaT"],
  rows: (from, to, { time, deltaT }) => deltaTRows(from, to, time, deltaT),
});
