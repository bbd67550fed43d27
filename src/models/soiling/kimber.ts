/**
 * Soiling at a constant rate between rains.
 *
 * Kimber, Mitchell, Nogradi & Wenger 2006, The Effect of Soiling on Large Grid-Connected Photovoltaic Systems in California
 * and the Southwest Region of the United States, 4th World Conference on Photovoltaic Energy Conversion, doi
 * 10.1109/WCPEC.2006.279690.
 */
import { DAY, HOUR } from "../../time/calendar.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";
import { checkTimes } from "../time-steps.js";
import { accumulatedRainRows } from "./accumulated-rain.js";

/** @experimental */
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
export function kimber(
  inputs: { time: ColumnInput; rainfall: ColumnInput },
  options: KimberOptions = {},
): { soiling: Float64Array } {
  const { cleaningThreshold = 6, soilingLossRate = 0.0015, gracePeriod = 14, maxSoiling = 0.3 } = options;
  const { manualWashDates = [], initialSoiling = 0, rainAccumPeriod = 24 } = options;
  checkNumbers("kimber", { cleaningThreshold });
  checkNumbers("kimber", { soilingLossRate, gracePeriod }, 0);
  checkNumbers("kimber", { maxSoiling, initialSoiling }, 0, 1);
  checkPositive("kimber", { rainAccumPeriod });
  const washes = toColumns("kimber", { manualWashDates }).manualWashDates.slice().sort();
  for (const manualWashDate of washes) checkNumbers("kimber", { manualWashDate });
  const { time, rainfall } = inputs;
  const c = toColumns("kimber", { time, rainfall });
  checkTimes("kimber", c.n, c.time);
  const rain = new Float64Array(c.n);
  accumulatedRainRows(0, c.n, 0, c.time, c.rainfall, rainAccumPeriod * HOUR, rain);
  const soiling = new Float64Array(c.n);
  const lossRate = soilingLossRate / DAY;
  kimberRows(c.n, c.time, rain, washes, cleaningThreshold, lossRate, gracePeriod * DAY, initialSoiling, soiling);
  for (let i = 0; i < c.n; i++) {
    soiling[i] = Number.isNaN(c.rainfall[i]!) ? Number.NaN : Math.min(soiling[i]!, maxSoiling);
  }
  return { soiling };
}
