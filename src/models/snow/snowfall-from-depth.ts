/**
 * Fresh snow from the depth of snow on the ground, for weather that has no snowfall.
 *
 * The rise of depth, as the snow depth of SAM's weather files is used: Ryberg & Freeman 2017, NREL/TP-6A20-68705.
 */
import { type ColumnInput, toColumns } from "../columns.js";

/**
 * Row kernel: snowDepth → snowfall in the same unit. NaN is stepped over: the rise over a gap falls on the row after it.
 * Rows [first, i1) may be read; without a known depth before there is no fresh snow.
 */
export function snowfallFromDepthRows(
  i0: number,
  i1: number,
  first: number,
  snowDepth: Float64Array,
  snowfall: Float64Array,
): void {
  let before = i0 - 1;
  while (before >= first && Number.isNaN(snowDepth[before]!)) before--;
  for (let i = i0; i < i1; i++) {
    const rise = before >= first ? snowDepth[i]! - snowDepth[before]! : 0;
    snowfall[i] = Number.isNaN(snowDepth[i]!) ? Number.NaN : Math.max(rise, 0);
    if (!Number.isNaN(snowDepth[i]!)) before = i;
  }
}

/**
 * Fresh snow of each step: the rise of snow depth since the last row that has one, 0 where depth fell.
 *
 * Settling of old snow during a fall hides part of it, drift and jitter of the gauge invent some: what matters to
 * `coverageNrel` is only whether a step exceeds its threshold (1 cm/h). Depths that are known once a day and interpolated
 * rise too slowly for it; give the rise at once, or lower the threshold.
 *
 * @param inputs snowDepth on the ground in cm (a weather series has mm: divide by 10); a number or an array
 * @returns snowfall in cm per step; 0 in the first row; NaN where snowDepth is NaN
 * @throws TypeError, RangeError for a bad column
 * @experimental
 */
export function snowfallFromDepth(inputs: { snowDepth: ColumnInput }): { snowfall: Float64Array } {
  const { snowDepth, n } = toColumns("snowfallFromDepth", { snowDepth: inputs.snowDepth });
  const snowfall = new Float64Array(n);
  snowfallFromDepthRows(0, n, 0, snowDepth, snowfall);
  return { snowfall };
}
