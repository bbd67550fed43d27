/**
 * DIRINDEX: DIRINT on top of a clear sky that is known.
 *
 * Source: R. Perez, P. Ineichen, K. Moore, M. Kmiecik, C. Chain, R. George, F. Vignola (2002), A new operational model for
 * satellite-derived irradiances: description and validation, Solar Energy 73, 307–317.
 */
import { STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import { Scratch } from "./diffuse-fraction.js";
import { DIRINT_SCRATCH, type DirintOptions, dirintBlock, dirintOf, prepareDirint, waterRows } from "./dirint.js";
import { knToDiffuseFractionRows } from "./disc.js";

/**
 * Row kernel: the clear sky's direct irradiance times what DIRINT gives for the GHI over what it gives for the clear
 * sky's; 0 where the latter is 0. Any unit. `direct` may be the same column as any of them.
 */
export function dirindexRows(
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
  inputs: {
    ghi: ColumnInput;
    ghiClear: ColumnInput;
    dniClear: ColumnInput;
    zenith: ColumnInput;
    time: ColumnInput;
    pressure?: ColumnInput | undefined;
    tempDew?: ColumnInput | undefined;
  },
  options: DirintOptions = {},
): { dni: Float64Array } {
  const c = toColumns("dirindex", {
    ghi: inputs.ghi,
    ghiClear: inputs.ghiClear,
    dniClear: inputs.dniClear,
    zenith: inputs.zenith,
    time: inputs.time,
    pressure: inputs.pressure === undefined ? STANDARD_PRESSURE : inputs.pressure,
    tempDew: inputs.tempDew === undefined ? Number.NaN : inputs.tempDew,
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
export const dirindex = /* @__PURE__ */ withStage(dirindexModel, {
  name: "dirindex",
  family: "decomposition",
  grid: "weather",
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
  writes: ["diffuseFraction"],
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
    knToDiffuseFractionRows(from, to, kt, c.zenith, extraterrestrialHorizontal, diffuseFraction);
  },
});

/** Row kernel: an irradiance over the extraterrestrial one on the horizontal (both W/m²), 0 without sun. */
function ratioRows(i0: number, i1: number, irradiance: Float64Array, extra: Float64Array, ratio: Float64Array): void {
  for (let i = i0; i < i1; i++) ratio[i] = extra[i]! > 0 ? irradiance[i]! / extra[i]! : 0;
}
