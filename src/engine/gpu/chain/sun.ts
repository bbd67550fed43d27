/** The apparent sun and the clear sky of each sub-step. */
import { DEG, RAD } from "../../../foundation/math/index.js";
import { KASTEN_YOUNG_A, KASTEN_YOUNG_B, KASTEN_YOUNG_C } from "../../../physics/models/atmosphere/airmass.js";
import { SUN_DIAMETER } from "../../../physics/models/shading/horizon-line.js";
import { ATMOS_REFRACT, SUN_RADIUS } from "../../../physics/models/solar-position/refraction.js";
import { GRID_COLUMNS, OWN, SITE, TIME } from "../layout.js";
import {
  abs,
  add,
  and,
  clamp,
  direction,
  div,
  exp,
  floor,
  greater,
  greaterEqual,
  input,
  less,
  lessEqual,
  log,
  max,
  min,
  mul,
  type Node,
  not,
  type Operand,
  or,
  own,
  polynomial,
  select,
  sqrt,
  sub,
} from "./graph.js";

// Angles without device trigonometry: polynomials over add, mul, div and sqrt. GPUs may be off by 2⁻¹¹ in sin and cos, and
// have been observed to be in acos; these are accurate to a few units in the last place of f32.
//
// Polynomials: Cephes Math Library 2.2 (S. L. Moshier 1992), atanf.c and asinf.c.

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
function elevationOf(up: Node, flat: Node): Node {
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

export const site = (column: number): Node => input("site", column);
export const time = (column: number): Node => input("time", column);

export interface Sun {
  /** Apparent unit vector. */
  readonly east: Node;
  readonly north: Node;
  readonly up: Node;
  /** Apparent elevation, degrees. */
  readonly elevation: Node;
  /** E0 of the day, W/m². */
  readonly extraterrestrial: Node;
  /** Relative air mass. */
  readonly airmass: Node;
}

/** Topocentric, refracted sun. */
export function apparentSun(): Sun {
  const perDistance = time(TIME.perDistance);
  const parallaxNorth = mul(site(SITE.parallaxNorth), perDistance);
  const parallaxUp = mul(site(SITE.parallaxUp), perDistance);
  const [eastward, northward, upward] = [direction(0), sub(direction(1), parallaxNorth), sub(direction(2), parallaxUp)];
  // Parallax subtracts its component from the unit vector's length; the square of that is below 2e-9.
  const scale = add(1, add(mul(northward, parallaxNorth), mul(upward, parallaxUp)));
  return refracted(mul(eastward, scale), mul(northward, scale), mul(upward, scale));
}

/** `refractVectorRows`, with a series for the tangent of a small angle. */
function refracted(east: Node, north: Node, up: Node): Sun {
  const flat = sqrt(add(mul(east, east), mul(north, north)));
  const trueElevation = elevationOf(up, flat);
  const seen = greaterEqual(trueElevation, LOWEST_REFRACTED);
  const g = div(10.3 * DEG, add(max(trueElevation, -1), 5.11));
  const tangent = mul(g, polynomial(mul(g, g), 1, 1 / 3, 2 / 15));
  const cotangent = div(sub(flat, mul(tangent, up)), add(max(up, -0.02), mul(tangent, flat)));
  const delta = select(seen, mul(site(SITE.refraction), cotangent), 0);
  const d2 = mul(delta, delta);
  const s = mul(delta, sub(1, mul(d2, 1 / 6)));
  const c = sub(1, mul(d2, sub(0.5, mul(d2, 1 / 24))));
  const stretch = sub(c, div(mul(up, s), max(flat, 1e-9)));
  const apparentUp = add(mul(up, c), mul(flat, s));
  const elevation = elevationOf(apparentUp, sub(mul(flat, c), mul(up, s)));
  return {
    east: mul(east, stretch),
    north: mul(north, stretch),
    up: apparentUp,
    elevation,
    extraterrestrial: time(TIME.extraterrestrial),
    airmass: kastenYoung(max(apparentUp, 0), max(elevation, 0)),
  };
}

/** `kastenYoung` of sin and degrees of an elevation ≥ 0. */
function kastenYoung(up: Node, elevation: Node): Node {
  const power = exp(mul(KASTEN_YOUNG_C, log(add(elevation, KASTEN_YOUNG_B))));
  return div(1, add(up, mul(KASTEN_YOUNG_A, power)));
}

export interface ClearSky {
  readonly ghi: Node;
  readonly dni: Node;
  readonly dhi: Node;
}

/** The stage of `ineichenAltitude`; turbidity and pressure (relative to sea level) are those of the interval. */
export function clearSky(sun: Sun, turbidity: Node, pressure: Node): ClearSky {
  const m = mul(sun.airmass, pressure);
  const excess = sub(turbidity, 1);
  const depth = mul(site(SITE.attenuation), add(site(SITE.fh1), mul(site(SITE.fh2), excess)));
  const global = mul(mul(site(SITE.global), sun.extraterrestrial), exp(mul(mul(-1, depth), m)));
  const beam = mul(mul(site(SITE.beam), sun.extraterrestrial), exp(mul(mul(-1, mul(site(SITE.beamLoss), excess)), m)));
  const haze = sub(0.1, mul(0.2, exp(mul(-1, turbidity))));
  const share = min(sub(1, div(haze, site(SITE.diffuseCorrection))), 1);
  const mu = max(sun.up, 0);
  const normal = min(beam, mul(global, share));
  return {
    ghi: mul(global, mu),
    dni: select(greater(sun.up, 0), normal, 0),
    dhi: mul(sub(global, normal), mu),
  };
}

/** The site's turbidity in this interval: constant, or between the middles of two months. */
export function siteTurbidity(monthly: boolean): Node {
  if (!monthly) return site(SITE.turbidity);
  const before = own(OWN.months, input("grid", GRID_COLUMNS.monthBefore));
  const after = own(OWN.months, input("grid", GRID_COLUMNS.monthAfter));
  return add(before, mul(sub(after, before), input("grid", GRID_COLUMNS.monthShare)));
}

/** Elevation (deg) of the site's horizon line under the sun. */
export function lineUnder({ east, north }: Sun): Node {
  const angle = quadrantAngle(abs(east), abs(north)); // from north or south, to keep its digits
  const whole = floor(angle);
  const rest = sub(angle, whole);
  const southern = greater(0, north);
  const western = greater(0, east);
  // Clockwise from north or south in the first and third quadrant, anticlockwise in the others.
  const forward = or(and(southern, western), and(not(southern), not(western)));
  const base = select(southern, 180, select(western, 360, 0));
  const k = select(forward, add(base, whole), sub(sub(base, 1), whole));
  const share = select(forward, rest, sub(1, rest));
  const low = own(OWN.line, k);
  return add(low, mul(sub(own(OWN.line, add(k, 1)), low), share));
}

export const isDown = ({ elevation }: Sun): Node => lessEqual(elevation, 0);

/** True elevation of the sun (deg) below which there is no refraction. */
const LOWEST_REFRACTED = -(SUN_RADIUS + ATMOS_REFRACT);
