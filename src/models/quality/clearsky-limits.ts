/**
 * Irradiance held against that of the clear sky, row by row and day by day.
 *
 * Perry et al. 2022, PVAnalytics: a Python package for automated processing of solar time series data, NREL/PR-5K00-83824: its
 * `quality.irradiance.clearsky_limits` and `daily_insolation_limits` in version 0.2.2 (MIT). The daily limits are those of the PVFleets QA
 * project, for planes that do not track the sun.
 */
import { DAY, HOUR } from "../../time/calendar.js";
import { clearskyIndexRows } from "../clear-sky/clearsky-index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkLimits, checkNumbers } from "../options.js";
import { checkTimes } from "../time-steps.js";

/**
 * Whether irradiance is not above the clear sky's by more than a factor.
 *
 * @param inputs `measured`, `clearsky` in W/m², of the same plane
 * @param options `csiMax`: the largest clear-sky index that passes, 1.1
 * @returns `withinClearsky`, without unit: 1 where measured/clearsky ≤ csiMax, or the clear sky is 0, else 0; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Source: pvanalytics `clearsky_limits`, see the file.
 * @experimental
 */
export function clearskyLimits(
  inputs: { measured: ColumnInput; clearsky: ColumnInput },
  options: { csiMax?: number | undefined } = {},
): { withinClearsky: Float64Array } {
  const { csiMax = 1.1 } = options;
  checkLimits("clearskyLimits", { csiMax });
  const { measured, clearsky, n } = toColumns("clearskyLimits", {
    measured: inputs.measured,
    clearsky: inputs.clearsky,
  });
  const within = new Float64Array(n);
  clearskyIndexRows(0, n, measured, clearsky, Number.POSITIVE_INFINITY, within);
  for (let i = 0; i < n; i++) if (!Number.isNaN(within[i]!)) within[i] = within[i]! <= csiMax ? 1 : 0;
  return { withinClearsky: within };
}

/** @experimental */
export interface DailyInsolationOptions {
  /** What a day must exceed and stay below, as shares of the clear sky's insolation; defaults 0.4 and 1.25 (1.35 for trackers). */
  readonly dailyMin?: number | undefined;
  readonly dailyMax?: number | undefined;
  /** Hours by which the days are ahead of UTC; default 0. */
  readonly timeZone?: number | undefined;
}

/**
 * Whether the insolation of a day is between limits that follow the clear sky.
 *
 * @param inputs `time` (Unix ms, increasing); `irradiance`, `clearsky` in W/m², of the same plane
 * @param options `dailyMin` (0.4), `dailyMax` (1.25), `timeZone` in hours
 * @returns `withinDaily`, without unit: 1 in all rows of a day within the limits, 0 in those of others and of days with a gap; NaN for NaN.
 *   Insolation is the integral over the rows of a day by trapezoids
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 *
 * Source: pvanalytics `daily_insolation_limits`, see the file.
 * @experimental
 */
export function dailyInsolationLimits(
  inputs: { time: ColumnInput; irradiance: ColumnInput; clearsky: ColumnInput },
  options: DailyInsolationOptions = {},
): { withinDaily: Float64Array } {
  const { dailyMin = 0.4, dailyMax = 1.25, timeZone = 0 } = options;
  checkLimits("dailyInsolationLimits", { dailyMin, dailyMax });
  checkNumbers("dailyInsolationLimits", { timeZone }, -12, 14);
  const { time, irradiance, clearsky } = inputs;
  const c = toColumns("dailyInsolationLimits", { time, irradiance, clearsky });
  checkTimes("dailyInsolationLimits", c.n, c.time);
  const within = new Float64Array(c.n);
  const dayOf = (row: number) => Math.floor((c.time[row]! + timeZone * HOUR) / DAY);
  for (let first = 0, last = 0; first < c.n; first = last) {
    const day = dayOf(first);
    while (last < c.n && dayOf(last) === day) last++;
    const ratio = integral(c.time, c.irradiance, first, last) / integral(c.time, c.clearsky, first, last);
    within.fill(ratio > dailyMin && ratio < dailyMax ? 1 : 0, first, last);
  }
  for (let i = 0; i < c.n; i++) within[i]! += 0 * (c.irradiance[i]! + c.clearsky[i]!);
  return { withinDaily: within };
}

function integral(time: Float64Array, values: Float64Array, first: number, last: number): number {
  let sum = 0;
  for (let i = first + 1; i < last; i++) sum += (values[i]! + values[i - 1]!) * (time[i]! - time[i - 1]!);
  return sum;
}
