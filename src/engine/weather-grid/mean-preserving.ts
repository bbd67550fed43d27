/** Course of a clear-sky index over the sub-steps of its intervals, either smooth or in steps, with every interval's mean kept. */
import { bendOf, HELD, halfway, heldShare, MOST_BENT, WEAK_NEIGHBOUR } from "../../physics/sky/index-course.js";
import type { Steps } from "../grid/sub-steps.js";
import { STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";

const s = STEPS;
/** Local copies: imported bindings are looked up at every use. */
const held = HELD;
const mostBent = MOST_BENT;
const weakNeighbour = WEAK_NEIGHBOUR;
/** Distance of a panel's two nodes from its middle, in halves of it. */
const NODE = Math.sqrt(1 / 3);
/** Of the outer two of its three nodes; their time over that in the middle; and their part in the bend. */
const RADAU = 2 / 3;
const RADAU_WEIGHT = 3 / 2;
const RADAU_BEND = 1 - RADAU * RADAU * RADAU * RADAU;

/**
 * Writes index × shape to the sub-steps of intervals [i0, i1), keeping each interval's mean; if the index is NaN there is
 * nothing to scale: 0.
 *
 * @param most that the index of a smooth course can be (`MOST_OF_COURSE`); undefined: the index is constant within each interval
 */
export function spreadMean(
  i0: number,
  i1: number,
  most: number | undefined,
  step: number,
  { weatherStart }: Steps,
  { litWeather: { runs, runCount } }: Workspace,
  index: Float64Array,
  energy: Float64Array,
  shape: Float64Array,
  out: Float64Array,
): void {
  for (let r = 0; r < runCount; r++) {
    const from = Math.max(runs[2 * r]!, i0);
    const to = Math.min(runs[2 * r + 1]!, i1);
    if (most !== undefined && from < to) {
      bendRows(from, to, most, step, weatherStart, index, energy, shape, out);
      continue;
    }
    for (let j = from; j < to; j++) scale(weatherStart[j]!, weatherStart[j + 1]!, index[j]!, shape, out);
  }
}

function scale(begin: number, end: number, mean: number, shape: Float64Array, out: Float64Array): void {
  for (let i = begin; i < end; i++) out[i] = mean > 0 ? mean * shape[i]! : 0;
}

/**
 * Neighbouring lit rows [j0, j1), from the index and energy of rows j0 − 1 to j1. An interval's course spans its part with light.
 * All in one loop: V8 would box the numbers that it hands to a function for each interval.
 */
function bendRows(
  j0: number,
  j1: number,
  most: number,
  step: number,
  weatherStart: Int32Array,
  index: Float64Array,
  energy: Float64Array,
  shape: Float64Array,
  out: Float64Array,
): void {
  const { time, weight, lead } = s;
  const perMost = 1 / most;
  const panel = step / 2000;
  let share = index[j0 - 1]! * perMost;
  let own = heldShare(share);
  let left = Number.NaN;
  let end = weatherStart[j0]!;
  for (let j = j0 - 1; j < j1; j++) {
    const nextShare = index[j + 1]! * perMost;
    const next = heldShare(nextShare);
    const isWeak = energy[j]! < weakNeighbour * energy[j + 1]!;
    const isNextWeak = energy[j + 1]! < weakNeighbour * energy[j]!;
    // NaN beside a missing interval.
    const edge = isWeak ? next + 0 * own : isNextWeak ? own + 0 * next : halfway(own, next);
    let begin = end;
    end = j < j0 ? begin : weatherStart[j + 1]!;
    const toLeft = left > 0 ? left - share : 0;
    const toRight = edge > 0 ? edge - share : 0;
    // A single sub-step is in the middle, whatever its neighbours.
    if (end - begin < 2 || !(share > 0 && share < held)) scale(begin, end, index[j]!, shape, out);
    else if (
      end - begin === 2 &&
      weight[begin] === panel &&
      weight[begin + 1] === panel &&
      lead[begin]! < 0.45 * panel
    ) {
      // The two nodes of a panel, which bend alike, without a loop (measured with quarters of an hour: a twentieth of the chain).
      const a = shape[begin]!;
      const b = shape[begin + 1]!;
      const first = share + NODE * toLeft;
      const second = share + NODE * toRight;
      const light = first * a + second * b;
      const wanted = share * (a + b);
      const isLow = wanted > light;
      const factor = (isLow ? (a + b - wanted) / (a + b - light) : wanted / light) * most;
      const lift = isLow ? most - factor : 0;
      out[begin] = (lift + factor * first) * a;
      out[begin + 1] = (lift + factor * second) * b;
    } else if (end - begin === 3 && weight[begin + 2] === weight[begin] && weight[begin + 1]! < weight[begin]!) {
      // The three nodes of a panel, without a loop (measured with hours of GHI: a twentieth of the chain).
      const a = RADAU_WEIGHT * shape[begin]!;
      const b = shape[begin + 1]!;
      const c = RADAU_WEIGHT * shape[begin + 2]!;
      const first = RADAU * toLeft;
      const third = RADAU * toRight;
      const gain = first * a + third * c;
      const isLow = gain < 0;
      const base = isLow ? 1 - share : share;
      const excess = isLow ? -gain : gain;
      const outer = base * (a + c) + excess;
      const bent = bendOf(excess, RADAU_BEND * outer + base * b);
      const rest = base * (a + b + c);
      const factor = bent < mostBent ? most : (most * rest) / (outer * (1 - bent * RADAU_BEND) + base * b * (1 - bent));
      const lift = isLow ? most : 0;
      const kept = (isLow ? -factor : factor) * (1 - bent * RADAU_BEND);
      const sign = isLow ? -1 : 1;
      out[begin] = (lift + kept * (base + sign * first)) * shape[begin]!;
      out[begin + 1] = (lift + sign * factor * (1 - bent) * base) * b;
      out[begin + 2] = (lift + kept * (base + sign * third)) * shape[begin + 2]!;
    } else {
      let last = end - 1;
      while (begin < last && !(shape[begin]! > 0)) out[begin++] = 0;
      while (last > begin && !(shape[last]! > 0)) out[last--] = 0;
      const from = time[begin]! - lead[begin]! * 1000;
      const to = time[last]! + (weight[last]! - lead[last]!) * 1000;
      const centre = (from + to) / 2;
      const perHalf = 2 / (to - from);
      let gain = 0;
      let clear = 0;
      let innerGain = 0;
      let inner = 0;
      for (let i = begin; i <= last; i++) {
        const x = (time[i]! - centre) * perHalf;
        const leans = x < 0 ? -x * toLeft : x * toRight;
        const bend = 1 - x * x * x * x;
        const part = shape[i]! * weight[i]!;
        gain += leans * part;
        clear += part;
        innerGain += leans * part * bend;
        inner += part * bend;
        out[i] = leans;
      }
      const isLow = gain < 0;
      const base = isLow ? 1 - share : share;
      const sign = isLow ? -1 : 1;
      const bendable = base * inner + sign * innerGain;
      const bent = bendOf(sign * gain, bendable);
      const factor = bent < mostBent ? most : (most * base * clear) / (base * clear + sign * gain - bent * bendable);
      const lift = isLow ? most : 0;
      for (let i = begin; i <= last; i++) {
        const x = (time[i]! - centre) * perHalf;
        const kept = factor * (1 - bent * (1 - x * x * x * x));
        out[i] = (lift + kept * (sign * base + out[i]!)) * shape[i]!;
      }
    }
    share = nextShare;
    own = next;
    left = edge;
  }
}
