/**
 * Snow on the modules for the pipeline (`context.snow`), from the depth of snow on the ground.
 *
 * Coverage after Marion et al. 2013, Solar Energy 97, 112–121; loss of DC power after Gilman et al. 2018,
 * NREL/TP-6A20-67399, eq. 11.8.
 */
import { coverageFromDepth } from "./coverage-from-depth.js";
import type { CoverageNrelOptions } from "./coverage-nrel.js";
import { dcLossNrel } from "./dc-loss-nrel.js";

/** A weather series on its own intervals: what makes snow lie and slide. Units as named at `loss`. @experimental */
export interface SnowSeries {
  readonly time: Float64Array;
  readonly snowDepth: Float64Array;
  readonly poaIrradiance: Float64Array;
  readonly tempAir: Float64Array;
  readonly surfaceTilt: Float64Array;
}

/** @experimental */
export interface ModuleSnow {
  /**
   * Share of DC power lost in each row, 0…1; NaN where an input is NaN.
   *
   * @param series time (Unix ms), snowDepth (mm on the ground), poaIrradiance (W/m²), tempAir (°C), surfaceTilt (deg)
   */
  loss(series: SnowSeries): Float64Array;
}

const MILLIMETRES_PER_CENTIMETRE = 10;

/**
 * Snow on the modules: pass it as `context.snow` to reduce `pv_production` by the covered share.
 *
 * @param options numStrings: strings in parallel along the slant height (1 for a module upright, 3 lying), no unit; the rest
 *   as `coverageNrel`
 * @returns the value of `context.snow`
 * @throws TypeError, RangeError for numStrings that is not a whole number of 1 or more
 * @experimental
 */
export function moduleSnow(options: { numStrings: number } & CoverageNrelOptions): ModuleSnow {
  const { numStrings, ...coverage } = options ?? {};
  if (typeof numStrings !== "number") {
    throw new TypeError(`moduleSnow: numStrings must be a number, got ${String(numStrings)}`);
  }
  if (!Number.isInteger(numStrings) || numStrings < 1) {
    throw new RangeError(`moduleSnow: numStrings must be a whole number of 1 or more, got ${numStrings}`);
  }
  return {
    loss({ snowDepth, ...series }) {
      const centimetres = snowDepth.map((depth) => depth / MILLIMETRES_PER_CENTIMETRE);
      const { snowCoverage } = coverageFromDepth({ ...series, snowDepth: centimetres }, coverage);
      return dcLossNrel({ snowCoverage }, { numStrings }).loss;
    },
  };
}
