/**
 * Starke's models: BRL with the clear sky as a further predictor, and coefficients of their own for cloud enhancement.
 *
 * Source: the papers were not read; equations and coefficients were read in the public code of the separation model YANG5
 * (Yang et al. 2024), those of Starke 1 and 2 also in one more. The unit of the clear sky in Starke 3 is that code's
 * inference.
 */
import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import { DAILY_READS, dailyPredictors } from "./daily-predictors.js";
import { darkRows, limitedRatioRows, Scratch } from "./diffuse-fraction.js";
import { hourEndRows, hourMeanRows } from "./hour-means.js";
import { type StarkeOptions, type StarkeSet, starkeSet } from "./starke-coefficients.js";

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

/** @experimental */
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

function starkeModel(inputs: StarkeInputs, options: StarkeOptions = {}): { kd: Float64Array } {
  return starkeOf("starke", starkeRows, inputs, options);
}

/** The diffuse fraction by `rows` for the public function `model`, which error texts name. */
export function starkeOf(
  model: string,
  rows: typeof starkeRows,
  inputs: StarkeInputs,
  options: StarkeOptions,
): { kd: Float64Array } {
  const set = starkeSet(model, options);
  const { n, ...c } = toColumns(model, {
    kt: inputs.kt,
    ast: inputs.ast,
    elevation: inputs.elevation,
    ktDaily: inputs.ktDaily,
    psi: inputs.psi,
    ghiClear: inputs.ghiClear,
    ktHour: inputs.ktHour,
    kcsi: inputs.kcsi,
  });
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
export const starke = /* @__PURE__ */ withStage(starkeModel, {
  name: "starke",
  family: "decomposition",
  grid: "weather",
  reach: "day",
  reads: [...DAILY_READS, "clearGhi"],
  writes: ["diffuseFraction"],
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
export function clearIndexRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  clearGhi: Float64Array,
  kcsi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) kcsi[i] = clearIndex(ghi[i]!, clearGhi[i]!);
}

export function clearIndex(ghi: number, clearGhi: number): number {
  return clearGhi > 0 ? ghi / clearGhi : 0;
}
