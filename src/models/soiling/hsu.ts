/**
 * Soiling from airborne particles and rain: the fixed velocity model of Humboldt State University.
 *
 * Coello & Boyle 2019, Simple Model for Predicting Time Series Soiling of Photovoltaic Panels, IEEE Journal of
 * Photovoltaics 9, 1382–1387, doi 10.1109/JPHOTOV.2019.2919628.
 */

import { cos, DEG, pow } from "../../math/index.js";
import { HOUR } from "../../time/calendar.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";
import { checkTimes, stepBefore } from "../time-steps.js";
import { accumulatedRainRows } from "./accumulated-rain.js";
import { errorFunction } from "./error-function.js";

/** @experimental */
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

/**
 * Row kernel: mass of dust in g/m² on the modules; row i0 − 1 must have been done before, n is the series' length. time in
 * Unix ms, accumulatedRain in mm, surfaceTilt in degrees, pm25 and pm10 in g/m³, velocities in m/s. A step with NaN in tilt
 * or particles brings no dust.
 */
export function hsuMassRows(
  i0: number,
  i1: number,
  n: number,
  time: Float64Array,
  accumulatedRain: Float64Array,
  surfaceTilt: Float64Array,
  pm25: Float64Array,
  pm10: Float64Array,
  velocity25: number,
  velocity10: number,
  cleaningThreshold: number,
  mass: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const before = i > 0 ? mass[i - 1]! : 0;
    const settling = pm25[i]! * velocity25 + Math.max(pm10[i]! - pm25[i]!, 0) * velocity10;
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
export function hsu(
  inputs: {
    time: ColumnInput;
    rainfall: ColumnInput;
    surfaceTilt: ColumnInput;
    pm25: ColumnInput;
    pm10: ColumnInput;
  },
  options: HsuOptions,
): { soilingRatio: Float64Array } {
  const { cleaningThreshold, depoVeloc = HSU_SETTLING, rainAccumPeriod = 1 } = options ?? {};
  checkNumbers("hsu", { cleaningThreshold });
  checkNumbers("hsu", { "depoVeloc.pm25": depoVeloc.pm25, "depoVeloc.pm10": depoVeloc.pm10 }, 0);
  checkPositive("hsu", { rainAccumPeriod });
  const { time, rainfall, surfaceTilt, pm25, pm10 } = inputs;
  const c = toColumns("hsu", { time, rainfall, surfaceTilt, pm25, pm10 });
  checkTimes("hsu", c.n, c.time);
  const rain = new Float64Array(c.n);
  accumulatedRainRows(0, c.n, 0, c.time, c.rainfall, rainAccumPeriod * HOUR, rain);
  const mass = new Float64Array(c.n);
  hsuMassRows(
    0,
    c.n,
    c.n,
    c.time,
    rain,
    c.surfaceTilt,
    c.pm25,
    c.pm10,
    depoVeloc.pm25,
    depoVeloc.pm10,
    cleaningThreshold,
    mass,
  );
  const soilingRatio = new Float64Array(c.n);
  hsuSoilingRatioRows(0, c.n, mass, soilingRatio);
  for (let i = 0; i < c.n; i++) {
    if (Number.isNaN(c.rainfall[i]! + c.surfaceTilt[i]! + c.pm25[i]! + c.pm10[i]!)) soilingRatio[i] = Number.NaN;
  }
  return { soilingRatio };
}
