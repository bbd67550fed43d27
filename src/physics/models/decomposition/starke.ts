/**
 * Starke's models: BRL with the clear sky as a further predictor, and coefficients of their own for cloud enhancement.
 *
 * Source: the papers were not read; equations and coefficients were read in the public code of the separation model YANG5
 * (Yang et al. 2024), those of Starke 1 and 2 also in one more. The unit of the clear sky in Starke 3 is that code's
 * inference.
 */
import { exp } from "../../../foundation/math/index.js";
import { type ColumnInput, columnsOf, type Outputs } from "../model.js";
import { darkRows, limitedRatioRows, Scratch, withDecomposition } from "./clearness-index.js";
import { CLEAR_READS, dailyPredictors, hourEndRows, hourMeanRows } from "./predictors.js";

/** W/m² per MJ/(m²·h). */
const MEGAJOULES_PER_HOUR = 277.78;

type Seven = readonly [number, number, number, number, number, number, number];
export type StarkeCoefficientRow = readonly [...Seven, number];

export interface StarkeSet {
  /** Clearness index from which, with a clear-sky index of 1.05 and more, `enhanced` is used. */
  readonly from: number;
  /** Constant and factors of kt, solar time (h), elevation (deg), daily kt, persistence, clear-sky GHI (W/m²), hourly kt. */
  readonly usual: StarkeCoefficientRow;
  readonly enhanced: StarkeCoefficientRow;
}

function perMegajoule([constant, kt, time, elevation, ktDaily, psi, ghiClear]: Seven): StarkeCoefficientRow {
  return [constant, kt, time, elevation, ktDaily, psi, ghiClear / MEGAJOULES_PER_HOUR, 0];
}

/** Temperate climates; apart from the others, because the default chain needs only these. */
export const STARKE_3C = {
  from: 0.75,
  usual: [-7.28853, 7.15225, 0.00384, 0.02535, 2.35926, 0.83439, -0.00327, 3.19723],
  enhanced: [-0.083, -3.14711, 0.00176, -0.03354, 1.40264, 0.81353, 0.00343, 1.95109],
} as const satisfies StarkeSet;

/** Starke 1 (Australia), Starke 2 (Brazil), and Starke 3 by Köppen's first letter, 1-minute data. */
export const STARKE_COEFFICIENTS = {
  starke1: {
    from: 0.65,
    usual: /* @__PURE__ */ perMegajoule([-6.70407, 6.99137, -0.00048, 0.03839, 3.36003, 1.97891, -0.96758]),
    enhanced: /* @__PURE__ */ perMegajoule([0.15623, -4.21938, -0.00207, -0.06604, 2.12613, 2.56515, 1.62075]),
  },
  starke2: {
    from: 0.65,
    usual: /* @__PURE__ */ perMegajoule([-6.37505, 6.68399, 0.01667, 0.02552, 3.32837, 1.97935, -0.74116]),
    enhanced: /* @__PURE__ */ perMegajoule([0.19486, -3.52376, -0.00325, -0.03737, 2.68761, 1.60666, 1.07129]),
  },
  starke3A: {
    from: 0.75,
    usual: [-7.00586, 6.35348, -0.00087, 0.00308, 2.89595, 1.13655, -0.0013, 2.75815],
    enhanced: [0.29566, -3.64571, -0.00353, -0.01721, 1.7119, 0.79448, 0.00271, 1.38097],
  },
  starke3B: {
    from: 0.75,
    usual: [-6.53133, 6.63995, 0.01318, -0.01043, 1.73562, 0.85521, -0.0003, 2.63141],
    enhanced: [-1.7463, -2.20055, 0.01182, -0.03489, 2.46116, 0.70287, 0.00329, 2.30316],
  },
  starke3C: STARKE_3C,
  starke3D: {
    from: 0.75,
    usual: [-7.90856, 7.63779, 0.00145, 0.10784, 2.00908, 1.12723, -0.00889, 3.72947],
    enhanced: [0.67867, -3.79515, -0.00176, -0.03487, 1.33611, 0.76322, 0.00353, 1.82346],
  },
  starke3E: {
    from: 0.75,
    usual: [-11.70755, 10.8476, 0.00759, 0.53397, 1.76082, 0.41495, -0.03513, 6.04835],
    enhanced: [0.51643, -5.32887, -0.00196, -0.07346, 1.6064, 0.74681, 0.00543, 3.53205],
  },
} as const satisfies { readonly [name: string]: StarkeSet };

export type StarkeCoefficients = keyof typeof STARKE_COEFFICIENTS;

export interface StarkeOptions {
  /** Which set of `STARKE_COEFFICIENTS`; default "starke3C" (temperate climates). */
  readonly coefficients?: StarkeCoefficients | undefined;
}

/** The set that the options of `model`, which error texts name, choose. */
export function starkeSet(model: string, { coefficients = "starke3C" }: StarkeOptions): StarkeSet {
  if (Object.hasOwn(STARKE_COEFFICIENTS, coefficients)) return STARKE_COEFFICIENTS[coefficients];
  const known = Object.keys(STARKE_COEFFICIENTS).join(", ");
  throw new RangeError(`${model}: coefficients must be one of ${known}, got ${JSON.stringify(coefficients)}`);
}

/** Clear-sky index from which cloud enhancement is taken for granted. */
const ENHANCED = 1.05;

/** Row kernel: diffuse fraction of the predictors. `kd` may be the same column as any of them. */
export function starkeRows(
  i0: number,
  i1: number,
  kt: Float64Array,
  ast: Float64Array,
  elevation: Float64Array,
  ktDaily: Float64Array,
  psi: Float64Array,
  ghiClear: Float64Array,
  ktHour: Float64Array,
  kcsi: Float64Array,
  set: StarkeSet,
  kd: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const b = kcsi[i]! >= ENHANCED && kt[i]! > set.from ? set.enhanced : set.usual;
    let power = b[0] + b[1] * kt[i]! + b[2] * ast[i]! + b[3] * elevation[i]! + b[4] * ktDaily[i]!;
    power += b[5] * psi[i]! + b[6] * ghiClear[i]! + b[7] * ktHour[i]! + 0 * kcsi[i]!;
    kd[i] = 1 / (1 + exp(power));
  }
}

export interface StarkeInputs {
  /** clearness index */
  readonly kt: ColumnInput;
  /** apparent solar time in hours */
  readonly ast: ColumnInput;
  /** true solar elevation in degrees */
  readonly elevation: ColumnInput;
  /** clearness index of the day */
  readonly ktDaily: ColumnInput;
  /** persistence */
  readonly psi: ColumnInput;
  /** W/m², clear-sky GHI */
  readonly ghiClear: ColumnInput;
  /** clearness index of the hour, of no weight in Starke 1 and 2 */
  readonly ktHour: ColumnInput;
  /** GHI over ghiClear */
  readonly kcsi: ColumnInput;
}

function starkeModel(inputs: StarkeInputs, options: StarkeOptions = {}): Outputs<"kd"> {
  return starkeOf("starke", starkeRows, inputs, options);
}

/** The diffuse fraction by `rows` for the public function `model`, which error texts name. */
export function starkeOf(
  model: string,
  rows: typeof starkeRows,
  inputs: StarkeInputs,
  options: StarkeOptions,
): Outputs<"kd"> {
  const set = starkeSet(model, options);
  const { n, ...c } = columnsOf(model, inputs, [
    "kt",
    "ast",
    "elevation",
    "ktDaily",
    "psi",
    "ghiClear",
    "ktHour",
    "kcsi",
  ]);
  const kd = new Float64Array(n);
  rows(0, n, c.kt, c.ast, c.elevation, c.ktDaily, c.psi, c.ghiClear, c.ktHour, c.kcsi, set, kd);
  return { kd };
}

const scratch = /* @__PURE__ */ new Scratch("hourEnd", "extra", "ghi", "ktHour", "kcsi");

/**
 * Diffuse fraction by one of Starke's models.
 *
 * @param inputs see `StarkeInputs`
 * @param options `coefficients` ("starke3C")
 * @returns `kd`, between 0 and 1; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length; RangeError for unknown coefficients
 *
 * Its `stage` takes the predictors that BRL's takes, the engine's clear sky, and hours as YANG4's does.
 *
 * Source: that of the file (Yang et al. 2024).
 * @experimental
 */
export const starke = /* @__PURE__ */ withDecomposition(starkeModel, {
  name: "starke",
  reach: "day",
  reads: CLEAR_READS,
  accepts: ["coefficients"],
  prepare: ({ longitude }, options: StarkeOptions) => ({
    longitude,
    set: starkeSet("starke", options),
  }),
  run(block, { longitude, set }) {
    const { from, to, first, last, columns: c } = block;
    const { extraterrestrialHorizontal: extra, diffuseFraction } = c;
    const s = dailyPredictors(block, longitude);
    const h = scratch.of(c.kt.length);
    hourEndRows(first, last, c.time, h.hourEnd);
    hourMeanRows(from, to, first, last, h.hourEnd, c.ghi, c.ghi, h.ghi);
    hourMeanRows(from, to, first, last, h.hourEnd, c.ghi, extra, h.extra);
    limitedRatioRows(from, to, h.ghi, h.extra, h.ktHour);
    clearIndexRows(from, to, c.ghi, c.clearGhi, h.kcsi);
    starkeRows(
      from,
      to,
      s.kt,
      s.ast,
      s.elevation,
      s.ktDaily,
      s.psi,
      c.clearGhi,
      h.ktHour,
      h.kcsi,
      set,
      diffuseFraction,
    );
    darkRows(from, to, c.kt, extra, diffuseFraction);
  },
});

/** Row kernel: GHI over clear-sky GHI (W/m²), 0 where the clear sky has none. */
function clearIndexRows(i0: number, i1: number, ghi: Float64Array, clearGhi: Float64Array, kcsi: Float64Array): void {
  for (let i = i0; i < i1; i++) kcsi[i] = clearIndex(ghi[i]!, clearGhi[i]!);
}

export function clearIndex(ghi: number, clearGhi: number): number {
  return clearGhi > 0 ? ghi / clearGhi : 0;
}
