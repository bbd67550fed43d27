/**
 * Fresh snow from the depth of snow on the ground, for weather that has no snowfall.
 *
 * The rise of depth, as the snow depth of SAM's weather files is used: Ryberg & Freeman 2017, NREL/TP-6A20-68705.
 */
import { HOUR } from "../../time/calendar.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { stepBefore } from "../time-steps.js";

/**
 * Row kernel: time (Unix ms), snowDepth → snowfall in the unit of depth. Of steps shorter than an hour each row has its share of the rise
 * within the hour that ends with it: the threshold of `coverageNrel` is one for hours, within which gauges jitter and depths of whole hours
 * jump. NaN is stepped over: the rise over a gap falls on what follows it. Without a known depth before there is no fresh snow. [0, n).
 */
export function snowfallFromDepthRows(
  n: number,
  time: Float64Array,
  snowDepth: Float64Array,
  snowfall: Float64Array,
): void {
  let [first, before, next] = [-1, -1, 0];
  for (let i = 0; i < n; i++) {
    const step = stepBefore(i, n, time);
    const parts = Math.max(1, Math.floor(HOUR / step));
    for (; next < i && time[next]! <= time[i]! - parts * step; next++) {
      if (!Number.isNaN(snowDepth[next]!)) before = next;
    }
    const start = before >= 0 ? before : first;
    const rise = start >= 0 ? (snowDepth[i]! - snowDepth[start]!) / parts : 0;
    const isKnown = !Number.isNaN(snowDepth[i]!);
    snowfall[i] = isKnown ? Math.max(rise, 0) : Number.NaN;
    if (first < 0 && isKnown) first = i;
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
  snowfallFromDepthRows(
    n,
    snowDepth.map((_, row) => row * HOUR),
    snowDepth,
    snowfall,
  );
  return { snowfall };
}
