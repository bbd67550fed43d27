/** Irradiance on the plane, in the open and behind the horizon; per sub-step. */
import { cos, DEG, sin } from "../../../foundation/math/index.js";
import { PEREZ_KAPPA } from "../../../physics/models/transposition/perez-coefficients.js";
import { KNOTS, MAX_CIRCUMSOLAR } from "../../../physics/models/transposition/perez-driesse.js";
import { COS_85 } from "../../../physics/models/transposition/sky-model.js";
import { GROUND_COVERAGE, MAX_ROTATION } from "../../compute-grid/kernels.js";
import { OWN, PEREZ_STRIDE, SITE } from "../layout.js";
import type { Light } from "./completion.js";
import {
  abs,
  add,
  and,
  clamp,
  constant,
  div,
  floor,
  greater,
  greaterEqual,
  lessEqual,
  max,
  min,
  mul,
  type Node,
  type Operand,
  own,
  select,
  shared,
  sqrt,
  sub,
} from "./graph.js";
import { isDown, quadrantAngle, type Sun, site } from "./sun.js";

/** The kinds of planes in a batch of sites. */
export type Planes = "fixed" | "tracked" | "mixed";

export interface Plane {
  readonly cosIncidence: Node;
  readonly cosTilt: Node;
  readonly sinTilt: Node;
  /** Degrees, west positive; 0 for a fixed plane. */
  readonly rotation: Node;
}

export function orient(sun: Sun, planes: Planes): Plane {
  const fixed: Plane = {
    cosIncidence: add(
      add(mul(sun.east, site(SITE.normalEast)), mul(sun.north, site(SITE.normalNorth))),
      mul(sun.up, site(SITE.cosTilt)),
    ),
    cosTilt: site(SITE.cosTilt),
    sinTilt: site(SITE.sinTilt),
    rotation: constant(0),
  };
  if (planes === "fixed") return fixed;
  const turned = tracker(sun);
  if (planes === "tracked") return turned;
  const isTracked = greater(site(SITE.tracked), 0);
  const pick = (name: keyof Plane) => select(isTracked, turned[name], fixed[name]);
  return {
    cosIncidence: pick("cosIncidence"),
    cosTilt: pick("cosTilt"),
    sinTilt: pick("sinTilt"),
    rotation: pick("rotation"),
  };
}

/** `trackerRows`: horizontal north–south axis with backtracking, flat while the sun is down. */
function tracker({ east, up }: Sun): Plane {
  const [sinMax, cosMax] = [sin(MAX_ROTATION * DEG), cos(MAX_ROTATION * DEG)];
  const side = abs(east);
  const length = max(sqrt(add(mul(side, side), mul(up, up))), 1e-20);
  const [c, s] = [div(up, length), div(side, length)];
  const shadow = mul(c, 1 / GROUND_COVERAGE);
  const back = sqrt(max(mul(sub(1, shadow), add(1, shadow)), 0));
  const turns = greater(1, shadow);
  const cosine = select(turns, add(mul(c, shadow), mul(s, back)), c);
  const sine = select(turns, sub(mul(s, shadow), mul(c, back)), s);
  const flat = lessEqual(sine, 0);
  const limit = greater(sine, sinMax);
  const lit = greater(up, 0);
  const cosTilt = select(and(lit, greater(sine, 0)), select(limit, cosMax, cosine), 1);
  const sinTilt = select(lit, select(limit, sinMax, max(sine, 0)), 0);
  const angle = select(limit, MAX_ROTATION, select(flat, 0, quadrantAngle(max(sine, 0), max(cosine, 0))));
  const rotation = select(lit, select(greater(east, 0), sub(0, angle), angle), 0);
  return { cosIncidence: add(mul(up, cosTilt), mul(side, sinTilt)), cosTilt, sinTilt, rotation };
}

/** Perez–Driesse: F1, and F2 before it is multiplied by the plane's factor. */
export function perezDriesse(sun: Sun, dni: Node, dhi: Node): { circumsolar: Node; horizonFactor: Node } {
  const z = mul(sub(90, sun.elevation), DEG);
  const delta = div(mul(dhi, sun.airmass), sun.extraterrestrial);
  const whole = add(dni, mul(dhi, add(1, mul(PEREZ_KAPPA, mul(z, mul(z, z))))));
  const zeta = clamp(select(greater(dhi, 0), div(dni, max(whole, 1e-30)), 0), 0, 1);
  const inner = KNOTS.slice(3, -3);
  const interval = inner.reduce<Node>((k, knot) => add(k, select(greaterEqual(zeta, knot), 1, 0)), constant(0));
  const row = mul(interval, PEREZ_STRIDE);
  const t = mul(sub(zeta, shared(0, row)), shared(1, row));
  const curve = (f: number) => {
    const at = 2 + 3 * f;
    return add(shared(at, row), mul(t, add(shared(at + 1, row), mul(t, shared(at + 2, row)))));
  };
  const combine = (f: number) => add(curve(f), add(mul(curve(f + 1), delta), mul(curve(f + 2), z)));
  return {
    circumsolar: select(isDown(sun), 0, clamp(combine(0), 0, MAX_CIRCUMSOLAR)),
    horizonFactor: select(isDown(sun), 0, combine(3)),
  };
}

/** Visible shares of sun and sky. */
export interface View {
  /** Shares of the disc, above 0° and above the line. */
  readonly visible: Node;
  readonly visibleAboveLine: Node;
  /** Shares of the plane's sky, and of the bright band above the horizon. */
  readonly sky: Operand;
  readonly band: Operand;
}

/** `skyPerDhi`: sky diffuse on a plane, W/m². */
export function skyDiffuse(
  dhi: Node,
  up: Node,
  plane: Pick<Plane, "cosIncidence" | "cosTilt" | "sinTilt">,
  { circumsolar, horizonFactor }: { circumsolar: Node; horizonFactor: Operand },
  { visible, visibleAboveLine, sky, band }: View,
): Node {
  const height = max(up, COS_85);
  const isotropic = mul(add(1, plane.cosTilt), 0.5);
  const bright = mul(horizonFactor, plane.sinTilt);
  const beam = mul(mul(circumsolar, visibleAboveLine), div(max(plane.cosIncidence, 0), height));
  const background = mul(sub(1, mul(mul(circumsolar, visible), div(max(up, 0), height))), isotropic);
  const dark = add(background, bright);
  const dimmed = select(greater(dark, 0), mul(dark, sky), dark);
  const rest = select(greaterEqual(bright, 0), add(mul(background, sky), mul(bright, band)), dimmed);
  return mul(dhi, max(add(beam, rest), 0));
}

/** Irradiance on a plane: W/m². */
export interface OnPlane {
  readonly direct: Node;
  readonly diffuse: Node;
}

/** Beam, and sky with the ground's reflection, on the plane. */
export function planeLight(dni: Node, ghi: Node, sky: Node, albedo: Node, plane: Plane): OnPlane {
  return {
    direct: mul(dni, max(plane.cosIncidence, 0)),
    diffuse: add(sky, mul(mul(ghi, albedo), mul(sub(1, plane.cosTilt), 0.5))),
  };
}

/** DNI and GHI of a sub-step, as `componentRows` of the engine. */
export function components(sun: Sun, { direct, diffuse }: Light): { dni: Node; ghi: Node } {
  const normal = min(div(direct, max(sun.up, 1e-30)), sun.extraterrestrial);
  return { dni: select(greater(sun.up, 0), normal, direct), ghi: add(direct, diffuse) };
}

/** Shares of the sky above the line, as seen by the plane. */
export function planeView(plane: Plane, planes: Planes): { sky: Node; band: Node } {
  const fixed = { sky: site(SITE.planeView), band: site(SITE.bandWest) };
  if (planes === "fixed") return fixed;
  const position = add(plane.rotation, MAX_ROTATION);
  const k = clamp(floor(position), 0, 2 * MAX_ROTATION - 1);
  const low = own(OWN.views, k);
  const turned = {
    sky: add(low, mul(sub(own(OWN.views, add(k, 1)), low), sub(position, k))),
    band: select(greater(0, plane.rotation), site(SITE.bandEast), site(SITE.bandWest)),
  };
  if (planes === "tracked") return turned;
  const isTracked = greater(site(SITE.tracked), 0);
  return { sky: select(isTracked, turned.sky, fixed.sky), band: select(isTracked, turned.band, fixed.band) };
}
