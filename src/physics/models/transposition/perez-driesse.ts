/**
 * Perez-Driesse: the Perez 1990 sky (isotropic background, circumsolar region, horizon band) with smooth coefficients.
 *
 * Driesse, Jensen & Perez 2024, Solar Energy 267, 112093, doi 10.1016/j.solener.2023.112093; underlying model Perez,
 * Ineichen, Seals, Michalsky & Stewart 1990, Solar Energy 44, 271–289. Knots and coefficients as in pvlib 0.15
 * (`irradiance._f`), contributed by the first author.
 */
import { DEG } from "../../../foundation/math/index.js";
import type { ColumnInput } from "../model.js";
import { PEREZ_KAPPA } from "./perez-coefficients.js";
import type { AoiInputs } from "./plane.js";
import { COS_85, type SkyDeclaration, skyModel, skyOnPlaneRows, skyStage } from "./sky-model.js";

/** Knots of the quadratic B-splines in the clearness parameter ζ; the outer ones count three times. */
export const KNOTS = [0, 0, 0, 0.061, 0.187, 0.333, 0.487, 0.643, 0.778, 0.839, 1, 1, 1] as const;

/** B-spline coefficients of f11, f12, f13 (for F1) and f21, f22, f23 (for F2). */
export const COEFFICIENTS = [
  [-0.053, 0.529, -0.028, -0.071, 0.061, -0.019],
  [-0.008, 0.588, -0.062, -0.06, 0.072, -0.022],
  [0.131, 0.77, -0.167, -0.026, 0.106, -0.032],
  [0.328, 0.471, -0.216, 0.069, -0.105, -0.028],
  [0.557, 0.241, -0.3, 0.086, -0.085, -0.012],
  [0.861, -0.323, -0.355, 0.24, -0.467, -0.008],
  [1.212, -1.239, -0.444, 0.305, -0.797, 0.047],
  [1.099, -1.847, -0.365, 0.275, -1.132, 0.124],
  [0.544, 0.157, -0.213, 0.118, -1.455, 0.292],
  [0.544, 0.157, -0.213, 0.118, -1.455, 0.292],
] as const;

/** Upper limit of F1, the paper's; the 1990 form has none. */
export const MAX_CIRCUMSOLAR = 0.9;

/** Radians in a degree: what another module exports is looked up at every use (measured). */
const DEGREE = DEG;

/** Local copy, as that of radians. */
const KAPPA = PEREZ_KAPPA;

const INTERVALS = 8;

/**
 * Spline of function `f` in interval `k` of ζ: left + t·(rise + t·bend), t = 0…1 from `start` on across `length`. In Bézier
 * form the middle control point is the B-spline's own coefficient, the outer ones lie on the line between neighbours.
 */
export function spline(
  k: number,
  f: number,
): [start: number, length: number, left: number, rise: number, bend: number] {
  const [before, start, end, after] = KNOTS.slice(k + 1, k + 5) as [number, number, number, number];
  const length = end - start;
  const middle = COEFFICIENTS[k + 1]![f]!;
  const left = (COEFFICIENTS[k]![f]! * length + middle * (start - before)) / (end - before);
  const right = (middle * (after - end) + COEFFICIENTS[k + 2]![f]! * length) / (after - start);
  return [start, length, left, 2 * (middle - left), left - 2 * middle + right];
}

/**
 * The splines by interval of ζ, each as a + b·ζ + c·ζ²; and the offset of the interval that holds ζ, by thousandths: the knots
 * are such, and at a knot both sides are the same. A search would branch on ζ, which under broken cloud no processor guesses.
 */
const [TABLE, OFFSETS] = /* @__PURE__ */ splineTables();

function splineTables(): [table: Float64Array, offsets: Uint8Array] {
  const table: number[] = [];
  const offsets = new Uint8Array(1001);
  for (let k = 0; k < INTERVALS; k++) {
    offsets.fill(table.length, Math.round(1000 * KNOTS[k + 2]!));
    for (let f = 0; f < 6; f++) {
      const [start, length, left, rise, bend] = spline(k, f);
      const curvature = bend / (length * length);
      const slope = rise / length - 2 * curvature * start;
      table.push(left - (slope + curvature * start) * start, slope, curvature);
    }
  }
  return [Float64Array.from(table), offsets];
}

/**
 * F1 (`circumsolar`, 0…0.9) and F2 (`horizonFactor`, not limited); both 0 with the sun down (elevation ≤ 0), when there
 * no direction is defined for them. Irradiances in W/m², elevation in degrees, relative air mass at most its value at 90°.
 */
export function perezDriesseRows(
  i0: number,
  i1: number,
  dhi: Float64Array,
  dni: Float64Array,
  extraterrestrialNormal: Float64Array,
  elevation: Float64Array,
  relativeAirmass: Float64Array,
  circumsolar: Float64Array,
  horizonFactor: Float64Array,
): void {
  // In two loops an eighth faster than in one (measured); the sky's two parameters wait where the factors will be.
  skyRows(i0, i1, dhi, dni, extraterrestrialNormal, elevation, relativeAirmass, circumsolar, horizonFactor);
  factorRows(i0, i1, elevation, circumsolar, horizonFactor);
}

/** The sky's clearness ζ, 0…1, and brightness Δ. */
function skyRows(
  i0: number,
  i1: number,
  dhi: Float64Array,
  dni: Float64Array,
  extraterrestrialNormal: Float64Array,
  elevation: Float64Array,
  relativeAirmass: Float64Array,
  clearness: Float64Array,
  brightness: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const diffuse = dhi[i]!;
    const direct = dni[i]!;
    const z = (90 - elevation[i]!) * DEGREE;
    brightness[i] = (diffuse * relativeAirmass[i]!) / extraterrestrialNormal[i]!;
    // ζ₀/(1 + κz³(1 − ζ₀)) with ζ₀ = DNI/(DHI + DNI). Without diffuse light every share of it is as good as any other; 0
    // is what pvlib takes.
    const zeta = diffuse > 0 ? direct / (direct + diffuse * (1 + KAPPA * z * z * z)) : 0;
    clearness[i] = zeta < 0 ? 0 : zeta > 1 ? 1 : zeta;
  }
}

/** Linear combination f1 + f2·Δ + f3·z of three functions of ζ, from offset `o` of the first in the table. */
function combine(o: number, zeta: number, delta: number, z: number): number {
  const a = TABLE[o]! + TABLE[o + 3]! * delta + TABLE[o + 6]! * z;
  const b = TABLE[o + 1]! + TABLE[o + 4]! * delta + TABLE[o + 7]! * z;
  const c = TABLE[o + 2]! + TABLE[o + 5]! * delta + TABLE[o + 8]! * z;
  return a + (b + c * zeta) * zeta;
}

/** F1 in place of the clearness and F2 in place of the brightness: each f1 + f2·Δ + f3·z of functions of ζ. */
function factorRows(i0: number, i1: number, elevation: Float64Array, first: Float64Array, second: Float64Array): void {
  // V8 knows that a product is a number; the constant alone would box every row (measured).
  const most = 1 * MAX_CIRCUMSOLAR;
  for (let i = i0; i < i1; i++) {
    const height = elevation[i]!;
    if (height <= 0) {
      first[i] = 0;
      second[i] = 0;
      continue;
    }
    const z = (90 - height) * DEGREE;
    const zeta = first[i]!;
    const delta = second[i]!;
    const o = OFFSETS[(1000 * zeta) | 0]!;
    const sunward = combine(o, zeta, delta, z);
    first[i] = sunward > most ? most : sunward <= 0 ? 0 : sunward;
    second[i] = combine(o + 9, zeta, delta, z);
  }
}

export interface PerezDriesseInputs extends AoiInputs {
  /** W/m², not negative */
  dhi: ColumnInput;
  /** W/m², not negative */
  dni: ColumnInput;
  /** Extraterrestrial normal irradiance, W/m² */
  dniExtra: ColumnInput;
  /** Relative air mass; default Kasten & Young 1989 of solarZenith */
  airmass?: ColumnInput | undefined;
}

const PEREZ_DRIESSE: SkyDeclaration<object, null> = {
  name: "perezDriesse",
  reads: ["dhi", "dni", "extraterrestrialNormal", "elevation", "relativeAirmass", "cosTilt"],
  floor: COS_85,
  prepare: () => null,
  rows(from, to, c) {
    const { dhi, dni, extraterrestrialNormal: extra, elevation, relativeAirmass, circumsolar, horizonBand } = c;
    perezDriesseRows(from, to, dhi, dni, extra, elevation, relativeAirmass, circumsolar, horizonBand);
    skyOnPlaneRows(from, to, c.cosTilt, c.isotropic, horizonBand);
  },
};

export const perezDriesseStage = /* @__PURE__ */ skyStage(PEREZ_DRIESSE);

/**
 * Diffuse irradiance from the sky on a tilted plane after Perez and Driesse:
 * DHI·[(1 − F1)(1 + cos β)/2 + F1·max(cos aoi, 0)/max(cos z, cos 85°) + F2·sin β], not below 0.
 *
 * Smooth in every input while the sun is up, unlike the 1990 table. Differs from pvlib: from zenith 90° on the sky is
 * isotropic.
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth (deg), dhi, dni, dniExtra (W/m²), airmass;
 *   numbers or arrays of one length
 * @param options returnComponents: the parts in place of the sum
 * @returns skyDiffuse in W/m², or poaSkyDiffuse, poaIsotropic, poaCircumsolar, poaHorizon (may be negative); NaN where
 *   an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const perezDriesse = /* @__PURE__ */ skyModel<PerezDriesseInputs, object, null>(
  PEREZ_DRIESSE,
  perezDriesseStage,
);
