/**
 * Clear-sky detection in a series of irradiance.
 *
 * Sources: [1] M. J. Reno, C. W. Hansen (2016), Identification of periods of clear sky irradiance in time series of GHI
 * measurements, Renewable Energy 90, 520–531; [2] D. C. Jordan, C. W. Hansen (2023), Clear-sky detection for PV degradation
 * analysis using multiple regression, Renewable Energy 209, 393–400, table 1, doi 10.1016/j.renene.2023.04.035. Windows are
 * centred and the scaling takes all clear samples, as in pvlib; [1] has windows that start at the sample, and the clear
 * samples of clear days.
 */
import { columnsOf, type Inputs, withDefaults } from "../model.js";

/** Limits of the five criteria; defaults are [1]'s for windows of 10 minutes of 1-minute GHI. */
export interface ClearskyLimits {
  /** Length of the sliding window in minutes; default 10. It must hold three samples. */
  readonly windowLength?: number | undefined;
  /** Largest difference of the means, W/m² (eq. 6); default 75. */
  readonly meanDiff?: number | undefined;
  /** Largest difference of the maxima, W/m² (eq. 7); default 75. */
  readonly maxDiff?: number | undefined;
  /** Limits of the difference of the line lengths (eq. 8); defaults −5 and 10. */
  readonly lowerLineLength?: number | undefined;
  readonly upperLineLength?: number | undefined;
  /** Largest normalised standard deviation of the slopes, per minute (eqs. 9–11); default 0.005. */
  readonly varDiff?: number | undefined;
  /** Largest difference between changes from sample to sample, W/m² (eqs. 12–14); default 8. */
  readonly slopeDev?: number | undefined;
}

export interface DetectClearskyOptions extends ClearskyLimits {
  /** Takes all limits from table 1 of [2] for the step of the series (1–30 minutes) instead; default false. */
  readonly inferLimits?: boolean | undefined;
  /** Largest number of times that the clear sky is scaled to the clear samples; default 20. */
  readonly maxIterations?: number | undefined;
}

/** Per sample, all of the window centred on it: 1 or 0 for each criterion, and what is compared. */
export interface ClearskyComponents {
  meanDiffFlag: Float64Array;
  maxDiffFlag: Float64Array;
  lineLengthFlag: Float64Array;
  slopeNstdFlag: Float64Array;
  slopeMaxFlag: Float64Array;
  meanNanFlag: Float64Array;
  windows: Float64Array;
  meanDiff: Float64Array;
  maxDiff: Float64Array;
  lineLength: Float64Array;
  slopeNstd: Float64Array;
  slopeMax: Float64Array;
}

type Limits = { readonly [Name in keyof ClearskyLimits]-?: number };

const DEFAULT_LIMITS: Limits = {
  windowLength: 10,
  meanDiff: 75,
  maxDiff: 75,
  lowerLineLength: -5,
  upperLineLength: 10,
  varDiff: 0.005,
  slopeDev: 8,
};

/** Table 1 of [2], for steps of 1, 5, 15 and 30 minutes. */
const STEPS = [1, 5, 15, 30];
const LIMITS_BY_STEP = {
  windowLength: [50, 60, 90, 120],
  maxDiff: [60, 65, 75, 90],
  varDiff: [0.005, 0.01, 0.032, 0.07],
  slopeDev: [50, 60, 75, 96],
};

function inferredLimits(step: number): Limits {
  if (!(step >= 1 && step <= 30)) {
    throw new RangeError(`detectClearsky: inferLimits is for steps of 1 to 30 minutes, got ${step}`);
  }
  let k = 0;
  while (k < 2 && step > STEPS[k + 1]!) k++;
  const share = (step - STEPS[k]!) / (STEPS[k + 1]! - STEPS[k]!);
  const at = (values: number[]) => values[k]! + share * (values[k + 1]! - values[k]!);
  return {
    windowLength: at(LIMITS_BY_STEP.windowLength),
    meanDiff: 75,
    maxDiff: at(LIMITS_BY_STEP.maxDiff),
    lowerLineLength: -45,
    upperLineLength: 80,
    varDiff: at(LIMITS_BY_STEP.varDiff),
    slopeDev: at(LIMITS_BY_STEP.slopeDev),
  };
}

/** The constant step of the times in minutes. */
function stepInMinutes(time: Float64Array): number {
  const step = time[1]! - time[0]!;
  if (!(step > 0)) throw new RangeError("detectClearsky: time must have two or more rising values, in Unix ms");
  for (let i = 2; i < time.length; i++) {
    if (time[i]! - time[i - 1]! !== step) {
      throw new RangeError(
        `detectClearsky: time must have a constant step; row ${i} is ${time[i]! - time[i - 1]!} ms after the one before, the first step is ${step} ms`,
      );
    }
  }
  return step / 60_000;
}

// Each of the following writes, for every window of `w` samples that starts at i, a statistic of the window to out[i + half],
// its centre, and leaves the rest NaN. NaN in a window is NaN in its statistic.

function windowMeans(data: Float64Array, w: number, out: Float64Array): void {
  for (let i = 0; i + w <= data.length; i++) {
    let sum = 0;
    for (let k = i; k < i + w; k++) sum += data[k]!;
    out[i + (w >> 1)] = sum / w;
  }
}

function windowMaxima(data: Float64Array, w: number, out: Float64Array): void {
  for (let i = 0; i + w <= data.length; i++) {
    let largest = data[i]!;
    for (let k = i + 1; k < i + w; k++) largest = Math.max(largest, data[k]!);
    out[i + (w >> 1)] = largest;
  }
}

function lineLengths(data: Float64Array, scale: number, w: number, step: number, out: Float64Array): void {
  for (let i = 0; i + w <= data.length; i++) {
    let length = 0;
    for (let k = i + 1; k < i + w; k++) {
      const rise = scale * data[k]! - scale * data[k - 1]!;
      length += Math.sqrt(rise * rise + step * step);
    }
    out[i + (w >> 1)] = length;
  }
}

/** Standard deviation (n − 1) of the slopes over the mean of the window. */
function slopeDeviations(data: Float64Array, means: Float64Array, w: number, step: number, out: Float64Array): void {
  for (let i = 0; i + w <= data.length; i++) {
    const meanSlope = (data[i + w - 1]! - data[i]!) / (step * (w - 1));
    let squares = 0;
    for (let k = i + 1; k < i + w; k++) {
      const deviation = (data[k]! - data[k - 1]!) / step - meanSlope;
      squares += deviation * deviation;
    }
    const centre = i + (w >> 1);
    out[centre] = Math.sqrt(squares / (w - 2)) / means[centre]!;
  }
}

function largestSlopeDifferences(
  measured: Float64Array,
  clear: Float64Array,
  scale: number,
  w: number,
  out: Float64Array,
): void {
  for (let i = 0; i + w <= measured.length; i++) {
    let largest = 0;
    for (let k = i + 1; k < i + w; k++) {
      const difference = measured[k]! - scale * clear[k]! - (measured[k - 1]! - scale * clear[k - 1]!);
      largest = Math.max(largest, Math.abs(difference));
    }
    out[i + (w >> 1)] = largest;
  }
}

/** 1 where a < limit, else 0; NaN is not below. */
function below(a: Float64Array, limit: number, out: Float64Array): void {
  for (let i = 0; i < a.length; i++) out[i] = a[i]! < limit ? 1 : 0;
}

/**
 * Tells the clear samples of a series of irradiance from the others: those in any window that is like the clear sky in its
 * mean, maximum, line length, slopes and largest change. The clear sky is scaled to the clear samples by least squares, and
 * the search repeated, until the scale is settled to 1e-4.
 *
 * @param inputs `measured`, `clearsky`: GHI (or both on one plane) in W/m²; `time` in Unix ms, with a constant step
 * @param options limits (see `ClearskyLimits`), `inferLimits`, `maxIterations`. The defaults are for 1-minute GHI; for longer
 *   steps set `inferLimits`
 * @returns `clear`: 1 for a clear sample, 0 for any other, also for NaN (a window with a NaN is not clear, and the clear sky
 *   must not be 0 throughout it); `alpha`: the scale of the clear sky (one value); `converged`; `components`: the windows'
 *   criteria and statistics at their centres
 * @throws RangeError for a step that is not constant, fewer than three samples in a window, fewer samples
 *   than a window, a step that `inferLimits` does not serve, unequal lengths; TypeError for columns or options of wrong kind
 *
 * Source: Reno & Hansen (2016), Jordan & Hansen (2023), see the file.
 * @experimental
 */
export function detectClearsky(
  inputs: Inputs<"measured" | "clearsky" | "time">,
  options: DetectClearskyOptions = {},
): { clear: Float64Array; alpha: Float64Array; converged: boolean; components: ClearskyComponents } {
  const { measured, clearsky, time, n } = columnsOf("detectClearsky", inputs, ["measured", "clearsky", "time"]);
  const { inferLimits = false, maxIterations = 20, ...thresholds } = options;
  if (!(maxIterations >= 1)) {
    throw new RangeError(`detectClearsky: maxIterations must be 1 or more, got ${maxIterations}`);
  }
  const step = stepInMinutes(time);
  const limits: Limits = inferLimits
    ? inferredLimits(step)
    : withDefaults("detectClearsky", DEFAULT_LIMITS, thresholds);
  const w = Math.floor(limits.windowLength / step);
  if (!(w >= 3)) {
    throw new RangeError(
      `detectClearsky: windowLength must hold 3 samples, ${3 * step} minutes or more, got ${limits.windowLength}`,
    );
  }
  if (n < w) throw new RangeError(`detectClearsky: a window takes ${w} samples, got ${n}`);
  return search(measured, clearsky, w, step, limits, maxIterations);
}

function search(
  measured: Float64Array,
  clearsky: Float64Array,
  w: number,
  step: number,
  limits: Limits,
  maxIterations: number,
): { clear: Float64Array; alpha: Float64Array; converged: boolean; components: ClearskyComponents } {
  const n = measured.length;
  const column = () => new Float64Array(n).fill(Number.NaN);
  const mean = column();
  const max = column();
  const length = column();
  const clearMean = column();
  const clearMax = column();
  const clearLength = column();
  const c: ClearskyComponents = {
    meanDiffFlag: column(),
    maxDiffFlag: column(),
    lineLengthFlag: column(),
    slopeNstdFlag: column(),
    slopeMaxFlag: column(),
    meanNanFlag: column(),
    windows: column(),
    meanDiff: column(),
    maxDiff: column(),
    lineLength: column(),
    slopeNstd: column(),
    slopeMax: column(),
  };
  windowMeans(measured, w, mean);
  windowMaxima(measured, w, max);
  lineLengths(measured, 1, w, step, length);
  slopeDeviations(measured, mean, w, step, c.slopeNstd);
  windowMeans(clearsky, w, clearMean);
  windowMaxima(clearsky, w, clearMax);
  below(c.slopeNstd, limits.varDiff, c.slopeNstdFlag);
  for (let i = 0; i < n; i++) c.meanNanFlag[i] = clearMean[i] !== 0 && !Number.isNaN(clearMean[i]!) ? 1 : 0;

  const clear = new Float64Array(n);
  let alpha = 1;
  let converged = false;
  for (let iteration = 0; iteration < maxIterations && !converged; iteration++) {
    lineLengths(clearsky, alpha, w, step, clearLength);
    largestSlopeDifferences(measured, clearsky, alpha, w, c.slopeMax);
    differences(mean, clearMean, alpha, c.meanDiff);
    differences(max, clearMax, alpha, c.maxDiff);
    for (let i = 0; i < n; i++) c.lineLength[i] = length[i]! - clearLength[i]!;
    below(c.meanDiff, limits.meanDiff, c.meanDiffFlag);
    below(c.maxDiff, limits.maxDiff, c.maxDiffFlag);
    below(c.slopeMax, limits.slopeDev, c.slopeMaxFlag);
    for (let i = 0; i < n; i++) {
      const d = c.lineLength[i]!;
      c.lineLengthFlag[i] = d > limits.lowerLineLength && d < limits.upperLineLength ? 1 : 0;
    }
    markClear(c, w, clear);
    const next = scaleOf(measured, clearsky, clear, alpha);
    converged = Math.round(next * 10_000) === Math.round(alpha * 10_000);
    alpha = next;
  }
  differences(mean, clearMean, alpha, c.meanDiff);
  differences(max, clearMax, alpha, c.maxDiff);
  return { clear, alpha: Float64Array.of(alpha), converged, components: c };
}

function differences(a: Float64Array, b: Float64Array, scale: number, out: Float64Array): void {
  for (let i = 0; i < a.length; i++) out[i] = Math.abs(a[i]! - scale * b[i]!);
}

/** Clear windows, and the samples in any of them. */
function markClear(c: ClearskyComponents, w: number, clear: Float64Array): void {
  const n = clear.length;
  clear.fill(0);
  for (let i = 0; i < n; i++) {
    c.windows[i] =
      c.meanDiffFlag[i]! *
      c.maxDiffFlag[i]! *
      c.lineLengthFlag[i]! *
      c.slopeNstdFlag[i]! *
      c.slopeMaxFlag[i]! *
      c.meanNanFlag[i]!;
    const first = i - (w >> 1);
    if (c.windows[i] === 1) clear.fill(1, first, first + w);
  }
}

/** The scale of the clear sky that fits the clear samples best; `before` when there are none. */
function scaleOf(measured: Float64Array, clearsky: Float64Array, clear: Float64Array, before: number): number {
  let products = 0;
  let squares = 0;
  for (let i = 0; i < clear.length; i++) {
    if (clear[i] !== 1) continue;
    products += measured[i]! * clearsky[i]!;
    squares += clearsky[i]! * clearsky[i]!;
  }
  return squares > 0 ? products / squares : before;
}
