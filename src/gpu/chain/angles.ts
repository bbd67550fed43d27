/**
 * Angles without device trigonometry: polynomials over add, mul, div and sqrt. GPUs may be off by 2⁻¹¹ in sin and cos, and
 * have been observed to be in acos; these are accurate to a few units in the last place of f32.
 *
 * Polynomials: Cephes Math Library 2.2 (S. L. Moshier 1992), atanf.c and asinf.c.
 */
import { RAD } from "../../math/index.js";
import { SUN_DIAMETER } from "../../models/shading/horizon-line.js";
import {
  abs,
  add,
  clamp,
  div,
  greater,
  less,
  max,
  min,
  mul,
  type Node,
  type Operand,
  polynomial,
  select,
  sqrt,
  sub,
} from "./graph.js";

/** tan 22.5°: beyond it the arctangent is computed relative to 45°. */
const TAN_22_5 = 0.41421356237309503;
/** Keeps quotients of lengths finite if a length is 0. */
const TINY = 1e-30;

/** Angle in degrees, 0…90, of a direction in the first quadrant (sine, cosine ≥ 0). */
export function quadrantAngle(sine: Operand, cosine: Operand): Node {
  const [small, large] = [min(sine, cosine), max(sine, cosine)];
  const steep = greater(small, mul(TAN_22_5, large));
  const x = select(steep, div(sub(small, large), add(small, large)), div(small, max(large, TINY)));
  const z = mul(x, x);
  const series = polynomial(z, -3.33329491539e-1, 1.99777106478e-1, -1.38776856032e-1, 8.05374449538e-2);
  const angle = add(mul(add(x, mul(mul(x, z), series)), RAD), select(steep, 45, 0));
  return select(greater(sine, cosine), sub(90, angle), angle);
}

/** Elevation in degrees of a unit vector with height `up` and horizontal length `flat`. */
export function elevationOf(up: Node, flat: Node): Node {
  const angle = quadrantAngle(abs(up), flat);
  return select(less(up, 0), sub(0, angle), angle);
}

/** acos in radians, for arguments −1…1. */
export function acos(x: Node): Node {
  const a = abs(x);
  const far = greater(a, 0.5);
  const z = select(far, mul(0.5, sub(1, a)), mul(a, a));
  const root = select(far, sqrt(max(z, 0)), a);
  const series = polynomial(z, 1.6666752422e-1, 7.4953002686e-2, 4.547002598e-2, 2.4181311049e-2, 4.2163199048e-2);
  const arcsine = add(root, mul(mul(root, z), series));
  const positive = select(far, mul(2, arcsine), sub(Math.PI / 2, arcsine));
  return select(less(x, 0), sub(Math.PI, positive), positive);
}

/** `visibleDiscFraction`: share of the sun's disc above a level line, elevations in degrees. */
export function visibleDisc(elevation: Node, line: Operand): Node {
  const height = clamp(mul(sub(elevation, line), 2 / SUN_DIAMETER), -1, 1);
  const chord = mul(height, sqrt(max(mul(sub(1, height), add(1, height)), 0)));
  return clamp(mul(add(acos(sub(0, height)), chord), 1 / Math.PI), 0, 1);
}
