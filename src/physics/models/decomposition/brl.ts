/**
 * BRL: logistic model of the diffuse fraction with several predictors, and the sets of coefficients fitted to it; Paulescu's straight
 * pieces of two of them.
 *
 * Source: B. Ridley, J. Boland, P. Lauret (2010), Modelling of diffuse solar fraction with multiple predictors, Renewable
 * Energy 35, 478–483; P. Lauret, J. Boland, B. Ridley (2013), Bayesian statistical analysis applied to solar radiation
 * modelling, Renewable Energy 49, 124–127. Every's sets and Paulescu's model were read in the public code of the
 * separation model YANG5, not in a paper.
 */
import { exp } from "../../../foundation/math/index.js";
import { dayOfYearOf } from "../../../foundation/time/calendar.js";
import { type ColumnInput, type Columns, checkLimits, columnsOf, model } from "../model.js";
import {
  clearnessIndexRows,
  type DiffuseFractionOptions,
  darkRows,
  MIN_COS_ZENITH,
  modelExtraRadiation,
  Scratch,
  splitFractionRows,
  withDecomposition,
} from "./clearness-index.js";
import {
  apparentSolarTimeRows,
  DAILY_READS,
  dailyClearnessRows,
  dailyPredictors,
  elevationRows,
  extraHorizontalRows,
  persistenceRows,
  solarDayRows,
} from "./predictors.js";

/**
 * Constant and factors of: hourly clearness index, apparent solar time (h), solar elevation (deg), daily clearness index,
 * persistence. `every1` is for any climate and 1-minute data; `every2…` by Köppen–Geiger class, also 1 minute (any
 * other class: `ridley2010`).
 */
export const BRL_COEFFICIENTS = {
  ridley2010: [-5.38, 6.63, 0.006, -0.007, 1.75, 1.31],
  lauret2013: [-5.32, 7.28, -0.03, -0.0047, 1.72, 1.08],
  every1: [-6.862, 9.068, 0.01468, -0.00472, 1.703, 1.084],
  every2Am: [-6.433, 8.774, -0.00044, -0.00578, 2.096, 0.684],
  every2Aw: [-6.047, 7.54, 0.00624, -0.00299, 2.077, 1.208],
  every2BSh: [-6.734, 8.853, 0.02454, -0.00495, 1.874, 0.939],
  every2BSk: [-7.31, 10.089, 0.01852, -0.00693, 1.296, 1.114],
  every2BWh: [-7.097, 9.416, 0.01254, -0.00416, 1.661, 1.13],
  every2Cfa: [-6.484, 8.301, 0.01577, -0.00338, 1.607, 1.307],
  every2Cfb: [-6.764, 9.958, 0.01271, -0.01249, 0.928, 1.142],
  every2Csa: [-7.099, 10.152, -0.00026, -0.00744, 1.147, 1.184],
  every2Csb: [-7.08, 10.46, 0.00964, -0.0142, 1.134, 1.017],
} as const;

export type BrlCoefficients = keyof typeof BRL_COEFFICIENTS;

export interface BrlOptions {
  /** Which set of `BRL_COEFFICIENTS`; default "ridley2010". */
  readonly coefficients?: BrlCoefficients | undefined;
}

type BrlColumns = Columns<"kt" | "ast" | "elevation" | "ktDaily" | "psi" | "kd">;

/** Row kernel: diffuse fraction of the predictors. `kd` may be the same column as any of them. */
function brlRows(i0: number, i1: number, c: BrlColumns, coefficients: readonly number[]): void {
  const { kt, ast, elevation, ktDaily, psi, kd } = c;
  const [b0, b1, b2, b3, b4, b5] = coefficients as readonly [number, number, number, number, number, number];
  for (let i = i0; i < i1; i++) {
    const power = b0 + b1 * kt[i]! + b2 * ast[i]! + b3 * elevation[i]! + b4 * ktDaily[i]! + b5 * psi[i]!;
    kd[i] = 1 / (1 + exp(power));
  }
}

/**
 * Diffuse fraction by BRL from predictors that are known, for other rules of what a day or persistence is.
 *
 * @param inputs `kt`: clearness index; `ast`: apparent solar time in hours; `elevation`: true solar elevation in degrees;
 *   `ktDaily`: clearness index of the day; `psi`: persistence. Any values
 * @param options `coefficients` ("ridley2010")
 * @returns `kd`, between 0 and 1; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length; RangeError for unknown coefficients
 *
 * Source: Ridley et al. (2010).
 * @experimental
 */
export const brlDiffuseFraction = /* @__PURE__ */ model("brlDiffuseFraction", {
  inputs: ["kt", "ast", "elevation", "ktDaily", "psi"],
  outputs: ["kd"],
  settings: (options: BrlOptions) => coefficientSet("brlDiffuseFraction", options),
  rows: brlRows,
});

function coefficientSet(model: string, { coefficients = "ridley2010" }: BrlOptions): readonly number[] {
  if (Object.hasOwn(BRL_COEFFICIENTS, coefficients)) return BRL_COEFFICIENTS[coefficients];
  const known = Object.keys(BRL_COEFFICIENTS).join(", ");
  throw new RangeError(`${model}: coefficients must be one of ${known}, got ${JSON.stringify(coefficients)}`);
}

export interface BrlInputs {
  /** W/m², negative counts as 0 */
  readonly ghi: ColumnInput;
  /** deg, true zenith */
  readonly solarZenith: ColumnInput;
  /** Unix ms (UTC) of the rows' middle, ascending */
  readonly time: ColumnInput;
  /** deg east */
  readonly longitude: ColumnInput;
  /** W/m², extraterrestrial normal irradiance; default Spencer's of the UTC day with 1366.1 W/m² */
  readonly dniExtra?: ColumnInput | undefined;
  /** clearness index of the day, in place of the local solar day's */
  readonly ktDaily?: ColumnInput | undefined;
  /** persistence, in place of the neighbours' mean */
  readonly psi?: ColumnInput | undefined;
}

export type BrlResult = Columns<"dni" | "dhi" | "kd" | "kt" | "ktDaily" | "psi">;

function brlModel(inputs: BrlInputs, options: DiffuseFractionOptions & BrlOptions = {}): BrlResult {
  const { minCosZenith = MIN_COS_ZENITH, maxZenith = 87 } = options;
  checkLimits("brl", { minCosZenith, maxZenith });
  const set = coefficientSet("brl", options);
  const { n, ...c } = columnsOf("brl", inputs, ["ghi", "solarZenith", "time", "longitude"], {
    dniExtra: 0,
    ktDaily: 0,
    psi: 0,
  });
  const dniExtra = inputs.dniExtra === undefined ? modelExtraRadiation(c.time.map(dayOfYearOf)) : c.dniExtra;
  const s = new Scratch(
    "ghi",
    "kt",
    "ast",
    "elevation",
    "extraHorizontal",
    "day",
    "ktDaily",
    "psi",
    "kd",
    "dni",
    "dhi",
  ).of(n);
  for (let i = 0; i < n; i++) s.ghi[i] = Math.max(c.ghi[i]!, 0);
  clearnessIndexRows(0, n, s.ghi, c.solarZenith, dniExtra, minCosZenith, 1, s.kt);
  extraHorizontalRows(0, n, { dniExtra, zenith: c.solarZenith, extraHorizontal: s.extraHorizontal }, 0);
  apparentSolarTimeRows(0, n, c.time, c.longitude, s.ast);
  elevationRows(0, n, c.solarZenith, s.elevation);
  solarDayRows(0, n, c.time, c.longitude, s.day);
  if (inputs.ktDaily !== undefined) s.ktDaily.set(c.ktDaily);
  else dailyClearnessRows(0, n, 0, n, s);
  if (inputs.psi !== undefined) s.psi.set(c.psi);
  else persistenceRows(0, n, 0, n, s);
  brlRows(0, n, s, set);
  if (inputs.ktDaily === undefined) sunlessDayRows(0, n, s);
  splitFractionRows(0, n, { ...s, zenith: c.solarZenith }, maxZenith);
  return { dni: s.dni, dhi: s.dhi, kd: s.kd, kt: s.kt, ktDaily: s.ktDaily, psi: s.psi };
}

type SunlessDayColumns = Columns<"extraHorizontal" | "ast" | "psi" | "ktDaily" | "kd">;

/**
 * Row kernel: all is diffuse in rows without sun whose day has no sunlit row with GHI, hence no clearness index, unless
 * something else is missing in them.
 */
function sunlessDayRows(i0: number, i1: number, c: SunlessDayColumns): void {
  const { extraHorizontal, ast, psi, ktDaily, kd } = c;
  for (let i = i0; i < i1; i++) {
    if (extraHorizontal[i] === 0 && Number.isNaN(ktDaily[i]!) && !Number.isNaN(ast[i]! + psi[i]!)) kd[i] = 1;
  }
}

/**
 * DNI and DHI from a series of GHI by the model of Boland, Ridley and Lauret. Rows are consecutive records in time.
 *
 * The day of the daily clearness index is the local solar day: UTC shifted by 4 minutes per degree of longitude. Others
 * take the UTC day, which falls apart far from Greenwich: dazhiyang/bsrn the ratio of sums over its hours without night,
 * renewables-ninja/gsee the mean of its hourly clearness indices, with the refracted elevation and ψ = 0 outside the
 * clock hours of sunrise and sunset. Give `ktDaily` and `psi` (or use `brlDiffuseFraction`) to work by such rules.
 * ψ is the mean of the neighbours' clearness indices; at sunrise, sunset and gaps the one that there is, else the row's
 * own.
 *
 * @param inputs see `BrlInputs`
 * @param options `coefficients` ("ridley2010"), `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m²; beyond maxZenith dni = 0 and dhi = ghi; `kd`, the model's diffuse fraction; `kt` limited to
 *   [0, 1], `ktDaily`, `psi`. NaN for NaN in the row itself; a missing GHI leaves its day's sum and its neighbours' ψ. A day
 *   without a sunlit row that has GHI has a ktDaily of NaN; its rows at night have kd = 1
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option; RangeError for unknown
 *   coefficients
 *
 * Its `stage` takes the interval's mean clearness index (same floor and limit), true zenith and solar time at its middle,
 * and reads a day of weather on both sides.
 *
 * Source: Ridley et al. (2010) and the sources of the file for the other sets.
 * @experimental
 */
export const brl = /* @__PURE__ */ withDecomposition(brlModel, {
  name: "brl",
  reach: "day",
  reads: DAILY_READS,
  accepts: ["coefficients"],
  prepare: ({ longitude }, options: BrlOptions) => ({
    longitude,
    coefficients: coefficientSet("brl", options),
  }),
  run(block, { longitude, coefficients }) {
    const { from, to, columns } = block;
    const { kt, extraterrestrialHorizontal, diffuseFraction } = columns;
    const s = dailyPredictors(block, longitude);
    brlRows(from, to, { ...s, kd: diffuseFraction }, coefficients);
    darkRows(from, to, kt, extraterrestrialHorizontal, diffuseFraction);
  },
});

const paulescuModel = /* @__PURE__ */ model("paulescu", {
  inputs: ["kt", "ktDaily"],
  outputs: ["kd"],
  rows(from, to, { kt, ktDaily, kd }) {
    for (let i = from; i < to; i++) {
      const k = kt[i]!;
      const day = ktDaily[i]!;
      const lines = 1.0119 - 0.0316 * k - 0.0294 * day - 1.6567 * Math.max(k - 0.367, 0);
      kd[i] = Math.min(Math.max(lines + 1.8982 * Math.max(k - 0.734, 0) - 0.8548 * Math.max(day - 0.462, 0), 0), 1);
    }
  },
});

/**
 * Diffuse fraction by Paulescu's model: straight pieces of the clearness index and of that of the day.
 *
 * @param inputs `kt`: clearness index; `ktDaily`: that of the day
 * @returns `kd` limited to [0, 1]; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` takes the predictors that BRL's takes, the day being the local solar day.
 *
 * Source: the paper was not read; equation and coefficients were read in the public code of the separation model YANG5
 * (Yang et al. 2024).
 * @experimental
 */
export const paulescu = /* @__PURE__ */ withDecomposition(paulescuModel, {
  name: "paulescu",
  reach: "day",
  reads: DAILY_READS,
  prepare: ({ longitude }) => ({ longitude }),
  run(block, { longitude }) {
    const { from, to, columns } = block;
    const { kt, ktDaily } = dailyPredictors(block, longitude);
    paulescuModel.rows(from, to, { kt, ktDaily, kd: columns.diffuseFraction }, undefined);
    darkRows(from, to, columns.kt, columns.extraterrestrialHorizontal, columns.diffuseFraction);
  },
});
