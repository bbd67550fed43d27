/**
 * When snowfall covers the modules whole.
 *
 * Marion, Schaefer, Caine & Sanchez 2013, Measured and modeled photovoltaic system energy losses from snow for Colorado
 * and Wisconsin locations, Solar Energy 97, 112–121; depth on the ground: Ryberg & Freeman 2017, NREL/TP-6A20-68705.
 */
import { HOUR } from "../../time/calendar.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";
import { checkTimes, stepBefore } from "../time-steps.js";

/** @experimental */
export interface FullyCoveredNrelOptions {
  /** Snowfall above which modules are covered, cm/h. Default 1. */
  thresholdSnowfall?: number | undefined;
  /** Depth on the ground below which none are, cm. Default 1. */
  thresholdDepth?: number | undefined;
}

/**
 * Row kernel: time (Unix ms), snowfall (cm in the step that ends with the row), snowDepth (cm) → covered, 1 or 0; n is the
 * series' length. NaN in snowfall counts as none, in snowDepth as deep enough.
 */
export function fullyCoveredNrelRows(
  i0: number,
  i1: number,
  n: number,
  time: Float64Array,
  snowfall: Float64Array,
  snowDepth: Float64Array,
  thresholdSnowfall: number,
  thresholdDepth: number,
  covered: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const rate = snowfall[i]! / (stepBefore(i, n, time) / HOUR);
    covered[i] = rate > thresholdSnowfall && !(snowDepth[i]! < thresholdDepth) ? 1 : 0;
  }
}

/**
 * Whether the snowfall of each step covers the modules whole.
 *
 * @param inputs time (Unix ms, increasing), snowfall (cm in the step that ends with the row), snowDepth (cm on the ground at
 *   the beginning of the step; may be left out); numbers or arrays of one length
 * @param options thresholdSnowfall (1 cm/h), thresholdDepth (1 cm)
 * @returns covered, 1 or 0 (no unit); NaN where an input is NaN. The first step is taken as long as the second (pvlib takes
 *   no notice of it in uneven series), a single row counts as an hour
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export function fullyCoveredNrel(
  inputs: { time: ColumnInput; snowfall: ColumnInput; snowDepth?: ColumnInput | undefined },
  options: FullyCoveredNrelOptions = {},
): { covered: Float64Array } {
  const { thresholdSnowfall = 1, thresholdDepth = 1 } = options;
  checkNumbers("fullyCoveredNrel", { thresholdSnowfall, thresholdDepth });
  const { time, snowfall, snowDepth = Number.POSITIVE_INFINITY } = inputs;
  const c = toColumns("fullyCoveredNrel", { time, snowfall, snowDepth });
  checkTimes("fullyCoveredNrel", c.n, c.time);
  const covered = new Float64Array(c.n);
  fullyCoveredNrelRows(0, c.n, c.n, c.time, c.snowfall, c.snowDepth, thresholdSnowfall, thresholdDepth, covered);
  for (let i = 0; i < c.n; i++) {
    if (Number.isNaN(c.snowfall[i]!) || Number.isNaN(c.snowDepth[i]!)) covered[i] = Number.NaN;
  }
  return { covered };
}
