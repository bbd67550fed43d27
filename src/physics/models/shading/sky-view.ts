/**
 * The share of diffuse irradiance on a plane that remains above a horizon line: of the isotropic sky, and of the bright band above the
 * horizon.
 *
 * With tilt β and g = cos(azimuth − plane's azimuth), the sky at elevation ε sends the plane cos θ = cos β·sin ε +
 * sin β·g·cos ε per unit radiance and solid angle (cos ε dε dφ). In elevation the integral has a closed form; along the
 * azimuth the line is linear within each degree, which is cut in three with three Gauss points each. What the line takes
 * is integrated, not what it leaves, so an empty line takes exactly nothing.
 */
import { atan, cos, DEG, sin } from "../../../foundation/math/index.js";
import type { Horizon } from "./horizon-line.js";

/**
 * Thickness in degrees given to the bright band above the horizon. Perez' F2·sin β puts it all at 0°, where the lowest
 * hill would hide it whole; the engine's horizon takes it away bit by bit.
 */
export const HORIZON_BAND = 6.5;

/** Half the distance of the outer points of the three-point Gauss-Legendre rule on [0, 1], √0.6 / 2. */
const OUTER = 0.3872983346207417;
/** The rule on each third of a degree. */
const GAUSS_POINTS = [0.5, 1.5, 2.5].flatMap((middle) => [middle - OUTER, middle, middle + OUTER].map((x) => x / 3));
const GAUSS_WEIGHTS = [5, 8, 5, 5, 8, 5, 5, 8, 5].map((weight) => weight / 54);

export interface FixedPlane {
  /** deg, 0…90 */
  readonly surfaceTilt: number;
  /** deg, 0 = north, clockwise */
  readonly surfaceAzimuth: number;
}

/** Shares of the sky above a line for a fixed plane (one node), or for a tracker by whole degrees of rotation. */
export interface SkyView {
  /** Shares of the isotropic sky at rotations −maxAngle…maxAngle in degrees, 1° apart; one value for a fixed plane. */
  readonly sky: Float64Array;
  /** Share of the horizon band for a plane that faces east, west; the same for a fixed plane. */
  readonly bandEast: number;
  readonly bandWest: number;
}

/** Every Gauss point of the whole circle: its azimuth, and the radians of azimuth that it stands for. */
export interface Directions {
  readonly degrees: Float64Array;
  readonly sine: Float64Array;
  readonly cosine: Float64Array;
  readonly weight: Float64Array;
}

/** Made once. */
let directions: Directions | undefined;

export function allDirections(): Directions {
  directions ??= gaussDirections();
  return directions;
}

function gaussDirections(): Directions {
  const size = 360 * GAUSS_POINTS.length;
  const column = () => new Float64Array(size);
  const [degrees, sine, cosine, weight] = [column(), column(), column(), column()];
  for (let place = 0; place < size; place++) {
    const p = place % GAUSS_POINTS.length;
    degrees[place] = (place - p) / GAUSS_POINTS.length + GAUSS_POINTS[p]!;
    const azimuth = degrees[place]! * DEG;
    sine[place] = sin(azimuth);
    cosine[place] = cos(azimuth);
    weight[place] = GAUSS_WEIGHTS[p]! * DEG;
  }
  return { degrees, sine, cosine, weight };
}

/** Sky hidden by the line, by Gauss point: only those where the line is above 0°. */
export interface HiddenSky {
  readonly count: number;
  readonly directions: Directions;
  /** Which of the directions it is. */
  readonly place: Int16Array;
  /** Line's elevation h in rad, sin h, cos h. */
  readonly line: Float64Array;
  readonly sinLine: Float64Array;
  readonly cosLine: Float64Array;
}

export function hiddenSky({ elevation }: Horizon): HiddenSky {
  const directions = allDirections();
  const size = directions.weight.length;
  const hidden = {
    count: 0,
    directions,
    place: new Int16Array(size),
    line: new Float64Array(size),
    sinLine: new Float64Array(size),
    cosLine: new Float64Array(size),
  };
  for (let degree = 0; degree < 360; degree++) {
    const start = elevation[degree]!;
    const end = elevation[degree + 1]!;
    if (start <= 0 && end <= 0) continue;
    for (let p = 0; p < GAUSS_POINTS.length; p++) {
      const k = hidden.count++;
      const line = (start + (end - start) * GAUSS_POINTS[p]!) * DEG;
      hidden.place[k] = degree * GAUSS_POINTS.length + p;
      hidden.line[k] = line;
      hidden.sinLine[k] = sin(line);
      hidden.cosLine[k] = cos(line);
    }
  }
  return hidden;
}

/** Share of the plane's isotropic sky that is not hidden. */
export function visibleSky(hidden: HiddenSky, surfaceTilt: number, surfaceAzimuth: number): number {
  const { sine: sinAzimuth, cosine: cosAzimuth, weight } = hidden.directions;
  const cosTilt = cos(surfaceTilt * DEG);
  const sinTilt = sin(surfaceTilt * DEG);
  const towardsNorth = sinTilt * cos(surfaceAzimuth * DEG);
  const towardsEast = sinTilt * sin(surfaceAzimuth * DEG);
  let lost = 0;
  for (let k = 0; k < hidden.count; k++) {
    const place = hidden.place[k]!;
    const facing = towardsNorth * cosAzimuth[place]! + towardsEast * sinAzimuth[place]!;
    const sine = hidden.sinLine[k]!;
    const cosine = hidden.cosLine[k]!;
    if (cosTilt * sine + facing * cosine <= 0) continue; // the line is behind the plane
    // ∫ cos θ cos ε dε, twice, from 0; behind a tilted plane from where its sky begins (cos θ = 0, tan ε = −facing/cos β).
    let part = cosTilt * sine * sine + facing * (hidden.line[k]! + sine * cosine);
    if (facing < 0) part -= facing * atan(-facing / cosTilt);
    lost += weight[place]! * part;
  }
  return Math.min(Math.max(1 - lost / (Math.PI * (1 + cosTilt)), 0), 1);
}

/** Gauss points of a quarter of the circle; the others look as far to the side as these do. */
const QUARTER = 90 * GAUSS_POINTS.length;
/** Tilts 0…45, in whole degrees: those of the usual trackers. */
const TILTS = 46;
/**
 * What of ∫ cos θ cos ε dε behind a tilted plane belongs to the edge of its sky, over sin β: by Gauss point of a quarter of
 * the circle and by tilt, weighted. Made once.
 */
let edgeLight: Float64Array | undefined;

/** Tangents of the tilts. */
function tangentsOfTilts(): Float64Array {
  return Float64Array.from({ length: TILTS }, (_, tilt) => sin(tilt * DEG) / cos(tilt * DEG));
}

function tableOfEdges({ sine, weight }: Directions): Float64Array {
  const edges = new Float64Array(QUARTER * TILTS);
  const tangents = tangentsOfTilts();
  for (let place = 0; place < QUARTER; place++) {
    const facing = sine[place]!;
    for (let tilt = 0; tilt < TILTS; tilt++) {
      edges[place * TILTS + tilt] = weight[place]! * facing * atan(facing * tangents[tilt]!);
    }
  }
  return edges;
}

/**
 * `visibleSky` of a plane on a north–south axis at tilts 0…45, facing east (`side` 1) or west (−1). What lies in front of
 * the plane counts at all tilts, what lies behind it up to the tilt at which the plane hides it, so that the points are
 * added up once for all tilts but for the edge of the plane's sky (measured: preparing a tracker takes a sixth).
 */
function visibleSkyByTilt(hidden: HiddenSky, side: 1 | -1): Float64Array {
  const { sine: sinAzimuth, weight } = hidden.directions;
  edgeLight ??= tableOfEdges(hidden.directions);
  const tangents = tangentsOfTilts();
  // Of the points that count up to a tilt, and of the edge at each tilt.
  const level = new Float64Array(TILTS);
  const upright = new Float64Array(TILTS);
  const edge = new Float64Array(TILTS);
  for (let k = 0; k < hidden.count; k++) {
    const place = hidden.place[k]!;
    const facing = side * sinAzimuth[place]!;
    const sine = hidden.sinLine[k]!;
    const cosine = hidden.cosLine[k]!;
    let last = TILTS - 1;
    if (facing < 0) {
      const inHalf = place % (2 * QUARTER);
      const row = (inHalf < QUARTER ? inHalf : 2 * QUARTER - 1 - inHalf) * TILTS;
      const highest = sine / (cosine * -facing);
      let tilt = 0;
      for (; tilt < TILTS && tangents[tilt]! < highest; tilt++) edge[tilt] = edge[tilt]! + edgeLight[row + tilt]!;
      last = tilt - 1;
    }
    level[last] = level[last]! + weight[place]! * sine * sine;
    upright[last] = upright[last]! + weight[place]! * facing * (hidden.line[k]! + sine * cosine);
  }
  const visible = new Float64Array(TILTS);
  let levelSum = 0;
  let uprightSum = 0;
  for (let tilt = TILTS - 1; tilt >= 0; tilt--) {
    levelSum += level[tilt]!;
    uprightSum += upright[tilt]!;
    const cosTilt = cos(tilt * DEG);
    const lost = cosTilt * levelSum + sin(tilt * DEG) * (uprightSum + edge[tilt]!);
    visible[tilt] = Math.min(Math.max(1 - lost / (Math.PI * (1 + cosTilt)), 0), 1);
  }
  return visible;
}

/**
 * Share of the isotropic sky's irradiance on a plane that remains above a horizon line: 1 for a flat line.
 *
 * Error below 1e-8 for a smooth line, below 1e-5 for the worst saw between 0° and 89°. Never rises when the line rises.
 *
 * No source: the integral of the definition.
 *
 * @param horizon from `prepareHorizon`
 * @param plane surfaceTilt 0…90 and surfaceAzimuth in degrees
 * @returns share, 0…1
 * @throws RangeError for a tilt outside 0…90 or an azimuth that is not a finite number
 * @experimental
 */
export function skyViewFactor(horizon: Horizon, plane: FixedPlane): number {
  checkPlane("skyViewFactor", plane);
  return visibleSky(hiddenSky(horizon), plane.surfaceTilt, plane.surfaceAzimuth);
}

/**
 * Share of the irradiance of the horizon band (0…6.5°) on a tilted plane that remains above a horizon line: the mean over the
 * azimuths in front of the plane, weighted with g, of clamp(1 − h/6.5°, 0, 1). Exact; does not depend on the tilt.
 *
 * No source: the integral of the definition.
 *
 * @param horizon from `prepareHorizon`
 * @param surfaceAzimuth in degrees
 * @returns share, 0…1
 * @throws RangeError for an azimuth that is not a finite number
 * @experimental
 */
export function horizonBandFactor(horizon: Horizon, surfaceAzimuth: number): number {
  checkPlane("horizonBandFactor", { surfaceTilt: 90, surfaceAzimuth });
  return visibleBand(horizon, surfaceAzimuth);
}

export function visibleBand({ elevation }: Horizon, surfaceAzimuth: number): number {
  let lost = 0;
  for (let degree = 0; degree < 360; degree++) {
    const start = elevation[degree]!;
    const end = elevation[degree + 1]!;
    if (start <= 0 && end <= 0) continue;
    const turned = degree - surfaceAzimuth + 180;
    const x = turned - 360 * Math.floor(turned / 360) - 180; // this degree covers [x, x + 1] from the plane's azimuth
    const from = Math.max(x, -90);
    const to = Math.min(x + 1, 90);
    if (from >= to) continue;
    const slope = end - start;
    // The line enters or leaves the band at this point of the degree; the hidden share is linear on either side.
    const bend = slope === 0 ? from : Math.min(Math.max(x + (HORIZON_BAND - start) / slope, from), to);
    lost += hiddenBand(from, bend, start + slope * (from - x), start + slope * (bend - x));
    lost += hiddenBand(bend, to, start + slope * (bend - x), start + slope * (to - x));
  }
  return Math.min(Math.max(1 - lost / 2, 0), 1);
}

/** ∫ min(h/6.5°, 1)·cos x dx over [from, to] (deg) for a line going from h0 to h1 without crossing 6.5°. */
function hiddenBand(from: number, to: number, h0: number, h1: number): number {
  if (from >= to) return 0;
  const share0 = Math.min(h0 / HORIZON_BAND, 1);
  const share1 = Math.min(h1 / HORIZON_BAND, 1);
  const half = ((to - from) / 2) * DEG;
  const middle = ((to + from) / 2) * DEG;
  // By parts; the difference of cosines is written as a product, as it is divided by a length that may be tiny.
  const ends = share1 * sin(to * DEG) - share0 * sin(from * DEG);
  return ends - ((share1 - share0) / half) * sin(middle) * sin(half);
}

/**
 * Shares for the pipeline: of a fixed plane, or of a tracker with a horizontal north–south axis by its rotation.
 *
 * @param horizon from `prepareHorizon`
 * @param plane a fixed plane, or "horizontal-axis"
 * @param maxAngle largest rotation either way in whole degrees, 1…90 (tracker only)
 * @throws RangeError for a plane or angle out of range
 * @experimental
 */
export function prepareSkyView(horizon: Horizon, plane: FixedPlane | "horizontal-axis", maxAngle = 90): SkyView {
  if (plane !== "horizontal-axis") checkPlane("prepareSkyView", plane);
  else if (!(Number.isInteger(maxAngle) && maxAngle >= 1 && maxAngle <= 90)) {
    throw new RangeError(`prepareSkyView: maxAngle must be a whole number of degrees from 1 to 90, got ${maxAngle}`);
  }
  return prepareSkyViews(horizon, [plane], maxAngle)[0]!;
}

/** `prepareSkyView` of several planes behind one line, which have been checked. */
export function prepareSkyViews(
  horizon: Horizon,
  planes: readonly (FixedPlane | "horizontal-axis")[],
  maxAngle: number,
): SkyView[] {
  const hidden = hiddenSky(horizon);
  return planes.map((plane) => {
    if (plane === "horizontal-axis") return trackerView(horizon, hidden, maxAngle);
    const band = visibleBand(horizon, plane.surfaceAzimuth);
    const sky = Float64Array.of(visibleSky(hidden, plane.surfaceTilt, plane.surfaceAzimuth));
    return { sky, bandEast: band, bandWest: band };
  });
}

function trackerView(horizon: Horizon, hidden: HiddenSky, maxAngle: number): SkyView {
  const sky = new Float64Array(2 * maxAngle + 1);
  const [east, west] = [visibleSkyByTilt(hidden, 1), visibleSkyByTilt(hidden, -1)];
  for (let tilt = 0; tilt <= maxAngle; tilt++) {
    sky[maxAngle - tilt] = tilt < TILTS ? east[tilt]! : visibleSky(hidden, tilt, 90);
    sky[maxAngle + tilt] = tilt < TILTS ? west[tilt]! : visibleSky(hidden, tilt, 270);
  }
  return { sky, bandEast: visibleBand(horizon, 90), bandWest: visibleBand(horizon, 270) };
}

/**
 * Shares for each row. `rotation` in degrees, west positive, not beyond the view's maxAngle; a fixed plane ignores it.
 * Linear between whole degrees, so that a rising line never raises a share; the error of that is below 5e-5.
 */
export function skyViewRows(
  i0: number,
  i1: number,
  rotation: Float64Array,
  view: SkyView,
  skyView: Float64Array,
  bandView: Float64Array,
): void {
  const { sky, bandEast, bandWest } = view;
  if (sky.length === 1) {
    skyView.fill(sky[0]!, i0, i1);
    bandView.fill(bandWest, i0, i1);
    return;
  }
  const last = sky.length - 1;
  const level = last / 2;
  for (let i = i0; i < i1; i++) {
    const turned = rotation[i]!;
    const position = turned + level;
    const below = position | 0;
    const k = below < last ? below : last - 1;
    const share = sky[k]!;
    skyView[i] = share + (sky[k + 1]! - share) * (position - k);
    bandView[i] = turned < 0 ? bandEast : bandWest;
  }
}

function checkPlane(caller: string, { surfaceTilt, surfaceAzimuth }: FixedPlane): void {
  if (!(surfaceTilt >= 0 && surfaceTilt <= 90)) {
    throw new RangeError(`${caller}: surfaceTilt must be from 0 to 90 degrees, got ${surfaceTilt}`);
  }
  if (!Number.isFinite(surfaceAzimuth)) {
    throw new RangeError(`${caller}: surfaceAzimuth must be a finite number of degrees, got ${surfaceAzimuth}`);
  }
}
