/**
 * Power that is held back while the sky is clear, as by a full battery: it falls at once from what the sun can give and stays low until
 * the evening, on most of the bright days. No sky does that so often: of metered bright days one in ten, at most one in five, is so.
 */
import { cos } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY, HOUR, MINUTE } from "../../foundation/time/calendar.js";
import type { Look } from "./look.js";

/** Days around, of which the second best tells what a time of the day can give: shade comes every day, a full battery not. */
const AROUND = 15;
/** Of what is possible: bright before, held back after; and the power left of that of the row before. */
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
const FEWEST = 10;

/** kW that each row could have had, by the days around. */
export function possiblePower({ days, reasons }: Look): Float64Array {
  const { power, slot, slots } = days;
  const cells = new Float64Array(days.days * slots);
  const possible = new Float64Array(days.count);
  const eachRow = (take: (row: number, day: number) => void) => {
    for (let day = 0; day < days.days; day++)
      for (let row = days.from[day]!; row < days.from[day + 1]!; row++) take(row, day);
  };
  eachRow((row, day) => {
    if (reasons[row] === 0) cells[day * slots + slot[row]!] = power[row]!;
  });
  eachRow((row, day) => {
    if (!(days.light[row]! > 0)) return;
    let [first, second] = [0, 0];
    for (let k = Math.max(0, day - AROUND); k <= Math.min(days.days - 1, day + AROUND); k++) {
      const value = cells[k * slots + slot[row]!]!;
      if (value > first) [first, second] = [value, first];
      else if (value > second) second = value;
    }
    possible[row] = second;
  });
  return possible;
}

/** An afternoon that is held back: its rows, and the kWh of the day before them. */
interface Stay {
  readonly row: number;
  readonly last: number;
  readonly energy: number;
}

/**
 * Finds power that is held back, and marks its rows.
 *
 * @param possible kW by row: of the days around, or of a clear sky on a plane that is known
 * @returns whether there is any
 */
export function lookForHeld(look: Look, possible: Float64Array): boolean {
  const { days, scale } = look;
  const stays: Stay[] = [];
  let bright = 0;
  for (let day = 0; day < days.days; day++) {
    const { from, to } = days.span(day);
    let rows = 0;
    for (let row = from; row < to; row++)
      if (possible[row]! > HIGH * scale && days.power[row]! > BRIGHT * possible[row]!) rows++;
    if (rows * days.step < LONG) continue;
    bright++;
    const stay = stayOf(look, possible, from, to);
    if (stay !== undefined) stays.push(stay);
  }
  if (stays.length < FEWEST || stays.length <= OFTEN * bright) return false;
  markHeld(look, possible, stays);
  const share = `${stays.length} of ${bright} bright days`;
  const message = `power is held back, as by a full battery: on ${share} it falls at once and stays low until the evening; left out`;
  look.find("curtailed", look.spansOf("curtailed"), message);
  return true;
}

function stayOf({ days: { power, step }, scale }: Look, possible: Float64Array, from: number, to: number) {
  let last = to - 1;
  while (last > from && !(possible[last]! > LOW * scale)) last--;
  let energy = Math.max(0, power[from]! || 0);
  for (let row = from + 1; (last - row) * step >= LONG; row++) {
    const here = power[row]!;
    // The row within which the battery is full is of both kinds.
    const isBright = (k: number) =>
      possible[k]! > HIGH * scale && power[k]! > BRIGHT * possible[k]! && here < FALL * power[k]!;
    if ((isBright(row - 1) || (row - 2 >= from && isBright(row - 2))) && here < HELD * possible[row]!) {
      const rest = power.subarray(row, last + 1);
      const low = rest.filter((value, k) => value < HELD * possible[row + k]!);
      if (low.length >= MOSTLY * rest.filter((value) => !Number.isNaN(value)).length)
        return { row, last, energy: (energy * step) / HOUR };
    }
    energy += Math.max(0, here || 0);
  }
  return undefined;
}

/** Of the energy before the falls, and of the power after them: what is usual. */
const FULL = 0.1;
const HOUSE = [0.03, 0.98] as const;
/** Of what the system reaches: less is possible at dusk alone; and shorter stretches are clouds'. */
const DUSK = 0.15;
const SHORT = 45 * MINUTE;

/** Rows with the power that a house takes, after the energy that fills a battery, while more is possible. */
function markHeld(look: Look, possible: Float64Array, stays: readonly Stay[]): void {
  const { days, scale } = look;
  const { power, step } = days;
  const full = valueAtShare(
    stays.map(({ energy }) => energy),
    FULL,
  )!;
  const taken = stays.flatMap(({ row, last }) => {
    const own = power.subarray(row, last + 1);
    return [...own.filter((value, k) => value < HELD * possible[row + k]! && possible[row + k]! > HIGH * scale)];
  });
  const [least, most] = HOUSE.map((share) => valueAtShare(taken, share)!) as [number, number];
  for (let day = 0; day < days.days; day++) {
    const { from, to } = days.span(day);
    let [energy, begin] = [0, -1];
    for (let row = from; row <= to; row++) {
      const value = row < to ? power[row]! : Number.NaN;
      const isHeld = value >= least && value <= most && value < HELD * possible[row]! && possible[row]! > DUSK * scale;
      if (isHeld && (energy * step) / HOUR >= full && begin < 0) begin = row;
      if (!isHeld && begin >= 0) {
        if ((row - begin) * step >= SHORT) look.mark("curtailed", [{ from: begin, to: row }]);
        begin = -1;
      }
      energy += Math.max(0, value || 0);
    }
  }
}

/** Of what is possible: so near to it, and so smooth, a row is under a clear sky; above a sine of 10°. */
const CLEAR = 0.85;
const SMOOTH = 0.05;
const UP = 0.174;

/** 1: a row of a clear sky, though its day need not be clear: for a fit where no whole day is left. */
export function clearRows({ days, reasons }: Pick<Look, "days" | "reasons">, possible: Float64Array): Uint8Array {
  const { power, sine, step } = days;
  // The sun's own course bends, too.
  const most = SMOOTH + 2 * (1 - cos((2 * Math.PI * step) / DAY));
  return reasons.map((reason, row) => {
    const value = power[row]!;
    const isSmooth = Math.abs(power[row - 1]! - 2 * value + power[row + 1]!) < most * value;
    return reason === 0 && sine[row]! > UP && value > CLEAR * possible[row]! && isSmooth ? 1 : 0;
  });
}
