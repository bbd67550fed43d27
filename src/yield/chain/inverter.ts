/** An inverter and the planes that share it, at every sub-step: conversion, what swings above its limit, and its AC cables. */
import type { CheckedPlane, CheckedSystem } from "../../system/checked.js";
import { preparedInverter, stringVolts } from "../../system/inverter-rows.js";
import type { CheckedInverter } from "../../system/inverters.js";
import { smoothedArea, swingsWithin } from "../../system/within-step.js";
import { COARSEST_SMOOTHED, smoothedRows, smoothingTime } from "../clipping/smoothing.js";
import { swingOf } from "../clipping/swing.js";
import { clippedRows } from "../clipping/within-hour.js";
import type { PlaneSteps, StepGrid } from "./plane-steps.js";

/** A plane with its DC power at the inverter, W per kWp; one value more than there are sub-steps: that of the dark. */
export interface Member {
  readonly plane: CheckedPlane;
  readonly steps: PlaneSteps;
  readonly dc: Float64Array;
}

/** Powers of an inverter, W: its DC power, the AC power without and with its limit, and behind the AC cables. */
export interface InverterSteps {
  readonly dc: Float64Array;
  readonly unlimited: Float64Array;
  readonly clipped: Float64Array;
  readonly cabled: Float64Array;
  /** undefined: power is steady within a sub-step. */
  readonly swings: Swings | undefined;
}

/** @param interval of the weather, seconds */
export function throughInverter(
  inverter: CheckedInverter,
  members: readonly Member[],
  { cabling, clipping, smoothing }: CheckedSystem,
  interval: number,
): InverterSteps {
  const powers = members.map(({ plane, dc }) => (plane.kwp === 1 ? dc : dc.map((power) => power * plane.kwp)));
  const dc = sumOf(powers);
  const { limit, rows } = preparedInverter(inverter);
  const unlimited = new Float64Array(dc.length);
  rows(0, dc.length, dc, voltageOf(inverter, members, powers, dc), unlimited);
  const { grid, beamRatio, clearness } = members[0]!.steps;
  const n = grid.weight.length;
  const area = smoothedArea(smoothing, inverter.kwp);
  if (area > 0 && interval <= COARSEST_SMOOTHED) {
    smoothedRows(0, n, unlimited, grid.weight, smoothingTime(area), unlimited);
  }
  const ratio =
    members.length === 1
      ? beamRatio
      : meanRatio(
          members.map(({ steps }) => steps.beamRatio),
          powers,
          dc,
        );
  const swings = swingsWithin(clipping, interval) ? { interval, clearness, grid, beamRatio: ratio } : undefined;
  const clipped = behindLimit(unlimited, limit, swings);
  const ohmic = cabling.ac / 100 / limit;
  const cabled = ohmic === 0 ? clipped : clipped.map((power) => power - ohmic * power * power);
  return { dc, unlimited, clipped, cabled, swings };
}

/** What swings within the intervals of the weather. */
export interface Swings {
  readonly interval: number;
  readonly clearness: () => Float64Array;
  readonly grid: StepGrid;
  readonly beamRatio: Float64Array;
}

/** No cloud's edge brightens the light beyond so many times its mean where the mean is high. */
const MOST_SWING = 2;

/** Power behind a limit, W; undefined: it does not swing within a sub-step. */
export function behindLimit(power: Float64Array, limit: number, swings: Swings | undefined): Float64Array {
  const kept = power.map((value) => Math.min(value, limit));
  if (swings === undefined || !power.some((value) => value * MOST_SWING > limit)) return kept;
  const { interval, clearness, grid, beamRatio } = swings;
  const n = grid.weight.length;
  clippedRows(0, n, power, limit, grid.interval, beamRatio, swingOf(clearness(), interval), kept);
  return kept;
}

/** V, the mean over the power of the planes; null: the rated one. */
function voltageOf(
  inverter: CheckedInverter,
  members: readonly Member[],
  powers: readonly Float64Array[],
  dc: Float64Array,
): Float64Array | null {
  if (inverter.sandia === undefined || members.some(({ steps }) => steps.voltage === null)) return null;
  const volts = members.map(({ plane, steps }) => stringVolts(plane, inverter, steps.volts));
  const out = new Float64Array(dc.length).fill(inverter.sandia.Vdco);
  for (let i = 0; i + 1 < out.length; i++) {
    if (!(dc[i]! > 0)) continue;
    let sum = 0;
    for (let k = 0; k < members.length; k++) sum += powers[k]![i]! * volts[k]! * members[k]!.steps.voltage![i]!;
    out[i] = sum / dc[i]!;
  }
  return out;
}

/** The mean over the power of several inputs. */
export function meanRatio(
  ratios: readonly Float64Array[],
  powers: readonly Float64Array[],
  sum: Float64Array,
): Float64Array {
  return ratios[0]!.map((first, i) => {
    if (!(sum[i]! > 0)) return first;
    return ratios.reduce((total, ratio, k) => total + powers[k]![i]! * ratio[i]!, 0) / sum[i]!;
  });
}

export function sumOf(columns: readonly Float64Array[]): Float64Array {
  const [first, ...others] = columns as [Float64Array, ...Float64Array[]];
  if (others.length === 0) return first;
  return first.map((value, i) => others.reduce((sum, column) => sum + column[i]!, value));
}
