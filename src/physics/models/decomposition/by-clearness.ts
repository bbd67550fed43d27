/** Models of the diffuse fraction by the clearness index alone. */
import { exp, pow } from "../../../foundation/math/index.js";
import { checkLimits, columnsOf, emptyColumns, type Inputs, type Outputs } from "../model.js";
import { withStage } from "../stage.js";
import {
  clearnessIndexRows,
  type DiffuseFractionOptions,
  type FractionModel,
  fractionStage,
  MIN_COS_ZENITH,
  modelExtraRadiation,
  QUARTER_HOUR,
  splitFractionRows,
} from "./clearness-index.js";

/**
 * A model of the diffuse fraction as a function with a stage. Negative GHI counts as 0. Beyond `maxZenith` all is diffuse. A NaN in any
 * input makes its row NaN. Pure: bundlers may drop it.
 *
 * @param zenithName as the function's inputs name it
 * @param either whether `dniExtra` may stand in for `dayOfYear`
 */
function fractionModel<Given, Options = object, Set = undefined>(
  model: FractionModel<Options, Set>,
  zenithName: "zenith" | "solarZenith",
  either = false,
  stage = fractionStage(model),
) {
  const { name, rows, settings } = model;
  const compute = (given: Given, options = {} as Options & DiffuseFractionOptions): Outputs<"dni" | "dhi" | "kt"> => {
    const inputs = given as Inputs<"ghi" | "zenith" | "solarZenith" | "dayOfYear" | "dniExtra">;
    const light = either && inputs.dniExtra !== undefined ? "dniExtra" : "dayOfYear";
    if (either && inputs[light] === undefined) {
      throw new TypeError(`${name}: dayOfYear or dniExtra must be given, got neither`);
    }
    const { minCosZenith = MIN_COS_ZENITH, maxZenith = 87 } = options;
    const set = settings?.(options, QUARTER_HOUR) as Set;
    checkLimits(name, { minCosZenith, maxZenith });
    const { n, ghi, ...c } = columnsOf(name, inputs, ["ghi", zenithName, light]);
    const dniExtra = light === "dniExtra" ? c.dniExtra : modelExtraRadiation(c.dayOfYear);
    const { dni, dhi, kt } = emptyColumns(["dni", "dhi", "kt"], n);
    clearnessIndexRows(0, n, ghi, c[zenithName], dniExtra, minCosZenith, 1, kt);
    rows(0, n, kt, dhi, set);
    splitFractionRows(0, n, { ghi, zenith: c[zenithName], kd: dhi, dni, dhi }, maxZenith);
    return { dni, dhi, kt };
  };
  return withStage(compute, stage);
}

type ByDay = Inputs<"ghi" | "solarZenith" | "dayOfYear">;
type ByEither = Inputs<"ghi" | "zenith", "dayOfYear" | "dniExtra">;

/** A, B and n of the four climates. By Köppen's first letter: A tropical, B arid, E high albedo, else temperate. */
export const ABREU_COEFFICIENTS = {
  arid: [11.39, -6.25, 1.86],
  highAlbedo: [7.83, -4.59, 3.25],
  temperate: [10.79, -5.87, 2.24],
  tropical: [11.59, -6.14, 1.87],
} as const;

export type AbreuClimate = keyof typeof ABREU_COEFFICIENTS;

export interface AbreuOptions {
  /** Climate of the place; default "temperate". */
  readonly climate?: AbreuClimate | undefined;
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
export const abreu = /* @__PURE__ */ fractionModel<ByDay, AbreuOptions, readonly number[]>(
  {
    name: "abreu",
    accepts: ["climate"],
    settings: ({ climate = "temperate" }) => {
      if (Object.hasOwn(ABREU_COEFFICIENTS, climate)) return ABREU_COEFFICIENTS[climate];
      const known = Object.keys(ABREU_COEFFICIENTS).join(", ");
      throw new RangeError(`abreu: climate must be one of ${known}, got ${JSON.stringify(climate)}`);
    },
    rows: (from, to, kt, fraction, set) => abreuRows(from, to, kt, set, fraction),
  },
  "solarZenith",
);

/** Diffuse fraction (1 + (A(kt − ½)² + B(kt − ½) + 1)^−n)^(−1/n) of the clearness index. */
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

/** Coefficients a and b of the logistic function, fitted to averages of 15 minutes and of an hour. @experimental */
export const BOLAND_COEFFICIENTS = {
  quarterHour: { aCoeff: 8.645, bCoeff: 0.613 },
  hour: { aCoeff: 7.997, bCoeff: 0.586 },
} as const;

/** From this interval on the hour's coefficients are nearer than the quarter hour's, s. */
const HOUR_FROM = 1800;

export interface BolandCoefficients {
  /** Steepness of the logistic function. */
  readonly aCoeff?: number | undefined;
  /** Clearness index at which half of the light is diffuse. */
  readonly bCoeff?: number | undefined;
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
export const boland = /* @__PURE__ */ fractionModel<ByDay, BolandCoefficients, { aCoeff: number; bCoeff: number }>(
  {
    name: "boland",
    accepts: ["aCoeff", "bCoeff"],
    settings(options, interval) {
      const fitted = interval >= HOUR_FROM ? BOLAND_COEFFICIENTS.hour : BOLAND_COEFFICIENTS.quarterHour;
      const { aCoeff = fitted.aCoeff, bCoeff = fitted.bCoeff } = options;
      return { aCoeff, bCoeff };
    },
    rows(from, to, kt, fraction, { aCoeff, bCoeff }) {
      for (let i = from; i < to; i++) fraction[i] = 1 / (1 + exp(aCoeff * (kt[i]! - bCoeff)));
    },
  },
  "solarZenith",
);

/**
 * Row kernel: diffuse fraction of the hourly clearness index (eq. 1). The three pieces leave small steps where they
 * meet (0.00027 down at 0.22 and at 0.8). `diffuseFraction` may be the same column as `kt`.
 */
export function erbsRows(i0: number, i1: number, kt: Float64Array, diffuseFraction: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const k = kt[i]!;
    if (k > 0.8) diffuseFraction[i] = 0.165;
    else if (k > 0.22) diffuseFraction[i] = 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)));
    else diffuseFraction[i] = 1 - 0.09 * k;
  }
}

/**
 * DNI and DHI from GHI by the diffuse fraction of Erbs, Klein and Duffie.
 *
 * @param inputs `ghi` in W/m² (negative counts as 0); `zenith`: true zenith in degrees; `dayOfYear`: 1 January = 1
 * @param options `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m², `kt` limited to [0, 1]; beyond maxZenith dni = 0 and dhi = ghi. NaN for NaN. As in
 *   pvlib DNI is not limited to the extraterrestrial irradiance; unlike there a negative GHI gives dhi = 0, and a
 *   missing value gives NaN at night, too
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Its `stage` takes the interval's clearness index unchanged: without the floor on cos(zenith) and without maxZenith.
 *
 * Source: D. G. Erbs, S. A. Klein, J. A. Duffie (1982), Estimation of the diffuse radiation fraction for hourly, daily
 * and monthly-average global radiation, Solar Energy 28, 293–302, eq. 1.
 *
 * @example
 * ```js
 * import { erbs } from "irradiance-engine/models/decomposition";
 *
 * const { dni, dhi } = erbs({ ghi: [500, 800], zenith: [40, 30], dayOfYear: 172 });
 * console.log(dni.length, dhi[0] < 500); // 2 true
 * ```
 */
export const erbs = /* @__PURE__ */ fractionModel<Inputs<"ghi" | "zenith" | "dayOfYear">>(
  { name: "erbs", rows: erbsRows },
  "zenith",
);

/** Clearness indices between which the polynomial holds. */
export const CENTRAL_FROM = 0.216;
export const CENTRAL_TO = 0.792;
/** Its coefficients, from the constant on, as their author gives them in pvlib. */
export const CENTRAL = [
  0.946296633571001, -0.11390583806313881, 4.246926715218317, -16.470508424697307, 12.26911439571261,
] as const;
/** Below, the diffuse fraction is 1 less this times the index. */
export const CLOUDY_SLOPE = 0.09;
/** The diffuse fraction above. */
export const CLEAR_FRACTION = 0.165;

/**
 * Row kernel: diffuse fraction of the hourly clearness index; the function and its slope are continuous.
 * `diffuseFraction` may be the same column as `kt`.
 */
export function erbsDriesseRows(i0: number, i1: number, kt: Float64Array, diffuseFraction: Float64Array): void {
  const [c0, c1, c2, c3, c4] = CENTRAL;
  for (let i = i0; i < i1; i++) {
    const k = kt[i]!;
    if (k > CENTRAL_TO) diffuseFraction[i] = CLEAR_FRACTION;
    else if (k > CENTRAL_FROM) diffuseFraction[i] = c0 + k * (c1 + k * (c2 + k * (c3 + k * c4)));
    else diffuseFraction[i] = 1 - CLOUDY_SLOPE * k;
  }
}

const ERBS_DRIESSE: FractionModel<object, undefined> = { name: "erbsDriesse", rows: erbsDriesseRows };

/** Its place in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export const erbsDriesseStage = /* @__PURE__ */ fractionStage(ERBS_DRIESSE);

/**
 * DNI and DHI from GHI by the continuous form of the Erbs model (within 0.0005 of it).
 *
 * @param inputs `ghi` in W/m² (negative counts as 0); `zenith`: true zenith in degrees; `dniExtra`: extraterrestrial
 *   normal irradiance in W/m², or `dayOfYear` (1 January = 1) to get it from
 * @param options `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m², `kt` limited to [0, 1]; beyond maxZenith dni = 0 and dhi = ghi. NaN for NaN. As in
 *   pvlib DNI is not limited to the extraterrestrial irradiance; unlike there a missing value gives NaN at night, too
 * @throws TypeError when neither dayOfYear nor dniExtra is given, or a column or option is of wrong kind; RangeError for
 *   columns of unequal length and for an option below 0
 *
 * Its `stage` takes the interval's clearness index unchanged: without the floor on cos(zenith) and without maxZenith.
 *
 * Source: A. Driesse, A. Jensen, R. Perez (2024), A continuous form of the Perez diffuse sky model for forward and
 * reverse transposition, Solar Energy 267, doi 10.1016/j.solener.2023.112093; coefficients read in pvlib-python 0.15.0,
 * written by the first author.
 * @experimental
 */
export const erbsDriesse = /* @__PURE__ */ fractionModel<ByEither>(ERBS_DRIESSE, "zenith", true, erbsDriesseStage);

/**
 * DNI and DHI from GHI by the diffuse fraction of Orgill and Hollands (hourly values of Toronto).
 *
 * @param inputs `ghi` in W/m² (negative counts as 0); `zenith`: true zenith in degrees; `dniExtra`: extraterrestrial
 *   normal irradiance in W/m², or `dayOfYear` (1 January = 1) to get it from
 * @param options `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m², `kt` limited to [0, 1]; beyond maxZenith dni = 0 and dhi = ghi. NaN for NaN. As in
 *   pvlib DNI is not limited to the extraterrestrial irradiance; unlike there a negative GHI gives dhi = 0, and a
 *   missing value gives NaN at night, too
 * @throws TypeError when neither dayOfYear nor dniExtra is given, or a column or option is of wrong kind; RangeError for
 *   columns of unequal length and for an option below 0
 *
 * Source: J. F. Orgill, K. G. T. Hollands (1977), Correlation equation for hourly diffuse radiation on a horizontal
 * surface, Solar Energy 19, 357–359, eqs. 3a–3c.
 * @experimental
 */
export const orgillHollands = /* @__PURE__ */ fractionModel<ByEither>(
  {
    name: "orgillHollands",
    // Eqs. 3a–3c, continuous within 0.0002.
    rows(from, to, kt, fraction) {
      for (let i = from; i < to; i++) {
        const k = kt[i]!;
        if (k > 0.75) fraction[i] = 0.177;
        else fraction[i] = k >= 0.35 ? 1.557 - 1.84 * k : 1 - 0.249 * k;
      }
    },
  },
  "zenith",
  true,
);
