/** The solar days of a meter: their energy, how smooth they are, and which of them were clear. */

import { quantileOfSorted } from "../../foundation/statistics/order.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** Share of a day's rows that have to be there; a meter may leave its nights out. */
const LEAST_ROWS = 0.4;
/** Days around, from which the best tell what a clear day gives. */
const AROUND = 15;
/** A clear day has so much of the energy that one day in ten around it exceeds, and is among the smoothest of these. */
const CLEAR_ENERGY = 0.92;
const SMOOTHEST = 0.35;
/** Of the highest power: rows below are not looked at for smoothness. */
const LIT = 0.02;
/** Of rows with power: the highest, without spikes. */
const HIGHEST = 0.999;

export interface MeterDays {
  readonly count: number;
  /** First row of each day; one more than there are days. */
  readonly from: Int32Array;
  /** Days since 1970 of mean solar time of the first. */
  readonly first: number;
  /** kWh; NaN: too little is known of the day. */
  readonly energy: Float64Array;
  /** Energy that one in ten of the days around exceeds, kWh. */
  readonly best: Float64Array;
  /** 1: cloudless. */
  readonly clear: Uint8Array;
  /** kW that one in a thousand rows with power exceeds. */
  readonly highest: number;
}

/** @param isUsed which rows count: others are as missing; default all */
export function daysOf(
  { start, step, power }: MeterRows,
  place: MeterPlace,
  isUsed: (row: number) => boolean = () => true,
): MeterDays {
  const toSolar = solarDayShift(place.longitude);
  const first = Math.floor((start + toSolar) / DAY);
  const count = Math.floor((start + (power.length - 1) * step + toSolar) / DAY) - first + 1;
  const from = Int32Array.from({ length: count + 1 }, (_, day) =>
    Math.min(power.length, Math.max(0, Math.ceil(((first + day) * DAY - toSolar - start) / step))),
  );
  const values = power.map((value, row) => (isUsed(row) ? value : Number.NaN));
  const lit = values.filter((value) => value > 0).sort();
  const highest = lit.length === 0 ? 0 : quantileOfSorted(lit, HIGHEST);
  const days = Array.from({ length: count }, (_, day) => values.subarray(from[day]!, from[day + 1]!));
  const energy = Float64Array.from(days, (rows) => energyOf(rows, step));
  const best = bestAround(energy);
  const roughness = Float64Array.from(days, (rows) => roughnessOf(rows, LIT * highest));
  const bright = [...energy.keys()].filter(
    (day) => energy[day]! > CLEAR_ENERGY * best[day]! && roughness[day]! < Infinity,
  );
  const smooth = Float64Array.from(bright, (day) => roughness[day]!).sort();
  const most = smooth.length === 0 ? 0 : quantileOfSorted(smooth, SMOOTHEST);
  const clear = new Uint8Array(count);
  for (const day of bright) if (roughness[day]! <= most) clear[day] = 1;
  return { count, from, first, energy, best, clear, highest };
}

/** The first and the last day may be parts; so is a day of which rows are missing by day. */
function energyOf(rows: Float64Array, step: number): number {
  let [sum, known] = [0, 0];
  for (const value of rows) {
    if (Number.isNaN(value)) continue;
    if (value > 0) sum += value;
    known++;
  }
  const isWhole = rows.length * step > 0.95 * DAY && known > LEAST_ROWS * rows.length;
  return isWhole ? (sum * step) / HOUR : Number.NaN;
}

/** Energy that one in ten of the days around each exceeds. */
export function bestAround(energy: Float64Array): Float64Array {
  return energy.map((_, day) => {
    const around = energy
      .slice(Math.max(0, day - AROUND), day + AROUND + 1)
      .filter((value) => value > 0)
      .sort();
    return around.length === 0 ? Number.NaN : quantileOfSorted(around, 0.9);
  });
}

/** Second differences over the power: a cloud, and a gap, make a day rough. */
function roughnessOf(rows: Float64Array, least: number): number {
  let [bends, sum] = [0, 0];
  for (let k = 1; k < rows.length - 1; k++) {
    const value = rows[k]!;
    if (!(value > least)) continue;
    const bend = Math.abs(rows[k - 1]! - 2 * value + rows[k + 1]!);
    if (Number.isNaN(bend)) return Infinity;
    bends += bend;
    sum += value;
  }
  return sum > 0 ? bends / sum : Infinity;
}
