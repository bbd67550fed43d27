/**
 * Starke's models without steps and without the future: their two sets of coefficients pass over into each other, and the
 * three hours and the hour that end with a row stand for its day and its clock hour.
 *
 * Source: equations and coefficients are those of `starke`, as read there; the ramp and the past are ours, and measured in
 * research/decomposition.md.
 */
import { exp } from "../../../foundation/math/index.js";
import type { Outputs } from "../model.js";
import { type Block, type Stage, withStage } from "../stage.js";
import { darkRows, decomposition, limitedRatio, Scratch } from "./clearness-index.js";
import { sunriseFrom, sunsetFrom } from "./dirint.js";
import {
  apparentSolarTimeRows,
  CLEAR_READS,
  flooredExtra,
  persistenceAt,
  rowsIn,
  trailingSumRows,
} from "./predictors.js";
import {
  clearIndex,
  type StarkeCoefficientRow,
  type StarkeInputs,
  type StarkeOptions,
  type StarkeSet,
  starkeOf,
  starkeSet,
} from "./starke.js";

/** Clear-sky indices between which cloud enhancement sets in, about the model's step at 1.05. */
const ENHANCED_FROM = 1;
const ENHANCED_TO = 1.1;
/** Half the width in clearness index of the other ramp, about the model's step at 0.65 or 0.75. */
const CLEAR_HALF = 0.05;

/** What stands for the day and for the clock hour, s. */
const PAST_DAY = 10_800;
const PAST_HOUR = 3600;
/**
 * Daily clearness index of a day whose clear-sky index is 1. The clearness index itself of three hours would not do: it is low
 * in every morning, clear or not.
 */
const CLEAR_DAY = 0.78;

/** Row kernel: as `starkeRows`, with a ramp in place of each of its two steps. */
function starkeRampedRows(
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
  const { from, usual, enhanced } = set;
  for (let i = i0; i < i1; i++) {
    const k = kt[i]!;
    const time = ast[i]!;
    const e = elevation[i]!;
    const day = ktDaily[i]!;
    const p = psi[i]!;
    const clear = ghiClear[i]!;
    const hour = ktHour[i]!;
    const index = kcsi[i]!;
    const w = ramp(index, ENHANCED_FROM, ENHANCED_TO) * ramp(k, from - CLEAR_HALF, from + CLEAR_HALF);
    let fraction = 0;
    if (w < 1) fraction = (1 - w) * logistic(usual, k, time, e, day, p, clear, hour);
    if (w > 0) fraction += w * logistic(enhanced, k, time, e, day, p, clear, hour);
    kd[i] = fraction + 0 * (index + k);
  }
}

/** 0 below `from`, 1 above `to`, linear between. */
function ramp(value: number, from: number, to: number): number {
  const part = (value - from) / (to - from);
  return part < 0 ? 0 : part > 1 ? 1 : part;
}

function logistic(
  b: StarkeCoefficientRow,
  kt: number,
  ast: number,
  elevation: number,
  ktDaily: number,
  psi: number,
  ghiClear: number,
  ktHour: number,
): number {
  const power = b[0] + b[1] * kt + b[2] * ast + b[3] * elevation + b[4] * ktDaily;
  return 1 / (1 + exp(power + b[5] * psi + b[6] * ghiClear + b[7] * ktHour));
}

function starkeRampedModel(inputs: StarkeInputs, options: StarkeOptions = {}): Outputs<"kd"> {
  return starkeOf("starkeRamped", starkeRampedRows, inputs, options);
}

/** Of the stage. */
const scratch = /* @__PURE__ */ new Scratch(
  "kt",
  "psi",
  "ast",
  "elevation",
  "light",
  "extra",
  "clear",
  "tail",
  "past",
  "pastClear",
  "hour",
  "hourExtra",
  "kcsi",
);

export interface StarkeRampedPrepared {
  readonly longitude: number;
  readonly set: StarkeSet;
}

/** Its place in the pipeline with the sets that `setOf` gives: a bundle brings no other. */
export function starkeRampedStage(
  setOf: (options: StarkeOptions) => StarkeSet,
): Stage<StarkeOptions, StarkeRampedPrepared> {
  return decomposition({
    name: "starkeRamped",
    reach: { before: PAST_DAY, after: 1 },
    reads: CLEAR_READS,
    accepts: ["coefficients"],
    prepare: ({ longitude }, options) => ({
      longitude,
      set: setOf(options),
    }),
    run(block, { longitude, set }) {
      const { from, to, columns: c } = block;
      const { extraterrestrialHorizontal: extra, clearGhi, diffuseFraction } = c;
      const s = scratch.of(c.kt.length);
      predictorRows(block, s);
      s.ast.fill(longitude, from, to);
      for (let i = sunriseFrom(from, to, extra); i < to; ) {
        const sunset = sunsetFrom(i, to, extra);
        apparentSolarTimeRows(i, sunset, c.time, s.ast, s.ast);
        const { kt, ast, elevation, past, psi, hour, kcsi } = s;
        starkeRampedRows(i, sunset, kt, ast, elevation, past, psi, clearGhi, hour, kcsi, set, diffuseFraction);
        i = sunriseFrom(sunset, to, extra);
      }
      darkRows(from, to, c.kt, extra, diffuseFraction);
    },
  });
}

/** The predictors of a block's rows with sun, but for the time of day: in few loops, because days are short. */
function predictorRows({ from, to, first, last, interval, columns: c }: Block, s: ReturnType<typeof scratch.of>): void {
  const { extraterrestrialHorizontal: extra, ghi, clearGhi, zenith } = c;
  const { kt, psi, elevation, past, pastClear, hour, hourExtra, kcsi } = s;
  const pastRows = rowsIn(PAST_DAY, interval);
  const hourRows = rowsIn(PAST_HOUR, interval);
  const oldest = Math.max(first, from - pastRows + 1);
  measuredRows(Math.min(oldest, Math.max(first, from - 1)), Math.min(last, to + 1), c, s);
  // Whole intervals since 1970, wherever in them the series has its edges.
  const number = Math.floor(c.time[from]! / (1000 * interval)) - from;
  trailingSumRows(from, to, oldest, pastRows, number, s.light, s.tail, past);
  trailingSumRows(from, to, oldest, pastRows, number, s.clear, s.tail, pastClear);
  trailingSumRows(from, to, oldest, hourRows, number, s.light, s.tail, hour);
  trailingSumRows(from, to, oldest, hourRows, number, s.extra, s.tail, hourExtra);
  for (let i = from; i < to; i++) {
    if (extra[i]! <= 0) continue;
    psi[i] = persistenceAt(i, first, last, kt, extra);
    elevation[i] = 90 - zenith[i]!;
    past[i] = Math.min((CLEAR_DAY * past[i]!) / pastClear[i]!, 1);
    hour[i] = limitedRatio(hour[i]!, hourExtra[i]!);
    kcsi[i] = clearIndex(ghi[i]!, clearGhi[i]!);
  }
}

/**
 * Row kernel: clearness index of rows with sun; GHI, extraterrestrial and clear-sky GHI (W/m²) where there is sun and GHI is
 * known, else 0.
 */
function measuredRows(i0: number, i1: number, c: Block["columns"], s: ReturnType<typeof scratch.of>): void {
  const { ghi, extraterrestrialHorizontal, extraterrestrialNormal, sunlitFraction, clearGhi } = c;
  const { kt, light, extra, clear } = s;
  for (let i = i0; i < i1; i++) {
    const horizontal = extraterrestrialHorizontal[i]!;
    const global = ghi[i]!;
    const known = horizontal > 0 && !Number.isNaN(global);
    light[i] = known ? global : 0;
    extra[i] = known ? horizontal : 0;
    clear[i] = known ? clearGhi[i]! : 0;
    if (horizontal <= 0) continue;
    kt[i] = limitedRatio(global, flooredExtra(horizontal, extraterrestrialNormal[i]!, sunlitFraction[i]!));
  }
}

/**
 * Diffuse fraction by one of Starke's models, without the steps where cloud enhancement is taken for granted: the set of
 * coefficients for it enters between clear-sky indices of 1 and 1.1 and over 0.1 of the clearness index.
 *
 * @param inputs see `StarkeInputs`
 * @param options `coefficients` ("starke3C")
 * @returns `kd`, between 0 and 1; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length; RangeError for unknown coefficients
 *
 * Its `stage` takes the predictors of the past: for `ktDaily` 0.78 times the clear-sky index of the three hours that end with
 * the interval, for `ktHour` the clearness index of the hour, each from the intervals with sun and GHI; for `psi` the neighbours' mean. So a
 * value does not change by what comes after the next interval.
 *
 * Source: Yang et al. (2024) as for `starke`; ramp and past are ours (research/decomposition.md).
 * @experimental
 */
export const starkeRamped = /* @__PURE__ */ withStage(
  starkeRampedModel,
  /* @__PURE__ */ starkeRampedStage((options) => starkeSet("starkeRamped", options)),
);
