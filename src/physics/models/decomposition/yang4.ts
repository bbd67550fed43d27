/**
 * YANG4: Engerer2 for one minute with the hour's diffuse fraction as a further predictor; YANG5 is the same function
 * fitted to five sky regimes.
 *
 * Source: D. Yang (2021), Temporal-resolution cascade model for separation of 1-min beam and diffuse irradiance,
 * J. Renewable and Sustainable Energy 13, 053703; D. Yang et al. (2024), Regime-dependent 1-min irradiance separation
 * model with climatology clustering. Coefficients read in their authors' code (YANG4 in two more).
 */
import { exp } from "../../../foundation/math/index.js";
import { dayOfYearOf, HOUR } from "../../../foundation/time/calendar.js";
import { type ColumnInput, type Columns, checkLimits, columnsOf, model } from "../model.js";
import {
  type DiffuseFractionOptions,
  darkRows,
  MIN_COS_ZENITH,
  modelExtraRadiation,
  Scratch,
  splitFractionRows,
  withDecomposition,
} from "./clearness-index.js";
import { ENGERER2_HOUR, engerer2Rows } from "./engerer2.js";
import {
  apparentSolarTimeRows,
  CLEAR_READS,
  clearSkyPredictorRows,
  extraHorizontalRows,
  flooredExtraRows,
  hourEndRows,
  hourMeanRows,
} from "./predictors.js";

/**
 * C and the factors of: 1, clearness index, apparent solar time (h), zenith (deg), distance to the clear sky's clearness
 * index, cloud enhancement, diffuse fraction of the hour.
 */
const YANG4_COEFFICIENTS: readonly number[] = [0.0361, -0.5744, 4.3184, -0.0011, 0.0004, -4.7952, 1.4414, -2.8396];

/** The same of YANG5, for regimes 1…5 in this order. */
const YANG5_COEFFICIENTS: readonly (readonly number[])[] = [
  [0.131047425, -4.267395518, 7.68051114, 0.005399573, 0.017484478, 0.915902661, 0.521761178, -1.688185184],
  [-0.01614172, -3.33037519, 5.72307441, 0.01295824, 0.01230061, -0.96482793, 0.94203658, -1.68332469],
  [-0.2747523, 0.3608535, 0.3986924, 0.00478962, 0.0003871555, -10.20264, 2.124752, -1.784547],
  [-0.01094896, -0.921287782, 3.650149139, 0.007674206, 0.004936045, -3.764652421, 1.364819177, -2.118672147],
  [0.042971966, -1.644372959, 4.718078475, 0.014623824, 0.007453108, -3.352233222, 1.251921688, -2.364771589],
];

export interface YangOptions {
  /**
   * Sky regime 1…5 of the place, for YANG5; without it YANG4. How a place gets its regime (clusters of aerosol, albedo
   * and cloud climatologies) is in the paper's supplement only, so it has to be known.
   */
  readonly regime?: 1 | 2 | 3 | 4 | 5 | undefined;
}

function yangCoefficients(model: string, { regime }: YangOptions): readonly number[] {
  if (regime === undefined) return YANG4_COEFFICIENTS;
  const set = typeof regime === "number" ? YANG5_COEFFICIENTS[regime - 1] : undefined;
  if (set === undefined)
    throw new RangeError(`${model}: regime must be 1, 2, 3, 4 or 5, got ${JSON.stringify(regime)}`);
  return set;
}

type YangColumns = Columns<"kt" | "ast" | "zenith" | "dktc" | "kde" | "kdHour" | "kd">;

/** Row kernel: diffuse fraction of the predictors, within [0, 1]. `kd` may be the same column as any of them. */
function yangRows(i0: number, i1: number, columns: YangColumns, coefficients: readonly number[]): void {
  const { kt, ast, zenith, dktc, kde, kdHour, kd } = columns;
  const [c, b0, b1, b2, b3, b4, b5, b6] = coefficients as unknown as [
    ...[c: number, b0: number, b1: number, b2: number],
    ...[b3: number, b4: number, b5: number, b6: number],
  ];
  for (let i = i0; i < i1; i++) {
    const power = b0 + b1 * kt[i]! + b2 * ast[i]! + b3 * zenith[i]! + b4 * dktc[i]! + b6 * kdHour[i]!;
    kd[i] = Math.min(Math.max(c + (1 - c) / (1 + exp(power)) + b5 * kde[i]!, 0), 1);
  }
}

/**
 * Diffuse fraction by YANG4 (or YANG5) from predictors that are known.
 *
 * @param inputs those of `engerer2DiffuseFraction`, and `kdHour`: Engerer2's diffuse fraction of the hour (60-minute set)
 * @param options `regime` of YANG5
 * @returns `kd` limited to [0, 1]; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length, or another regime
 *
 * Source: Yang (2021), Yang et al. (2024).
 * @experimental
 */
export const yang4DiffuseFraction = /* @__PURE__ */ model("yang4DiffuseFraction", {
  inputs: ["kt", "ast", "zenith", "dktc", "kde", "kdHour"],
  outputs: ["kd"],
  settings: (options: YangOptions) => yangCoefficients("yang4DiffuseFraction", options),
  rows: yangRows,
});

export interface Yang4Inputs {
  /** W/m², negative counts as 0 */
  readonly ghi: ColumnInput;
  /** W/m², clear-sky GHI */
  readonly ghiClear: ColumnInput;
  /** deg, true zenith */
  readonly solarZenith: ColumnInput;
  /** Unix ms (UTC), ascending */
  readonly time: ColumnInput;
  /** deg east */
  readonly longitude: ColumnInput;
  /** deg, true zenith at the middle of the row's clock hour, at ceil(time / 1 h)·1 h − 30 min */
  readonly hourZenith: ColumnInput;
  /** W/m², extraterrestrial normal irradiance; default Spencer's of the UTC day with 1366.1 W/m² */
  readonly dniExtra?: ColumnInput | undefined;
  /** W/m², the same at the middle of the row's clock hour; default dniExtra where that is given, else as its default */
  readonly hourDniExtra?: ColumnInput | undefined;
}

export type Yang4Result = Columns<"dni" | "dhi" | "kd" | "kdHour">;

function yang4Model(inputs: Yang4Inputs, options: DiffuseFractionOptions & YangOptions = {}): Yang4Result {
  const { minCosZenith = MIN_COS_ZENITH, maxZenith = 87 } = options;
  checkLimits("yang4", { minCosZenith, maxZenith });
  const set = yangCoefficients("yang4", options);
  const required = ["ghi", "ghiClear", "solarZenith", "time", "longitude", "hourZenith"] as const;
  const { n, ...c } = columnsOf("yang4", inputs, required, { dniExtra: 0, hourDniExtra: 0 });
  const s = new Scratch(
    "ghi",
    "present",
    "hourEnd",
    "middle",
    "hourGhi",
    "hourClear",
    "extra",
    "ast",
    "kt",
    "dktc",
    "kde",
    "kdHour",
    "kd",
    "dni",
    "dhi",
  ).of(n);
  for (let i = 0; i < n; i++) {
    s.ghi[i] = Math.max(c.ghi[i]!, 0);
    s.present[i] = c.ghi[i]! + c.ghiClear[i]!;
  }
  hourEndRows(0, n, c.time, s.hourEnd);
  for (let i = 0; i < n; i++) s.middle[i] = s.hourEnd[i]! - HOUR / 2;
  const dniExtra = inputs.dniExtra === undefined ? modelExtraRadiation(c.time.map(dayOfYearOf)) : c.dniExtra;
  let { hourDniExtra } = c;
  if (inputs.hourDniExtra === undefined) {
    hourDniExtra = inputs.dniExtra === undefined ? modelExtraRadiation(s.middle.map(dayOfYearOf)) : c.dniExtra;
  }
  hourMeanRows(0, n, 0, n, s.hourEnd, s.present, s.ghi, s.hourGhi);
  hourMeanRows(0, n, 0, n, s.hourEnd, s.present, c.ghiClear, s.hourClear);
  extraHorizontalRows(0, n, { dniExtra: hourDniExtra, zenith: c.hourZenith, extraHorizontal: s.extra }, minCosZenith);
  apparentSolarTimeRows(0, n, s.middle, c.longitude, s.ast);
  clearSkyPredictorRows(0, n, s.hourGhi, s.hourClear, s.extra, 1, s.kt, s.dktc, s.kde);
  engerer2Rows(0, n, { ...s, zenith: c.hourZenith, kd: s.kdHour }, ENGERER2_HOUR);
  extraHorizontalRows(0, n, { dniExtra, zenith: c.solarZenith, extraHorizontal: s.extra }, minCosZenith);
  apparentSolarTimeRows(0, n, c.time, c.longitude, s.ast);
  clearSkyPredictorRows(0, n, s.ghi, c.ghiClear, s.extra, Number.POSITIVE_INFINITY, s.kt, s.dktc, s.kde);
  yangRows(0, n, { ...s, zenith: c.solarZenith }, set);
  splitFractionRows(0, n, { ...s, zenith: c.solarZenith }, maxZenith);
  return { dni: s.dni, dhi: s.dhi, kd: s.kd, kdHour: s.kdHour };
}

/** Of the stage. */
const scratch = /* @__PURE__ */ new Scratch(
  "longitude",
  "floored",
  "hourEnd",
  "sunlitZenith",
  "hourGhi",
  "hourClear",
  "hourFloored",
  "hourZenith",
  "hourSunlit",
  "hourTime",
  "ast",
  "kt",
  "dktc",
  "kde",
  "kdHour",
);

/**
 * DNI and DHI from a series of GHI by YANG4, or by YANG5 where the sky regime is given. Rows are consecutive records in
 * time, of a minute as in the fit or a few.
 *
 * The hour of a row is the UTC clock hour (t − 1 h, t]; its GHI and clear sky are the means of its rows that have both,
 * its sun stands at its middle. (dazhiyang/bsrn, whose rule this is, wants more than half of the rows.)
 *
 * @param inputs see `Yang4Inputs`; the clear sky that the fit was made with is not known to us, bsrn's examples use REST2
 * @param options `regime` of YANG5; `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m²; beyond maxZenith dni = 0 and dhi = ghi; `kd`, the model's diffuse fraction within [0, 1];
 *   `kdHour`, Engerer2's of the hour. NaN for NaN; a missing GHI leaves the mean of its hour
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option; RangeError for another regime
 *
 * Its `stage` takes sun and clear sky of the engine: interval means with cos(zenith) not below 0.065, and for the hour
 * the means of its intervals (zenith: over the sunlit part; solar time: of the mean time), so that it
 * also works for intervals that do not divide the hour. An interval longer than an hour is its own hour.
 *
 * Source: Yang (2021), Yang et al. (2024). Fitted to zeniths below 80°.
 * @experimental
 */
export const yang4 = /* @__PURE__ */ withDecomposition(yang4Model, {
  name: "yang4",
  reach: "hour",
  reads: CLEAR_READS,
  accepts: ["regime"],
  prepare: ({ longitude }, options: YangOptions) => ({
    longitude,
    coefficients: yangCoefficients("yang4", options),
  }),
  run({ from, to, first, last, columns: c }, { longitude, coefficients }) {
    const { ghi, extraterrestrialHorizontal: extra, extraterrestrialNormal, sunlitFraction, diffuseFraction } = c;
    const s = scratch.of(c.kt.length);
    s.longitude.fill(longitude, from, to);
    flooredExtraRows(first, last, extra, extraterrestrialNormal, sunlitFraction, s.floored);
    productRows(first, last, c.zenith, sunlitFraction, s.sunlitZenith);
    hourEndRows(first, last, c.time, s.hourEnd);
    hourMeanRows(from, to, first, last, s.hourEnd, ghi, ghi, s.hourGhi);
    hourMeanRows(from, to, first, last, s.hourEnd, ghi, c.clearGhi, s.hourClear);
    hourMeanRows(from, to, first, last, s.hourEnd, ghi, s.floored, s.hourFloored);
    hourMeanRows(from, to, first, last, s.hourEnd, ghi, s.sunlitZenith, s.hourZenith);
    hourMeanRows(from, to, first, last, s.hourEnd, ghi, sunlitFraction, s.hourSunlit);
    hourMeanRows(from, to, first, last, s.hourEnd, ghi, c.time, s.hourTime);
    quotientRows(from, to, s.hourZenith, s.hourSunlit, s.hourZenith);
    apparentSolarTimeRows(from, to, s.hourTime, s.longitude, s.ast);
    clearSkyPredictorRows(from, to, s.hourGhi, s.hourClear, s.hourFloored, 1, s.kt, s.dktc, s.kde);
    engerer2Rows(from, to, { ...s, zenith: s.hourZenith, kd: s.kdHour }, ENGERER2_HOUR);
    apparentSolarTimeRows(from, to, c.time, s.longitude, s.ast);
    clearSkyPredictorRows(from, to, ghi, c.clearGhi, s.floored, Number.POSITIVE_INFINITY, s.kt, s.dktc, s.kde);
    yangRows(from, to, { ...s, zenith: c.zenith, kd: diffuseFraction }, coefficients);
    darkRows(from, to, c.kt, extra, diffuseFraction);
  },
});

/** Row kernel: product of two columns. */
function productRows(i0: number, i1: number, a: Float64Array, b: Float64Array, product: Float64Array): void {
  for (let i = i0; i < i1; i++) product[i] = a[i]! * b[i]!;
}

/** Row kernel: quotient of two columns. `quotient` may be the same column as either. */
function quotientRows(i0: number, i1: number, a: Float64Array, b: Float64Array, quotient: Float64Array): void {
  for (let i = i0; i < i1; i++) quotient[i] = a[i]! / b[i]!;
}
