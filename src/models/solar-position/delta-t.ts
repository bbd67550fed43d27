import { type ColumnInput, toColumns } from "../columns.js";
import { dayNumberOfYear, MS_PER_DAY, yearOfDayNumber } from "./calendar.js";
import { MONTHLY_DELTA_T } from "./delta-t-table.js";

const FIRST_YEAR = 1973; // the table starts with its February
const LAST = MONTHLY_DELTA_T.length - 1;
/** Days before the first of each month in a common year, and of the year as a whole. */
const MONTH_STARTS = /* @__PURE__ */ Int32Array.of(0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365);

/**
 * Espenak & Meeus' polynomials for ΔT in seconds, `y` the decimal year.
 *
 * Source: F. Espenak, J. Meeus, "Five Millennium Canon of Solar Eclipses", NASA/TP-2006-214141, section 2.7;
 * coefficients as in pvlib `spa.calculate_deltat`. Only the part before the table of observed values is used.
 */
export function espenakMeeusDeltaT(y: number): number {
  if (y < -500) return -20 + (32 * (y - 1820) * (y - 1820)) / 10_000;
  if (y < 500) {
    const u = y / 100;
    const high = u * (-5.952053 + u * (-0.1798452 + u * (0.022174192 + u * 0.0090316521)));
    return 10583.6 + u * (-1014.41 + u * (33.78311 + high));
  }
  if (y < 1600) {
    const u = (y - 1000) / 100;
    const high = u * (0.319781 + u * (-0.8503463 + u * (-0.005050998 + u * 0.0083572073)));
    return 1574.2 + u * (-556.01 + u * (71.23472 + high));
  }
  if (y < 1700) {
    const t = y - 1600;
    return 120 + t * (-0.9808 + t * (-0.01532 + t / 7129));
  }
  if (y < 1800) {
    const t = y - 1700;
    return 8.83 + t * (0.1603 + t * (-0.0059285 + t * (0.00013336 - t / 1174000)));
  }
  if (y < 1860) {
    const t = y - 1800;
    const high = t * (-0.00037436 + t * (0.0000121272 + t * (-0.0000001699 + t * 0.000000000875)));
    return 13.72 + t * (-0.332447 + t * (0.0068612 + t * (0.0041116 + high)));
  }
  if (y < 1900) {
    const t = y - 1860;
    return 7.62 + t * (0.5737 + t * (-0.251754 + t * (0.01680668 + t * (-0.0004473624 + t / 233174))));
  }
  if (y < 1920) {
    const t = y - 1900;
    return -2.79 + t * (1.494119 + t * (-0.0598939 + t * (0.0061966 - t * 0.000197)));
  }
  if (y < 1941) {
    const t = y - 1920;
    return 21.2 + t * (0.84493 + t * (-0.0761 + t * 0.0020936));
  }
  if (y < 1961) {
    const t = y - 1950;
    return 29.07 + t * (0.407 + t * (-1 / 233 + t / 2547));
  }
  const t = y - 1975;
  return 45.45 + t * (1.067 + t * (-1 / 260 - t / 718));
}

/** ΔT in seconds at one Unix time in ms; see {@link deltaT}. */
export function deltaTAt(time: number): number {
  if (!Number.isFinite(time)) return Number.NaN;
  const dayOfTime = time / MS_PER_DAY;
  const year = yearOfDayNumber(Math.floor(dayOfTime));
  const yearStart = dayNumberOfYear(year);
  const yearLength = dayNumberOfYear(year + 1) - yearStart;
  const day = dayOfTime - yearStart;

  const leap = yearLength - 365;
  let month = 0;
  while (month < 11 && day >= MONTH_STARTS[month + 1]! + (month >= 1 ? leap : 0)) month++;
  const index = 12 * (year - FIRST_YEAR) + month - 1;
  if (index < 0) return espenakMeeusDeltaT(year + day / yearLength);
  if (index >= LAST) return MONTHLY_DELTA_T[LAST]! / 1000;

  const from = MONTH_STARTS[month]! + (month >= 2 ? leap : 0);
  const to = MONTH_STARTS[month + 1]! + (month >= 1 ? leap : 0);
  const before = MONTHLY_DELTA_T[index]!;
  return (before + ((MONTHLY_DELTA_T[index + 1]! - before) * (day - from)) / (to - from)) / 1000;
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
 */
export function deltaT({ time }: { time: ColumnInput }): { deltaT: Float64Array } {
  const columns = toColumns("deltaT", { time });
  const result = new Float64Array(columns.n);
  deltaTRows(0, columns.n, columns.time, result);
  return { deltaT: result };
}
