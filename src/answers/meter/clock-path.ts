/** The days on which a meter's clock was changed: the cheapest course of shifts from day to day. */

import { lowest } from "../../data/weather/believe/day-fits.js";
import { quantileOfSorted, valueAtShare } from "../../foundation/statistics/order.js";
import { MINUTE } from "../../foundation/time/calendar.js";
import type { EdgeDays } from "./clock-days.js";

/** Minutes between the shifts that are tried. */
const GRID = 5;
/** Minutes that first and last light scatter on clear days, and the part of a step that a row leaves open. */
const SCATTER = 4;
const OF_STEP = 0.15;
/** Of the minutes of light that a day lacks beside a clear one: clouds at one of its ends. What it has too many is no light. */
const OF_LACK = 0.5;
/** Days around, and the share of them that are no shorter than what a clear day has. */
const AROUND = 15;
const LONG = 0.7;
/** Costs, in spreads of a day: no day costs more than some, so that some cannot pay for a change and back; shade drifts with the season. */
const MOST = 4;
const DRIFT = 3;
const CHANGE = 20;
/** People change clocks on Sundays: of days that are nearly as likely, that one. 1 January 1970 was a Thursday. */
const SUNDAY = 2;
/** Minutes and steps: smaller changes are not told from the weather. */
const LEAST = 20;
const LEAST_STEPS = 0.5;
/** Days on either side that tell a change's size, and how many there must be. */
const BESIDE = 20;
const FEWEST = 3;
/** Of a change: what first and last light each must move by. Shade moves one of them. */
const EACH = 0.5;
/** Zones and summer time change by half hours: what is as near to one, in minutes and steps, is one. */
const HALF_HOUR = 30;
const NEAR = 8;
const NEAR_STEPS = 0.15;

/** A change of the clock between two days. */
export interface ClockChange {
  /** The first day, of the days looked at, of the new clock. */
  readonly day: number;
  /** Minutes that are added to the shift. */
  readonly size: number;
}

/** Days with both edges: minutes by which the sun is later, by each edge, and the spread of their mean. */
interface Seen {
  readonly day: number;
  readonly dawn: number;
  readonly dusk: number;
  readonly spread: number;
}

/** @param step ms */
export function changesOf(days: EdgeDays, halfDay: ArrayLike<number>, step: number): ClockChange[] {
  const seen = seenDays(days, halfDay, step / MINUTE);
  if (seen.length < 2 * FEWEST) return [];
  const least = Math.max(LEAST, (LEAST_STEPS * step) / MINUTE);
  const jumps = jumpsOf(seen, days.first).filter(({ size }) => Math.abs(size) >= least);
  const sized: ClockChange[] = [];
  for (const [k, { at }] of jumps.entries()) {
    const [from, to] = [jumps[k - 1]?.at ?? 0, jumps[k + 1]?.at ?? seen.length];
    const size = sizeOf(seen.slice(Math.max(from, at - BESIDE), at), seen.slice(at, Math.min(to, at + BESIDE)));
    if (!(Math.abs(size) >= least)) continue;
    const half = HALF_HOUR * Math.round(size / HALF_HOUR);
    const isHalf = Math.abs(size - half) <= NEAR + (NEAR_STEPS * step) / MINUTE;
    sized.push({ day: dayOf(seen, at, days.first), size: isHalf ? half : Math.round(size) });
  }
  return sized;
}

function seenDays(days: EdgeDays, halfDay: ArrayLike<number>, step: number): Seen[] {
  const length = Float64Array.from({ length: days.count }, (_, day) => (days.dusk[day]! - days.dawn[day]!) / MINUTE);
  const seen: Seen[] = [];
  for (let day = 0; day < days.count; day++) {
    if (Number.isNaN(length[day]!)) continue;
    // Beside the sun's own, which grows and shrinks meanwhile.
    const around: number[] = [];
    for (let k = Math.max(0, day - AROUND); k <= Math.min(days.count - 1, day + AROUND); k++) {
      const own = length[k]! - 2 * (halfDay[k]! - halfDay[day]!);
      if (!Number.isNaN(own)) around.push(own);
    }
    const lack = Math.abs(valueAtShare(around, LONG)! - length[day]!);
    seen.push({
      day,
      dawn: (days.noon[day]! - days.dawn[day]!) / MINUTE - halfDay[day]!,
      dusk: (days.noon[day]! - days.dusk[day]!) / MINUTE + halfDay[day]!,
      spread: SCATTER + OF_STEP * step + OF_LACK * lack,
    });
  }
  return seen;
}

const middle = ({ dawn, dusk }: Seen) => (dawn + dusk) / 2;

/** Where the cheapest path jumps: stays and small drifts cost little or nothing, a jump its price. */
function jumpsOf(seen: readonly Seen[], first: number): { at: number; size: number }[] {
  const middles = Float64Array.from(seen, middle).sort();
  const from = GRID * Math.floor(quantileOfSorted(middles, 0.01) / GRID) - GRID;
  const many = Math.ceil((quantileOfSorted(middles, 0.99) + GRID - from) / GRID) + 1;
  let cost = new Float64Array(many);
  const came = new Int16Array(seen.length * many);
  for (const [at, one] of seen.entries()) {
    const cheapest = lowest(cost);
    const jump = cost[cheapest]! + CHANGE - (at > 0 && hasSunday(seen[at - 1]!.day, one.day, first) ? SUNDAY : 0);
    const next = new Float64Array(many);
    for (let k = 0; k < many; k++) {
      let [best, by] = [cost[k]!, k];
      for (const near of [k - 1, k + 1]) {
        if (near >= 0 && near < many && cost[near]! + DRIFT < best) [best, by] = [cost[near]! + DRIFT, near];
      }
      if (jump < best) [best, by] = [jump, cheapest];
      came[at * many + k] = by;
      next[k] = best + Math.min(MOST, Math.abs(from + k * GRID - middle(one)) / one.spread);
    }
    cost = next;
  }
  const jumps: { at: number; size: number }[] = [];
  let k = lowest(cost);
  for (let at = seen.length - 1; at > 0; at--) {
    const before = came[at * many + k]!;
    if (Math.abs(before - k) > 1) jumps.unshift({ at, size: (k - before) * GRID });
    k = before;
  }
  return jumps;
}

/** Whether a Sunday is among the days after one until another. */
function hasSunday(after: number, until: number, first: number): boolean {
  return sundayUntil(until, first) > after;
}

/** The last Sunday up to a day. */
function sundayUntil(day: number, first: number): number {
  return day - ((((first + day + 4) % 7) + 7) % 7);
}

/** The day of a change between two that were seen: a Sunday, where one lies between. */
function dayOf(seen: readonly Seen[], at: number, first: number): number {
  const [before, day] = [seen[at - 1]!.day, seen[at]!.day];
  const sunday = sundayUntil(day, first);
  return sunday > before ? sunday : day;
}

/** Minutes by which both edges move; NaN where they do not move alike. */
function sizeOf(before: readonly Seen[], after: readonly Seen[]): number {
  if (before.length < FEWEST || after.length < FEWEST) return Number.NaN;
  const [old, young] = [clearest(before), clearest(after)];
  const moved = (of: (one: Seen) => number) => valueAtShare(young.map(of), 0.5)! - valueAtShare(old.map(of), 0.5)!;
  const [dawn, dusk] = [moved(({ dawn }) => dawn), moved(({ dusk }) => dusk)];
  const size = (dawn + dusk) / 2;
  return Math.min(dawn / size, dusk / size) >= EACH ? size : Number.NaN;
}

function clearest(seen: readonly Seen[]): Seen[] {
  return [...seen].sort((a, b) => a.spread - b.spread).slice(0, Math.max(FEWEST, seen.length >> 1));
}
