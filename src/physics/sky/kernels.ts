/** Cubic tables: a smooth function of one variable as 512 cubics of equal width, for kernels that evaluate it in every row. */
import { acos, cos, DEG, RAD, sin } from "../../foundation/math/index.js";
import { kastenYoung } from "../models/atmosphere/airmass.js";
import {
  ATMOS_REFRACT,
  airFactor,
  REFRACTION_SCALE,
  refractVectorRows,
  SUN_RADIUS,
} from "../models/solar-position/refraction.js";

export const INTERVALS = 512;

/**
 * Through rounding a sine may slightly exceed 1. Tables over a sine end here, so that no value falls outside and no row has
 * to check; the function itself is not evaluated beyond 1.
 */
export const ABOVE_ONE = 1 + 1e-9;

const ORDERS = [0, 1, 2, 3];

/**
 * Coefficients of `f` on [from, to]: four columns c0, c1, c2, c3 with an entry per interval, in the variable t = 0…1
 * across it. Each cubic passes through f at the four Chebyshev points of its interval, so f is not evaluated at the ends.
 *
 * The form of the lookup determines its time (measured, air mass: from 5.5 to 3 ns): one column per power, so that one index
 * serves all; the index masked to nine bits, which needs no bounds check; no minimum or maximum; two lines instead of a chain.
 */
export function cubicTable(
  from: number,
  to: number,
  f: (x: number) => number,
): readonly [Float64Array, Float64Array, Float64Array, Float64Array] {
  const angles = ORDERS.map((i) => ((2 * i + 1) * Math.PI) / 8);
  const weights = ORDERS.map((order) => angles.map((angle) => cos(order * angle) / 2));
  const column = () => new Float64Array(INTERVALS);
  const [c0, c1, c2, c3] = [column(), column(), column(), column()] as const;
  for (let k = 0; k < INTERVALS; k++) {
    const values = weights[1]!.map((half) => f(from + ((k + half + 0.5) * (to - from)) / INTERVALS));
    // The sum of Chebyshev polynomials, by powers of t.
    const sums = weights.map((of) => of.reduce((sum, weight, i) => sum + weight * values[i]!, 0));
    const [p, q, r, s] = sums as [number, number, number, number];
    c0[k] = p / 2 - q + r - s;
    c1[k] = 2 * q - 8 * r + 18 * s;
    c2[k] = 8 * r - 48 * s;
    c3[k] = 32 * s;
  }
  return [c0, c1, c2, c3];
}

// Relative air mass (Kasten & Young 1989) from the sun's height, by table.

/** Air mass over sin(apparent elevation), 0 to 1. */
const [A0, A1, A2, A3] = /* @__PURE__ */ cubicTable(0, ABOVE_ONE, (up) => kastenYoung(acos(up) * RAD));
// Local constants: imported ones are checked at every use.
const MASK = INTERVALS - 1;
const PER_SINE = INTERVALS / ABOVE_ONE;
/** sin of 86.4°: above it the model itself is used. Near the zenith its angle is not a smooth function of the sine. */
const STEEP = 0.998;

/** `kastenYoungRows` of sin(elevation) instead of the zenith; below the horizon, the value at the horizon. NaN for NaN. */
export function airmassRows(i0: number, i1: number, up: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const u = up[i]!;
    if (u > STEEP) {
      airmass[i] = kastenYoung(acos(u < 1 ? u : 1) * RAD);
      continue;
    }
    const x = u > 0 ? u * PER_SINE : u * 0;
    const k = (x | 0) & MASK;
    const t = x - k;
    airmass[i] = (t * A3[k]! + A2[k]!) * (t * t) + (t * A1[k]! + A0[k]!);
  }
}

// Refraction of the sun's unit vector without computing an angle, a root or a quotient.

/** sin of the elevation below which there is no refraction. */
const SWITCH = /* @__PURE__ */ sin(-(SUN_RADIUS + ATMOS_REFRACT) * DEG);
const PER_TRUE_SINE = INTERVALS / (ABOVE_ONE - SWITCH);

/** Equation 42 of SPA, cot(e₀ + 10.3°/(e₀/1° + 5.11)), divided by cos e₀: a function of sin e₀, from the switch upwards. */
const [R0, R1, R2, R3] = /* @__PURE__ */ cubicTable(SWITCH, ABOVE_ONE, (up) => {
  const e0 = Math.PI / 2 - acos(up);
  const angle = e0 + (10.3 / (e0 * RAD + 5.11)) * DEG;
  return cos(angle) / (sin(angle) * Math.sqrt((1 - up) * (1 + up))); // a tangent would be the only one in a bundle
});

/** `refractVectorRows`: turns true unit vectors (east, north, up) into apparent ones, in place. */
export function refractRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  up: Float64Array,
  pressureHpa: number,
  temperature: number,
): void {
  const scale = airFactor(pressureHpa, temperature) * REFRACTION_SCALE * DEG;
  for (let i = i0; i < i1; i++) {
    const u = up[i]!;
    if (u < SWITCH) continue;
    if (u > STEEP) {
      refractVectorRows(i, i + 1, east, north, up, pressureHpa, temperature);
      continue;
    }
    const x = (u - SWITCH) * PER_TRUE_SINE;
    const k = (x | 0) & MASK;
    const t = x - k;
    // Refraction over cos e₀, then its sine over cos e₀, and its cosine.
    const delta = ((t * R3[k]! + R2[k]!) * (t * t) + (t * R1[k]! + R0[k]!)) * scale;
    const d2 = delta * delta * (1 - u * u);
    const s = delta * (1 - d2 * (1 / 6)); // refraction is below 0.011 rad: the next term is 1e-12
    const stretch = 1 - d2 * (0.5 - d2 * (1 / 24)) - u * s;
    up[i] = u * stretch + s;
    east[i] = east[i]! * stretch;
    north[i] = north[i]! * stretch;
  }
}
