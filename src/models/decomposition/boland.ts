import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import {
  type DiffuseFractionOptions,
  darkRows,
  limitedClearnessRows,
  splitByDiffuseFraction,
} from "./diffuse-fraction.js";

/** Coefficients a and b of the logistic function, fitted to averages of 15 minutes and of an hour. @experimental */
export const BOLAND_COEFFICIENTS = {
  quarterHour: { aCoeff: 8.645, bCoeff: 0.613 },
  hour: { aCoeff: 7.997, bCoeff: 0.586 },
} as const;

/** From this interval on the hour's coefficients are nearer than the quarter hour's, s. */
const HOUR_FROM = 1800;

/** @experimental */
export interface BolandCoefficients {
  /** Steepness of the logistic function. */
  readonly aCoeff?: number | undefined;
  /** Clearness index at which half of the light is diffuse. */
  readonly bCoeff?: number | undefined;
}

/**
 * Row kernel: diffuse fraction 1 / (1 + exp(a·(kt − b))) of the clearness index.
 * `diffuseFraction` may be the same column as `kt`.
 */
export function bolandRows(
  i0: number,
  i1: number,
  kt: Float64Array,
  aCoeff: number,
  bCoeff: number,
  diffuseFraction: Float64Array,
): void {
  for (let i = i0; i < i1; i++) diffuseFraction[i] = 1 / (1 + exp(aCoeff * (kt[i]! - bCoeff)));
}

function bolandModel(
  inputs: { ghi: ColumnInput; solarZenith: ColumnInput; dayOfYear: ColumnInput },
  options: DiffuseFractionOptions & BolandCoefficients = {},
): { dni: Float64Array; dhi: Float64Array; kt: Float64Array } {
  const { aCoeff = BOLAND_COEFFICIENTS.quarterHour.aCoeff, bCoeff = BOLAND_COEFFICIENTS.quarterHour.bCoeff } = options;
  const { ghi, solarZenith, dayOfYear } = toColumns("boland", {
    ghi: inputs.ghi,
    solarZenith: inputs.solarZenith,
    dayOfYear: inputs.dayOfYear,
  });
  return splitByDiffuseFraction(
    "boland",
    (i0, i1, kt, fraction) => bolandRows(i0, i1, kt, aCoeff, bCoeff, fraction),
    { ghi, zenith: solarZenith, dayOfYear },
    options,
  );
}

/**
 * DNI and DHI from GHI by the logistic diffuse fraction of Boland, Scott and Luther.
 *
 * @param inputs `ghi` in W/m² (negative counts as 0); `solarZenith`: true zenith in degrees; `dayOfYear`: 1 January = 1
 * @param options `aCoeff` (8.645), `bCoeff` (0.613): fitted to 15-minute averages; 7.997 and 0.586 to hourly ones
 *   (`BOLAND_COEFFICIENTS`); `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m², `kt` limited to [0, 1]; beyond maxZenith dni = 0 and dhi = ghi. NaN for NaN. As in
 *   pvlib DNI is not limited to the extraterrestrial irradiance; unlike there a negative GHI gives dhi = 0, and a
 *   missing value gives NaN at night, too
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Its `stage` takes the hour's coefficients for intervals of half an hour and more, those of 15 minutes below, unless
 * its options give others.
 *
 * Source: J. Boland, L. Scott, M. Luther (2001), Modelling the diffuse fraction of global solar radiation on a horizontal
 * surface, Environmetrics 12, 103–116; J. Boland, B. Ridley (2008), Models of diffuse solar fraction, in: V. Badescu
 * (ed.), Modeling Solar Radiation at the Earth's Surface, Springer.
 * @experimental
 */
export const boland = /* @__PURE__ */ withStage(bolandModel, {
  name: "boland",
  family: "decomposition",
  grid: "weather",
  reach: 0,
  reads: ["kt", "extraterrestrialHorizontal"],
  writes: ["diffuseFraction"],
  accepts: ["aCoeff", "bCoeff"],
  prepare: (_site, options: BolandCoefficients): BolandCoefficients => options,
  run({ from, to, interval, columns: { kt, extraterrestrialHorizontal, diffuseFraction } }, options) {
    const fitted = interval >= HOUR_FROM ? BOLAND_COEFFICIENTS.hour : BOLAND_COEFFICIENTS.quarterHour;
    const { aCoeff = fitted.aCoeff, bCoeff = fitted.bCoeff } = options;
    limitedClearnessRows(from, to, kt, diffuseFraction);
    bolandRows(from, to, diffuseFraction, aCoeff, bCoeff, diffuseFraction);
    darkRows(from, to, kt, extraterrestrialHorizontal, diffuseFraction);
  },
});
