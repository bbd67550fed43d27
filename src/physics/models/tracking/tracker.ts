/** Trackers for the pipeline (`context.tracker`): `singleaxis` and `dualAxis` as objects that the chain can turn. */

import { atan2, RAD } from "../../../foundation/math/index.js";
import type { Columns } from "../model.js";
import type { Horizon } from "../shading/horizon-line.js";
import { dualAxisSkyView, singleAxisSkyView, type TrackerSkyView } from "../shading/tracker-sky-view.js";
import { surfaceOrientationRows } from "./singleaxis.js";
import {
  type DualAxisTracker,
  dualAxisTrackerRows,
  INTERFACE_TRACKER,
  type SingleAxisTracker,
  singleAxisTrackerRows,
} from "./tracker-rows.js";

/** Angles in degrees. */
export interface TrackerOptions {
  /** "dual-axis" faces the sun; of the other options it takes `maxAngle` only. Default "single-axis". */
  readonly mode?: "single-axis" | "dual-axis" | undefined;
  /** Tilt of the axis, 0…90. Default 0. */
  readonly axisTilt?: number | undefined;
  /**
   * Direction of the axis, 0…360: where it falls to, if it is tilted; then it is required. The rotation is right-handed about it. Default
   * 180: positive faces west.
   */
  readonly axisAzimuth?: number | undefined;
  /** Largest rotation either way, 0…90, default 45; of two axes the largest tilt, default 90. */
  readonly maxAngle?: number | undefined;
  /** Ground coverage ratio for backtracking: width of a row over the distance between axes, above 0 up to 1. Default 0.3. */
  readonly gcr?: number | undefined;
  /** Turn back where rows would shade one another. Default true. */
  readonly backtrack?: boolean | undefined;
  /** Tilt of the ground across the axes, above −90, below 90; right-handed about the axis, see `calcCrossAxisTilt`. Default 0. */
  readonly crossAxisTilt?: number | undefined;
}

/** Columns of sub-steps: the sun's unit vector, and where the plane stands. */
type TrackerColumns = Columns<"east" | "north" | "up" | "rotation" | "cosIncidence" | "cosTilt">;

export interface Tracker {
  /** What it is: all options. */
  readonly options: SingleAxisTracker | DualAxisTracker;
  /** It is the pipeline's own, which has a faster kernel. */
  readonly isDefault: boolean;
  /** Rotation in degrees (of two axes the tilt), and cosines of incidence and tilt, of rows [i0, i1). */
  turn(i0: number, i1: number, columns: TrackerColumns): void;
  /**
   * Tilt and azimuth of the plane in degrees, in place: from the mean rotation (in `tilt`) and the mean of the sun's unit vector (east in
   * `azimuth`, north).
   */
  orient(i0: number, i1: number, tilt: Float64Array, azimuth: Float64Array, north: Float64Array): void;
  /** The part of the sky above a horizon line that the plane sees, by its position. */
  skyView(horizon: Horizon): TrackerSkyView;
}

/**
 * The tracker that `tracking_mode` "1_axis" stands for: pass it as `context.tracker`. About one axis it turns as `singleaxis`, about two
 * as `dualAxis`, at every sub-step, so that means, horizon and PV follow it. While the sun is down its rotation is 0. Source: that of
 * `singleaxis` (Anderson & Mikofski 2020).
 *
 * @param options see `TrackerOptions`; without any, the pipeline's own: a horizontal north–south axis, ±45°, gcr 0.3, backtracking
 * @param caller name for messages
 * @returns the value of `context.tracker`
 * @throws TypeError, RangeError naming the option
 * @experimental
 */
export function tracker(options: TrackerOptions = {}, caller = "tracker: "): Tracker {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${caller}options must be an object, got ${String(options)}`);
  }
  for (const key in options) {
    if (Object.hasOwn(INTERFACE_TRACKER, key)) continue;
    throw new RangeError(
      `${caller}${key} is no option of a tracker: known are ${Object.keys(INTERFACE_TRACKER).join(", ")}`,
    );
  }
  const { mode = "single-axis" } = options;
  if (mode === "single-axis") return singleAxis(checkSingleAxis(options, caller));
  if (mode === "dual-axis") return dualAxis(checkDualAxis(options, caller));
  throw fault(caller, "mode", '"single-axis" or "dual-axis"', mode, "string");
}

function singleAxis(options: SingleAxisTracker): Tracker {
  const keys = Object.keys(INTERFACE_TRACKER) as (keyof SingleAxisTracker)[];
  return {
    options,
    isDefault: keys.every((key) => options[key] === INTERFACE_TRACKER[key]),
    turn: (i0, i1, { east, north, up, rotation, cosIncidence, cosTilt }) =>
      singleAxisTrackerRows(i0, i1, east, north, up, options, rotation, cosIncidence, cosTilt),
    orient: (i0, i1, tilt, azimuth) =>
      surfaceOrientationRows(i0, i1, tilt, options.axisTilt, options.axisAzimuth, tilt, azimuth),
    skyView: (horizon) => singleAxisSkyView(horizon, options),
  };
}

function dualAxis(options: DualAxisTracker): Tracker {
  return {
    options,
    isDefault: false,
    turn: (i0, i1, { up, rotation, cosIncidence, cosTilt }) =>
      dualAxisTrackerRows(i0, i1, up, options, rotation, cosIncidence, cosTilt),
    orient(i0, i1, _tilt, azimuth, north) {
      for (let i = i0; i < i1; i++) {
        // Without a direction it looks east, as the flat tracker of one axis.
        const angle = azimuth[i] === 0 && north[i] === 0 ? 90 : atan2(azimuth[i]!, north[i]!) * RAD;
        azimuth[i] = angle < 0 ? angle + 360 : angle;
      }
    },
    skyView: (horizon) => dualAxisSkyView(horizon, options),
  };
}

function checkDualAxis({ mode, maxAngle = 90, ...others }: TrackerOptions, caller: string): DualAxisTracker {
  for (const [key, value] of Object.entries(others)) {
    if (value === undefined) continue;
    throw new RangeError(`${caller}${key} must be left out of a ${mode} tracker, got ${String(value)}`);
  }
  return { mode: "dual-axis", maxAngle: angle(caller, "maxAngle", maxAngle, 90) };
}

function checkSingleAxis(given: TrackerOptions, caller: string): SingleAxisTracker {
  const {
    axisTilt = INTERFACE_TRACKER.axisTilt,
    axisAzimuth = INTERFACE_TRACKER.axisAzimuth,
    maxAngle = INTERFACE_TRACKER.maxAngle,
    gcr = INTERFACE_TRACKER.gcr,
    backtrack = INTERFACE_TRACKER.backtrack,
    crossAxisTilt = INTERFACE_TRACKER.crossAxisTilt,
  } = given;
  angle(caller, "axisTilt", axisTilt, 90);
  if (axisTilt > 0 && given.axisAzimuth === undefined) {
    const towards = "where it falls to, in degrees (180 on the northern hemisphere, 0 on the southern)";
    throw new TypeError(`${caller}axisAzimuth is required for a tilted axis: ${towards}`);
  }
  angle(caller, "axisAzimuth", axisAzimuth, 360);
  angle(caller, "maxAngle", maxAngle, 90);
  if (!(typeof gcr === "number" && gcr > 0 && gcr <= 1)) {
    throw fault(caller, "gcr", "a number above 0, at most 1", gcr, "number");
  }
  if (typeof backtrack !== "boolean") throw fault(caller, "backtrack", "true or false", backtrack, "boolean");
  if (!(typeof crossAxisTilt === "number" && Math.abs(crossAxisTilt) < 90)) {
    throw fault(caller, "crossAxisTilt", "a number above -90, below 90", crossAxisTilt, "number");
  }
  return { mode: "single-axis", axisTilt, axisAzimuth, maxAngle, gcr, backtrack, crossAxisTilt };
}

function angle(caller: string, name: string, value: unknown, most: number): number {
  if (typeof value === "number" && value >= 0 && value <= most) return value;
  throw fault(caller, name, `a number from 0 to ${most}`, value, "number");
}

/** Of the wrong kind, or out of range. */
function fault(caller: string, name: string, expected: string, value: unknown, kind: string): Error {
  const problem = `${caller}${name} must be ${expected}, got ${typeof value === "string" ? `"${value}"` : String(value)}`;
  return typeof value === kind ? new RangeError(problem) : new TypeError(problem);
}
