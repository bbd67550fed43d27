/**
 * Predictors that separation models share beside the clearness index: apparent solar time, daily clearness index, persistence, cloud
 * enhancement, means of the clock hour and sums over a span that ends with a row.
 *
 * Source: B. Ridley, J. Boland, P. Lauret (2010), Modelling of diffuse solar fraction with multiple predictors, Renewable
 * Energy 35, 478–483; N. A. Engerer (2015), Minute resolution estimates of the diffuse fraction of global irradiance for
 * southeastern Australia, Solar Energy 116, 215–237. Hours are formed as in dazhiyang/bsrn for YANG4 (Yang 2021).
 */
import { cos, DEG, sin } from "../../../foundation/math/index.js";
import { DAY, dayOfYearOf, HOUR } from "../../../foundation/time/calendar.js";
import { type Columns, model } from "../model.js";
import type { Block, Column } from "../stage.js";
import { limitedRatioRows, MIN_COS_ZENITH, Scratch } from "./clearness-index.js";

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
export const apparentSolarTime = /* @__PURE__ */ model("apparentSolarTime", {
  inputs: ["time", "longitude"],
  outputs: ["ast"],
  rows: (from, to, { time, longitude, ast }) => apparentSolarTimeRows(from, to, time, longitude, ast),
});

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

export type DailyClearnessColumns = Columns<"day" | "ghi" | "extraHorizontal" | "ktDaily">;

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
  c: DailyClearnessColumns,
): void {
  const { day, ghi, extraHorizontal, ktDaily } = c;
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

export type PersistenceColumns = Columns<"kt" | "extraHorizontal" | "psi">;

/**
 * Row kernel: persistence ψ, the mean of the clearness indices before and after. Where one is missing or has no sun
 * (sunrise, sunset, a gap) the other is used alone; where both are, the row's own. Rows [first, last) are read.
 */
export function persistenceRows(i0: number, i1: number, first: number, last: number, c: PersistenceColumns): void {
  const { kt, extraHorizontal, psi } = c;
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

export type ExtraHorizontalColumns = Columns<"dniExtra" | "zenith" | "extraHorizontal">;

/** Row kernel: extraterrestrial irradiance (W/m²) on the horizontal with a floor on cos(zenith), zenith in degrees. */
export function extraHorizontalRows(i0: number, i1: number, c: ExtraHorizontalColumns, minCosZenith: number): void {
  const { dniExtra, zenith, extraHorizontal } = c;
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

/** Columns that `dailyPredictors` reads. */
export const DAILY_READS = [
  "time",
  "ghi",
  "kt",
  "zenith",
  "extraterrestrialHorizontal",
  "extraterrestrialNormal",
  "sunlitFraction",
] as const satisfies readonly Column[];

/** The same, and the clear sky. */
export const CLEAR_READS = [
  "time",
  "ghi",
  "kt",
  "zenith",
  "extraterrestrialHorizontal",
  "extraterrestrialNormal",
  "sunlitFraction",
  "clearGhi",
] as const satisfies readonly Column[];

type Name = "floored" | "kt" | "psi" | "longitude" | "day" | "ktDaily" | "ast" | "elevation";

const scratch = /* @__PURE__ */ new Scratch<Name>(
  "floored",
  "kt",
  "psi",
  "longitude",
  "day",
  "ktDaily",
  "ast",
  "elevation",
);

/**
 * Clearness index (cos(zenith) not below 0.065, at most 1), persistence, clearness index of the local solar day, apparent
 * solar time (h) and true elevation (deg) of a block's rows [from, to); `longitude` in degrees.
 */
export function dailyPredictors(
  { from, to, first, last, columns: c }: Block,
  longitude: number,
): { readonly [name in Name]: Float64Array } {
  const { extraterrestrialHorizontal: extra, extraterrestrialNormal, sunlitFraction } = c;
  const s = scratch.of(c.kt.length);
  const begin = Math.max(first, from - 1);
  const end = Math.min(last, to + 1);
  flooredExtraRows(begin, end, extra, extraterrestrialNormal, sunlitFraction, s.floored);
  limitedRatioRows(begin, end, c.ghi, s.floored, s.kt);
  persistenceRows(from, to, begin, end, { ...s, extraHorizontal: extra });
  s.longitude.fill(longitude, first, last);
  solarDayRows(first, last, c.time, s.longitude, s.day);
  dailyClearnessRows(from, to, first, last, { ...s, ghi: c.ghi, extraHorizontal: extra });
  apparentSolarTimeRows(from, to, c.time, s.longitude, s.ast);
  elevationRows(from, to, c.zenith, s.elevation);
  return s;
}

/** Row kernel: elevation from zenith, degrees. */
export function elevationRows(i0: number, i1: number, zenith: Float64Array, elevation: Float64Array): void {
  for (let i = i0; i < i1; i++) elevation[i] = 90 - zenith[i]!;
}

/** Row kernel: end of the UTC clock hour (t − 1 h, t] that a time belongs to, Unix ms. */
export function hourEndRows(i0: number, i1: number, time: Float64Array, hourEnd: Float64Array): void {
  for (let i = i0; i < i1; i++) hourEnd[i] = Math.ceil(time[i]! / MS_PER_HOUR) * MS_PER_HOUR;
}

/**
 * Row kernel: mean of `values` over the rows of the hour that a row belongs to, those with NaN in `present` left out; NaN
 * where none is left. Rows of an hour stand together in [first, last). The sum always runs from the hour's first row to
 * its last. `mean` must be another column.
 */
export function hourMeanRows(
  i0: number,
  i1: number,
  first: number,
  last: number,
  hourEnd: Float64Array,
  present: Float64Array,
  values: Float64Array,
  mean: Float64Array,
): void {
  for (let i = i0; i < i1; ) {
    const hour = hourEnd[i]!;
    let row = i;
    while (row > first && hourEnd[row - 1] === hour) row--;
    let sum = 0;
    let count = 0;
    for (; row < last && hourEnd[row] === hour; row++) {
      if (Number.isNaN(present[row]!)) continue;
      sum += values[row]!;
      count++;
    }
    const end = Math.min(Math.max(row, i + 1), i1);
    mean.fill(sum / count, i, end);
    i = end;
  }
}

/** Number of rows in `span` (seconds), at least the row itself. */
export function rowsIn(span: number, interval: number): number {
  return Math.max(Math.round(span / interval), 1);
}

/**
 * Row kernel: sum of `values` over the `length` rows that end with each of the rows [i0, i1); rows before `first` count as 0.
 *
 * A running sum would carry its rounding from the row where it began, so that results would depend on it. Here rows stand in
 * groups of `length` that are fixed in time (`number` is that of row 0, counted from any fixed time): a span is the end of one
 * group and the beginning of the next, each summed from the group's edge (van Herk 1992; Gil & Werman 1993). Two additions a
 * row, whatever the length.
 *
 * @param tail scratch of the same rows
 */
export function trailingSumRows(
  i0: number,
  i1: number,
  first: number,
  length: number,
  number: number,
  values: Float64Array,
  tail: Float64Array,
  sums: Float64Array,
): void {
  if (length === 1 && i0 >= first) {
    sums.set(values.subarray(i0, i1), i0);
    return;
  }
  let group = i0 - modulo(number + i0, length);
  for (; group < i1; group += length) {
    let ending = 0;
    for (let i = group - 1; i > group - length; i--) {
      if (i >= first) {
        ending += values[i]!;
        tail[i] = ending;
      }
    }
    const end = Math.min(group + length, i1);
    let beginning = 0;
    for (let i = Math.max(group, first); i < end; i++) {
      beginning += values[i]!;
      if (i < i0) continue;
      const from = i - length + 1;
      sums[i] = from >= group ? beginning : (from >= first ? tail[from]! : ending) + beginning;
    }
  }
}

function modulo(value: number, length: number): number {
  return value - length * Math.floor(value / length);
}
