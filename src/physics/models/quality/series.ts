/**
 * Tests of a series: irradiance held against that of the clear sky, row by row and day by day; values that stay the same for too long,
 * and straight lines over gaps.
 *
 * Perry et al. 2022, PVAnalytics: a Python package for automated processing of solar time series data, NREL/PR-5K00-83824: its
 * `quality.irradiance.clearsky_limits` and `daily_insolation_limits`, `quality.gaps.stale_values_diff` and `interpolation_diff` in version
 * 0.2.2 (MIT). The daily limits are those of the PVFleets QA project, for planes that do not track the sun. Values of a window are stale
 * where all are close to the first, |x − x₀| ≤ atol + rtol·|x₀|, or the differences from value to value are.
 */
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { clearskyIndexRows } from "../clear-sky/clearsky-index.js";
import { checkLimits, checkNumbers, checkTimes, model } from "../model.js";

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
export const clearskyLimits = /* @__PURE__ */ model("clearskyLimits", {
  inputs: ["measured", "clearsky"],
  outputs: ["withinClearsky"],
  settings({ csiMax = 1.1 }: { csiMax?: number | undefined }): number {
    checkLimits("clearskyLimits", { csiMax });
    return csiMax;
  },
  rows(from, to, { measured, clearsky, withinClearsky: within }, csiMax) {
    clearskyIndexRows(from, to, measured, clearsky, Number.POSITIVE_INFINITY, within);
    for (let i = from; i < to; i++) if (!Number.isNaN(within[i]!)) within[i] = within[i]! <= csiMax ? 1 : 0;
  },
});

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
export const dailyInsolationLimits = /* @__PURE__ */ model("dailyInsolationLimits", {
  inputs: ["time", "irradiance", "clearsky"],
  outputs: ["withinDaily"],
  settings({ dailyMin = 0.4, dailyMax = 1.25, timeZone = 0 }: DailyInsolationOptions) {
    checkLimits("dailyInsolationLimits", { dailyMin, dailyMax });
    checkNumbers("dailyInsolationLimits", { timeZone }, -12, 14);
    return { dailyMin, dailyMax, timeZone };
  },
  rows(from, to, { time, irradiance, clearsky, withinDaily: within }, { dailyMin, dailyMax, timeZone }) {
    checkTimes("dailyInsolationLimits", to, time);
    const dayOf = (row: number) => Math.floor((time[row]! + timeZone * HOUR) / DAY);
    for (let first = from, last = from; first < to; first = last) {
      const day = dayOf(first);
      while (last < to && dayOf(last) === day) last++;
      const ratio = integral(time, irradiance, first, last) / integral(time, clearsky, first, last);
      within.fill(ratio > dailyMin && ratio < dailyMax ? 1 : 0, first, last);
    }
    for (let i = from; i < to; i++) within[i]! += 0 * (irradiance[i]! + clearsky[i]!);
  },
});

function integral(time: Float64Array, values: Float64Array, first: number, last: number): number {
  let sum = 0;
  for (let i = first + 1; i < last; i++) sum += (values[i]! + values[i - 1]!) * (time[i]! - time[i - 1]!);
  return sum;
}

export interface StaleValuesOptions {
  /** How many equal values (or values on one line) in a row are too many; default 6. */
  readonly window?: number | undefined;
  /** How close is equal: a share of the first value, and in the values' own unit; defaults 1e-5 and 1e-8. */
  readonly rtol?: number | undefined;
  readonly atol?: number | undefined;
  /** What is flagged: the "end" of each window, all but its first value ("tail", default), or "all". */
  readonly mark?: "tail" | "end" | "all" | undefined;
}

const MARKED = { end: () => 1, tail: (window: number) => window - 1, all: (window: number) => window };

function settings(model: string, least: number, options: StaleValuesOptions) {
  const { window = 6, rtol = 1e-5, atol = 1e-8, mark = "tail" } = options;
  checkNumbers(model, { window }, least);
  checkLimits(model, { rtol, atol });
  if (!(mark in MARKED)) throw new RangeError(`${model}: mark must be "tail", "end" or "all", got ${String(mark)}`);
  return { window: Math.floor(window), rtol, atol, mark };
}

/**
 * 1 for the values of a stretch that is too long, else 0: the `length` values that end with a row are close to the first of them.
 *
 * @param x what is to be equal; `given` has NaN where the flag is missing
 */
function staleRows(
  x: Float64Array,
  length: number,
  { rtol, atol, mark, window }: ReturnType<typeof settings>,
  given: Float64Array,
): Float64Array {
  const flags = x.map((_, i) => {
    const start = i - length + 1;
    if (start < 0 || !Number.isFinite(x[start]!)) return 0;
    const first = x[start]!;
    const close = atol + rtol * Math.abs(first);
    let k = start;
    while (k <= i && Math.abs(x[k]! - first) <= close) k++;
    return k > i ? 1 : 0;
  });
  // Backwards in place: a flag marks the rows before it, too.
  let left = 0;
  for (let i = flags.length - 1; i >= 0; i--) {
    if (flags[i] === 1) left = MARKED[mark](window);
    if (left-- > 0) flags[i] = 1;
  }
  return flags.map((flag, i) => (Number.isNaN(given[i]!) ? Number.NaN : flag));
}

/**
 * Flags values that do not change: of a stuck sensor, or a gap filled with its last value.
 *
 * @param inputs `x`: values of a series at equal steps, such as GHI in W/m²
 * @param options `window` (6, at least 2), `rtol` (1e-5), `atol` (1e-8), `mark` ("tail")
 * @returns `stale`, without unit: 1 for a value of a stale stretch, else 0; NaN for NaN, which no stretch goes over
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: pvanalytics `stale_values_diff`, see the file.
 * @experimental
 */
export const staleValuesDiff = /* @__PURE__ */ model("staleValuesDiff", {
  inputs: ["x"],
  outputs: ["stale"],
  settings: (options: StaleValuesOptions) => settings("staleValuesDiff", 2, options),
  rows(_from, _to, { x, stale }, set) {
    stale.set(staleRows(x, set.window, set, x));
  },
});

/**
 * Flags values on a straight line, as an interpolated gap is.
 *
 * @param inputs `x`: values of a series at equal steps, such as GHI in W/m²
 * @param options `window` (6, at least 3), `rtol` (1e-5, of the first difference), `atol` (1e-8), `mark` ("tail")
 * @returns `interpolated`, without unit: 1 for a value on a line, else 0; constant values are a line; NaN for NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: pvanalytics `interpolation_diff`, see the file.
 * @experimental
 */
export const interpolationDiff = /* @__PURE__ */ model("interpolationDiff", {
  inputs: ["x"],
  outputs: ["interpolated"],
  settings: (options: StaleValuesOptions) => settings("interpolationDiff", 3, options),
  rows(_from, _to, { x, interpolated }, set) {
    const differences = x.map((value, i) => (i > 0 ? value - x[i - 1]! : Number.NaN));
    interpolated.set(staleRows(differences, set.window - 1, set, x));
  },
});
