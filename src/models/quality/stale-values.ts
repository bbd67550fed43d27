/**
 * Values that stay the same for too long, and straight lines over gaps.
 *
 * Perry et al. 2022, PVAnalytics: a Python package for automated processing of solar time series data, NREL/PR-5K00-83824: its
 * `quality.gaps.stale_values_diff` and `interpolation_diff` in version 0.2.2 (MIT). Of a window of so many values all are close to the
 * first, |x − x₀| ≤ atol + rtol·|x₀|, or the differences from value to value are.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkLimits, checkNumbers } from "../options.js";

/** @experimental */
export interface StaleValuesOptions {
  /** How many equal values (or values on one line) in a row are too many; default 6. */
  readonly window?: number | undefined;
  /** How close is equal: a share of the first value, and in the values' own unit; defaults 1e-5 and 1e-8. */
  readonly rtol?: number | undefined;
  readonly atol?: number | undefined;
  /** What is flagged: the "end" of each window, all but its first value ("tail", default), or "all". */
  readonly mark?: "tail" | "end" | "all" | undefined;
}

/** Row kernel: 1 in `ends` where the `window` values that end with the row are close to the first of them, else 0. */
export function staleEndsRows(
  i0: number,
  i1: number,
  x: Float64Array,
  window: number,
  rtol: number,
  atol: number,
  ends: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    let k = i - window + 1;
    if (k < 0 || !Number.isFinite(x[k]!)) {
      ends[i] = 0;
      continue;
    }
    const first = x[k]!;
    const close = atol + rtol * Math.abs(first);
    while (k <= i && Math.abs(x[k]! - first) <= close) k++;
    ends[i] = k > i ? 1 : 0;
  }
}

/** Spreads flags over the `length` rows that end with each of them, backwards in place. */
function spreadBack(flags: Float64Array, length: number): void {
  let left = 0;
  for (let i = flags.length - 1; i >= 0; i--) {
    if (flags[i] === 1) left = length;
    if (left-- > 0) flags[i] = 1;
  }
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
export function staleValuesDiff(inputs: { x: ColumnInput }, options: StaleValuesOptions = {}): { stale: Float64Array } {
  const { window, rtol, atol, mark } = settings("staleValuesDiff", 2, options);
  const { x, n } = toColumns("staleValuesDiff", { x: inputs.x });
  const stale = new Float64Array(n);
  staleEndsRows(0, n, x, window, rtol, atol, stale);
  spreadBack(stale, MARKED[mark](window));
  return { stale: withMissing(stale, x) };
}

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
export function interpolationDiff(
  inputs: { x: ColumnInput },
  options: StaleValuesOptions = {},
): { interpolated: Float64Array } {
  const { window, rtol, atol, mark } = settings("interpolationDiff", 3, options);
  const { x, n } = toColumns("interpolationDiff", { x: inputs.x });
  const differences = x.map((value, i) => (i > 0 ? value - x[i - 1]! : Number.NaN));
  const interpolated = new Float64Array(n);
  staleEndsRows(0, n, differences, window - 1, rtol, atol, interpolated);
  spreadBack(interpolated, MARKED[mark](window));
  return { interpolated: withMissing(interpolated, x) };
}

function withMissing(flags: Float64Array, x: Float64Array): Float64Array {
  for (let i = 0; i < flags.length; i++) if (Number.isNaN(x[i]!)) flags[i] = Number.NaN;
  return flags;
}
