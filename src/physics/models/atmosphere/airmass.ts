/** Optical air mass: the relative one by eight published formulas, a row kernel each; and the pressure-corrected one. */
import { cos, DEG, exp, log, positivePow, pow, sin } from "../../../foundation/math/index.js";
import { model } from "../model.js";

export type AirmassModel =
  | "simple"
  | "kasten1966"
  | "youngirvine1967"
  | "kastenyoung1989"
  | "gueymard1993"
  | "young1994"
  | "pickering2002"
  | "gueymard2003";

/**
 * Row kernel: relative air mass of a plane-parallel atmosphere without refraction, sec z, for the zenith in degrees.
 * Infinite from 90° on, NaN for NaN. 10 % too large at 82°.
 *
 * Source: see M. Reno, C. Hansen, J. Stein (2012), SAND2012-2389, section 2.3.
 */
function simpleAirmassRows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    // cos(90°) is 6e-17 in doubles.
    airmass[i] = zenith[i]! >= 90 ? Number.POSITIVE_INFINITY : 1 / cos(zenith[i]! * DEG);
  }
}

/**
 * Row kernel: relative air mass after Kasten 1965/66, which DISC and DIRINT were fitted with, for zeniths in degrees (another
 * column), NaN for NaN; beyond 90° the horizon's value. The power as exp(log), in two loops of two functions: nearly half the
 * time (measured).
 *
 * Source: F. Kasten (1965), A New Table and Approximation Formula for the Relative Optical Air Mass, CRREL Technical
 * Report 136, doi 11681/5671.
 */
export function kasten1966Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  kasten1966TermRows(i0, i1, zenith, airmass);
  withCosineRows(i0, i1, zenith, airmass);
}

function kasten1966TermRows(i0: number, i1: number, zenith: Float64Array, term: Float64Array): void {
  for (let i = i0; i < i1; i++) term[i] = 0.15 * exp(-1.253 * log(93.885 - Math.min(zenith[i]!, 90)));
}

/** `airmass` holds the power term before. */
function withCosineRows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) airmass[i] = 1 / (cos(Math.min(zenith[i]!, 90) * DEG) + airmass[i]!);
}

/**
 * Row kernel: relative air mass after Young & Irvine for the true (unrefracted) zenith in degrees; NaN for NaN. The formula
 * has its largest value, 11.1, at 86.56° and falls to 0 at 88.02°, −∞ at 90°: use it up to 80°.
 *
 * Source: A. T. Young, W. M. Irvine (1967), Multicolor photoelectric photometry of the brighter planets, The Astronomical
 * Journal 72, 945–950, doi 10.1086/110366.
 */
function youngIrvine1967Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    // cos(90°) is 6e-17 in doubles.
    const secant = zenith[i]! >= 90 ? Number.POSITIVE_INFINITY : 1 / cos(zenith[i]! * DEG);
    airmass[i] = secant * (1 - 0.0012 * (secant * secant - 1));
  }
}

/**
 * Coefficients a, b (degrees), c of the formula.
 *
 * Source: F. Kasten, A. T. Young (1989), Revised optical air mass tables and approximation formula, Applied Optics 28,
 * 4735–4738, doi 10.1364/AO.28.004735. Fitted to the apparent (refracted) zenith 0–90°.
 */
export const KASTEN_YOUNG_A = 0.50572;
export const KASTEN_YOUNG_B = 6.07995;
export const KASTEN_YOUNG_C = -1.6364;

/** a·(b + elevation)^c. */
function kastenYoungTerm(apparentZenith: number): number {
  return KASTEN_YOUNG_A * positivePow(KASTEN_YOUNG_B + (90 - apparentZenith), KASTEN_YOUNG_C);
}

/**
 * Relative air mass at one angle, after Kasten & Young 1989.
 *
 * @param apparentZenith in degrees, at most 90
 * @returns air mass, no unit: 1 at the zenith; NaN for NaN
 * @throws nothing; `getRelativeAirmass` validates the arguments
 * @experimental
 */
export function kastenYoung(apparentZenith: number): number {
  return 1 / (cos(apparentZenith * DEG) + kastenYoungTerm(apparentZenith));
}

/**
 * Row kernel: relative air mass for apparent zeniths in degrees (another column), NaN for NaN. The fit ends at the
 * horizon, so a sun below it gets the horizon's value (about 37.9): the pipeline needs a finite air mass in twilight.
 *
 * In two loops, of two functions: a quarter less time (measured).
 */
export function kastenYoungRows(i0: number, i1: number, apparentZenith: Float64Array, airmass: Float64Array): void {
  kastenYoungTermRows(i0, i1, apparentZenith, airmass);
  withCosineRows(i0, i1, apparentZenith, airmass);
}

function kastenYoungTermRows(i0: number, i1: number, zenith: Float64Array, term: Float64Array): void {
  for (let i = i0; i < i1; i++) term[i] = kastenYoungTerm(Math.min(zenith[i]!, 90));
}

/**
 * Row kernel: relative air mass after Gueymard 1993 for the apparent zenith in degrees, 0–90; NaN for NaN and from 94.4° on.
 *
 * Source: C. Gueymard (1993), Critical analysis and performance assessment of clear sky solar irradiance models, Solar
 * Energy 51, 121–138, eq. 22, doi 10.1016/0038-092X(93)90074-X.
 */
function gueymard1993Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const z = zenith[i]!;
    airmass[i] = 1 / (cos(z * DEG) + 0.00176759 * z * pow(94.37515 - z, -1.21563));
  }
}

/**
 * Row kernel: relative air mass after Young 1994 for the true (unrefracted) zenith in degrees, 0–90; NaN for NaN.
 *
 * Source: A. T. Young (1994), Air mass and refraction, Applied Optics 33, 1108–1110, doi 10.1364/AO.33.001108.
 */
function young1994Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const mu = cos(zenith[i]! * DEG);
    const above = 0.0096467 + mu * (0.148386 + mu * 1.002432);
    airmass[i] = above / (0.000303978 + mu * (0.0102963 + mu * (0.149864 + mu)));
  }
}

/**
 * Row kernel: relative air mass after Pickering 2002 for the apparent zenith in degrees, 0–90; NaN for NaN and above 90°.
 *
 * Source: K. A. Pickering (2002), The southern limits of the ancient star catalog, DIO 12, 3–27.
 */
function pickering2002Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const h = 90 - zenith[i]!;
    airmass[i] = 1 / sin((h + 244 / (165 + 47 * pow(h, 1.1))) * DEG);
  }
}

/**
 * Row kernel: relative air mass after Gueymard 2003 (the Rayleigh mass of REST2) for the apparent zenith in degrees, 0–90;
 * NaN for NaN and from 96.7° on.
 *
 * Source: C. Gueymard (2003), Direct solar transmittance and irradiance predictions with broadband models, Solar Energy 74,
 * 355–379, doi 10.1016/S0038-092X(03)00195-6.
 */
function gueymard2003Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const z = zenith[i]!;
    airmass[i] = 1 / (cos(z * DEG) + 0.48353 * pow(z, 0.095846) * pow(96.741 - z, -1.754));
  }
}

type AirmassRows = (i0: number, i1: number, zenith: Float64Array, airmass: Float64Array) => void;

const ROWS: { readonly [model in AirmassModel]: AirmassRows } = {
  simple: simpleAirmassRows,
  kasten1966: kasten1966Rows,
  youngirvine1967: youngIrvine1967Rows,
  kastenyoung1989: kastenYoungRows,
  gueymard1993: gueymard1993Rows,
  young1994: young1994Rows,
  pickering2002: pickering2002Rows,
  gueymard2003: gueymard2003Rows,
};

/**
 * Relative optical air mass at sea level (not corrected for pressure).
 *
 * @param inputs `zenith` in degrees, 0–90: the true one for "youngirvine1967" and "young1994", else the apparent (refracted)
 * @param options `model`: "kastenyoung1989" (default), "simple" (secant), "kasten1966", "youngirvine1967", "gueymard1993",
 *   "young1994", "pickering2002", "gueymard2003"
 * @returns `airmassRelative`; NaN for a zenith above 90 and for NaN. At 90 exactly "simple" is Infinity and
 *   "youngirvine1967" −Infinity (pvlib: 1.6e16, −5e45); the others are finite
 * @throws RangeError for an unknown model; TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: see the row kernel of each model; compared in M. Reno, C. Hansen, J. Stein (2012), SAND2012-2389.
 * @experimental
 */
export const getRelativeAirmass = /* @__PURE__ */ model("getRelativeAirmass", {
  inputs: ["zenith"],
  outputs: ["airmassRelative"],
  settings({ model = "kastenyoung1989" }: { model?: AirmassModel | undefined }): AirmassRows {
    if (Object.hasOwn(ROWS, model)) return ROWS[model];
    const known = Object.keys(ROWS).join(", ");
    throw new RangeError(`getRelativeAirmass: model must be one of ${known}, got ${JSON.stringify(model)}`);
  },
  rows(from, to, { zenith, airmassRelative }, kernel) {
    kernel(from, to, zenith, airmassRelative);
    for (let i = from; i < to; i++) if (zenith[i]! > 90) airmassRelative[i] = Number.NaN;
  },
});

/** Pressure at sea level in the standard atmosphere, Pa. */
export const STANDARD_PRESSURE = 101325;

/** Row kernel: pressure-corrected air mass. `airmassAbsolute` may be the same column as `airmassRelative`. */
export function absoluteAirmassRows(
  i0: number,
  i1: number,
  airmassRelative: Float64Array,
  pressure: Float64Array,
  airmassAbsolute: Float64Array,
): void {
  const perStandard = 1 / STANDARD_PRESSURE;
  for (let i = i0; i < i1; i++) airmassAbsolute[i] = airmassRelative[i]! * pressure[i]! * perStandard;
}

/**
 * Absolute (pressure-corrected) air mass.
 *
 * @param inputs `airmassRelative`: air mass at sea level; `pressure` in Pa (default 101325)
 * @returns `airmassAbsolute` = airmassRelative · pressure / 101325; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: C. Gueymard (1993), Critical analysis and performance assessment of clear sky solar irradiance models,
 * Solar Energy 51, 121–138, doi 10.1016/0038-092X(93)90074-X.
 * @experimental
 */
export const getAbsoluteAirmass = /* @__PURE__ */ model("getAbsoluteAirmass", {
  inputs: ["airmassRelative"],
  defaults: { pressure: STANDARD_PRESSURE },
  outputs: ["airmassAbsolute"],
  rows: (from, to, { airmassRelative, pressure, airmassAbsolute }) =>
    absoluteAirmassRows(from, to, airmassRelative, pressure, airmassAbsolute),
});
