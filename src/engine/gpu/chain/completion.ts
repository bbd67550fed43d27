/**
 * From the given weather to mean direct-horizontal and diffuse irradiance of an interval: the rules of `weather/limits.ts`,
 * `weather/completion.ts` and the engine's spreading, in their order. Missing is a flag here: devices may not preserve NaN.
 */

import {
  CLEANEST,
  CLEAR_EXCESS,
  CLEAR_OFFSET,
  DEPTH,
  MOST_AT_HORIZON,
  OFFSET_FADES,
  UPPER_LIMITS,
} from "../../../data/weather/limits.js";
import { cos, sin } from "../../../foundation/math/sine.js";
import { HOUR_ANGLE_RATE } from "../../../physics/models/solar-position/analytical.js";
import { TWILIGHT } from "../../../physics/models/solar-position/refraction.js";
import { MISSING, SITE, TIME, type WeatherChannel } from "../layout.js";
import type { Closure } from "../types.js";
import {
  add,
  and,
  clamp,
  constant,
  div,
  exp,
  greater,
  greaterEqual,
  input,
  largest,
  less,
  lessEqual,
  log,
  max,
  min,
  mul,
  type Node,
  not,
  or,
  select,
  sub,
  sum,
} from "./graph.js";
import { splitDiffuse } from "./split.js";
import { type ClearSky, type Sun, site, time } from "./sun.js";

/** A value of an interval, and whether it exists. */
export interface Given {
  readonly value: Node;
  readonly known: Node;
}

const NOTHING: Given = { value: constant(0), known: constant(false) };

/** A channel of the weather; undefined if the series does not have it. */
export function given(channels: readonly WeatherChannel[], name: WeatherChannel): Given {
  const column = channels.indexOf(name);
  if (column < 0) return NOTHING;
  const value = input("weather", column);
  return { value, known: greater(value, MISSING / 2) };
}

/** Clear-sky weights of each sub-step; see `weightRows` of the engine. */
export interface Weights {
  readonly beam: Node;
  /** The highest beam that is accepted as measured, and that a decomposition may find. */
  readonly cap: Node;
  readonly decomposedCap: Node;
  readonly diffuse: Node;
  /** The highest diffuse irradiance of an interval with twilight; see `limitRows` of the engine. */
  readonly diffuseCap: Node;
}

export function weights(sun: Sun, clear: ClearSky, cell: number): Weights {
  const mu = max(sun.up, 0);
  const cap = mul(div(sun.extraterrestrial, add(1, mul(CLEANEST, mul(sun.airmass, site(SITE.pressure))))), mu);
  const offset = mul(CLEAR_OFFSET, clamp(div(sun.elevation, OFFSET_FADES), 0, 1));
  const believed = mul(add(mul(CLEAR_EXCESS, clear.dni), offset), mu);
  const twilight = clamp(mul(sub(sun.elevation, TWILIGHT), -1 / TWILIGHT), 0, 1);
  return {
    beam: mul(clear.dni, mu),
    cap,
    decomposedCap: min(cap, believed),
    diffuse: add(clear.dhi, mul(2, mul(twilight, twilight))),
    diffuseCap: mostDiffuse(sun, cell),
  };
}

/** `mostInTwilight` between the highest and the lowest sun of a sub-step; with sun, the limit of Long and Dutton (2002). */
function mostDiffuse(sun: Sun, cell: number): Node {
  const [before, after] = cellEdges(sun, cell);
  const high = max(sun.up, max(before, after));
  const low = min(sun.up, min(before, after));
  const a = max(add(1, mul(1 / DEPTH, high)), 0);
  const b = add(1, mul(1 / DEPTH, low));
  const a2 = mul(a, a);
  const whole = mul(add(a, b), add(a2, mul(b, b)));
  const part = div(mul(a2, a2), max(sub(a, b), 1e-20));
  const twilight = mul(MOST_AT_HORIZON / 4, select(greaterEqual(b, 0), whole, part));
  return select(greater(high, 0), upperLimit(UPPER_LIMITS.ghi, sun.extraterrestrial, high), twilight);
}

/** Geometry of the interval, from its sub-steps. */
export interface IntervalSun {
  readonly extraterrestrial: Node;
  readonly extraterrestrialHorizontal: Node;
  /** Largest cos z, the interval's ends included. */
  readonly largestCosZenith: Node;
  /** Mean cos z weighted by the clear-sky beam. */
  readonly normalToHorizontal: Node;
}

export function intervalSun(sun: Sun, clear: ClearSky, beam: Node, steps: number, cell: number): IntervalSun {
  const mean = (node: Node) => mul(sum(node), 1 / steps);
  const mu = max(sun.up, 0);
  const clearDni = mean(clear.dni);
  const meanMu = mean(mu);
  return {
    extraterrestrial: mean(sun.extraterrestrial),
    extraterrestrialHorizontal: mean(mul(sun.extraterrestrial, mu)),
    largestCosZenith: largest(highestIn(sun, cell)),
    normalToHorizontal: select(greater(clearDni, 0), div(mean(beam), clearDni), meanMu),
  };
}

/** cos z of a sub-step, and at the interval's ends. */
function highestIn(sun: Sun, cell: number): Node {
  const { up } = sun;
  const [before, after] = cellEdges(sun, cell);
  const start = select(greater(time(TIME.opens), 0), before, up);
  const end = select(greater(time(TIME.closes), 0), after, up);
  return max(up, max(start, end));
}

/** cos z at both ends of a sub-step: its sun rotated by half a cell. */
function cellEdges({ east, north, up }: Sun, cell: number): readonly [before: Node, after: Node] {
  const [cosine, sine] = hourTurn(cell / 2);
  const [sinLatitude, cosLatitude] = [site(SITE.sinLatitude), site(SITE.cosLatitude)];
  const towardsPole = add(mul(up, sinLatitude), mul(north, cosLatitude));
  const alongEquator = sub(mul(up, cosLatitude), mul(north, sinLatitude));
  const turned = (sign: number) =>
    add(mul(towardsPole, sinLatitude), mul(add(mul(alongEquator, cosine), mul(east, sign * sine)), cosLatitude));
  return [turned(-1), turned(1)];
}

interface Components {
  readonly global: Given;
  readonly direct: Given;
  readonly diffuse: Given;
}

type Limit = (typeof UPPER_LIMITS)["ghi" | "dhi"];

/** The limit of Long and Dutton (2002) at this cos z. */
function upperLimit({ extra, power, offset }: Limit, extraterrestrial: Node, cosZenith: Node): Node {
  return add(mul(mul(extraterrestrial, extra), exp(mul(power, log(max(cosZenith, 1e-20))))), offset);
}

/** Values above their limit, as in `qualityRows`, become missing. */
function plausible(value: Given, limit: Limit, { extraterrestrial, largestCosZenith }: IntervalSun): Given {
  const most = upperLimit(limit, extraterrestrial, largestCosZenith);
  return { value: value.value, known: and(value.known, lessEqual(value.value, most)) };
}

const orElse = (first: Given, second: Given): Given => ({
  value: select(first.known, first.value, second.value),
  known: or(first.known, second.known),
});

/**
 * `completeRows`: closes two or three given components; GHI alone stays alone. If the beam is a small difference of large
 * numbers it is not computed as one: f32 would leave few digits, which a low sun amplifies.
 *
 * @param difference global − diffuse as the weather gives them, subtracted in f64
 */
function complete(
  { global, direct, diffuse }: Components,
  difference: Node,
  closure: Closure,
): Components & { readonly alone: Node } {
  const both = and(direct.known, diffuse.known);
  const added = closure === "component-sum" ? both : and(both, not(global.known));
  const total = add(direct.value, diffuse.value);
  const whole = select(added, total, global.value);
  const share = (part: Node) => select(greater(total, 0), div(mul(whole, part), max(total, 1e-20)), 0);
  const beamIsLess = less(direct.value, diffuse.value);
  const [directShare, diffuseShare] = [share(direct.value), share(diffuse.value)];
  const scaledDirect = select(beamIsLess, directShare, select(greater(total, 0), sub(whole, diffuseShare), 0));
  const scaled = and(both, closure === "keep-global");
  const left = select(diffuse.known, max(difference, 0), min(direct.value, whole));
  const beam = select(added, direct.value, select(scaled, scaledDirect, left));
  const known = or(added, and(global.known, or(direct.known, diffuse.known)));
  return {
    global: { value: whole, known: or(global.known, added) },
    direct: { value: beam, known },
    diffuse: { value: select(added, diffuse.value, sub(whole, beam)), known },
    alone: and(global.known, not(known)),
  };
}

/** Means of an interval, ready to be spread. */
export interface Means {
  readonly direct: Node;
  /** Difference between the cap and the beam; exactly 0 if the beam was cut to it. */
  readonly room: Node;
  readonly diffuse: Node;
  /** There is twilight in it, so that the caps of diffuse irradiance hold, and by how much it is below their mean. */
  readonly dusk: Node;
  readonly diffuseRoom: Node;
  /** There is no weather, and it is not night. */
  readonly missing: Node;
}

export interface WeightMeans {
  readonly cap: Node;
  readonly decomposedCap: Node;
  readonly diffuse: Node;
  readonly diffuseCap: Node;
  /** Sub-steps whose sun is down. */
  readonly down: Node;
  readonly clearGhi: Node;
}

/**
 * Mean direct and diffuse on the horizontal, as in `indexRows`: beam above its cap counts as diffuse, diffuse above the limit of
 * twilight is dropped.
 */
export function completedMeans(
  channels: readonly WeatherChannel[],
  geometry: IntervalSun,
  weight: WeightMeans,
  closure: Closure,
): Means {
  const normal = plausibleBeam(given(channels, "dni"), geometry.extraterrestrial);
  const fromNormal = { value: mul(normal.value, geometry.normalToHorizontal), known: normal.known };
  const horizontal = mul(geometry.extraterrestrial, max(geometry.largestCosZenith, 0));
  const limit = add(horizontal, UPPER_LIMITS.directHorizontal.offset);
  const completed = complete(
    {
      global: plausible(given(channels, "ghi"), UPPER_LIMITS.ghi, geometry),
      direct: orElse(plausibleBeam(given(channels, "directHorizontal"), limit), fromNormal),
      diffuse: plausible(given(channels, "dhi"), UPPER_LIMITS.dhi, geometry),
    },
    given(channels, "difference").value,
    closure,
  );
  const global = plausible(completed.global, UPPER_LIMITS.ghi, geometry);
  const ground = channels.includes("albedo") ? given(channels, "albedo") : null;
  const split = splitDiffuse(global.value, geometry.extraterrestrialHorizontal, weight.clearGhi, ground);
  const diffuse = select(completed.alone, split, completed.diffuse.value);
  const direct = select(completed.alone, sub(global.value, split), completed.direct.value);
  const known = and(global.known, or(completed.alone, completed.direct.known));
  const dark = lessEqual(weight.diffuse, 0);
  const most = select(completed.alone, weight.decomposedCap, weight.cap);
  const excess = max(sub(direct, most), 0);
  const dusk = greater(weight.down, 0);
  const room = sub(weight.diffuseCap, add(diffuse, excess));
  const held = select(and(dusk, less(room, 0)), weight.diffuseCap, add(diffuse, excess));
  return {
    direct: select(dark, 0, sub(direct, excess)),
    room: max(sub(weight.cap, select(dark, 0, direct)), 0),
    diffuse: select(dark, 0, held),
    dusk,
    diffuseRoom: max(room, 0),
    missing: and(not(known), not(dark)),
  };
}

function plausibleBeam(value: Given, limit: Node): Given {
  return { value: value.value, known: and(value.known, lessEqual(value.value, limit)) };
}

/** Direct and diffuse on the horizontal at the sub-steps. */
export interface Light {
  readonly direct: Node;
  readonly diffuse: Node;
}

/** Spreads the means in proportion to the clear sky: the beam below its cap, diffuse irradiance below its own where there is twilight. */
export function spread(means: Means, weight: Weights, steps: number): Light {
  const diffuse = inProportion(weight.diffuse, means.diffuse, steps);
  const held = heldBelow(diffuse, weight.diffuseCap, means.diffuseRoom, steps);
  const limited = filledUp(held, diffuse, weight.diffuseCap, means.diffuseRoom, steps);
  return {
    direct: heldBelow(inProportion(weight.beam, means.direct, steps), weight.cap, means.room, steps),
    diffuse: select(means.dusk, limited, diffuse),
  };
}

function inProportion(weight: Node, mean: Node, steps: number): Node {
  const whole = mul(sum(weight), 1 / steps);
  return mul(weight, select(greater(whole, 0), div(mean, max(whole, 1e-30)), 0));
}

/**
 * What is beyond a sub-step's cap is cut and the others are raised by one factor until the mean is restored (`holdBelowCap` of the
 * engine): each round caps at least one more, so `steps` − 1 rounds suffice. The remainder for the others is computed from the
 * room below the cap, so that nothing cancels if it is small.
 */
function heldBelow(course: Node, cap: Node, room: Node, steps: number): Node {
  const mean = (node: Node) => mul(sum(node), 1 / steps);
  const whole = mean(course);
  let raise: Node = constant(1);
  for (let round = 0; round < steps - 1; round++) {
    const capped = lessEqual(cap, mul(course, raise));
    const free = mean(select(capped, 0, course));
    const left = sub(mean(select(capped, 0, cap)), room);
    const some = and(less(free, whole), greater(free, 0));
    raise = select(some, max(raise, div(left, max(free, 1e-30))), raise);
  }
  return min(mul(course, raise), cap);
}

/**
 * `holdBelowCap` of the engine, where every sub-step with light is at its cap: the rest goes to the dark ones, which have a cap if a part
 * of their time is in twilight. Their middle is at night, and no factor raises nothing.
 */
function filledUp(held: Node, course: Node, cap: Node, room: Node, steps: number): Node {
  const mean = (node: Node) => mul(sum(node), 1 / steps);
  const dark = lessEqual(course, 0);
  const isFull = and(greater(sum(course), 0), lessEqual(sum(select(or(dark, lessEqual(cap, held)), 0, 1)), 0));
  const empty = mean(select(dark, cap, 0));
  const rest = max(sub(empty, room), 0);
  const share = min(div(rest, max(empty, 1e-30)), 1);
  return select(and(dark, isFull), mul(share, cap), held);
}

/** cos and sin of the change of the sun's hour angle in this many seconds. */
function hourTurn(seconds: number): readonly [cosine: number, sine: number] {
  const angle = HOUR_ANGLE_RATE * seconds;
  return [cos(angle), sin(angle)];
}
