/**
 * The part of the sky above a horizon line as a tracker's plane sees it: tables over the plane's positions, linear between them. About
 * one axis the position is the rotation; about two it is tilt and azimuth.
 */
import { surfaceOrientationRows } from "../tracking/singleaxis.js";
import type { DualAxisTracker, SingleAxisTracker } from "../tracking/tracker-rows.js";
import type { Horizon } from "./horizon-line.js";
import { hiddenSky, visibleBand, visibleSky } from "./sky-view.js";

/** Shares by position: rows of azimuths, each with the same rotations. */
export interface TrackerSkyView {
  readonly sky: Float64Array;
  readonly band: Float64Array;
  /** Of the first column, and between columns, degrees. */
  readonly first: number;
  readonly step: number;
  readonly columns: number;
  /** 1: the position is the rotation alone. */
  readonly azimuths: number;
}

/** Degrees between the positions of a two-axis tracker: linear between them, shares are within 1e-3. */
const [TILT_STEP, AZIMUTH_STEP] = [3, 4];

/** By whole degrees, as of the horizontal tracker: the error is below 1e-4. */
export function singleAxisSkyView(
  horizon: Horizon,
  { axisTilt, axisAzimuth, maxAngle }: SingleAxisTracker,
): TrackerSkyView {
  const most = Math.ceil(maxAngle);
  const columns = 2 * most + 1;
  const rotation = Float64Array.from({ length: columns }, (_, k) => k - most);
  const [tilt, azimuth] = [new Float64Array(columns), new Float64Array(columns)];
  surfaceOrientationRows(0, columns, rotation, axisTilt, axisAzimuth, tilt, azimuth);
  const hidden = hiddenSky(horizon);
  return {
    sky: tilt.map((angle, k) => visibleSky(hidden, Math.min(angle, 90), azimuth[k]!)),
    band: azimuth.map((angle) => visibleBand(horizon, angle)),
    first: -most,
    step: 1,
    columns,
    azimuths: 1,
  };
}

/** By tilt and azimuth. */
export function dualAxisSkyView(horizon: Horizon, { maxAngle }: DualAxisTracker): TrackerSkyView {
  const columns = Math.ceil(maxAngle / TILT_STEP) + 1;
  const azimuths = 360 / AZIMUTH_STEP;
  const hidden = hiddenSky(horizon);
  const sky = new Float64Array(columns * azimuths);
  const band = new Float64Array(columns * azimuths);
  for (let row = 0; row < azimuths; row++) {
    const azimuth = row * AZIMUTH_STEP;
    band.fill(visibleBand(horizon, azimuth), row * columns, (row + 1) * columns);
    for (let k = 0; k < columns; k++) sky[row * columns + k] = visibleSky(hidden, k * TILT_STEP, azimuth);
  }
  return { sky, band, first: 0, step: TILT_STEP, columns, azimuths };
}

/** Shares for each row; `rotation` and `azimuth` (of the plane; used with two axes only) in degrees. */
export function trackerSkyViewRows(
  i0: number,
  i1: number,
  rotation: Float64Array,
  azimuth: Float64Array,
  { sky, band, first, step, columns, azimuths }: TrackerSkyView,
  skyView: Float64Array,
  bandView: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const position = (rotation[i]! - first) / step;
    const k = Math.max(Math.min(position | 0, columns - 2), 0);
    const right = columns > 1 ? k + 1 : k;
    const t = position - k;
    const turned = azimuths > 1 ? (azimuth[i]! * azimuths) / 360 : 0;
    const row = turned | 0;
    const u = turned - row;
    const [a, b] = [(row % azimuths) * columns, ((row + 1) % azimuths) * columns];
    skyView[i] = between(between(sky[a + k]!, sky[a + right]!, t), between(sky[b + k]!, sky[b + right]!, t), u);
    bandView[i] = between(between(band[a + k]!, band[a + right]!, t), between(band[b + k]!, band[b + right]!, t), u);
  }
}

function between(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}
