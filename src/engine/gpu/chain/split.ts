/** The diffuse part of GHI alone: by Erbs and Driesse, over snow with GHI as over bare ground. */
import {
  CENTRAL,
  CENTRAL_FROM,
  CENTRAL_TO,
  CLEAR_FRACTION,
  CLOUDY_SLOPE,
} from "../../../physics/models/decomposition/by-clearness.js";
import {
  CLEAR_SKY_ALBEDO,
  CLOUD_TAKES,
  SNOW_FROM,
  SNOW_WHOLE,
} from "../../../physics/models/decomposition/over-snow.js";
import { BARE_GROUND_ALBEDO } from "../../../physics/models/transposition/plane.js";
import {
  add,
  and,
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
  sub,
} from "./graph.js";

/** @param ground albedo of the weather, with the sign inverted where it follows from snow; null: no series has any */
export function splitDiffuse(
  global: Node,
  extraterrestrialHorizontal: Node,
  clearGhi: Node,
  ground: { readonly value: Node; readonly known: Node } | null,
): Node {
  const plain = mul(global, diffuseFraction(global, extraterrestrialHorizontal));
  if (ground === null) return plain;
  const albedo = max(ground.value, sub(0, ground.value));
  const bare = overBareGround(global, clearGhi, albedo);
  const beam = mul(bare, sub(1, diffuseFraction(bare, extraterrestrialHorizontal)));
  return select(and(ground.known, greater(albedo, SNOW_FROM)), sub(global, beam), plain);
}

/** `erbsDriesseRows` on the interval's clearness index; everything is diffuse without sun or irradiance. */
function diffuseFraction(global: Node, extraterrestrialHorizontal: Node): Node {
  const sunlit = greater(extraterrestrialHorizontal, 0);
  const index = select(sunlit, div(global, max(extraterrestrialHorizontal, 1e-20)), 0);
  const k = clamp(index, 0, 1);
  const below = select(greater(k, CENTRAL_FROM), polynomial(k, ...CENTRAL), sub(1, mul(CLOUDY_SLOPE, k)));
  const fraction = select(greater(k, CENTRAL_TO), CLEAR_FRACTION, below);
  return select(greater(index, 0), fraction, 1);
}

/** `overBareGroundRows`, of ground as bright as snow. */
function overBareGround(global: Node, clearGhi: Node, albedo: Node): Node {
  const slope = (SNOW_WHOLE - BARE_GROUND_ALBEDO) / (SNOW_WHOLE - SNOW_FROM);
  const ground = max(min(albedo, add(BARE_GROUND_ALBEDO, mul(slope, sub(albedo, SNOW_FROM)))), BARE_GROUND_ALBEDO);
  const darkening = (sky: Operand) => div(sub(1, mul(ground, sky)), sub(1, mul(BARE_GROUND_ALBEDO, sky)));
  const over = mul(global, darkening(CLEAR_SKY_ALBEDO));
  const share = select(less(over, clearGhi), div(over, max(clearGhi, 1e-20)), 1);
  const cloud = div(sub(1, share), sub(CLOUD_TAKES, mul(ground, share)));
  return mul(global, darkening(add(CLEAR_SKY_ALBEDO, mul(1 - CLEAR_SKY_ALBEDO, cloud))));
}
