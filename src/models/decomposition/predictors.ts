/**
 * Predictors that separation models share beside the clearness index: apparent solar time, daily clearness index,
 * persistence, cloud enhancement.
 *
 * Source: B. Ridley, J. Boland, P. Lauret (2010), Modelling of diffuse solar fraction with multiple predictors, Renewable
 * Energy 35, 478–483; N. A. Engerer (2015), Minute resolution estimates of the diffuse fraction of global irradiance for
 * southeastern Australia, Solar Energy 116, 215–237.
 */
import { cos, DEG, sin } from "../../math/index.js";
import { DAY, dayOfYearOf, HOUR } from "../../time/calendar.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { MIN_COS_ZENITH } from "./clearness-index.js";

const MS_PER_HOUR = HOUR;
const MS_PER_DEGREE = DAY / 360;

/** Least difference to the clear sky that counts as cloud enhancement, W/m². */
const LEAST_ENHANCEMENT = 0.015;

/**
 * Row kernel: apparent solar time in hours, 0…24, of `time` (Unix ms) at `longitude` (degrees east, any number of
 * turns), with the models' own equation of time. `ast` may be the same column as `time` or `longitude`.
 */
export function apparentSolarTimeRows(
  i0: number,
  i1: number,
  time: Float64Array,
  longitude: Float64Array,
  ast: Float64Array,
): void {
  // The equation of time is that of the UTC day: once a day, not once a row.
  let midnight = Number.NaN;
  let equationHours = Number.NaN;
  for (let i = i0; i < i1; i++) {
    const t = time[i]!;
    if (!(t >= midnight && t < midnight + DAY)) {
      const b = (360 / 365.242) * (dayOfYearOf(t) - 1) * DEG;
      equationHours = (0.258 * cos(b) - 7.416 * sin(b) - 3.648 * cos(2 * b) - 9.228 * sin(2 * b)) / 60;
      midnight = DAY * Math.floor(t / DAY);
    }
    const hours = (t - midnight) / MS_PER_HOUR + longitude[i]! / 15 + equationHours;
    ast[i] = hours >= 0 && hours < 24 ? hours : hours - 24 * Math.floor(hours / 24);
  }
}

/**
 * Apparent solar time by the equation of time that Ridley et al. (2010) and Engerer (2015) use, within 0.8 minutes
 * of the true one.
 *
 * @param inputs `time` in Unix ms (UTC); `longitude` in degrees east
 * @returns `ast` in hours, 0 ≤ ast < 24, 12 at noon; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 * @experimental
 */
export function apparentSolarTime(inputs: { time: ColumnInput; longitude: ColumnInput }): { ast: Float64Array } {
  const { time, longitude, n } = toColumns("apparentSolarTime", { time: inputs.time, longitude: inputs.longitude });
  const ast = new Float64Array(n);
  apparentSolarTimeRows(0, n, time, longitude, ast);
  return { ast };
}

/** Row kernel: number of the local solar day, which runs from mean solar midnight to mean solar midnight. */
export function solarDayRows(
  i0: number,
  i1: number,
  time: Float64Array,
  longitude: Float64Array,
  day: Float64Array,
): void {
  for (let i = i0; i < i1; i++) day[i] = Math.floor((time[i]! + longitude[i]! * MS_PER_DEGREE) / DAY);
}

/**
 * Row kernel: clearness index of the day that a row belongs to, ΣGHI / Σextraterrestrial horizontal over its rows with
 * sun and GHI, NaN when there is none. Rows of equal `day` stand together; all of a day's rows must be in [first, last).
 * The sum always runs from the day's first row to its last, so it has the same bits whichever rows are asked for.
 */
export function dailyClearnessRows(
  i0: number,
  i1: number,
  first: number,
  last: number,
  day: Float64Array,
  ghi: Float64Array,
  extraHorizontal: Float64Array,
  ktDaily: Float64Array,
): void {
  for (let i = i0; i < i1; ) {
    const today = day[i]!;
    let row = i;
    while (row > first && day[row - 1] === today) row--;
    let sumGhi = 0;
    let sumExtra = 0;
    for (; row < last && day[row] === today; row++) {
      if (!(extraHorizontal[row]! > 0) || Number.isNaN(ghi[row]!)) continue;
      sumGhi += ghi[row]!;
      sumExtra += extraHorizontal[row]!;
    }
    // A row without a time is a day of its own that no row equals.
    const end = Math.min(Math.max(row, i + 1), i1);
    ktDaily.fill(sumGhi / sumExtra, i, end);
    i = end;
  }
}

/**
 * Row kernel: persistence ψ, the mean of the clearness indices before and after. Where one is missing or has no sun
 * (sunrise, sunset, a gap) the other is used alone; where both are, the row's own. Rows [first, last) are read.
 */
export function persistenceRows(
  i0: number,
  i1: number,
  first: number,
  last: number,
  kt: Float64Array,
  extraHorizontal: Float64Array,
  psi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) psi[i] = persistenceAt(i, first, last, kt, extraHorizontal);
}

/** ψ of row i. */
export function persistenceAt(
  i: number,
  first: number,
  last: number,
  kt: Float64Array,
  extraHorizontal: Float64Array,
): number {
  const before = i > first && extraHorizontal[i - 1]! > 0 ? kt[i - 1]! : Number.NaN;
  const after = i + 1 < last && extraHorizontal[i + 1]! > 0 ? kt[i + 1]! : Number.NaN;
  if (Number.isNaN(before)) return Number.isNaN(after) ? kt[i]! : after;
  return Number.isNaN(after) ? before : 0.5 * (before + after);
}

/**
 * Row kernel: clearness index within [0, maxClearnessIndex], how far it is below that of the clear sky (`dktc`), and the
 * share of GHI that is above the clear sky (`kde`, cloud enhancement); irradiances in W/m².
 */
export function clearSkyPredictorRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  ghiClear: Float64Array,
  extraHorizontal: Float64Array,
  maxClearnessIndex: number,
  kt: Float64Array,
  dktc: Float64Array,
  kde: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const clearness = Math.min(Math.max(ghi[i]! / extraHorizontal[i]!, 0), maxClearnessIndex);
    const excess = ghi[i]! - ghiClear[i]!;
    kt[i] = clearness;
    dktc[i] = ghiClear[i]! / extraHorizontal[i]! - clearness;
    // The difference is 0, or NaN for NaN.
    kde[i] = excess >= LEAST_ENHANCEMENT && ghi[i]! > 0 ? excess / ghi[i]! : excess - excess;
  }
}

/** Row kernel: extraterrestrial irradiance (W/m²) on the horizontal with a floor on cos(zenith), zenith in degrees. */
export function extraHorizontalRows(
  i0: number,
  i1: number,
  dniExtra: Float64Array,
  zenith: Float64Array,
  minCosZenith: number,
  extraHorizontal: Float64Array,
): void {
  for (let i = i0; i < i1; i++) extraHorizontal[i] = dniExtra[i]! * Math.max(cos(zenith[i]! * DEG), minCosZenith);
}

/**
 * Row kernel of the stages: mean extraterrestrial horizontal irradiance of an interval with the floor that the functions
 * put on cos(zenith), over its sunlit part; W/m².
 */
export function flooredExtraRows(
  i0: number,
  i1: number,
  extraterrestrialHorizontal: Float64Array,
  extraterrestrialNormal: Float64Array,
  sunlitFraction: Float64Array,
  floored: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    floored[i] = flooredExtra(extraterrestrialHorizontal[i]!, extraterrestrialNormal[i]!, sunlitFraction[i]!);
  }
}

export function flooredExtra(horizontal: number, normal: number, sunlitFraction: number): number {
  return Math.max(horizontal, MIN_COS_ZENITH * normal * sunlitFraction);
}
