/**
 * Power that is held back while the sky is clear, as by a full battery: it falls at once from what the sun can give and stays low until
 * the evening, on most of the bright days. No sky does that so often: of metered bright days one in eight to five clouds over for good.
 */
import { cos } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY, HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { markRows } from "./reasons.js";
import type { SunDays } from "./sun-days.js";

/** Days around, of which the second best tells what a time of the day can give: shade comes every day, a full battery not. */
const AROUND = 15;
/** Of what is possible: bright before, held back after, and the power left of that of the row before. */
const BRIGHT = 0.75;
const HELD = 0.6;
const FALL = 0.7;
/** Of what the system reaches: power from which a fall is seen, and to which a day is followed; for how long, and how strictly. */
const HIGH = 0.25;
const LOW = 0.1;
const LONG = 2 * HOUR;
const MOSTLY = 0.85;
/** Of the bright days; and fewer days say nothing. */
const OFTEN = 0.3;
const FEWEST_DAYS = 10;

/** kW that each row could have had, by the days around. */
export function possiblePower(days: SunDays, reasons: Uint8Array): Float64Array {
  const { power, from, slot, slots, count } = days;
  const cells = new Float64Array(days.days * slots).fill(Number.NaN);
  const eachRow = (take: (row: number, cell: number, day: number) => void) => {
    for (let day = 0; day < days.days; day++)
      for (let row = from[day]!; row < from[day + 1]!; row++) take(row, day * slots + slot[row]!, day);
  };
  eachRow((row, cell) => {
    if (reasons[row] === 0) cells[cell] = power[row]!;
  });
  const possible = new Float64Array(count);
  eachRow((row, cell, day) => {
    if (!(days.light[row]! > 0)) return;
    let [first, second] = [0, 0];
    const [least, most] = [Math.max(0, day - AROUND), Math.min(days.days - 1, day + AROUND)];
    for (let k = cell - (day - least) * slots; k <= cell + (most - day) * slots; k += slots) {
      const value = cells[k]!;
      if (value > first) [first, second] = [value, first];
      else if (value > second) second = value;
    }
    possible[row] = second;
  });
  return possible;
}

interface Stay {
  readonly row: number;
  readonly last: number;
  /** kWh of the day before it. */
  readonly energy: number;
}

export interface Held {
  readonly stays: readonly Stay[];
  /** Days that were bright for two hours. */
  readonly bright: number;
  /** Whether that is no weather. */
  readonly isHeld: boolean;
}

export function heldBack(days: SunDays, reasons: Uint8Array, possible: Float64Array): Held {
  const scale = days.scale(reasons);
  const stays: Stay[] = [];
  let bright = 0;
  for (let day = 0; day < days.days; day++) {
    const [first, end] = [days.from[day]!, days.from[day + 1]!];
    let rows = 0;
    for (let row = first; row < end; row++)
      if (possible[row]! > HIGH * scale && days.power[row]! > BRIGHT * possible[row]!) rows++;
    if (rows * days.step < LONG) continue;
    bright++;
    const stay = stayOf(days, possible, scale, first, end);
    if (stay !== undefined) stays.push(stay);
  }
  return { stays, bright, isHeld: stays.length >= FEWEST_DAYS && stays.length > OFTEN * bright };
}

function stayOf(
  { power, step }: SunDays,
  possible: Float64Array,
  scale: number,
  first: number,
  end: number,
): Stay | undefined {
  let last = end - 1;
  while (last > first && !(possible[last]! > LOW * scale)) last--;
  let energy = Math.max(0, power[first]! || 0);
  for (let row = first + 1; (last - row) * step >= LONG; row++) {
    const [before, here] = [power[row - 1]!, power[row]!];
    const isFall = possible[row - 1]! > HIGH * scale && before > BRIGHT * possible[row - 1]! && here < FALL * before;
    if (isFall && isLow(power, possible, row, last)) return { row, last, energy: (energy * step) / HOUR };
    energy += Math.max(0, here || 0);
  }
  return undefined;
}

function isLow(power: Float64Array, possible: Float64Array, from: number, last: number): boolean {
  let [known, low] = [0, 0];
  for (let row = from; row <= last; row++) {
    if (Number.isNaN(power[row]!)) continue;
    known++;
    if (power[row]! < HELD * possible[row]!) low++;
  }
  return power[from]! < HELD * possible[from]! && low >= MOSTLY * known;
}

/** Of the energy before the falls, and of the power after them: what is usual. */
const FULL = 0.1;
const HOUSE = [0.02, 0.98] as const;
/** Of what the system reaches: less is possible at dusk alone; and shorter stretches are clouds'. */
const DUSK = 0.15;
const SHORT = 45 * MINUTE;

/**
 * Marks rows with the power that a house takes, after the energy that fills a battery, while more is possible.
 *
 * @param possible kW by row: of the days around, or of a clear sky on a plane that is known
 */
export function markHeld(days: SunDays, reasons: Uint8Array, possible: Float64Array, stays: readonly Stay[]): number {
  const { power, step, from } = days;
  const scale = days.scale(reasons);
  const full =
    valueAtShare(
      stays.map(({ energy }) => energy),
      FULL,
    ) ?? Number.POSITIVE_INFINITY;
  const after = stays.flatMap(({ row, last }) => {
    const rows = Array.from({ length: last - row + 1 }, (_, k) => row + k);
    return rows.filter((k) => power[k]! < HELD * possible[k]! && possible[k]! > HIGH * scale).map((k) => power[k]!);
  });
  const [least, most] = HOUSE.map((share) => valueAtShare(after, share) ?? 0) as [number, number];
  let marked = 0;
  for (let day = 0; day < days.days; day++) {
    let [energy, begin] = [0, -1];
    for (let row = from[day]!; row <= from[day + 1]!; row++) {
      const value = row < from[day + 1]! ? power[row]! : Number.NaN;
      const isHeld = value >= least && value <= most && value < HELD * possible[row]! && possible[row]! > DUSK * scale;
      if (isHeld && (energy * step) / HOUR >= full && begin < 0) begin = row;
      if (!isHeld && begin >= 0) {
        if ((row - begin) * step >= SHORT) marked += markRows(reasons, "curtailed", { from: begin, to: row });
        begin = -1;
      }
      energy += Math.max(0, value || 0);
    }
  }
  return marked;
}

/** Of what is possible: so near to it, and so smooth, a row is under a clear sky; above a sine of 10°. */
const CLEAR = 0.85;
const SMOOTH = 0.05;
const UP = 0.174;

/** 1: a row of a clear sky, though its day need not be clear. What a first fit takes where no whole day is left. */
export function clearRows({ power, sine, step }: SunDays, reasons: Uint8Array, possible: Float64Array): Uint8Array {
  // The sun's own course bends, too.
  const most = SMOOTH + 2 * (1 - cos((2 * Math.PI * step) / DAY));
  return reasons.map((reason, row) => {
    const value = power[row]!;
    const isSmooth = Math.abs(power[row - 1]! - 2 * value + power[row + 1]!) < most * value;
    return reason === 0 && sine[row]! > UP && value > CLEAR * possible[row]! && isSmooth ? 1 : 0;
  });
}
