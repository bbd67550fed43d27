/** An inverter and the planes that share it, at every sub-step: conversion, what swings above its limit, and its AC cables. */
import type { CheckedPlane, CheckedSystem } from "../../../data/system/checked.js";
import { type CheckedInverter, preparedInverter, stringVolts } from "../../../data/system/inverters.js";
import { smoothedArea } from "../../../data/system/over-time.js";
import { behindCables } from "../../../physics/models/pv/losses.js";
import { COARSEST_SMOOTHED, clippedRows, smoothedRows, smoothingTime, swingOf } from "./clipping.js";
import type { StepGrid } from "./place-steps.js";
import type { PlaneSteps } from "./plane-steps.js";

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
  { cabling, smoothing }: CheckedSystem,
  interval: number,
): InverterSteps {
  const { place, beamRatio } = members[0]!.steps;
  const { grid, clearness } = place;
  const dc = dcOf(members);
  const { limit, rows } = preparedInverter(inverter);
  const unlimited = new Float64Array(dc.length);
  rows(0, dc.length, dc, voltageOf(inverter, members, dc), unlimited);
  const area = smoothedArea(smoothing, inverter.kwp);
  if (area > 0 && interval <= COARSEST_SMOOTHED)
    smoothedRows(0, grid.weight.length, unlimited, grid.weight, smoothingTime(area), unlimited);
  const swings =
    clearness === undefined || beamRatio === undefined
      ? undefined
      : { interval, clearness, grid, beamRatio: members.length === 1 ? beamRatio : ratioOf(members, dc) };
  const clipped = behindLimit(unlimited, limit, swings);
  const ohmic = cabling.ac / 100 / limit;
  return {
    dc,
    unlimited,
    clipped,
    cabled: ohmic === 0 ? clipped : behindCables(clipped, ohmic, new Float64Array(clipped.length)),
    swings,
  };
}

/** W, of all planes. */
function dcOf(members: readonly Member[]): Float64Array {
  const sum = new Float64Array(members[0]!.dc.length);
  for (const { plane, dc } of members) {
    for (let i = 0; i < sum.length; i++) sum[i]! += dc[i]! * plane.kwp;
  }
  return sum;
}

/** What swings within the intervals of the weather. */
export interface Swings {
  readonly interval: number;
  readonly clearness: Float64Array;
  readonly grid: StepGrid;
  readonly beamRatio: Float64Array;
}

/** No cloud's edge brightens the light beyond so many times its mean where the mean is high. */
const MOST_SWING = 2;

/** Power behind a limit, W; undefined: it does not swing within a sub-step. */
export function behindLimit(power: Float64Array, limit: number, swings: Swings | undefined): Float64Array {
  const kept = new Float64Array(power.length);
  const most = cappedRows(power, limit, kept);
  if (swings === undefined || !(most * MOST_SWING > limit)) return kept;
  const { interval, clearness, grid, beamRatio } = swings;
  const n = grid.weight.length;
  clippedRows(0, n, power, limit, grid.interval, beamRatio, swingOf(clearness, interval), kept);
  return kept;
}

/** Row kernel: power up to the limit; NaN stays NaN. @returns the highest power */
function cappedRows(power: Float64Array, limit: number, kept: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < kept.length; i++) {
    const value = power[i]!;
    if (value > most) most = value;
    kept[i] = value > limit ? limit : value;
  }
  return most;
}

/** V, the mean over the power of the planes; null: the rated one. */
function voltageOf(inverter: CheckedInverter, members: readonly Member[], dc: Float64Array): Float64Array | null {
  if (inverter.sandia === undefined || members.some(({ steps }) => steps.voltage === null)) return null;
  const volts = members.map(({ plane, steps }) => stringVolts(plane, inverter, steps.volts));
  const out = new Float64Array(dc.length).fill(inverter.sandia.Vdco);
  for (let i = 0; i + 1 < out.length; i++) {
    if (!(dc[i]! > 0)) continue;
    let sum = 0;
    for (let k = 0; k < members.length; k++) {
      const { plane, dc: own, steps } = members[k]!;
      sum += own[i]! * plane.kwp * volts[k]! * steps.voltage![i]!;
    }
    out[i] = sum / dc[i]!;
  }
  return out;
}

function ratioOf(members: readonly Member[], dc: Float64Array): Float64Array {
  const inputs = members.map(({ plane, steps, dc: own }) => ({
    ratio: steps.beamRatio!,
    power: own,
    times: plane.kwp,
  }));
  return meanRatio(inputs, dc);
}

/** The mean over the power of several inputs, of which each counts so many times; that of the first where there is no power. */
export function meanRatio(
  inputs: readonly { readonly ratio: Float64Array; readonly power: Float64Array; readonly times: number }[],
  sum: Float64Array,
): Float64Array {
  const [{ ratio: first }] = inputs as [(typeof inputs)[number]];
  const out = new Float64Array(first.length);
  for (const { ratio, power, times } of inputs) {
    for (let i = 0; i < out.length; i++) if (sum[i]! > 0) out[i]! += power[i]! * times * ratio[i]!;
  }
  for (let i = 0; i < out.length; i++) out[i] = sum[i]! > 0 ? out[i]! / sum[i]! : first[i]!;
  return out;
}

export function sumOf(columns: readonly Float64Array[]): Float64Array {
  const [first, ...others] = columns as [Float64Array, ...Float64Array[]];
  if (others.length === 0) return first;
  const sum = first.slice();
  for (const column of others) for (let i = 0; i < sum.length; i++) sum[i]! += column[i]!;
  return sum;
}
