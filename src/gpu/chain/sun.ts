/** The apparent sun and the clear sky of each sub-step. */
import { DEG } from "../../math/index.js";
import { KASTEN_YOUNG_A, KASTEN_YOUNG_B, KASTEN_YOUNG_C } from "../../models/atmosphere/airmass.js";
import { ATMOS_REFRACT, SUN_RADIUS } from "../../models/solar-position/refraction.js";
import { GRID_COLUMNS, OWN, SITE, TIME } from "../layout.js";
import { elevationOf, quadrantAngle } from "./angles.js";
import {
  abs,
  add,
  and,
  direction,
  div,
  exp,
  floor,
  greater,
  greaterEqual,
  input,
  lessEqual,
  log,
  max,
  min,
  mul,
  type Node,
  not,
  or,
  own,
  polynomial,
  select,
  sqrt,
  sub,
} from "./graph.js";

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
export const LOWEST_REFRACTED = -(SUN_RADIUS + ATMOS_REFRACT);
