/** The days of a series beside those of the sun. */

import { atan2, cos, sin } from "../../math/index.js";
import { SOLAR_CONSTANT } from "../../models/solar-position/extraterrestrial.js";
import { NIGHT, type Place, sunAt } from "../../sky/clear-sky.js";
import type { TimeGrid } from "../../sky/time-grid.js";
import { DAY, HOUR } from "../../time/calendar.js";

const TURN = 2 * Math.PI;
/** ms: the sun is looked at as often, and rows are thinned to as many. */
const MOMENT = HOUR / 4;
/** Days that are looked at: a year of hours takes a millisecond. */
const MOST_DAYS = 40;
/**
 * How much light has a middle: at one time of the day 1, the sun's of twelve hours 0.79, at all times alike 0. In the summer of the
 * polar circle the sun's own has too little of one to compare clouds with.
 */
const SUN_MIDDLE = 0.5;
const LIGHT_MIDDLE = 0.2;

/** A day from one midnight of the sun to the next. @experimental */
export interface DayOfLight {
  /** Light without an atmosphere on level ground in the rows that have values, the mean in W/m². */
  readonly sun: number;
  /** Share of the day's that they have. */
  readonly seen: number;
  /** Light of the series in those rows, as a share of the sun's. */
  readonly clearness: number;
  /** Share of it that falls in the night. */
  readonly night: number;
  /** Hours by which its middle is later than that of the sun's, −12 … 12; NaN where one of them has none. */
  readonly late: number;
}

/**
 * Days that lie in the series as a whole, at most forty, evenly chosen.
 *
 * @param values global horizontal irradiance, W/m²; NaN where there is none
 * @experimental
 */
export function daysOfLight(values: Float64Array, grid: TimeGrid, place: Place): DayOfLight[] {
  const toSun = (place.longitude / 360) * DAY;
  return daysWithin(grid.start + toSun, grid.count * grid.step).map((start) =>
    dayOf(values, grid, start - toSun, place),
  );
}

/** Starts of whole days, evenly chosen. */
function daysWithin(start: number, length: number): number[] {
  const from = Math.ceil(start / DAY);
  const count = Math.max(0, Math.floor((start + length) / DAY) - from);
  const most = Math.min(count, MOST_DAYS);
  return Array.from({ length: most }, (_, k) => (from + Math.floor(((k + 0.5) * count) / most)) * DAY);
}

function dayOf(values: Float64Array, { start: first, step }: TimeGrid, start: number, place: Place): DayOfLight {
  const stride = Math.max(1, Math.floor(MOMENT / step));
  const from = Math.ceil((start - first) / step);
  const count = Math.floor((start + DAY - 1 - first - from * step) / (step * stride)) + 1;
  const rows = Array.from({ length: count }, (_, k) => from + k * stride);
  const moments = Math.ceil(step / MOMENT);
  const { sent, isDark } = sunOver(rows, first, step, moments, place);
  const [seen, sun] = [new Course(), new Course()];
  let [whole, night] = [0, 0];
  for (const [k, row] of rows.entries()) {
    const value = Math.max(0, values[row]!);
    whole += sent[k]!;
    if (Number.isNaN(value)) continue;
    const angle = (first + (row + 0.5) * step - start) * (TURN / DAY);
    seen.add(value, angle);
    sun.add(sent[k]!, angle);
    if (isDark[k]) night += value;
  }
  return {
    sun: sun.sum / Math.max(1, sun.count),
    seen: sun.sum / whole,
    clearness: seen.sum / sun.sum,
    night: seen.sum > 0 ? night / seen.sum : 0,
    late: seen.hoursAfter(sun),
  };
}

/** The sun's light in rows, in W/m² without an atmosphere, and whether it is night throughout. */
function sunOver(rows: readonly number[], first: number, step: number, moments: number, place: Place) {
  const times = rows.flatMap((row) =>
    Array.from({ length: moments }, (_, j) => first + (row + (j + 0.5) / moments) * step),
  );
  const { sine, distance } = sunAt(Float64Array.from(times), place);
  const sent = new Float64Array(rows.length);
  const isDark = new Array<boolean>(rows.length).fill(true);
  for (let k = 0; k < times.length; k++) {
    const row = Math.floor(k / moments);
    sent[row]! += (SOLAR_CONSTANT * Math.max(0, sine[k]!)) / (distance[k]! * distance[k]! * moments);
    if (sine[k]! > NIGHT) isDark[row] = false;
  }
  return { sent, isDark };
}

/** Light around the clock: its sum, and its middle as that of masses on a circle. */
class Course {
  sum = 0;
  count = 0;
  private east = 0;
  private north = 0;

  add(value: number, angle: number): void {
    this.sum += value;
    this.count++;
    this.east += value * sin(angle);
    this.north += value * cos(angle);
  }

  private get middle(): number {
    return Math.sqrt(this.east * this.east + this.north * this.north) / this.sum;
  }

  hoursAfter(other: Course): number {
    if (!(this.middle > LIGHT_MIDDLE && other.middle > SUN_MIDDLE)) return Number.NaN;
    const turns = (atan2(this.east, this.north) - atan2(other.east, other.north)) / TURN;
    return 24 * (turns - Math.round(turns));
  }
}

/** Days that must grow, and by how much (W/m²), before they count as sums; rises within a day that make them so. */
const GROWING = 0.6;
const FEWEST = 2;
const LEAST_RISE = 100;
const RISES = 3;

/** Whether most days only grow from 00 UTC to 00 UTC: the sun's light goes down again, wherever it shines. @experimental */
export function growsByDay(values: Float64Array, { start, step, count }: TimeGrid): boolean {
  const days = daysWithin(start, count * step);
  const grown = days.filter((day) => {
    const from = Math.ceil((day - start) / step);
    return grows(values.subarray(from, Math.floor((day + DAY - start) / step)));
  });
  return grown.length >= Math.max(FEWEST, GROWING * days.length);
}

function grows(values: Float64Array): boolean {
  const there = values.filter((value) => !Number.isNaN(value));
  let rises = 0;
  for (let k = 1; k < there.length; k++) {
    if (there[k]! < there[k - 1]! - 1) return false;
    if (there[k]! > there[k - 1]! + 1) rises++;
  }
  return rises >= RISES && there[there.length - 1]! - there[0]! > LEAST_RISE;
}
