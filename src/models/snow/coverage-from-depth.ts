/**
 * Snow coverage of modules from the depth of snow on the ground alone.
 *
 * `coverageNrel` (Marion et al. 2013, Solar Energy 97, 112–121) on the snowfall of `snowfallFromDepth`.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkTimes } from "../time-steps.js";
import { type CoverageNrelOptions, coverageOfColumns } from "./coverage-nrel.js";
import { snowfallFromDepthRows } from "./snowfall-from-depth.js";

/**
 * Share of the slant height of a row of modules that is covered by snow; fresh snow is the rise of snow depth within an hour, or
 * within a step that is longer.
 *
 * @param inputs time (Unix ms, increasing), snowDepth (cm on the ground), poaIrradiance (W/m²), tempAir (°C), surfaceTilt
 *   (deg); numbers or arrays of one length
 * @param options as `coverageNrel`; with snow at the series' beginning give initialCoverage
 * @returns snowCoverage, 0…1 (no unit); NaN where an input is NaN, see `coverageNrel`; the rise of depth over a gap counts
 *   as snowfall of the row after it
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export function coverageFromDepth(
  inputs: {
    time: ColumnInput;
    snowDepth: ColumnInput;
    poaIrradiance: ColumnInput;
    tempAir: ColumnInput;
    surfaceTilt: ColumnInput;
  },
  options: CoverageNrelOptions = {},
): { snowCoverage: Float64Array } {
  const { time, snowDepth, poaIrradiance, tempAir, surfaceTilt } = inputs;
  const c = toColumns("coverageFromDepth", { time, snowDepth, poaIrradiance, tempAir, surfaceTilt });
  checkTimes("coverageFromDepth", c.n, c.time);
  const snowfall = new Float64Array(c.n);
  snowfallFromDepthRows(c.n, c.time, c.snowDepth, snowfall);
  return coverageOfColumns("coverageFromDepth", { ...c, snowfall }, options);
}
