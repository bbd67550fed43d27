import { cos, DEG, exp } from "../../../foundation/math/index.js";
import { type Columns, checkLimits, model } from "../model.js";
import { spencerRows } from "../solar-position/extraterrestrial.js";
import { type Reach, type Stage, withStage } from "../stage.js";

/** Floor on cos(zenith) that pvlib's models share: 86.273°, W/m² per W/m². */
export const MIN_COS_ZENITH = 0.065;

export interface ClearnessIndexOptions {
  /** Least cos(zenith) to divide by; default 0.065 (zenith 86.273°). */
  readonly minCosZenith?: number | undefined;
  /** Upper limit of the result; default 2, which leaves over-irradiance in. */
  readonly maxClearnessIndex?: number | undefined;
}

/** Row kernel: GHI over extraterrestrial irradiance on the horizontal, within [0, maxClearnessIndex]. */
export function clearnessIndexRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  solarZenith: Float64Array,
  extraRadiation: Float64Array,
  minCosZenith: number,
  maxClearnessIndex: number,
  kt: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const horizontal = extraRadiation[i]! * Math.max(cos(solarZenith[i]! * DEG), minCosZenith);
    kt[i] = Math.min(Math.max(ghi[i]! / horizontal, 0), maxClearnessIndex);
  }
}

/**
 * Row kernel: zenith-independent clearness index kt' (Perez et al. 1992, eq. 1), within [0, maxClearnessIndex], from
 * the clearness index and the pressure-corrected air mass. `ktPrime` may be the same column as `airmass`.
 */
export function ktPrimeRows(
  i0: number,
  i1: number,
  kt: Float64Array,
  airmass: Float64Array,
  maxClearnessIndex: number,
  ktPrime: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const factor = 1.031 * exp(-1.4 / (0.9 + 9.4 / airmass[i]!)) + 0.1;
    ktPrime[i] = Math.min(Math.max(kt[i]! / factor, 0), maxClearnessIndex);
  }
}

/**
 * Clearness index: global over extraterrestrial irradiance on a horizontal plane.
 *
 * @param inputs `ghi` in W/m²; `solarZenith`: true zenith in degrees; `extraRadiation`: extraterrestrial normal
 *   irradiance in W/m²
 * @returns `kt` within [0, maxClearnessIndex]; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Source: E. L. Maxwell (1987), SERI/TR-215-3087.
 * @experimental
 */
export const clearnessIndex = /* @__PURE__ */ model("clearnessIndex", {
  inputs: ["ghi", "solarZenith", "extraRadiation"],
  outputs: ["kt"],
  settings({ minCosZenith = MIN_COS_ZENITH, maxClearnessIndex = 2 }: ClearnessIndexOptions) {
    checkLimits("clearnessIndex", { minCosZenith, maxClearnessIndex });
    return [minCosZenith, maxClearnessIndex] as const;
  },
  rows: (from, to, { ghi, solarZenith, extraRadiation, kt }, set) =>
    clearnessIndexRows(from, to, ghi, solarZenith, extraRadiation, ...set, kt),
});

/**
 * Clearness index freed of its dependence on the zenith.
 *
 * @param inputs `clearnessIndex`; `airmass`: pressure-corrected air mass
 * @param options `maxClearnessIndex`: upper limit, default 2
 * @returns `ktPrime` within [0, maxClearnessIndex]; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Source: Perez et al. (1992), ASHRAE Transactions Research Series, 354–369, eq. 1.
 * @experimental
 */
export const clearnessIndexZenithIndependent = /* @__PURE__ */ model("clearnessIndexZenithIndependent", {
  inputs: ["clearnessIndex", "airmass"],
  outputs: ["ktPrime"],
  settings({ maxClearnessIndex = 2 }: { maxClearnessIndex?: number | undefined }): number {
    checkLimits("clearnessIndexZenithIndependent", { maxClearnessIndex });
    return maxClearnessIndex;
  },
  rows: (from, to, { clearnessIndex: kt, airmass, ktPrime }, most) => ktPrimeRows(from, to, kt, airmass, most, ktPrime),
});

// What decompositions share: the way from GHI and the diffuse fraction to DNI and DHI, and their stages.

/** Solar constant of the models' papers in pvlib, W/m². */
const SOLAR_CONSTANT = 1366.1;

export interface DiffuseFractionOptions {
  /** Least cos(zenith) to divide by for the clearness index; default 0.065 (zenith 86.273°). */
  readonly minCosZenith?: number | undefined;
  /** Zenith in degrees beyond which there is no direct irradiance; default 87. */
  readonly maxZenith?: number | undefined;
}

export type SplitFractionColumns = Columns<"ghi" | "zenith" | "kd" | "dni" | "dhi">;

/**
 * Row kernel: DNI and DHI from GHI (negative counts as 0) and its diffuse fraction; beyond `maxZenith` (degrees) and
 * where DNI would be negative all is diffuse. `dhi` may be the same column as `kd`.
 */
export function splitFractionRows(i0: number, i1: number, c: SplitFractionColumns, maxZenith: number): void {
  const { ghi, zenith, kd, dni, dhi } = c;
  for (let i = i0; i < i1; i++) {
    const global = Math.max(ghi[i]!, 0);
    const diffuse = kd[i]! * global;
    const direct = (global - diffuse) / cos(zenith[i]! * DEG);
    const dark = zenith[i]! > maxZenith || direct < 0;
    dni[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? 0 : direct;
    dhi[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? global : diffuse;
  }
}

/** Extraterrestrial normal irradiance as these models have it in pvlib, W/m², from the day of the year. */
export function modelExtraRadiation(dayOfYear: Float64Array): Float64Array {
  const dniExtra = new Float64Array(dayOfYear.length);
  spencerRows(0, dayOfYear.length, dayOfYear, SOLAR_CONSTANT, dniExtra);
  return dniExtra;
}

/** The place of a decomposition in the pipeline: it writes the diffuse fraction of the weather's intervals. */
export function decomposition<Options, Prepared>(
  stage: Omit<Stage<Options, Prepared>, "family" | "grid" | "reach" | "writes"> & { readonly reach?: Reach },
): Stage<Options, Prepared> {
  return { reach: 0, ...stage, family: "decomposition", grid: "weather", writes: ["diffuseFraction"] };
}

/** A decomposition as a public function with its stage. Pure: bundlers may drop it. */
export function withDecomposition<Fn extends (...args: never[]) => unknown, Options, Prepared>(
  fn: Fn,
  stage: Parameters<typeof decomposition<Options, Prepared>>[0],
): Fn & { readonly stage: Stage<Options, Prepared> } {
  return withStage(fn, decomposition(stage));
}

/** A model of the diffuse fraction by the clearness index alone. */
export interface FractionModel<Options, Set> {
  readonly name: string;
  readonly accepts?: readonly string[];
  /** What the kernel needs of the options for means over an interval (s), checked. */
  settings?(options: Options, interval: number): Set;
  /** The clearness index within [0, 1] and the fraction may be the same column. */
  rows(from: number, to: number, kt: Float64Array, fraction: Float64Array, set: Set): void;
}

/** Seconds for which options are checked, and that the public functions take their rows for. */
export const QUARTER_HOUR = 900;

/** The stage of a model of the diffuse fraction, which it gives the interval's clearness index. */
export function fractionStage<Options, Set>(model: FractionModel<Options, Set>): Stage<Options, Options> {
  const { name, accepts = [], rows, settings } = model;
  return decomposition({
    name,
    reads: ["kt", "extraterrestrialHorizontal"],
    accepts,
    prepare(_site, options) {
      settings?.(options, QUARTER_HOUR);
      return options;
    },
    run({ from, to, interval, columns: { kt, extraterrestrialHorizontal, diffuseFraction } }, options) {
      for (let i = from; i < to; i++) {
        const k = kt[i]!;
        diffuseFraction[i] = k < 0 ? 0 : k > 1 ? 1 : k;
      }
      rows(from, to, diffuseFraction, diffuseFraction, settings?.(options, interval) as Set);
      darkRows(from, to, kt, extraterrestrialHorizontal, diffuseFraction);
    },
  });
}

/** Row kernel: GHI over extraterrestrial horizontal irradiance (both W/m²), within [0, 1]. */
export function limitedRatioRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  extraHorizontal: Float64Array,
  kt: Float64Array,
): void {
  for (let i = i0; i < i1; i++) kt[i] = limitedRatio(ghi[i]!, extraHorizontal[i]!);
}

export function limitedRatio(ghi: number, extraHorizontal: number): number {
  return Math.min(Math.max(ghi / extraHorizontal, 0), 1);
}

/** Row kernel: all is diffuse without sun and without irradiance. */
export function darkRows(
  i0: number,
  i1: number,
  kt: Float64Array,
  extraterrestrialHorizontal: Float64Array,
  diffuseFraction: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    if (extraterrestrialHorizontal[i]! <= 0 || kt[i]! <= 0) diffuseFraction[i] = 1;
  }
}

/**
 * Columns that a stage works on between its inputs and its output; they hold nothing from block to block. A stage has one set
 * for all places: columns per place would be made and cleared for every request.
 */
export class Scratch<Name extends string> {
  readonly columns = {} as { [name in Name]: Float64Array };
  private readonly names: readonly Name[];
  private length = -1;

  constructor(...names: Name[]) {
    this.names = names;
  }

  /** The columns, made as long as the block's where they are shorter. */
  of(length: number): { readonly [name in Name]: Float64Array } {
    if (length > this.length) {
      for (const name of this.names) this.columns[name] = new Float64Array(length);
      this.length = length;
    }
    return this.columns;
  }
}
