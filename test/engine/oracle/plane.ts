/** Where the plane looks, and what a line of hills leaves of sun and sky: by geometry, instant by instant. */
import { perezDriesseRows } from "../../../src/physics/models/transposition/perez-driesse.js";
import type { OracleCase } from "./draw.js";
import type { Instants } from "./light.js";

const RAD = Math.PI / 180;
const DISC_RADIUS = 0.265; // deg
const BAND = 6.5; // deg, thickness given to the bright band above the horizon
const COS_85 = Math.cos(85 * RAD);
const COVERAGE = 0.3;
const MOST_TURNED = 45;

/** Share of the sun's disc above a level line `height` degrees below its centre: a circle's part above a chord. */
export function discAbove(height: number): number {
  const h = height / DISC_RADIUS;
  if (h >= 1) return 1;
  if (h <= -1) return 0;
  return (Math.acos(-h) + h * Math.sqrt(1 - h * h)) / Math.PI;
}

/** Height of the line at an azimuth: linear between whole degrees. */
export function lineAt(line: readonly number[], azimuth: number): number {
  const turned = ((azimuth % 360) + 360) % 360;
  const k = Math.floor(turned) % 360;
  return line[k]! + (line[(k + 1) % 360]! - line[k]!) * (turned - Math.floor(turned));
}

/** Rotation of the tracker in degrees, west positive: turned back where the rows would shade each other, then ±45°. */
export function rotationOf(east: number, up: number): number {
  if (up <= 0) return 0;
  const towardsSun = Math.atan2(-east, up) / RAD;
  const spacing = Math.cos(towardsSun * RAD) / COVERAGE;
  const back = spacing < 1 ? Math.acos(spacing) / RAD : 0;
  const turned = Math.sign(towardsSun) * Math.max(Math.abs(towardsSun) - back, 0);
  return Math.min(Math.max(turned, -MOST_TURNED), MOST_TURNED);
}

/** What the line leaves of a plane's isotropic sky, by rings of a quarter of a degree over a quarter of a degree of azimuth. */
export function skyLeft(line: readonly number[], tilt: number, azimuth: number): number {
  const CELL = 0.25;
  const [cosTilt, sinTilt] = [Math.cos(tilt * RAD), Math.sin(tilt * RAD)];
  let [all, left] = [0, 0];
  for (let a = CELL / 2; a < 360; a += CELL) {
    const facing = sinTilt * Math.cos((a - azimuth) * RAD);
    const height = lineAt(line, a);
    for (let e = 0; e < 90; e += CELL) {
      all += sentBetween(e, e + CELL, cosTilt, facing);
      if (e + CELL > height) left += sentBetween(Math.max(e, height), e + CELL, cosTilt, facing);
    }
  }
  return left / all;
}

/** Light of a ring between two elevations on the plane, its solid angle exact, its cosine that of the middle. */
function sentBetween(from: number, to: number, cosTilt: number, facing: number): number {
  const e = ((from + to) / 2) * RAD;
  const cosine = cosTilt * Math.sin(e) + facing * Math.cos(e);
  return cosine > 0 ? cosine * Math.cos(e) * (to - from) : 0;
}

/** What the line leaves of the bright band above the horizon, over the azimuths in front of the plane. */
export function bandLeft(line: readonly number[], azimuth: number): number {
  let [all, left] = [0, 0];
  for (let a = 0.005; a < 360; a += 0.01) {
    const facing = Math.max(Math.cos((a - azimuth) * RAD), 0);
    all += facing;
    left += facing * Math.min(Math.max(1 - lineAt(line, a) / BAND, 0), 1);
  }
  return left / all;
}

export interface Poa {
  readonly cosIncidence: Float64Array;
  readonly tilt: Float64Array;
  readonly open: PlaneLight;
  readonly shaded: PlaneLight;
}

/** W/m² of every instant. */
export interface PlaneLight {
  readonly normal: Float64Array;
  readonly directHorizontal: Float64Array;
  readonly diffuseHorizontal: Float64Array;
  readonly direct: Float64Array;
  readonly sky: Float64Array;
  readonly ground: Float64Array;
}

export interface HorizontalLight {
  readonly direct: Float64Array;
  readonly diffuse: Float64Array;
  readonly normal: Float64Array;
  readonly global: Float64Array;
}

/** The light on plane and ground, in the open and behind the line; `albedo` by interval of the weather. */
export function onPlane(drawn: OracleCase, at: Instants, light: HorizontalLight, albedo: Float64Array): Poa {
  const { n, perInterval, up, elevation } = at;
  const column = () => new Float64Array(n);
  const [first, second] = [column(), column()];
  perezDriesseRows(0, n, light.diffuse, light.normal, at.extraterrestrial, elevation, at.airmass, first, second);
  const plane = planeOf(drawn);
  const horizontalView = skyLeft(drawn.horizon, 0, 0);
  const side = (): PlaneLight => ({
    ...{ normal: column(), directHorizontal: column(), diffuseHorizontal: column() },
    ...{ direct: column(), sky: column(), ground: column() },
  });
  const [open, shaded, cosIncidence, tilt] = [side(), side(), column(), column()];
  for (let i = 0; i < n; i++) {
    const { surfaceTilt, surfaceAzimuth, view, band } = plane(at.east[i]!, up[i]!);
    const [sin, cos] = [Math.sin(surfaceTilt * RAD), Math.cos(surfaceTilt * RAD)];
    const [aside, ahead] = [Math.sin(surfaceAzimuth * RAD), Math.cos(surfaceAzimuth * RAD)];
    cosIncidence[i] = sin * (aside * at.east[i]! + ahead * at.north[i]!) + cos * up[i]!;
    tilt[i] = surfaceTilt;
    const above0 = discAbove(elevation[i]!);
    const above = Math.min(discAbove(elevation[i]! - lineAt(drawn.horizon, at.azimuth[i]!)), above0);
    const share = above0 > 0 ? above / above0 : 0;
    const low = Math.min(Math.max(up[i]!, 0) / COS_85, 1);
    const taken = 1 - first[i]! * above0 * low;
    const ratio = Math.max(cosIncidence[i]!, 0) / Math.max(up[i]!, COS_85);
    const dhi = light.diffuse[i]!;
    const reflected = (albedo[Math.floor(i / perInterval)]! * (1 - cos)) / 2;
    const fill = (to: PlaneLight, beam: number, disc: number, views: { sky: number; ground: number; band: number }) => {
      const background = taken * ((1 + cos) / 2);
      const bright = second[i]! * sin;
      // A band darker than the sky around it takes from the background, and shrinks with it.
      const dark = background + bright;
      const spreadOut = bright >= 0 ? background * views.sky + bright * views.band : dark * (dark > 0 ? views.sky : 1);
      to.normal[i] = light.normal[i]! * beam;
      to.directHorizontal[i] = light.direct[i]! * beam;
      to.diffuseHorizontal[i] = dhi * Math.max(first[i]! * low * disc + taken * views.ground, 0);
      to.direct[i] = light.normal[i]! * beam * Math.max(cosIncidence[i]!, 0);
      to.sky[i] = dhi * Math.max(first[i]! * disc * ratio + spreadOut, 0);
      to.ground[i] = reflected * (to.directHorizontal[i]! + to.diffuseHorizontal[i]!);
    };
    fill(open, 1, above0, { sky: 1, ground: 1, band: 1 });
    fill(shaded, share, above, { sky: view, ground: horizontalView, band });
  }
  return { cosIncidence, tilt, open, shaded };
}

/** Where the plane looks for a sun, and what the line leaves it of sky and band. */
function planeOf({ plane, horizon }: OracleCase) {
  if (plane) {
    const fixed = {
      ...{ surfaceTilt: plane.tilt, surfaceAzimuth: plane.azimuth },
      ...{ view: skyLeft(horizon, plane.tilt, plane.azimuth), band: bandLeft(horizon, plane.azimuth) },
    };
    return () => fixed;
  }
  const sides = [90, 270] as const;
  const views = sides.map((azimuth) =>
    Array.from({ length: MOST_TURNED + 1 }, (_, tilt) => skyLeft(horizon, tilt, azimuth)),
  );
  const bands = sides.map((azimuth) => bandLeft(horizon, azimuth));
  return (east: number, up: number) => {
    const rotation = rotationOf(east, up);
    const surfaceTilt = Math.abs(rotation);
    const side = rotation > 0 ? 1 : 0;
    const k = Math.min(Math.floor(surfaceTilt), MOST_TURNED - 1);
    const [below, above] = [views[side]![k]!, views[side]![k + 1]!];
    const view = below + (above - below) * (surfaceTilt - k);
    return { surfaceTilt, surfaceAzimuth: sides[side], view, band: bands[side]! };
  };
}
