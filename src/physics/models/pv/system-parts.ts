/**
 * The parts of a PV system that its options choose, by name: reflection at the cover for beam, sky and ground apart, the light on the rear,
 * spectrum, cell temperature.
 *
 * Diffuse light is reflected as beam at an equivalent angle: Brandemuehl & Beckman 1980, Solar Energy 24, 511–513, in Duffie & Beckman,
 * Solar Engineering of Thermal Processes, eq. 5.4.1 and 5.4.2. The factors of the rear are those of pvlib.bifacial.infinite_sheds.
 */
import { acos, pow, RAD } from "../../../foundation/math/index.js";
import { faiman, noctSam, pvsystCell, ross } from "../cell-temperature/linear.js";
import { sapmCell } from "../cell-temperature/sapm.js";
import { ashrae, incidenceCosineRows, martinRuiz, physical, schlick } from "../incidence/beam.js";
import { type Columns, checkNumbers, checkPositive } from "../model.js";
import {
  CABALLERO_COEFFICIENTS,
  DESOTO_POLYCRYSTALLINE,
  FIRST_SOLAR_COEFFICIENTS,
  FIRST_SOLAR_LIMITS,
  moduleCoefficients,
  REFERENCE_AOD500,
  REFERENCE_WATER,
  spectralFactorCaballero,
  spectralFactorFirstsolar,
  spectralFactorSapm,
} from "../spectrum/factors.js";

type Numbers = { readonly [option: string]: number };

/** @throws RangeError for an option that is none of the known names */
export function checkName(model: string, option: { readonly [name: string]: string }, known: readonly string[]): void {
  const [[name, value]] = Object.entries(option) as [[string, string]];
  if (!known.includes(value))
    throw new RangeError(`${model}: ${name} must be one of ${known.join(", ")}, got ${String(value)}`);
}

/** The named set of options, overridden by those that are given. */
export function merge(
  model: string,
  key: string,
  sets: { readonly [name: string]: Numbers },
  name: unknown,
  given: Numbers = {},
): Numbers {
  if (typeof name !== "string" || !Object.hasOwn(sets, name)) {
    const problem = `${model}: ${key} must be one of ${Object.keys(sets).join(", ")}, got ${String(name)}`;
    throw typeof name === "string" ? new RangeError(problem) : new TypeError(problem);
  }
  for (const option in given) {
    if (Object.hasOwn(sets[name]!, option)) continue;
    const known = Object.keys(sets[name]!).join(", ") || "none";
    throw new TypeError(`${model}: ${key}Options.${option} is not an option of ${name}; known: ${known}`);
  }
  const merged = { ...sets[name], ...given };
  checkNumbers(`${model}: ${key}Options`, merged);
  return merged;
}

/** Cell temperature models by name, with the options that each takes and their values here. */
export const SYSTEM_CELL_TEMPERATURE = {
  /** Open rack, glass and polymer. */
  sapm: { a: -3.56, b: -0.075, deltaT: 3 },
  pvsyst: { uC: 29, uV: 0, moduleEfficiency: 0.1, alphaAbsorption: 0.9 },
  faiman: { u0: 25, u1: 6.84 },
  ross: { noct: 45 },
  /** SAM's standard module on an open rack. */
  noctSam: { noct: 45, moduleEfficiency: 0.19, transmittanceAbsorptance: 0.9, arrayHeight: 1, mountStandoff: 4 },
} as const;

/** Light on the plane (W/m²), air (°C) and wind (m/s) in; cells (°C) out. */
export type CellColumns = Columns<"global" | "tempAir" | "wind" | "tempCell">;

export type CellRows = (from: number, to: number, s: CellColumns) => void;

const CELL_MODELS = { sapm: sapmCell, pvsyst: pvsystCell, faiman, ross, noctSam };

/** The row kernel of a model with its options, all of them. */
export function cellRows(name: keyof typeof SYSTEM_CELL_TEMPERATURE, options: Numbers): CellRows {
  const { rows, settings } = CELL_MODELS[name] as typeof noctSam;
  const set = settings(options as never);
  // Of SAM's model not the effective irradiance: at grazing incidence its formula falls without limit with it.
  return (from, to, { global, tempAir, wind, tempCell }) =>
    rows(from, to, { poaGlobal: global, tempAir, windSpeed: wind, effectiveIrradiance: global, tempCell }, set);
}

/** Incidence angle modifiers by name, with the options that each takes and their values here. */
export const SYSTEM_IAM = {
  /** Glass with an anti-reflective coating, as in SAM; nAr = n is glass without one. */
  physical: { n: 1.526, K: 4, L: 0.002, nAr: 1.3 },
  ashrae: { b: 0.05 },
  martinRuiz: { aR: 0.16 },
  schlick: {},
  none: {},
} as const;

export type ModifierRows = (i0: number, i1: number, cosIncidence: Float64Array, iam: Float64Array) => void;

const BEAM_MODELS = { physical, ashrae, martinRuiz, schlick };

/** @returns null: nothing is reflected */
export function modifierRows(model: string, name: keyof typeof SYSTEM_IAM, options: Numbers): ModifierRows | null {
  if (name === "none") return null;
  if (name === "martinRuiz") checkPositive(model, { aR: options.aR });
  if (name === "physical") checkPositive(model, { n: options.n, nAr: options.nAr });
  const { cosineRows } = BEAM_MODELS[name];
  return (from, to, cosine, iam) => cosineRows(from, to, cosine, options, iam);
}

/**
 * Row kernel: modifiers of isotropic light from the sky and the ground. Equal tilts in a row, as a fixed plane's, are
 * computed once.
 */
export function diffuseModifierRows(
  i0: number,
  i1: number,
  modifier: ModifierRows,
  cosTilt: Float64Array,
  iamSky: Float64Array,
  iamGround: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    if (i > i0 && cosTilt[i] === cosTilt[i - 1]) {
      iamSky[i] = iamSky[i - 1]!;
      iamGround[i] = iamGround[i - 1]!;
      continue;
    }
    const tilt = acos(Math.max(Math.min(cosTilt[i]!, 1), -1)) * RAD;
    iamSky[i] = 59.7 + tilt * (-0.1388 + 0.001497 * tilt);
    iamGround[i] = 90 + tilt * (-0.5788 + 0.002693 * tilt);
    incidenceCosineRows(i, i + 1, iamSky, iamSky);
    incidenceCosineRows(i, i + 1, iamGround, iamGround);
    modifier(i, i + 1, iamSky, iamSky);
    modifier(i, i + 1, iamGround, iamGround);
  }
}

/** Spectral corrections by name, with what each is computed from besides the air mass. */
export const SYSTEM_SPECTRA = ["none", "deSoto", "sapm", "firstSolar", "caballero"] as const;
export type SystemSpectrum = (typeof SYSTEM_SPECTRA)[number];

/** Modules whose spectral coefficients are published. */
export const SPECTRAL_MODULES = ["monosi", "multisi", "cdte", "cigs", "asi", "perovskite"] as const;

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
    const settings = { coefficients, limits: FIRST_SOLAR_LIMITS };
    return (from, to, { water: precipitableWater, airmass: airmassAbsolute }, mismatch) =>
      spectralFactorFirstsolar.rows(from, to, { precipitableWater, airmassAbsolute, mismatch }, settings);
  }
  const coefficients = moduleCoefficients(model, CABALLERO_COEFFICIENTS, module);
  return (from, to, { water: precipitableWater, airmass: airmassAbsolute, aod500 }, mismatch) =>
    spectralFactorCaballero.rows(from, to, { precipitableWater, airmassAbsolute, aod500, mismatch }, coefficients);
}

function airmassRows([A0, A1, A2, A3, A4]: readonly number[]): SpectralRows {
  return (from, to, { airmass: airmassAbsolute }, mismatch) =>
    spectralFactorSapm.rows(from, to, { airmassAbsolute, mismatch }, { A0, A1, A2, A3, A4 });
}

function checkSapm(model: string, given: readonly number[] = []): readonly number[] {
  if (given.length !== 5) {
    throw new RangeError(`${model}: spectrum "sapm" needs five spectralCoefficients, A0 to A4, got ${given.length}`);
  }
  const [A0, A1, A2, A3, A4] = given;
  checkNumbers(model, { A0, A1, A2, A3, A4 });
  return given;
}

/** Ångström's law with the mean exponent of Gueymard's reference atmospheres: 550 nm, as weather has it, to 500 nm. */
const AOD500_PER_AOD550 = pow(550 / 500, 1.14);
/** Nearer to the horizon and wetter no correction was fitted. */
const MOST = { airmass: FIRST_SOLAR_LIMITS.maxAirmassAbsolute, water: FIRST_SOLAR_LIMITS.maxPrecipitableWater };

/**
 * What the weather of sub-steps is to a correction: gaps filled with the reference spectrum's, and values within what the models were
 * fitted for, so that no polynomial runs away at the horizon.
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
    water[i] = Number.isNaN(cm) ? REFERENCE_WATER : Math.min(cm, MOST.water);
    aod500[i] = Number.isNaN(depth) ? REFERENCE_AOD500 : depth * AOD500_PER_AOD550;
  }
}

/** What the light on the rear side of modules is worth. */
export interface BifacialOptions {
  /** Efficiency of the rear side over that of the front (bifaciality), 0…1. */
  readonly factor: number;
  /** Change of the rear irradiance by the mounting, −1…0. Default −0.02. */
  readonly shadeFactor?: number | undefined;
  /** Change of the rear irradiance by what covers the cells, −1…0. Default 0. */
  readonly transmissionFactor?: number | undefined;
}

/** Light on the rear side over light on the front that gives the same power. */
export function rearShareOf(name: string, given: BifacialOptions): number {
  if (typeof given !== "object" || given === null)
    throw new TypeError(`${name} must be an object, got ${String(given)}`);
  const { factor, shadeFactor = -0.02, transmissionFactor = 0, ...others } = given;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new RangeError(`${name} has no option ${unknown}: known are factor, shadeFactor, transmissionFactor`);
  }
  checkNumbers(name, { factor }, 0, 1);
  checkNumbers(name, { shadeFactor, transmissionFactor }, -1, 0);
  return factor * (1 + shadeFactor) * (1 + transmissionFactor);
}

/**
 * The light on both sides, as the front would take it, with that of the rear in `scratch.rear`: it warms the cells, too. In the open
 * the rear has none.
 */
export function withRear(
  i0: number,
  i1: number,
  { rearShare }: { readonly rearShare: number | null },
  global: Float64Array,
  poaRear: Float64Array | undefined,
  { rear, both }: { readonly rear: Float64Array; readonly both: Float64Array },
): Float64Array {
  if (rearShare === null) return global;
  for (let i = i0; i < i1; i++) {
    rear[i] = poaRear ? poaRear[i]! * rearShare : 0;
    both[i] = global[i]! + rear[i]!;
  }
  return both;
}
