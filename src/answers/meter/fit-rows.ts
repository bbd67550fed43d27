/** The rows that a plane is fitted to, in order of days, and how well power follows them. */
import { cos, DEG } from "../../foundation/math/index.js";
import type { MeterDays } from "./days.js";
import { type ClockShift, SkyRows } from "./sky-rows.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** Zenith up to which rows count: below, horizon, haze and inverters decide. */
const LOWEST_SUN = 80;
/** Clear days that a fit uses at most, spread over all. More do not make it better, and ten years take as long as one. */
const MOST_DAYS = 360;

export interface FitRows {
  readonly sky: SkyRows;
  /** kW. */
  readonly measured: Float64Array;
  /** First row (of these) of each clear day, and one more. */
  readonly days: Int32Array;
}

export interface FitOptions {
  /** Which rows of the meter count; default all. */
  readonly isUsed?: ((row: number) => boolean) | undefined;
  /** Degrees of zenith up to which rows count; default 80. */
  readonly lowest?: number | undefined;
  /** Rows under a clear sky, in place of those of clear days: 1. */
  readonly clear?: Uint8Array | undefined;
}

/** @param shift as in `SkyRows` */
export function fitRows(
  meter: MeterRows,
  place: MeterPlace,
  days: MeterDays,
  shift: ClockShift,
  { isUsed = () => true, lowest = LOWEST_SUN, clear }: FitOptions = {},
): FitRows {
  const isClear = (row: number) => clear === undefined || clear[row] === 1;
  const all = [...days.clear.keys()].filter((day) => clear !== undefined || days.clear[day] === 1);
  const every = Math.max(1, all.length / MOST_DAYS);
  const chosen = all.filter((_, k) => Math.floor(k / every) !== Math.floor((k - 1) / every));
  const rows: number[] = [];
  for (const day of chosen)
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++)
      if (meter.power[row]! >= 0 && isUsed(row) && isClear(row)) rows.push(row);
  const lit = SkyRows.above(meter, place, Int32Array.from(rows), shift);
  const high = rows.filter((_, k) => lit.lowest(k) > cos(lowest * DEG));
  return rowsIn(meter, place, Int32Array.from(high), days, shift);
}

function rowsIn(
  meter: MeterRows,
  place: MeterPlace,
  index: Int32Array,
  { from }: MeterDays,
  shift: ClockShift,
): FitRows {
  const days: number[] = [];
  let [day, end] = [0, 0];
  for (const [k, row] of index.entries()) {
    if (row < end) continue;
    while (from[day + 1]! <= row) day++;
    end = from[day + 1]!;
    days.push(k);
  }
  const measured = Float64Array.from(index, (row) => meter.power[row]!);
  return { sky: SkyRows.above(meter, place, index, shift), measured, days: Int32Array.from([...days, index.length]) };
}

/** The rows of the days that are wanted, by their number; sky and power are those of all. */
export function ofDays({ sky, measured, days }: FitRows, isWanted: (day: number) => boolean): FitRows {
  const rows: number[] = [];
  const starts: number[] = [];
  for (let day = 0; day + 1 < days.length; day++) {
    if (!isWanted(day)) continue;
    starts.push(rows.length);
    for (let row = days[day]!; row < days[day + 1]!; row++) rows.push(row);
  }
  return {
    sky: sky.part(rows),
    measured: Float64Array.from(rows, (row) => measured[row]!),
    days: Int32Array.from([...starts, rows.length]),
  };
}
