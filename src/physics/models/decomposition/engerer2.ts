/**
 * Engerer2: diffuse fraction with the clear sky and cloud enhancement as predictors, and the astronomy and the clear sky that its
 * re-parameterisation brings along: they were part of the fit.
 *
 * Source: N. A. Engerer (2015), Minute resolution estimates of the diffuse fraction of global irradiance for southeastern
 * Australia, Solar Energy 116, 215–237; J. M. Bright, N. A. Engerer (2019), Engerer2: Global re-parameterisation, update,
 * and validation of an irradiance separation model at different temporal resolutions, J. Renewable and Sustainable Energy
 * 11, 033701. Coefficients read in the authors' code and in two others. Clear sky: J. L. Threlkeld, R. C. Jordan (1957), as in the
 * authors' code.
 */
import { acos, cos, DEG, exp, RAD, sin } from "../../../foundation/math/index.js";
import { DAY, dayOfYearOf } from "../../../foundation/time/calendar.js";
import { type ColumnInput, type Columns, checkLimits, columnsOf, model } from "../model.js";
import {
  darkRows,
  MIN_COS_ZENITH,
  modelExtraRadiation,
  Scratch,
  splitFractionRows,
  withDecomposition,
} from "./clearness-index.js";
import {
  apparentSolarTimeRows,
  CLEAR_READS,
  clearSkyPredictorRows,
  extraHorizontalRows,
  flooredExtraRows,
} from "./predictors.js";

/** Row kernel: true zenith in degrees from `time` (Unix ms), latitude (degrees) and apparent solar time (hours). */
function engerer2ZenithRows(i0: number, i1: number, c: Columns<"time" | "latitude" | "ast" | "zenith">): void {
  const { time, latitude, ast, zenith } = c;
  for (let i = i0; i < i1; i++) {
    const t = time[i]!;
    const fraction = t / DAY - Math.floor(t / DAY);
    const p = ((2 * Math.PI) / 365) * (dayOfYearOf(t) + fraction - 1);
    const declination =
      0.006918 +
      (-0.399912 * cos(p) + 0.070257 * sin(p)) +
      (-0.006758 * cos(2 * p) + 0.000907 * sin(2 * p)) +
      (-0.002697 * cos(3 * p) + 0.00148 * sin(3 * p));
    const phi = latitude[i]! * DEG;
    const hourAngle = (ast[i]! - 12) * 15 * DEG;
    const mu = sin(phi) * sin(declination) + cos(phi) * cos(declination) * cos(hourAngle);
    zenith[i] = acos(Math.min(Math.max(mu, -1), 1)) * RAD;
  }
}

/**
 * Extraterrestrial normal irradiance in W/m² from the day of the year: the authors' code puts 2πn/365 into Spencer's series
 * where 2π(n − 1)/365 belongs, which is the value of the day after.
 */
function engerer2Extra(dayOfYear: Float64Array): Float64Array {
  return modelExtraRadiation(dayOfYear.map((day) => day + 1));
}

type ThrelkeldJordan = Columns<"dayOfYear" | "zenith" | "ghi" | "dni" | "dhi">;

function threlkeldJordanRows(from: number, to: number, { dayOfYear, zenith, dni, dhi, ghi }: ThrelkeldJordan): void {
  for (let i = from; i < to; i++) {
    const n = dayOfYear[i]!;
    const mu = cos(Math.min(zenith[i]!, 90) * DEG);
    const season = sin((360 / 365) * (n - 100) * DEG);
    const apparent = 1160 + 75 * sin((360 / 365) * (n - 275) * DEG);
    const direct = apparent * exp(-(0.174 + 0.035 * season) / mu);
    dni[i] = zenith[i]! > 90 ? 0 * direct : direct;
    dhi[i] = (0.095 + 0.04 * season) * dni[i]!;
    ghi[i] = dni[i]! * mu + dhi[i]!;
  }
}

/**
 * Clear sky by the season alone (Threlkeld and Jordan), the one inside Engerer2.
 *
 * @param inputs `dayOfYear`: 1 January = 1; `zenith`: true zenith in degrees
 * @returns `ghi`, `dni`, `dhi` in W/m²; 0 beyond a zenith of 90°, NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: Threlkeld and Jordan (1957), as in Bright and Engerer (2019).
 * @experimental
 */
export const threlkeldJordan = /* @__PURE__ */ model("threlkeldJordan", {
  inputs: ["dayOfYear", "zenith"],
  outputs: ["ghi", "dni", "dhi"],
  rows: threlkeldJordanRows,
});

/** The set of the hour, by itself for YANG4. */
export const ENGERER2_HOUR: readonly number[] = [-0.0097539, -5.3169, 8.5084, 0.013241, 0.0074356, -3.0329, 0.56403];

/**
 * C and the factors of: 1, clearness index, apparent solar time (h), zenith (deg), distance to the clear sky's clearness
 * index, cloud enhancement. By averaging period in minutes (2019); "original" is the 1-minute set for Australia (2015).
 */
const ENGERER2_COEFFICIENTS = {
  original: [0.042336, -3.7912, 7.5479, -0.010036, 0.003148, -5.3146, 1.7073],
  1: [0.10562, -4.1332, 8.2578, 0.010087, 0.00088801, -4.9302, 0.44378],
  5: [0.093936, -4.5771, 8.4641, 0.010012, 0.003975, -4.3921, 0.39331],
  10: [0.079965, -4.8539, 8.4764, 0.018849, 0.0051497, -4.1457, 0.37466],
  15: [0.065972, -4.7211, 8.3294, 0.0095444, 0.0053493, -4.169, 0.39526],
  30: [0.032675, -4.8681, 8.1867, 0.015829, 0.0059922, -4.0304, 0.47371],
  60: ENGERER2_HOUR,
  1440: [0.32726, -9.4391, 17.113, 0.13752, -0.024099, 6.6257, 0.31419],
} as const;

/** Averaging period in minutes, or the set of 2015. */
export type Engerer2Period = keyof typeof ENGERER2_COEFFICIENTS;

/** Periods in minutes, longest first. */
const PERIODS = [1440, 60, 30, 15, 10, 5, 1] as const;

/** The averaging period nearest to an interval in seconds: two meet at their geometric mean. */
export function engerer2PeriodOf(interval: number): Engerer2Period {
  const minutes = interval / 60;
  let k = 0;
  while (k + 1 < PERIODS.length && minutes * minutes < PERIODS[k]! * PERIODS[k + 1]!) k++;
  return PERIODS[k]!;
}

function engerer2Coefficients(model: string, averagingPeriod: unknown): readonly number[] {
  if (Object.hasOwn(ENGERER2_COEFFICIENTS, averagingPeriod as Engerer2Period)) {
    return ENGERER2_COEFFICIENTS[averagingPeriod as Engerer2Period];
  }
  const known = Object.keys(ENGERER2_COEFFICIENTS).join(", ");
  const text = `${model}: averagingPeriod must be one of ${known} (minutes), got ${JSON.stringify(averagingPeriod)}`;
  throw averagingPeriod === undefined ? new TypeError(text) : new RangeError(text);
}

export type Engerer2Columns = Columns<"kt" | "ast" | "zenith" | "dktc" | "kde" | "kd">;

/** Row kernel: diffuse fraction of the predictors, within [0, 1]. `kd` may be the same column as any of them. */
export function engerer2Rows(i0: number, i1: number, columns: Engerer2Columns, coefficients: readonly number[]): void {
  const { kt, ast, zenith, dktc, kde, kd } = columns;
  const [c, b0, b1, b2, b3, b4, b5] = coefficients as readonly [number, number, number, number, number, number, number];
  for (let i = i0; i < i1; i++) {
    const power = b0 + b1 * kt[i]! + b2 * ast[i]! + b3 * zenith[i]! + b4 * dktc[i]!;
    kd[i] = Math.min(Math.max(c + (1 - c) / (1 + exp(power)) + b5 * kde[i]!, 0), 1);
  }
}

/**
 * Diffuse fraction by Engerer2 from predictors that are known.
 *
 * @param inputs `kt`: clearness index; `ast`: apparent solar time in hours; `zenith`: true zenith in degrees; `dktc`: the
 *   clear sky's clearness index less kt; `kde`: share of GHI above the clear sky, 0…1
 * @param options `averagingPeriod`, required: 1, 5, 10, 15, 30, 60, 1440 (minutes) or "original"
 * @returns `kd` limited to [0, 1]; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length, or another averagingPeriod
 *
 * Source: Bright and Engerer (2019); "original": Engerer (2015).
 * @experimental
 */
export const engerer2DiffuseFraction = /* @__PURE__ */ model("engerer2DiffuseFraction", {
  inputs: ["kt", "ast", "zenith", "dktc", "kde"],
  outputs: ["kd"],
  settings: ({ averagingPeriod }: { readonly averagingPeriod: Engerer2Period }) =>
    engerer2Coefficients("engerer2DiffuseFraction", averagingPeriod),
  rows: engerer2Rows,
});

export interface Engerer2Inputs {
  /** W/m², negative counts as 0 */
  readonly ghi: ColumnInput;
  /** Unix ms (UTC) of the rows' middle */
  readonly time: ColumnInput;
  /** deg east */
  readonly longitude: ColumnInput;
  /** deg north; needed unless solarZenith is given */
  readonly latitude?: ColumnInput | undefined;
  /** deg, true zenith; default the model's own */
  readonly solarZenith?: ColumnInput | undefined;
  /** W/m², extraterrestrial normal irradiance; default the model's own */
  readonly dniExtra?: ColumnInput | undefined;
  /** W/m², clear-sky GHI; default the model's own (Threlkeld and Jordan) */
  readonly ghiClear?: ColumnInput | undefined;
}

export interface Engerer2Options {
  /** Averaging period in minutes, or "original"; required. */
  readonly averagingPeriod: Engerer2Period;
  /** Least cos(zenith) to divide by for the clearness index; default 0.065 (zenith 86.273°). */
  readonly minCosZenith?: number | undefined;
  /** Upper limit of the clearness index; default none. */
  readonly maxClearnessIndex?: number | undefined;
  /** Zenith in degrees beyond which there is no direct irradiance; default 90. */
  readonly maxZenith?: number | undefined;
  /** Hold DNI at or below the extraterrestrial irradiance; default true. */
  readonly limitDni?: boolean | undefined;
}

export interface Engerer2Result {
  readonly dni: Float64Array;
  readonly dhi: Float64Array;
  readonly kd: Float64Array;
  readonly kt: Float64Array;
  readonly dktc: Float64Array;
  readonly kde: Float64Array;
  readonly ast: Float64Array;
  readonly zenith: Float64Array;
  readonly ghiClear: Float64Array;
}

function engerer2Model(inputs: Engerer2Inputs, options: Engerer2Options): Engerer2Result {
  const set = engerer2Coefficients("engerer2", options?.averagingPeriod);
  const { minCosZenith = MIN_COS_ZENITH, maxClearnessIndex = Number.POSITIVE_INFINITY } = options;
  const { maxZenith = 90, limitDni = true } = options;
  checkLimits("engerer2", { minCosZenith, maxClearnessIndex, maxZenith });
  if (inputs.latitude === undefined && inputs.solarZenith === undefined) {
    throw new TypeError("engerer2: latitude or solarZenith must be given, got neither");
  }
  const unused = { latitude: 0, solarZenith: 0, dniExtra: 0, ghiClear: 0 };
  const { n, ...c } = columnsOf("engerer2", inputs, ["ghi", "time", "longitude"], unused);
  const s = new Scratch("ghi", "ast", "zenith", "horizontal", "ghiClear", "kt", "dktc", "kde", "kd", "dni", "dhi").of(
    n,
  );
  for (let i = 0; i < n; i++) s.ghi[i] = Math.max(c.ghi[i]!, 0);
  apparentSolarTimeRows(0, n, c.time, c.longitude, s.ast);
  if (inputs.solarZenith !== undefined) s.zenith.set(c.solarZenith);
  else engerer2ZenithRows(0, n, { ...c, ast: s.ast, zenith: s.zenith });
  const dayOfYear = c.time.map(dayOfYearOf);
  const dniExtra = inputs.dniExtra !== undefined ? c.dniExtra : engerer2Extra(dayOfYear);
  // dni and dhi are the clear sky's at first.
  if (inputs.ghiClear !== undefined) s.ghiClear.set(c.ghiClear);
  else threlkeldJordanRows(0, n, { dayOfYear, zenith: s.zenith, dni: s.dni, dhi: s.dhi, ghi: s.ghiClear });
  extraHorizontalRows(0, n, { dniExtra, zenith: s.zenith, extraHorizontal: s.horizontal }, minCosZenith);
  clearSkyPredictorRows(0, n, s.ghi, s.ghiClear, s.horizontal, maxClearnessIndex, s.kt, s.dktc, s.kde);
  engerer2Rows(0, n, s, set);
  splitFractionRows(0, n, s, maxZenith);
  if (limitDni) limitDniRows(0, n, { ...s, dniExtra });
  const { dni, dhi, kd, kt, dktc, kde, ast, zenith, ghiClear } = s;
  return { dni, dhi, kd, kt, dktc, kde, ast, zenith, ghiClear };
}

/** Row kernel: holds DNI at or below the extraterrestrial irradiance (W/m²); what is taken off is added to DHI. */
function limitDniRows(i0: number, i1: number, c: Columns<"ghi" | "zenith" | "dniExtra" | "dni" | "dhi">): void {
  const { ghi, zenith, dniExtra, dni, dhi } = c;
  for (let i = i0; i < i1; i++) {
    if (!(dni[i]! > dniExtra[i]!)) continue;
    dni[i] = dniExtra[i]!;
    dhi[i] = ghi[i]! - dniExtra[i]! * cos(zenith[i]! * DEG);
  }
}

/** Of the stage. */
const scratch = /* @__PURE__ */ new Scratch("longitude", "ast", "floored", "kt", "dktc", "kde");

/**
 * DNI and DHI from GHI by Engerer2, with the astronomy and the clear sky that its authors fitted it with unless others
 * are given.
 *
 * @param inputs see `Engerer2Inputs`
 * @param options see `Engerer2Options`; `averagingPeriod` is required. `minCosZenith: 0, limitDni: false` is the model as
 *   its authors publish it: kt and DNI then grow without limit near the horizon, and rows without sun are NaN
 * @returns `dni`, `dhi` in W/m²; beyond maxZenith dni = 0 and dhi = ghi; `kd`, the model's diffuse fraction within [0, 1]; the
 *   predictors `kt`, `dktc`, `kde`, `ast` (h), `zenith` (deg), `ghiClear` (W/m²). NaN for NaN
 * @throws TypeError without averagingPeriod, or without both latitude and solarZenith, or for a column or option of wrong kind;
 *   RangeError for columns of unequal length, an option below 0 or another averagingPeriod
 *
 * Its `stage` works as dazhiyang/bsrn does, with the sun and the clear sky of the engine: true zenith, cos(zenith) not
 * below 0.065, kt at most 1. It takes the set whose averaging period is nearest to the weather's interval, unless the
 * option `averagingPeriod` forces one. The paper's abstract finds daily averages unsuitable, and polar climates poor.
 *
 * Source: Bright and Engerer (2019). Two slips of the codes are not followed: seconds count in full, and midnight
 * belongs to the day that it begins.
 * @experimental
 */
export const engerer2 = /* @__PURE__ */ withDecomposition(engerer2Model, {
  name: "engerer2",
  reads: CLEAR_READS,
  accepts: ["averagingPeriod"],
  prepare: ({ longitude }, { averagingPeriod }: { readonly averagingPeriod?: Engerer2Period | undefined }) => ({
    longitude,
    forced: averagingPeriod === undefined ? null : engerer2Coefficients("engerer2", averagingPeriod),
  }),
  run({ from, to, interval, columns: c }, { longitude, forced }) {
    const { extraterrestrialHorizontal: extra, diffuseFraction } = c;
    const set = forced ?? ENGERER2_COEFFICIENTS[engerer2PeriodOf(interval)];
    const s = scratch.of(c.kt.length);
    s.longitude.fill(longitude, from, to);
    apparentSolarTimeRows(from, to, c.time, s.longitude, s.ast);
    flooredExtraRows(from, to, extra, c.extraterrestrialNormal, c.sunlitFraction, s.floored);
    clearSkyPredictorRows(from, to, c.ghi, c.clearGhi, s.floored, 1, s.kt, s.dktc, s.kde);
    engerer2Rows(from, to, { ...s, zenith: c.zenith, kd: diffuseFraction }, set);
    darkRows(from, to, c.kt, extra, diffuseFraction);
  },
});
