/** The clock as it ran: stretches of days, each with one shift, where a change must be worth its price. */
import type { DayFits } from "./days.js";

/**
 * What a change costs, in logarithms of squared misfit: that of four clear days whose sun is an hour off, or of some weeks of an
 * overcast winter. A few days of fog do not pay for a change and back.
 */
const CHANGE = 20;

/** Days [from, to), and the number of the shift that fits them. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

/** The cheapest path through days and shifts (Viterbi), and what it costs. */
export function pathOf({ shifts, rows, misfit }: DayFits): { stretches: Stretch[]; cost: number } {
  const many = shifts.length;
  const cost = new Float64Array(many);
  const cameFrom = new Int16Array(rows.length * many);
  for (let day = 0; day < rows.length; day++) {
    const cheapest = lowest(cost);
    const changed = cost[cheapest]! + CHANGE;
    for (let k = 0; k < many; k++) {
      const stays = cost[k]! <= changed;
      cameFrom[day * many + k] = stays ? k : cheapest;
      cost[k] = (stays ? cost[k]! : changed) + misfit[day * many + k]!;
    }
  }
  const stretches: Stretch[] = [];
  let shift = lowest(cost);
  const total = cost[shift]!;
  for (let to = rows.length, day = to - 1; day >= 0; day--) {
    const before = cameFrom[day * many + shift]!;
    if (before === shift && day > 0) continue;
    stretches.unshift({ from: day, to, shift });
    [to, shift] = [day, before];
  }
  return { stretches, cost: total };
}

/** Neighbours whose shifts are no farther apart than `nearest` (ms) as one, with the shift of the longer. */
export function merged(stretches: readonly Stretch[], shifts: Float64Array, nearest: number): Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of stretches) {
    const last = result.at(-1);
    const isAlike = last !== undefined && Math.abs(shifts[last.shift]! - shifts[stretch.shift]!) <= nearest;
    if (!isAlike) result.push(stretch);
    else {
      const { shift } = last.to - last.from >= stretch.to - stretch.from ? last : stretch;
      result[result.length - 1] = { from: last.from, to: stretch.to, shift };
    }
  }
  return result;
}

export function lowest(values: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k]! < values[best]!) best = k;
  return best;
}
