/** The rows that a plane is fitted to, in order of days, and how well power follows them. */
import { cos, DEG } from "../../foundation/math/index.js";
import type { MeterDays } from "./days.js";
import { type ClockShift, SkyRows } from "./sky-rows.js";
import type { Direction, MeterPlace, MeterRows } from "./types.js";
import type { MeterWeather } from "./weather.js";

/** Zenith up to which rows count: below, horizon, haze and inverters decide. */
const LOWEST_SUN = 80;
/** Clear days that a fit uses at most, spread over all. More do not make it better, and ten years take as long as one. */
const MOST_DAYS = 360;

/** What is known of a system. */
export interface FitFacts {
  /** kW that power is held at. */
  readonly limit?: number | undefined;
  /** Tilt or azimuth, not to be fitted. */
  readonly fixed?: Partial<Direction> | undefined;
}

export interface FitRows extends FitFacts {
  readonly sky: SkyRows;
  /** kW. */
  readonly measured: Float64Array;
  /** First row (of these) of each clear day, and one more. */
  readonly days: Int32Array;
  /** Rows of all days under their own weather, that a plane has to explain, too. */
  readonly allSky?: AllSky | undefined;
}

export interface AllSky {
  readonly rows: FitRows;
  /** The clear day, by its number, that each day goes with when days are left out: the last one before. */
  readonly with: Int32Array;
  /** The plane is theirs alone. */
  readonly isAlone: boolean;
}

/** Fewer clear days are of one season, and of one sun: their planes are off by 10° and more. */
const FEW = 20;

export interface FitOptions extends FitFacts {
  /** Which rows of the meter count; default all. */
  readonly isUsed?: ((row: number) => boolean) | undefined;
  /** Degrees of zenith up to which rows count; default 80. */
  readonly lowest?: number | undefined;
  /** Rows under a clear sky, in place of those of clear days: 1. */
  readonly clear?: Uint8Array | undefined;
  /** All days, under their own light, in place of clear ones. */
  readonly weather?: MeterWeather | undefined;
}

/** @param shift as in `SkyRows` */
export function fitRows(
  meter: MeterRows,
  place: MeterPlace,
  days: MeterDays,
  shift: ClockShift,
  { isUsed = () => true, lowest = LOWEST_SUN, clear, weather, ...facts }: FitOptions = {},
): FitRows {
  const isClear = (row: number) => clear === undefined || clear[row] === 1;
  const isAny = clear !== undefined || weather !== undefined;
  const all = [...days.clear.keys()].filter((day) => isAny || days.clear[day] === 1);
  const every = Math.max(1, all.length / MOST_DAYS);
  const chosen = all.filter((_, k) => Math.floor(k / every) !== Math.floor((k - 1) / every));
  const rows: number[] = [];
  for (const day of chosen)
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++)
      if (meter.power[row]! >= 0 && isUsed(row) && isClear(row)) rows.push(row);
  const lit = SkyRows.above(meter, place, Int32Array.from(rows), shift, weather);
  const high = [...rows.keys()].filter((k) => lit.lowest(k) > cos(lowest * DEG) && lit.isKnown(k));
  return { ...inDays(meter, lit.part(high), days), ...facts };
}

function inDays({ power }: MeterRows, sky: SkyRows, { from }: MeterDays): FitRows {
  const days: number[] = [];
  let [day, end] = [0, 0];
  for (const [k, row] of sky.index.entries()) {
    if (row < end) continue;
    while (from[day + 1]! <= row) day++;
    end = from[day + 1]!;
    days.push(k);
  }
  const measured = Float64Array.from(sky.index, (row) => power[row]!);
  return { sky, measured, days: Int32Array.from([...days, sky.index.length]) };
}

/** The rows of the days that are wanted, by their number; sky and power are those of all. */
export function ofDays(all: FitRows, isWanted: (day: number) => boolean): FitRows {
  const { sky, measured, days, allSky, ...facts } = all;
  const rows: number[] = [];
  const starts: number[] = [];
  for (let day = 0; day + 1 < days.length; day++) {
    if (!isWanted(day)) continue;
    starts.push(rows.length);
    for (let row = days[day]!; row < days[day + 1]!; row++) rows.push(row);
  }
  return {
    ...facts,
    sky: sky.part(rows),
    measured: Float64Array.from(rows, (row) => measured[row]!),
    days: Int32Array.from([...starts, rows.length]),
    ...(allSky && { allSky: { ...allSky, rows: ofDays(allSky.rows, (day) => isWanted(allSky.with[day]!)) } }),
  };
}

/** Clear days, and all days that a plane has to explain besides, or where clear ones are few, alone. */
export function withAllSky(clear: FitRows, all: FitRows): FitRows {
  const rowOf = ({ sky, days }: FitRows, day: number) => sky.index[days[day]!]!;
  const last = clear.days.length - 2;
  let at = 0;
  const beside = Int32Array.from({ length: all.days.length - 1 }, (_, day) => {
    while (at < last && rowOf(clear, at + 1) <= rowOf(all, day)) at++;
    return at;
  });
  return { ...clear, allSky: { rows: all, with: beside, isAlone: clear.days.length <= FEW } };
}

/** Clear days in a row, at most, that are seen or unseen together, and parts that are left out in turn. */
const BLOCK = 5;
const PARTS = 4;

/** The days in two, those that are seen and the others: each day is once among the others. */
export function inParts(rows: FitRows): (readonly [seen: FitRows, unseen: FitRows])[] {
  const block = Math.max(1, Math.min(BLOCK, Math.floor((rows.days.length - 1) / PARTS)));
  return Array.from({ length: PARTS }, (_, part) => {
    const isSeen = (day: number) => Math.floor(day / block) % PARTS !== part;
    return [ofDays(rows, isSeen), ofDays(rows, (day) => !isSeen(day))];
  });
}
