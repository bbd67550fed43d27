/** Power behind the limit of an inverter or of the grid: of steps as they are, or of what swings within them. */
import type { Lattice } from "../../engine/grid/lattice.js";
import { swingOf } from "../clipping/swing.js";
import { clippedRows } from "../clipping/within-hour.js";
import type { StepGrid } from "./plane-steps.js";

/** What is known of the sky where power swings within the steps of the weather. */
export interface Sky {
  /** GHI over that of a clear sky, by weather interval; NaN: dark or unknown. */
  readonly clearness: Float64Array;
  /** How much more the light on the plane swings than that on the horizontal, at each sub-step. */
  readonly beamRatio: Float64Array;
}

/** A plane, with its power in the unit of the whole: its part of the sum says how much its sky counts. */
export interface Member {
  readonly power: Float64Array;
  readonly sky: Sky | undefined;
}

/** Columns are those of `fedIn`: sub-steps, and the dark. */
export type Limiter = (power: Float64Array, limit: number, members: readonly Member[]) => Float64Array;

/** @param sky of any plane; undefined: nothing swings within the steps */
export function limiterOf(sky: Sky | undefined, grid: StepGrid, { origin, step }: Lattice): Limiter {
  if (sky === undefined) return (power, limit) => power.map((value) => Math.min(value, limit));
  const count = sky.clearness.length;
  // One more interval: the dark, of which nothing is known.
  const clearness = new Float64Array(count + 1).fill(Number.NaN);
  clearness.set(sky.clearness);
  const swing = swingOf(clearness, step / 1000);
  const interval = new Int32Array(grid.time.length + 1).fill(count);
  for (let i = 0; i < grid.time.length; i++) {
    const j = Math.floor((grid.time[i]! - origin) / step);
    if (j >= 0 && j < count) interval[i] = j;
  }
  return (power, limit, members) => {
    const out = new Float64Array(power.length);
    clippedRows(0, power.length, power, limit, interval, meanRatio(members, power.length), swing, out);
    return out;
  };
}

/** Of the planes by their power; 1 in the dark. */
function meanRatio(members: readonly Member[], length: number): Float64Array {
  const out = new Float64Array(length).fill(1);
  for (let i = 0; i < length - 1; i++) {
    let [sum, weighted] = [0, 0];
    for (const { power, sky } of members) {
      sum += power[i]!;
      weighted += power[i]! * (sky?.beamRatio[i] ?? 1);
    }
    if (sum > 0) out[i] = weighted / sum;
  }
  return out;
}
