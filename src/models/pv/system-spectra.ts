/**
 * Spectral corrections of a PV system by name: what the colour of the light does to the modules' current.
 *
 * De Soto, Klein & Beckman 2006; King, Boyson & Kratochvil 2004; Lee & Panchula 2016; Caballero et al. 2018: see the models of
 * `spectrum/`.
 */
import { pow } from "../../math/index.js";
import { checkNumbers } from "../options.js";
import { CABALLERO_COEFFICIENTS, spectralFactorCaballeroRows } from "../spectrum/caballero.js";
import { FIRST_SOLAR_COEFFICIENTS, FIRST_SOLAR_LIMITS, spectralFactorFirstsolarRows } from "../spectrum/first-solar.js";
import { moduleCoefficients } from "../spectrum/module-coefficients.js";
import { DESOTO_POLYCRYSTALLINE, spectralFactorSapmRows } from "../spectrum/sapm.js";
import { checkName } from "./system-options.js";

/** Spectral corrections by name, with what each is computed from besides the air mass. */
export const SYSTEM_SPECTRA = ["none", "deSoto", "sapm", "firstSolar", "caballero"] as const;
export type SystemSpectrum = (typeof SYSTEM_SPECTRA)[number];

/** Modules whose spectral coefficients are published. */
export const SPECTRAL_MODULES = ["monosi", "multisi", "cdte", "cigs", "asi", "perovskite"] as const;

/** @experimental */
export interface SpectrumOptions {
  /**
   * Spectral correction of the modules' current: "none" (default); "deSoto", the air mass modifier of polycrystalline modules
   * (`DESOTO_POLYCRYSTALLINE`), which PVWatts version 8 applies to all light; "sapm", that of a module's own A0…A4; "firstSolar", with
   * precipitable water (`spectralFactorFirstsolar`); "caballero", with aerosol, too (`spectralFactorCaballero`).
   */
  spectrum?: SystemSpectrum | undefined;
  /** Module of "firstSolar" and "caballero". Default "monosi". */
  spectralModule?: (typeof SPECTRAL_MODULES)[number] | undefined;
  /** In place of those of the module: five for "sapm" (A0…A4), six for "firstSolar", twelve for "caballero". */
  spectralCoefficients?: readonly number[] | undefined;
}

/** Absolute air mass, precipitable water in cm, aerosol optical depth at 500 nm. */
export interface SpectralColumns {
  readonly airmass: Float64Array;
  readonly water: Float64Array;
  readonly aod500: Float64Array;
}

/** Row kernel: columns → what multiplies the light. */
export type SpectralRows = (i0: number, i1: number, columns: SpectralColumns, factor: Float64Array) => void;

/** Columns of the pipeline that a correction reads besides the air mass. */
export function spectralReads(spectrum: SystemSpectrum = "none"): ("precipitableWater" | "aerosolOpticalDepth")[] {
  if (spectrum === "firstSolar") return ["precipitableWater"];
  return spectrum === "caballero" ? ["precipitableWater", "aerosolOpticalDepth"] : [];
}

/** @returns null: no correction */
export function spectralRows(model: string, options: SpectrumOptions): SpectralRows | null {
  const { spectrum = "none", spectralModule, spectralCoefficients } = options;
  checkName(model, { spectrum }, SYSTEM_SPECTRA);
  const module = {
    moduleType: spectralCoefficients === undefined ? (spectralModule ?? "monosi") : undefined,
    coefficients: spectralCoefficients,
  } as { readonly moduleType: "monosi"; readonly coefficients: readonly number[] };
  if (spectrum === "none") return null;
  if (spectrum === "deSoto") return airmassRows(DESOTO_POLYCRYSTALLINE);
  if (spectrum === "sapm") return airmassRows(checkSapm(model, spectralCoefficients));
  if (spectrum === "firstSolar") {
    const coefficients = moduleCoefficients(model, FIRST_SOLAR_COEFFICIENTS, module);
    return (i0, i1, { water, airmass }, factor) =>
      spectralFactorFirstsolarRows(i0, i1, water, airmass, coefficients, FIRST_SOLAR_LIMITS, factor);
  }
  const coefficients = moduleCoefficients(model, CABALLERO_COEFFICIENTS, module);
  return (i0, i1, { water, airmass, aod500 }, factor) =>
    spectralFactorCaballeroRows(i0, i1, water, airmass, aod500, coefficients, factor);
}

function airmassRows(coefficients: readonly [number, number, number, number, number]): SpectralRows {
  return (i0, i1, { airmass }, factor) => spectralFactorSapmRows(i0, i1, airmass, ...coefficients, factor);
}

function checkSapm(model: string, given: readonly number[] = []): readonly [number, number, number, number, number] {
  if (given.length !== 5) {
    throw new RangeError(`${model}: spectrum "sapm" needs five spectralCoefficients, A0 to A4, got ${given.length}`);
  }
  const [A0, A1, A2, A3, A4] = given;
  checkNumbers(model, { A0, A1, A2, A3, A4 });
  return [A0!, A1!, A2!, A3!, A4!];
}

/** What counts where the weather does not say it: the reference spectrum's (ASTM G173), as in `spectralFactorCaballero`. */
export const ASSUMED_WATER = 1.4164;
export const ASSUMED_AOD500 = 0.084;
/** Ångström's law with the mean exponent of Gueymard's reference atmospheres: 550 nm, as weather has it, to 500 nm. */
const AOD500_PER_AOD550 = pow(550 / 500, 1.14);
/** Nearer to the horizon and wetter no correction was fitted. */
const MOST = { airmass: FIRST_SOLAR_LIMITS.maxAirmassAbsolute, water: FIRST_SOLAR_LIMITS.maxPrecipitableWater };

/**
 * What the weather of sub-steps is to a correction: gaps filled with the reference, and values within what the models were fitted for, so
 * that no polynomial runs away at the horizon.
 */
export function spectralInputRows(
  i0: number,
  i1: number,
  precipitableWater: Float64Array,
  aerosolOpticalDepth: Float64Array,
  { airmass, water, aod500 }: SpectralColumns,
): void {
  for (let i = i0; i < i1; i++) {
    const cm = precipitableWater[i]!;
    const depth = aerosolOpticalDepth[i]!;
    airmass[i] = Math.min(airmass[i]!, MOST.airmass);
    water[i] = Number.isNaN(cm) ? ASSUMED_WATER : Math.min(cm, MOST.water);
    aod500[i] = Number.isNaN(depth) ? ASSUMED_AOD500 : depth * AOD500_PER_AOD550;
  }
}
