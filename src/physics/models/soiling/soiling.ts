/**
 * Soiling of modules by dust, and its removal by rain.
 *
 * `hsu`: Coello & Boyle 2019, Simple Model for Predicting Time Series Soiling of Photovoltaic Panels, IEEE Journal of
 * Photovoltaics 9, 1382–1387, doi 10.1109/JPHOTOV.2019.2919628. `kimber`: Kimber, Mitchell, Nogradi & Wenger 2006, The Effect of Soiling
 * on Large Grid-Connected Photovoltaic Systems in California and the Southwest Region of the United States, 4th World Conference on
 * Photovoltaic Energy Conversion, doi 10.1109/WCPEC.2006.279690.
 */
import { cos, DEG, exp, pow } from "../../../foundation/math/index.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { type Columns, checkNumbers, checkPositive, checkTimes, model, stepBefore, toColumns } from "../model.js";

/**
 * Row kernel: time (Unix ms), rainfall (mm in the step that ends with the row) → accumulated (mm, another column): the sum
 * over the rows in (time − period, time], period in ms. NaN counts as no rain. Rows [first, i1) may be read.
 */
export function accumulatedRainRows(
  i0: number,
  i1: number,
  first: number,
  time: Float64Array,
  rainfall: Float64Array,
  period: number,
  accumulated: Float64Array,
): void {
  let oldest = first;
  let lastWet = -1;
  for (let j = first; j < i0; j++) if (rainfall[j]! > 0) lastWet = j;
  for (let i = i0; i < i1; i++) {
    while (time[oldest]! <= time[i]! - period) oldest++;
    if (rainfall[i]! > 0) lastWet = i;
    // Each sum anew and in order, so that it depends on its window alone and not on what rounding went before.
    let sum = 0;
    for (let j = oldest; j <= lastWet; j++) if (rainfall[j]! > 0) sum += rainfall[j]!;
    accumulated[i] = sum;
  }
}

/** 2/√π */
const SCALE = 1.1283791670955126;
/** From here on 1 − erf(x) is less than half the last digit of 1. */
const SATURATED = 6;

/**
 * Error function of x ≥ 0; NaN for NaN.
 *
 * Abramowitz & Stegun 1964, Handbook of Mathematical Functions, eq. 7.1.6: 2/√π·exp(−x²)·Σ 2ᵏ·x^(2k+1)/(1·3·…·(2k+1)).
 * All its terms are positive, so nothing cancels.
 */
export function errorFunction(x: number): number {
  if (x >= SATURATED) return 1;
  let term = x;
  let sum = x;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (2 * x * x) / (2 * k + 1);
    sum += term;
  }
  return SCALE * exp(-x * x) * sum;
}

export interface HsuOptions {
  /** Rain in an accumulation period that cleans the modules, mm. */
  cleaningThreshold: number;
  /** Settling velocities in m/s. Default 0.0009 for PM2.5, 0.004 for the coarser part of PM10. */
  depoVeloc?: { pm25: number; pm10: number } | undefined;
  /** Period over which rain is summed, h; 1 to 24 is advised. Default 1. */
  rainAccumPeriod?: number | undefined;
}

/** Velocities at which particles settle, m/s. */
export const HSU_SETTLING = { pm25: 0.0009, pm10: 0.004 } as const;

type HsuMassSettings = {
  readonly velocities: NonNullable<HsuOptions["depoVeloc"]>;
  readonly cleaningThreshold: number;
};

export type HsuMassColumns = Columns<"time" | "accumulatedRain" | "surfaceTilt" | "pm25" | "pm10" | "mass">;

/**
 * Row kernel: mass of dust in g/m² on the modules; row i0 − 1 must have been done before, n is the series' length. time in
 * Unix ms, accumulatedRain in mm, surfaceTilt in degrees, pm25 and pm10 in g/m³, velocities in m/s. A step with NaN in tilt
 * or particles brings no dust.
 */
export function hsuMassRows(i0: number, i1: number, n: number, c: HsuMassColumns, set: HsuMassSettings): void {
  const { velocities, cleaningThreshold } = set;
  const { time, accumulatedRain, surfaceTilt, pm25, pm10, mass } = c;
  for (let i = i0; i < i1; i++) {
    const before = i > 0 ? mass[i - 1]! : 0;
    const settling = pm25[i]! * velocities.pm25 + Math.max(pm10[i]! - pm25[i]!, 0) * velocities.pm10;
    const added = settling * cos(surfaceTilt[i]! * DEG) * (stepBefore(i, n, time) / 1000);
    if (accumulatedRain[i]! >= cleaningThreshold) mass[i] = 0;
    else mass[i] = Number.isNaN(added) ? before : before + added;
  }
}

/** Mass of dust in g/m² → share of light that gets through, 1…0.6563; `soilingRatio` may be the same column. */
export function hsuSoilingRatioRows(i0: number, i1: number, mass: Float64Array, soilingRatio: Float64Array): void {
  for (let i = i0; i < i1; i++) soilingRatio[i] = 1 - 0.3437 * errorFunction(0.17 * pow(mass[i]!, 0.8473));
}

/**
 * Share of irradiance transmitted by the dust on the modules. They are clean before the first step.
 *
 * A row with NaN in it gets NaN; for the rows after it, it is one without rain (rainfall NaN) or without new dust (another
 * NaN). The first step is taken as long as the second, a single row counts as an hour.
 *
 * @param inputs time (Unix ms, increasing), rainfall (mm in the step that ends with the row), surfaceTilt (deg, 0…90), pm25
 *   and pm10 (g/m³ of particles below 2.5 and 10 µm); numbers or arrays of one length
 * @param options cleaningThreshold (mm), depoVeloc (m/s), rainAccumPeriod (1 h)
 * @returns soilingRatio, 1 (clean) down to 0.6563 (no unit); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export const hsu = /* @__PURE__ */ model("hsu", {
  inputs: ["time", "rainfall", "surfaceTilt", "pm25", "pm10"],
  outputs: ["soilingRatio"],
  settings({ cleaningThreshold, depoVeloc = HSU_SETTLING, rainAccumPeriod = 1 }: HsuOptions) {
    checkNumbers("hsu", { cleaningThreshold });
    checkNumbers("hsu", { "depoVeloc.pm25": depoVeloc.pm25, "depoVeloc.pm10": depoVeloc.pm10 }, 0);
    checkPositive("hsu", { rainAccumPeriod });
    return { cleaningThreshold, velocities: depoVeloc, period: rainAccumPeriod * HOUR };
  },
  rows(from, to, { time, rainfall, surfaceTilt, pm25, pm10, soilingRatio }, set) {
    checkTimes("hsu", to, time);
    const [rain, mass] = [new Float64Array(to), new Float64Array(to)];
    accumulatedRainRows(from, to, 0, time, rainfall, set.period, rain);
    hsuMassRows(from, to, to, { time, accumulatedRain: rain, surfaceTilt, pm25, pm10, mass }, set);
    hsuSoilingRatioRows(from, to, mass, soilingRatio);
    for (let i = from; i < to; i++) {
      if (Number.isNaN(rainfall[i]! + surfaceTilt[i]! + pm25[i]! + pm10[i]!)) soilingRatio[i] = Number.NaN;
    }
  },
});

export interface KimberOptions {
  /** Rain in an accumulation period above which the modules are cleaned, mm. Default 6. */
  cleaningThreshold?: number | undefined;
  /** Share of energy lost to one day of dust. Default 0.0015; the paper has 0 to 0.003 by region and surroundings. */
  soilingLossRate?: number | undefined;
  /** Days after such rain during which damp ground gives no dust. Default 14. */
  gracePeriod?: number | undefined;
  /** Largest loss, 0…1. Default 0.3. */
  maxSoiling?: number | undefined;
  /** Times of manual washes, Unix ms: the first row at or after each is clean. No grace period follows. Default none. */
  manualWashDates?: ArrayLike<number> | undefined;
  /** Loss at the first row, 0…1. Default 0. */
  initialSoiling?: number | undefined;
  /** Period over which rain is summed, h. Default 24. */
  rainAccumPeriod?: number | undefined;
}

/**
 * Row kernel: time (Unix ms), accumulatedRain (mm) → soiling, not yet limited. gracePeriod in ms, lossRate per ms; washes in
 * ascending Unix ms. Works on the whole series, [0, n).
 */
export function kimberRows(
  n: number,
  time: Float64Array,
  accumulatedRain: Float64Array,
  washes: Float64Array,
  cleaningThreshold: number,
  lossRate: number,
  gracePeriod: number,
  initialSoiling: number,
  soiling: Float64Array,
): void {
  let cleaned = Number.NEGATIVE_INFINITY;
  let wash = 0;
  for (let i = 0; i < n; i++) {
    const rained = accumulatedRain[i]! > cleaningThreshold;
    if (rained) cleaned = time[i]!;
    let washed = rained || time[i]! - cleaned < gracePeriod;
    while (wash < washes.length && washes[wash]! <= time[i]!) {
      washed ||= i === 0 ? washes[wash] === time[0] : true;
      wash++;
    }
    const dirty = i > 0 ? soiling[i - 1]! + lossRate * (time[i]! - time[i - 1]!) : initialSoiling;
    soiling[i] = washed ? 0 : dirty;
  }
}

/**
 * Share of energy lost to soiling: grows by soilingLossRate a day, is 0 from a cleaning rain to the end of its grace period,
 * and 0 after a wash.
 *
 * A row with NaN in rainfall gets NaN and counts as one without rain. Steps may be uneven (pvlib takes all as long as the
 * first).
 *
 * @param inputs time (Unix ms, increasing), rainfall (mm in the step that ends with the row); numbers or arrays of one length
 * @param options cleaningThreshold (6 mm), soilingLossRate (0.0015 per day), gracePeriod (14 days), maxSoiling (0.3),
 *   manualWashDates (none), initialSoiling (0), rainAccumPeriod (24 h)
 * @returns soiling, 0…maxSoiling (no unit); NaN where rainfall is NaN
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export const kimber = /* @__PURE__ */ model("kimber", {
  inputs: ["time", "rainfall"],
  outputs: ["soiling"],
  settings(options: KimberOptions) {
    const { cleaningThreshold = 6, soilingLossRate = 0.0015, gracePeriod = 14, maxSoiling = 0.3 } = options;
    const { manualWashDates = [], initialSoiling = 0, rainAccumPeriod = 24 } = options;
    checkNumbers("kimber", { cleaningThreshold });
    checkNumbers("kimber", { soilingLossRate, gracePeriod }, 0);
    checkNumbers("kimber", { maxSoiling, initialSoiling }, 0, 1);
    checkPositive("kimber", { rainAccumPeriod });
    const washes = toColumns("kimber", { manualWashDates }).manualWashDates.slice().sort();
    for (const manualWashDate of washes) checkNumbers("kimber", { manualWashDate });
    return { cleaningThreshold, soilingLossRate, gracePeriod, maxSoiling, washes, initialSoiling, rainAccumPeriod };
  },
  rows(from, to, { time, rainfall, soiling }, set) {
    const { cleaningThreshold, washes, initialSoiling, maxSoiling } = set;
    checkTimes("kimber", to, time);
    const rain = new Float64Array(to);
    accumulatedRainRows(from, to, 0, time, rainfall, set.rainAccumPeriod * HOUR, rain);
    const [lossRate, grace] = [set.soilingLossRate / DAY, set.gracePeriod * DAY];
    kimberRows(to, time, rain, washes, cleaningThreshold, lossRate, grace, initialSoiling, soiling);
    for (let i = from; i < to; i++) {
      soiling[i] = Number.isNaN(rainfall[i]!) ? Number.NaN : Math.min(soiling[i]!, maxSoiling);
    }
  },
});
