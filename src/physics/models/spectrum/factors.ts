/**
 * Spectral mismatch factors: what the colour of the light does to a module's current, for a module by its published type or by the
 * model's coefficients. Coefficients without another origin were read in pvlib-python 0.15.0.
 */
import { exp, log, pow } from "../../../foundation/math/index.js";
import { kastenYoungRows, STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { checkNumbers, model } from "../model.js";

/** Exactly one of the two. */
export interface SpectralModuleOptions<ModuleType extends string> {
  /** One of the published types; upper or lower case. */
  moduleType?: ModuleType | undefined;
  /** The model's coefficients of another module. */
  coefficients?: readonly number[] | undefined;
}

/**
 * The coefficients that the options name.
 *
 * @throws TypeError when neither or both are given; RangeError for an unknown type or another number of coefficients
 */
export function moduleCoefficients<ModuleType extends string>(
  model: string,
  table: { readonly [type in ModuleType]: readonly number[] },
  options: SpectralModuleOptions<ModuleType>,
): readonly number[] {
  const { moduleType, coefficients } = options ?? {};
  if ((moduleType === undefined) === (coefficients === undefined)) {
    const got = moduleType === undefined ? "neither" : "both";
    throw new TypeError(`${model}: either moduleType or coefficients must be given, got ${got}`);
  }
  const types = Object.keys(table) as ModuleType[];
  const count = table[types[0]!].length;
  if (coefficients !== undefined) {
    if (coefficients.length !== count) {
      throw new RangeError(`${model}: coefficients must be ${count} numbers, got ${coefficients.length}`);
    }
    for (let i = 0; i < count; i++) checkNumbers(model, { [`coefficients[${i}]`]: coefficients[i] });
    return coefficients;
  }
  const type = types.find((name) => name === String(moduleType).toLowerCase());
  if (type === undefined) {
    throw new RangeError(`${model}: moduleType must be one of ${types.join(", ")}, got ${JSON.stringify(moduleType)}`);
  }
  return table[type];
}

type Three = readonly [number, number, number];
type Four = readonly [number, number, number, number];

/**
 * By module type: five of air mass, three of aerosol, two of water, and two switches: whether the second aerosol term goes
 * with air mass, and whether with its logarithm.
 */
export const CABALLERO_COEFFICIENTS = {
  cdte: [1.0044, 0.0095, -0.0037, 0.0002, 0, -0.0046, -0.0182, 0, 0.0095, 0.0068, 0, 1],
  monosi: [0.9706, 0.0377, -0.0123, 0.0025, -0.0002, 0.0159, -0.0165, 0, -0.0016, -0.0027, 1, 0],
  multisi: [0.9836, 0.0254, -0.0085, 0.0016, -0.0001, 0.0094, -0.0132, 0, -0.0002, -0.0011, 1, 0],
  cigs: [0.9801, 0.0283, -0.0092, 0.0019, -0.0001, 0.0117, -0.0126, 0, -0.0011, -0.0019, 1, 0],
  asi: [1.106, -0.0848, 0.0302, -0.0076, 0.0006, -0.1283, 0.0986, -0.0254, 0.0156, 0.0146, 1, 0],
  perovskite: [1.0637, -0.0491, 0.018, -0.0047, 0.0004, -0.0773, 0.0583, -0.0159, 0.01251, 0.0109, 1, 0],
} as const satisfies { readonly [type: string]: readonly number[] };

export type CaballeroOptions = SpectralModuleOptions<keyof typeof CABALLERO_COEFFICIENTS>;

/** Aerosol optical depth and water (cm) of the reference spectrum (ASTM G173). */
export const REFERENCE_AOD500 = 0.084;
export const REFERENCE_WATER = 1.4164;

/**
 * Spectral mismatch factor: what multiplies broadband irradiance.
 *
 * @param inputs precipitableWater (cm), airmassAbsolute, aod500 (aerosol optical depth at 500 nm); numbers or arrays of one
 *   length
 * @param options moduleType or twelve coefficients
 * @returns mismatch (no unit, about 1); NaN where an input is NaN; −∞ or ∞ at an air mass of 0
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Caballero, Fernández, Theristis, Almonacid & Nofuentes 2018, Spectral Corrections Based on Air Mass, Aerosol Optical
 * Depth and Precipitable Water for PV Performance Modeling, IEEE Journal of Photovoltaics 8, 552–558, doi
 * 10.1109/JPHOTOV.2017.2787019, eq. 5–7 and table 1. Fitted to spectra of Jaén.
 * @experimental
 */
export const spectralFactorCaballero = /* @__PURE__ */ model("spectralFactorCaballero", {
  inputs: ["precipitableWater", "airmassAbsolute", "aod500"],
  outputs: ["mismatch"],
  settings: (options: CaballeroOptions) =>
    moduleCoefficients("spectralFactorCaballero", CABALLERO_COEFFICIENTS, options),
  rows(from, to, { precipitableWater, airmassAbsolute, aod500, mismatch }, coefficients) {
    const [a0, a1, a2, a3, a4, b0, b1, b2, c0, c1, plain, logarithmic] = coefficients as readonly [
      ...[...Four, ...Four, ...Four],
    ];
    for (let i = from; i < to; i++) {
      const m = airmassAbsolute[i]!;
      const logM = log(m);
      const ofAirmass = a0 + m * (a1 + m * (a2 + m * (a3 + m * a4)));
      const ofAerosol = b0 + b1 * (plain * m + logarithmic * logM) + b2 * m * m;
      const ofWater = c0 + c1 * logM;
      const water = precipitableWater[i]! - REFERENCE_WATER;
      mismatch[i] = ofAirmass + (aod500[i]! - REFERENCE_AOD500) * ofAerosol + water * ofWater;
    }
  },
});

const MONO_SI = [0.85914, -0.02088, -0.0058853, 0.12029, 0.026814, -0.001781];

const POLY_SI = [0.8409, -0.027539, -0.0079224, 0.1357, 0.038024, -0.0021218];

/** c1…c6 by module type; monosi = xsi, multisi = polysi. */
export const FIRST_SOLAR_COEFFICIENTS = {
  cdte: [0.86273, -0.038948, -0.012506, 0.098871, 0.084658, -0.0042948],
  monosi: MONO_SI,
  xsi: MONO_SI,
  multisi: POLY_SI,
  polysi: POLY_SI,
  cigs: [0.85252, -0.022314, -0.0047216, 0.13666, 0.013342, -0.0008945],
  asi: [1.12094, -0.04762, -0.0083627, -0.10443, 0.098382, -0.0033818],
} as const satisfies { readonly [type: string]: readonly number[] };

export interface FirstSolarOptions extends SpectralModuleOptions<keyof typeof FIRST_SOLAR_COEFFICIENTS> {
  /** Less water than this counts as this, cm. Default 0.1. */
  minPrecipitableWater?: number | undefined;
  /** More water than this gives NaN, cm. Default 8. */
  maxPrecipitableWater?: number | undefined;
  /** Default 0.58: the air mass of a zenith sun at 4340 m. */
  minAirmassAbsolute?: number | undefined;
  /** Default 10. */
  maxAirmassAbsolute?: number | undefined;
}

/** Of the inputs, by the authors in pvlib: cm, and absolute air mass. */
export const FIRST_SOLAR_LIMITS = {
  minPrecipitableWater: 0.1,
  maxPrecipitableWater: 8,
  minAirmassAbsolute: 0.58,
  maxAirmassAbsolute: 10,
} as const;

/**
 * Spectral mismatch factor from absolute air mass and precipitable water: what multiplies broadband irradiance.
 *
 * @param inputs precipitableWater (cm; raised to 0.1, NaN above 8), airmassAbsolute (limited to 0.58…10); numbers or arrays
 *   of one length
 * @param options moduleType or six coefficients; the four limits
 * @returns mismatch (no unit, about 1); NaN where an input is NaN and above maxPrecipitableWater
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Lee & Panchula 2016, Spectral Correction for Photovoltaic Module Performance Based on Air Mass and Precipitable Water,
 * 43rd IEEE PVSC; limits of the inputs by the same authors in pvlib-python, whose tables of version 0.15.0 these are.
 * @experimental
 */
export const spectralFactorFirstsolar = /* @__PURE__ */ model("spectralFactorFirstsolar", {
  inputs: ["precipitableWater", "airmassAbsolute"],
  outputs: ["mismatch"],
  settings(options: FirstSolarOptions) {
    const coefficients = moduleCoefficients("spectralFactorFirstsolar", FIRST_SOLAR_COEFFICIENTS, options);
    const names = Object.keys(FIRST_SOLAR_LIMITS) as (keyof typeof FIRST_SOLAR_LIMITS)[];
    const limits = names.map((name) => [name, options[name] ?? FIRST_SOLAR_LIMITS[name]]);
    checkNumbers("spectralFactorFirstsolar", Object.fromEntries(limits));
    return {
      coefficients,
      limits: Object.fromEntries(limits) as { [name in keyof typeof FIRST_SOLAR_LIMITS]: number },
    };
  },
  rows(from, to, { precipitableWater, airmassAbsolute, mismatch }, { coefficients, limits }) {
    const [c1, c2, c3, c4, c5, c6] = coefficients as readonly [...Three, ...Three];
    for (let i = from; i < to; i++) {
      const given = precipitableWater[i]!;
      const w = given > limits.maxPrecipitableWater ? Number.NaN : Math.max(given, limits.minPrecipitableWater);
      const m = Math.max(Math.min(airmassAbsolute[i]!, limits.maxAirmassAbsolute), limits.minAirmassAbsolute);
      const rootW = Math.sqrt(w);
      mismatch[i] = c1 + c2 * m + c3 * w + c4 * Math.sqrt(m) + c5 * rootW + (c6 * m) / rootW;
    }
  },
});

/** a1, a2, a3 by module type. */
export const JRC_COEFFICIENTS = {
  multisi: [0.00172 / 0.00348, 0.000508 / 0.00348, 0.00000357 / 0.00348],
  cdte: [0.000643 / 0.00115, 0.00013 / 0.00115, 0.0000108 / 0.00115],
} as const satisfies { readonly [type: string]: readonly number[] };

export type JrcOptions = SpectralModuleOptions<keyof typeof JRC_COEFFICIENTS>;

/**
 * Spectral mismatch factor: what multiplies broadband irradiance.
 *
 * @param inputs airmass (relative), clearskyIndex (GHI / clear-sky GHI); numbers or arrays of one length
 * @param options moduleType or three coefficients
 * @returns mismatch (no unit, about 1); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Huld, Sample & Dunlop 2009, A simple model for estimating the influence of spectrum variations on PV performance, 24th
 * EU PVSEC, 3385–3389, measured at Ispra; the paper's coefficients divided by the short-circuit current under standard test conditions.
 * @experimental
 */
export const spectralFactorJrc = /* @__PURE__ */ model("spectralFactorJrc", {
  inputs: ["airmass", "clearskyIndex"],
  outputs: ["mismatch"],
  settings: (options: JrcOptions) => moduleCoefficients("spectralFactorJrc", JRC_COEFFICIENTS, options),
  rows(from, to, { airmass, clearskyIndex, mismatch }, coefficients) {
    const [a1, a2, a3] = coefficients as Three;
    const clear = exp(-1);
    for (let i = from; i < to; i++) {
      const kc = clearskyIndex[i]!;
      mismatch[i] = 1 + a1 * (exp(-kc) - clear) + a2 * (kc - 1) + a3 * (airmass[i]! - 1.5);
    }
  },
});

/** By module type: p1, p2, p3, p4, b, c of the mismatch, then c1, c2, c3 of the ground's albedo. */
export const POLO_COEFFICIENTS = {
  cdte: [-0.0009, 46.8, 49.2, -0.87, 0.00041, 0.053, 0.0021, -0.01, 1.01],
  monosi: [0.0027, 10.34, 9.48, 0.31, 0.00077, 0.006, 0, -0.003, 1],
  cigs: [0.0017, 2.33, 1.3, 0.11, 0.00098, -0.018, -0.0009, -0.0003, 1],
  asi: [0.0024, 7.32, 7.09, -0.72, -0.0013, 0.089, 0.0056, -0.02, 1.014],
} as const satisfies { readonly [type: string]: readonly number[] };

export type PoloOptions = SpectralModuleOptions<keyof typeof POLO_COEFFICIENTS>;

/** Albedo to which the ground's coefficients refer. */
const REFERENCE_ALBEDO = 0.2;

/**
 * Spectral mismatch factor of a vertical plane: what multiplies broadband irradiance.
 *
 * @param inputs precipitableWater (cm), airmassAbsolute, aod500 (aerosol optical depth at 500 nm; not finite at 0), aoi (deg,
 *   above 90 counts as 90), pressure (Pa), albedo (0…1, default 0.2); numbers or arrays of one length
 * @param options moduleType or nine coefficients
 * @returns mismatch (no unit, about 1); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Polo & Sanz-Saiz 2025, Development of spectral mismatch models for BIPV applications in building façades, Renewable
 * Energy 245, 122820, doi 10.1016/j.renene.2025.122820.
 * @experimental
 */
export const spectralFactorPolo = /* @__PURE__ */ model("spectralFactorPolo", {
  inputs: ["precipitableWater", "airmassAbsolute", "aod500", "aoi", "pressure"],
  defaults: { albedo: REFERENCE_ALBEDO },
  outputs: ["mismatch"],
  settings: (options: PoloOptions) => moduleCoefficients("spectralFactorPolo", POLO_COEFFICIENTS, options),
  rows(from, to, { precipitableWater, airmassAbsolute, aod500, aoi, pressure, albedo, mismatch }, coefficients) {
    const [p1, p2, p3, p4, b, c, g1, g2, g3] = coefficients as readonly [...Three, ...Three, ...Three];
    // At first the air mass of a zenith equal to aoi, at sea level.
    kastenYoungRows(from, to, aoi, mismatch);
    for (let i = from; i < to; i++) {
      const ratio = (mismatch[i]! * pressure[i]!) / STANDARD_PRESSURE / airmassAbsolute[i]!;
      const ground = albedo[i]! / REFERENCE_ALBEDO;
      mismatch[i] =
        (g1 * ground * ground + g2 * ground + g3) *
        (p1 * ratio + p2 / (p3 + pow(ratio, p4)) + b / aod500[i]! + c * Math.sqrt(precipitableWater[i]!));
    }
  },
});

/** a1, a2, a3 by module type; fs4-1 and fs4-2: First Solar up to series 4-1, and from 4-2 on. */
export const PVSPEC_COEFFICIENTS = {
  multisi: [0.9847, -0.05237, 0.03034],
  monosi: [0.9845, -0.05169, 0.03034],
  "fs4-2": [1.002, -0.07108, 0.02465],
  "fs4-1": [0.9981, -0.05776, 0.02336],
  cigs: [0.9791, -0.03904, 0.03096],
  asi: [1.051, -0.1033, 0.009838],
} as const satisfies { readonly [type: string]: readonly number[] };

export type PvspecOptions = SpectralModuleOptions<keyof typeof PVSPEC_COEFFICIENTS>;

/**
 * Spectral mismatch factor: what multiplies broadband irradiance.
 *
 * @param inputs airmassAbsolute, clearskyIndex (GHI / clear-sky GHI); numbers or arrays of one length
 * @param options moduleType or three coefficients
 * @returns mismatch (no unit, about 1); ∞ at a clear-sky index of 0; NaN for negative inputs and where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Pelland, Beswick, Thevenard, Côté, Pai & Poissant 2020, Development and testing of the PVSPEC model of photovoltaic
 * spectral mismatch factor, 47th IEEE PVSC, 1258–1264, doi 10.1109/PVSC45281.2020.9300932. There the air mass is that of Kasten &
 * Young and the clear sky ESRA's.
 * @experimental
 */
export const spectralFactorPvspec = /* @__PURE__ */ model("spectralFactorPvspec", {
  inputs: ["airmassAbsolute", "clearskyIndex"],
  outputs: ["mismatch"],
  settings: (options: PvspecOptions) => moduleCoefficients("spectralFactorPvspec", PVSPEC_COEFFICIENTS, options),
  rows(from, to, { airmassAbsolute, clearskyIndex, mismatch }, coefficients) {
    const [a1, a2, a3] = coefficients as Three;
    for (let i = from; i < to; i++) mismatch[i] = a1 * pow(clearskyIndex[i]!, a2) * pow(airmassAbsolute[i]!, a3);
  },
});

/** The module's coefficients of the powers of absolute air mass, as in its data sheet and in SAM's library. */
export interface SapmSpectralOptions {
  A0: number;
  A1: number;
  A2: number;
  A3: number;
  A4: number;
}

/**
 * A0…A4 of polycrystalline silicon: De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88, table A1; also those of PVWatts version 8
 * (NREL's ssc, BSD-3-Clause, cmod_pvwattsv8.cpp).
 */
export const DESOTO_POLYCRYSTALLINE = [0.918093, 0.086257, -0.024459, 0.002816, -0.000126] as const;

/**
 * Spectral mismatch factor A0 + A1·m + … + A4·m⁴, at least 0.
 *
 * @param inputs airmassAbsolute m; a number or an array
 * @param options A0…A4 of the module
 * @returns mismatch (no unit, about 1); NaN where the air mass is NaN (pvlib: 0)
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, there f1(AMa).
 * @experimental
 */
export const spectralFactorSapm = /* @__PURE__ */ model("spectralFactorSapm", {
  inputs: ["airmassAbsolute"],
  outputs: ["mismatch"],
  settings({ A0, A1, A2, A3, A4 }: SapmSpectralOptions) {
    checkNumbers("spectralFactorSapm", { A0, A1, A2, A3, A4 });
    return { A0, A1, A2, A3, A4 };
  },
  rows(from, to, { airmassAbsolute, mismatch }, { A0, A1, A2, A3, A4 }) {
    for (let i = from; i < to; i++) {
      const m = airmassAbsolute[i]!;
      mismatch[i] = Math.max(A0 + m * (A1 + m * (A2 + m * (A3 + m * A4))), 0);
    }
  },
});
