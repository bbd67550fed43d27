/**
 * Share of a row of modules that snow covers, and how it slides off.
 *
 * Marion, Schaefer, Caine & Sanchez 2013, Solar Energy 97, 112–121; depth on the ground: Ryberg & Freeman 2017,
 * Integration, Validation, and Application of a PV Snow Coverage Model in SAM, NREL/TP-6A20-68705. The share is of the
 * row's slant height, not in tenths of it as in the paper.
 */

import { DEG, sin } from "../../math/index.js";
import { HOUR } from "../../time/calendar.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";
import { checkTimes, stepBefore } from "../time-steps.js";
import { type FullyCoveredNrelOptions, fullyCoveredNrelRows } from "./fully-covered-nrel.js";

/** @experimental */
export interface CoverageNrelOptions extends FullyCoveredNrelOptions {
  /** Share covered before the first step, 0…1. Default 0. */
  initialCoverage?: number | undefined;
  /** Snow slides when air temperature is above irradiance / this, W/(m² °C). Default −80. */
  canSlideCoefficient?: number | undefined;
  /** Share of the slant height that slides in an hour on a vertical plane. Default 0.197. */
  slideAmountCoefficient?: number | undefined;
}

/** Of the paper, for hours; the depth is that of Ryberg & Freeman. */
export const COVERAGE_NREL = {
  thresholdSnowfall: 1,
  thresholdDepth: 1,
  canSlideCoefficient: -80,
  slideAmountCoefficient: 0.197,
} as const;

/**
 * Row kernel: `snowCoverage` holds 1 where fresh snow covers all (`fullyCoveredNrelRows`) and gets the share covered, never
 * NaN; row i0 − 1 must have been done before. time in Unix ms, poaIrradiance in W/m², tempAir in °C, surfaceTilt in
 * degrees, snowDepth in cm. A step of which something is missing slides nothing.
 */
export function coverageNrelRows(
  i0: number,
  i1: number,
  n: number,
  time: Float64Array,
  poaIrradiance: Float64Array,
  tempAir: Float64Array,
  surfaceTilt: Float64Array,
  snowDepth: Float64Array,
  thresholdDepth: number,
  initialCoverage: number,
  canSlideCoefficient: number,
  slideAmountCoefficient: number,
  snowCoverage: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    if (snowCoverage[i] === 1) continue;
    const before = i > 0 ? snowCoverage[i - 1]! : initialCoverage;
    const canSlide = i > 0 && tempAir[i]! > poaIrradiance[i]! / canSlideCoefficient && surfaceTilt[i]! >= 0;
    const hours = stepBefore(i, n, time) / HOUR;
    const slide = canSlide ? slideAmountCoefficient * sin(surfaceTilt[i]! * DEG) * hours : 0;
    // On ground that is all but bare nothing stays, or snow would never leave planes of low tilt.
    snowCoverage[i] = snowDepth[i]! < thresholdDepth ? 0 : Math.max(before - slide, 0);
  }
}

/** What the inputs of `coverageNrel` become. */
export type CoverageColumns = {
  readonly [name in "time" | "snowfall" | "poaIrradiance" | "tempAir" | "surfaceTilt" | "snowDepth"]: Float64Array;
} & { readonly n: number };

/**
 * Share of the slant height of a row of modules that is covered by snow. Validated for fixed planes.
 *
 * A row with NaN in it gets NaN; for the rows after it, it is one without snowfall (snowfall NaN), without a look at the
 * ground (snowDepth NaN), without sliding (another NaN). The first step slides nothing.
 *
 * @param inputs time (Unix ms, increasing), snowfall (cm in the step that ends with the row), poaIrradiance (W/m²), tempAir
 *   (°C), surfaceTilt (deg), snowDepth (cm on the ground at the beginning of the step; may be left out); numbers or arrays
 *   of one length
 * @param options initialCoverage (0), thresholdSnowfall (1 cm/h), thresholdDepth (1 cm), canSlideCoefficient
 *   (−80 W/(m² °C)), slideAmountCoefficient (0.197)
 * @returns snowCoverage, 0…1 (no unit); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export function coverageNrel(
  inputs: {
    time: ColumnInput;
    snowfall: ColumnInput;
    poaIrradiance: ColumnInput;
    tempAir: ColumnInput;
    surfaceTilt: ColumnInput;
    snowDepth?: ColumnInput | undefined;
  },
  options: CoverageNrelOptions = {},
): { snowCoverage: Float64Array } {
  const { time, snowfall, poaIrradiance, tempAir, surfaceTilt, snowDepth = Number.POSITIVE_INFINITY } = inputs;
  const columns = toColumns("coverageNrel", { time, snowfall, poaIrradiance, tempAir, surfaceTilt, snowDepth });
  return coverageOfColumns("coverageNrel", columns, options);
}

/** `model` is the public function, for error texts. */
export function coverageOfColumns(
  model: string,
  c: CoverageColumns,
  options: CoverageNrelOptions,
): { snowCoverage: Float64Array } {
  const { thresholdSnowfall = COVERAGE_NREL.thresholdSnowfall, thresholdDepth = COVERAGE_NREL.thresholdDepth } =
    options;
  const { canSlideCoefficient = COVERAGE_NREL.canSlideCoefficient, initialCoverage = 0 } = options;
  const { slideAmountCoefficient = COVERAGE_NREL.slideAmountCoefficient } = options;
  checkNumbers(model, { thresholdSnowfall, thresholdDepth, canSlideCoefficient, slideAmountCoefficient });
  checkNumbers(model, { initialCoverage }, 0, 1);
  checkTimes(model, c.n, c.time);
  const snowCoverage = new Float64Array(c.n);
  fullyCoveredNrelRows(0, c.n, c.n, c.time, c.snowfall, c.snowDepth, thresholdSnowfall, thresholdDepth, snowCoverage);
  coverageNrelRows(
    0,
    c.n,
    c.n,
    c.time,
    c.poaIrradiance,
    c.tempAir,
    c.surfaceTilt,
    c.snowDepth,
    thresholdDepth,
    initialCoverage,
    canSlideCoefficient,
    slideAmountCoefficient,
    snowCoverage,
  );
  for (let i = 0; i < c.n; i++) {
    const known = c.snowfall[i]! + c.poaIrradiance[i]! + c.tempAir[i]! + c.surfaceTilt[i]! + c.snowDepth[i]!;
    if (Number.isNaN(known)) snowCoverage[i] = Number.NaN;
  }
  return { snowCoverage };
}
