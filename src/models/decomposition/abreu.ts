import { pow } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import {
  type DiffuseFractionOptions,
  darkRows,
  limitedClearnessRows,
  splitByDiffuseFraction,
} from "./diffuse-fraction.js";

/** A, B and n of the four climates. By Köppen's first letter: A tropical, B arid, E high albedo, else temperate. @experimental */
export const ABREU_COEFFICIENTS = {
  arid: [11.39, -6.25, 1.86],
  highAlbedo: [7.83, -4.59, 3.25],
  temperate: [10.79, -5.87, 2.24],
  tropical: [11.59, -6.14, 1.87],
} as const;

/** @experimental */
export type AbreuClimate = keyof typeof ABREU_COEFFICIENTS;

/** @experimental */
export interface AbreuOptions {
  /** Climate of the place; default "temperate". */
  readonly climate?: AbreuClimate | undefined;
}

/**
 * Row kernel: diffuse fraction (1 + (A(kt − ½)² + B(kt − ½) + 1)^−n)^(−1/n) of the clearness index.
 * `diffuseFraction` may be the same column as `kt`.
 */
export function abreuRows(
  i0: number,
  i1: number,
  kt: Float64Array,
  coefficients: readonly number[],
  diffuseFraction: Float64Array,
): void {
  const [a, b, n] = coefficients as readonly [number, number, number];
  for (let i = i0; i < i1; i++) {
    const k = kt[i]! - 0.5;
    diffuseFraction[i] = pow(1 + pow((a * k + b) * k + 1, -n), -1 / n);
  }
}

function coefficientsOf(climate: unknown): readonly number[] {
  if (Object.hasOwn(ABREU_COEFFICIENTS, climate as AbreuClimate)) return ABREU_COEFFICIENTS[climate as AbreuClimate];
  const known = Object.keys(ABREU_COEFFICIENTS).join(", ");
  throw new RangeError(`abreu: climate must be one of ${known}, got ${JSON.stringify(climate)}`);
}

function abreuModel(
  inputs: { ghi: ColumnInput; solarZenith: ColumnInput; dayOfYear: ColumnInput },
  options: DiffuseFractionOptions & AbreuOptions = {},
): { dni: Float64Array; dhi: Float64Array; kt: Float64Array } {
  const { climate = "temperate" } = options;
  const set = coefficientsOf(climate);
  const { ghi, solarZenith, dayOfYear } = toColumns("abreu", {
    ghi: inputs.ghi,
    solarZenith: inputs.solarZenith,
    dayOfYear: inputs.dayOfYear,
  });
  return splitByDiffuseFraction(
    "abreu",
    (i0, i1, kt, fraction) => abreuRows(i0, i1, kt, set, fraction),
    { ghi, zenith: solarZenith, dayOfYear },
    options,
  );
}

/**
 * DNI and DHI from GHI by Abreu's diffuse fraction for one of four climates.
 *
 * @param inputs `ghi` in W/m² (negative counts as 0); `solarZenith`: true zenith in degrees; `dayOfYear`: 1 January = 1
 * @param options `climate` ("temperate", "arid", "tropical" or "highAlbedo"); `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m², `kt` limited to [0, 1]; beyond maxZenith dni = 0 and dhi = ghi. NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option; RangeError for another climate
 *
 * Source: the paper was not read; equation and coefficients were read in the public code of the separation model YANG5
 * (Yang et al. 2024) and in one more.
 * @experimental
 */
export const abreu = /* @__PURE__ */ withStage(abreuModel, {
  name: "abreu",
  family: "decomposition",
  grid: "weather",
  reach: 0,
  reads: ["kt", "extraterrestrialHorizontal"],
  writes: ["diffuseFraction"],
  accepts: ["climate"],
  prepare: (_site, { climate = "temperate" }: AbreuOptions) => coefficientsOf(climate),
  run({ from, to, columns: { kt, extraterrestrialHorizontal, diffuseFraction } }, coefficients) {
    limitedClearnessRows(from, to, kt, diffuseFraction);
    abreuRows(from, to, diffuseFraction, coefficients, diffuseFraction);
    darkRows(from, to, kt, extraterrestrialHorizontal, diffuseFraction);
  },
});
