/**
 * DIRINT: DISC corrected by the stability of the sky and by water vapour; DIRINDEX: DIRINT on top of a clear sky that is known.
 *
 * Source: R. Perez, P. Ineichen, E. Maxwell, R. Seals, A. Zelenka (1992), Dynamic global-to-direct irradiance conversion
 * models, ASHRAE Transactions Research Series, 354–369, eqs. 1–5 and coefficient table. DIRINDEX: R. Perez, P. Ineichen, K. Moore, M.
 * Kmiecik, C. Chain, R. George, F. Vignola (2002), A new operational model for satellite-derived irradiances: description and
 * validation, Solar Energy 73, 307–317.
 */
import { exp } from "../../../foundation/math/index.js";
import { dayOfYearOf } from "../../../foundation/time/calendar.js";
import { STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { columnsOf, type Inputs, type Outputs } from "../model.js";
import type { Block } from "../stage.js";
import { ktPrimeRows, Scratch, withDecomposition } from "./clearness-index.js";
import { DIRINT_COEFFICIENTS } from "./dirint-coefficients.js";
import {
  DISC_MAX_AIRMASS,
  type DiscOptions,
  discAirmassRows,
  discOf,
  discRows,
  knToDiffuseFractionRows,
} from "./disc.js";

/** From this interval on, neighbours say nothing about stability any more, s (1.5 h). */
export const LONGEST_INTERVAL = 5400;

const UNKNOWN_STABILITY = 6;
const UNKNOWN_WATER = 4;

function ktPrimeBin(ktPrime: number): number {
  if (ktPrime < 0.56) return ktPrime < 0.24 ? 0 : ktPrime < 0.4 ? 1 : 2;
  return ktPrime < 0.7 ? 3 : ktPrime < 0.8 ? 4 : 5;
}

function zenithBin(zenith: number): number {
  if (zenith < 55) return zenith < 25 ? 0 : zenith < 40 ? 1 : 2;
  return zenith < 70 ? 3 : zenith < 80 ? 4 : 5;
}

function stabilityBin(deltaKtPrime: number): number {
  if (Number.isNaN(deltaKtPrime)) return UNKNOWN_STABILITY;
  if (deltaKtPrime < 0.07) return deltaKtPrime < 0.015 ? 0 : deltaKtPrime < 0.035 ? 1 : 2;
  return deltaKtPrime < 0.15 ? 3 : deltaKtPrime < 0.3 ? 4 : 5;
}

function waterBin(precipitableWater: number): number {
  if (Number.isNaN(precipitableWater)) return UNKNOWN_WATER;
  return precipitableWater < 1 ? 0 : precipitableWater < 2 ? 1 : precipitableWater < 3 ? 2 : 3;
}

/** An entry of the coefficient table, a dimensionless factor, by its 0-based bins. */
export function dirintCoefficient(ktPrime: number, zenith: number, stability: number, water: number): number {
  return DIRINT_COEFFICIENTS[((ktPrime * 6 + zenith) * 7 + stability) * 5 + water]!;
}

/**
 * Stability index Δkt' (eq. 2). Where one neighbour is missing (the ends of a day or a gap) the other is used alone
 * (eq. 3); NaN where both are.
 */
export function deltaKtPrime(previous: number, ktPrime: number, next: number): number {
  const before = Math.abs(ktPrime - previous);
  const after = Math.abs(ktPrime - next);
  if (Number.isNaN(before)) return after;
  return Number.isNaN(after) ? before : 0.5 * (before + after);
}

/** Precipitable water in cm from the dew point in °C (eq. 4). */
export function dewPointWater(tempDew: number): number {
  return exp(0.07 * tempDew - 0.075);
}

/**
 * Row kernel: multiplies Kn (or DNI) of DISC by DIRINT's coefficient.
 *
 * Rows [i0, i1) of `kn` are changed; rows [first, last) of `ktPrime` are there to be read as neighbours, with
 * `useNeighbours` false none is. NaN in `precipitableWater` (cm): water unknown. A row with NaN in ktPrime or zenith
 * (degrees) gets NaN, but a kn of 0 remains.
 */
export function dirintRows(
  i0: number,
  i1: number,
  first: number,
  last: number,
  ktPrime: Float64Array,
  zenith: Float64Array,
  precipitableWater: Float64Array,
  useNeighbours: boolean,
  kn: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    if (kn[i] === 0) continue;
    const current = ktPrime[i]!;
    const previous = useNeighbours && i > first ? ktPrime[i - 1]! : Number.NaN;
    const next = useNeighbours && i + 1 < last ? ktPrime[i + 1]! : Number.NaN;
    kn[i] = kn[i]! * coefficientOf(current, zenith[i]!, deltaKtPrime(previous, current, next), precipitableWater[i]!);
  }
}

/** The coefficient of eq. 5; NaN when kt' or the zenith is. */
function coefficientOf(ktPrime: number, zenith: number, delta: number, water: number): number {
  if (Number.isNaN(ktPrime + zenith)) return Number.NaN;
  return dirintCoefficient(ktPrimeBin(ktPrime), zenithBin(zenith), stabilityBin(delta), waterBin(water));
}

export interface DirintOptions extends Omit<DiscOptions, "maxAirmass"> {
  /** Whether the neighbouring rows tell about the sky's stability; default true. Not for steps of 1.5 h or more. */
  readonly useDeltaKtPrime?: boolean | undefined;
}

function dirintModel(
  inputs: Inputs<"ghi" | "solarZenith" | "time", "pressure" | "tempDew">,
  options: DirintOptions = {},
): Outputs<"dni"> {
  return dirintOf("dirint", inputs, options);
}

/** DIRINT for the public function `model`, which error texts name. */
export function dirintOf(
  model: string,
  inputs: Parameters<typeof dirintModel>[0],
  options: DirintOptions,
): Outputs<"dni"> {
  const { useDeltaKtPrime = true, minCosZenith, maxZenith } = options;
  const { ghi, solarZenith, time, pressure, tempDew, n } = columnsOf(model, inputs, ["ghi", "solarZenith", "time"], {
    pressure: STANDARD_PRESSURE,
    tempDew: Number.NaN,
  });
  const dayOfYear = time.map(dayOfYearOf);
  const { dni, kt, airmass } = discOf(model, { ghi, solarZenith, dayOfYear, pressure }, { minCosZenith, maxZenith });
  // The air mass is NaN at night: such rows do not count as neighbours.
  const ktPrime = airmass;
  ktPrimeRows(0, n, kt, airmass, 1, ktPrime);
  dirintRows(0, n, 0, n, ktPrime, solarZenith, tempDew.map(dewPointWater), useDeltaKtPrime, dni);
  return { dni };
}

/**
 * DNI from a series of GHI by DIRINT. Rows are consecutive records in time.
 *
 * @param inputs `ghi` in W/m²; `solarZenith`: true zenith in degrees; `time`: Unix ms (for the day of the year, UTC);
 *   `pressure` in Pa, default 101325; `tempDew`: dew point in °C, missing where unknown
 * @param options `useDeltaKtPrime` (true), `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni` in W/m², 0 beyond maxZenith and at night. NaN for NaN, except in `tempDew`, where it means that the row
 *   goes without (pvlib: NaN). A row with one neighbour missing (gap, or no sun there) takes the other alone, as the
 *   paper's eq. 3 has it and pvlib only at the ends of the series (else it counts half, pvlib issue 1847); with both
 *   missing, the stability counts as unknown (pvlib: NaN). At night pvlib gives NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Its `stage` reads the interval's clearness index, true zenith, pressure and dew point (else precipitable water) and
 * the two neighbouring intervals, and fades the direct part out between zenith 87° and 90° so that no jump is left.
 * @experimental
 */
export const dirint = /* @__PURE__ */ withDecomposition(dirintModel, {
  name: "dirint",
  reach: 1,
  reads: ["kt", "zenith", "pressure", "dewPoint", "precipitableWater", "extraterrestrialHorizontal"],
  accepts: ["useDeltaKtPrime"],
  prepare: (_site, options: Pick<DirintOptions, "useDeltaKtPrime">): DirintPrepared => prepareDirint(options),
  run(block, prepared) {
    const { from, to } = block;
    const { kt, zenith, diffuseFraction, extraterrestrialHorizontal } = block.columns;
    const { water } = DIRINT_SCRATCH.of(kt.length);
    waterRows(from, to, block.columns.dewPoint, block.columns.precipitableWater, water);
    dirintBlock(block, prepared, kt, diffuseFraction);
    knToDiffuseFractionRows(from, to, { kt, zenith, extraterrestrialHorizontal, fraction: diffuseFraction });
  },
});

const DIRINT_SCRATCH = /* @__PURE__ */ new Scratch("ktPrime", "water");

export interface DirintPrepared {
  readonly useDeltaKtPrime: boolean;
}

function prepareDirint({ useDeltaKtPrime = true }: Pick<DirintOptions, "useDeltaKtPrime">): DirintPrepared {
  return { useDeltaKtPrime };
}

/** Kn by DIRINT of a block's intervals with the clearness index `kt`; the scratch column `water` must be filled. */
function dirintBlock(block: Block, prepared: DirintPrepared, kt: Float64Array, kn: Float64Array): void {
  const { from, to, first, last, interval } = block;
  const { zenith, pressure, extraterrestrialHorizontal } = block.columns;
  const useNeighbours = prepared.useDeltaKtPrime && interval < LONGEST_INTERVAL;
  const begin = Math.max(first, from - 1);
  const end = Math.min(last, to + 1);
  const { ktPrime, water } = DIRINT_SCRATCH.of(kt.length);
  ktPrime.fill(Number.NaN, begin, end);
  for (let i = sunriseFrom(begin, end, extraterrestrialHorizontal); i < end; ) {
    const sunset = sunsetFrom(i, end, extraterrestrialHorizontal);
    // ktPrime holds the air mass first.
    discAirmassRows(i, sunset, zenith, pressure, DISC_MAX_AIRMASS, ktPrime);
    discRows(Math.max(i, from), Math.min(sunset, to), kt, ktPrime, kn);
    ktPrimeRows(i, sunset, kt, ktPrime, 1, ktPrime);
    i = sunriseFrom(sunset, end, extraterrestrialHorizontal);
  }
  dirintRows(from, to, begin, end, ktPrime, zenith, water, useNeighbours, kn);
}

/** First row from `i` on with sun; `end` when there is none. */
export function sunriseFrom(i: number, end: number, extraterrestrialHorizontal: Float64Array): number {
  let row = i;
  while (row < end && extraterrestrialHorizontal[row]! <= 0) row++;
  return row;
}

/** First row from `i` on without sun; `end` when there is none. */
export function sunsetFrom(i: number, end: number, extraterrestrialHorizontal: Float64Array): number {
  let row = i;
  while (row < end && !(extraterrestrialHorizontal[row]! <= 0)) row++;
  return row;
}

/** Row kernel: precipitable water (cm) from the dew point (°C), else the column that is given. */
function waterRows(
  i0: number,
  i1: number,
  dewPoint: Float64Array,
  precipitableWater: Float64Array,
  water: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const dew = dewPoint[i]!;
    water[i] = Number.isNaN(dew) ? precipitableWater[i]! : dewPointWater(dew);
  }
}

/**
 * Row kernel: the clear sky's direct irradiance times what DIRINT gives for the GHI over what it gives for the clear
 * sky's; 0 where the latter is 0. Any unit. `direct` may be the same column as any of them.
 */
function dirindexRows(
  i0: number,
  i1: number,
  directClear: Float64Array,
  dirintDirect: Float64Array,
  dirintClear: Float64Array,
  direct: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const clear = dirintClear[i]!;
    // 0 times what is given, so that a missing value stays missing.
    const ratio = clear === 0 ? 0 * dirintDirect[i]! : dirintDirect[i]! / clear;
    direct[i] = Math.max(directClear[i]! * ratio, 0);
  }
}

function dirindexModel(
  inputs: Inputs<"ghi" | "ghiClear" | "dniClear" | "zenith" | "time", "pressure" | "tempDew">,
  options: DirintOptions = {},
): Outputs<"dni"> {
  const c = columnsOf("dirindex", inputs, ["ghi", "ghiClear", "dniClear", "zenith", "time"], {
    pressure: STANDARD_PRESSURE,
    tempDew: Number.NaN,
  });
  const { n, ghiClear, dniClear } = c;
  const rows = { ghi: c.ghi, solarZenith: c.zenith, time: c.time, pressure: c.pressure, tempDew: c.tempDew };
  const sky = dirintOf("dirindex", rows, options).dni;
  const clear = dirintOf("dirindex", { ...rows, ghi: ghiClear }, options).dni;
  const dni = new Float64Array(n);
  dirindexRows(0, n, dniClear, sky, clear, dni);
  return { dni };
}

/** Of the stage. */
const scratch = /* @__PURE__ */ new Scratch("clearKt", "clearKn", "directClear");

/**
 * DNI from a series of GHI by DIRINDEX. Rows are consecutive records in time.
 *
 * @param inputs `ghi`, and `ghiClear`, `dniClear` of a clear-sky model (the paper's: Ineichen with Perez's enhancement), in
 *   W/m²; `zenith`: true zenith in degrees; `time`: Unix ms (for the day of the year, UTC); `pressure` in Pa, default
 *   101325; `tempDew`: dew point in °C, missing where unknown
 * @param options `useDeltaKtPrime` (true), `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni` in W/m²; 0 where DIRINT gives none for the clear sky: at night and beyond maxZenith (pvlib: NaN). NaN for
 *   NaN, except in `tempDew`; missing neighbours as in `dirint`
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Its `stage` takes the engine's clear sky, and fades the direct part out between zenith 87° and 90° as DIRINT's does.
 *
 * Source: Perez et al. (2002).
 * @experimental
 */
export const dirindex = /* @__PURE__ */ withDecomposition(dirindexModel, {
  name: "dirindex",
  reach: 1,
  reads: [
    "kt",
    "zenith",
    "pressure",
    "dewPoint",
    "precipitableWater",
    "clearGhi",
    "clearDirectHorizontal",
    "extraterrestrialHorizontal",
  ],
  accepts: ["useDeltaKtPrime"],
  prepare: (_site, options: Pick<DirintOptions, "useDeltaKtPrime">) => prepareDirint(options),
  run(block, prepared) {
    const { from, to, columns: c } = block;
    const { kt, diffuseFraction, extraterrestrialHorizontal } = c;
    const { clearKt, clearKn, directClear } = scratch.of(kt.length);
    const begin = Math.max(block.first, from - 1);
    const end = Math.min(block.last, to + 1);
    ratioRows(begin, end, c.clearGhi, extraterrestrialHorizontal, clearKt);
    ratioRows(from, to, c.clearDirectHorizontal, extraterrestrialHorizontal, directClear);
    waterRows(from, to, c.dewPoint, c.precipitableWater, DIRINT_SCRATCH.of(kt.length).water);
    dirintBlock(block, prepared, clearKt, clearKn);
    dirintBlock(block, prepared, kt, diffuseFraction);
    // diffuseFraction holds DIRINT's Kn, then DIRINDEX's.
    dirindexRows(from, to, directClear, diffuseFraction, clearKn, diffuseFraction);
    knToDiffuseFractionRows(from, to, { kt, zenith: c.zenith, extraterrestrialHorizontal, fraction: diffuseFraction });
  },
});

/** Row kernel: an irradiance over the extraterrestrial one on the horizontal (both W/m²), 0 without sun. */
function ratioRows(i0: number, i1: number, irradiance: Float64Array, extra: Float64Array, ratio: Float64Array): void {
  for (let i = i0; i < i1; i++) ratio[i] = extra[i]! > 0 ? irradiance[i]! / extra[i]! : 0;
}
