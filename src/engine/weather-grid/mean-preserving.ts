/** Course of a clear-sky index over the sub-steps of its intervals, either smooth or in steps, with every interval's mean kept. */
import { HELD, halfway, heldShare, toMean, WEAK_NEIGHBOUR } from "../../physics/sky/index-course.js";
import { cellStart, type Lattice } from "../grid/lattice.js";
import type { Steps } from "../grid/sub-steps.js";
import { STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";

const s = STEPS;
/** Local copies: imported bindings are looked up at every use. */
const held = HELD;
const weakNeighbour = WEAK_NEIGHBOUR;
/** Distance of a panel's two nodes from its middle, in halves of it. */
const NODE = Math.sqrt(1 / 3);

/**
 * Writes index × shape to the sub-steps of intervals [i0, i1), keeping each interval's mean; row 0 is interval `first` of the lattice. If
 * the index is NaN there is nothing to scale: 0.
 *
 * @param most that the index of a smooth course can be (`MOST_OF_COURSE`); undefined: the index is constant within each interval
 */
export function spreadMean(
  i0: number,
  i1: number,
  most: number | undefined,
  first: number,
  weather: Lattice,
  { weatherStart }: Steps,
  { litWeather: { runs, runCount } }: Workspace,
  index: Float64Array,
  energy: Float64Array,
  shape: Float64Array,
  out: Float64Array,
): void {
  const start = cellStart(weather, first);
  for (let r = 0; r < runCount; r++) {
    const from = Math.max(runs[2 * r]!, i0);
    const to = Math.min(runs[2 * r + 1]!, i1);
    if (most !== undefined && from < to) {
      bendRows(from, to, most, start, weather.step, weatherStart, index, energy, shape, out);
      continue;
    }
    for (let j = from; j < to; j++) scale(weatherStart[j]!, weatherStart[j + 1]!, index[j]!, shape, out);
  }
}

function scale(begin: number, end: number, mean: number, shape: Float64Array, out: Float64Array): void {
  for (let i = begin; i < end; i++) out[i] = mean > 0 ? mean * shape[i]! : 0;
}

/**
 * Neighbouring lit rows [j0, j1), from the index and energy of rows j0 − 1 to j1; row 0 begins at `start` (ms).
 * All in one loop: V8 would box the numbers that it hands to a function for each interval.
 */
function bendRows(
  j0: number,
  j1: number,
  most: number,
  start: number,
  step: number,
  weatherStart: Int32Array,
  index: Float64Array,
  energy: Float64Array,
  shape: Float64Array,
  out: Float64Array,
): void {
  const { time, weight, lead } = s;
  const perMost = 1 / most;
  const perHalf = 2 / step;
  const panel = step / 2000;
  let middle = heldShare(index[j0]! * perMost);
  let left = halfway(heldShare(index[j0 - 1]! * perMost), middle);
  let end = weatherStart[j0]!;
  for (let j = j0; j < j1; j++) {
    const begin = end;
    end = weatherStart[j + 1]!;
    const share = index[j]! * perMost;
    const least = weakNeighbour * energy[j]!;
    const after = heldShare(index[j + 1]! * perMost);
    const right = halfway(middle, after);
    const toLeft = energy[j - 1]! > least && left > 0 ? middle - left : 0;
    const toRight = energy[j + 1]! > least && right > 0 ? right - middle : 0;
    // A single sub-step is in the middle, whatever its neighbours.
    if (end - begin === 1 || !(share > 0 && share < held)) scale(begin, end, index[j]!, shape, out);
    else if (
      end - begin === 2 &&
      weight[begin] === panel &&
      weight[begin + 1] === panel &&
      lead[begin]! < 0.45 * panel
    ) {
      // The two nodes of a panel, without a loop (measured with quarters of an hour: a twentieth of the chain).
      const a = shape[begin]!;
      const b = shape[begin + 1]!;
      const first = middle - NODE * toLeft;
      const second = middle + NODE * toRight;
      const light = first * a + second * b;
      const wanted = share * (a + b);
      const factor = toMean(light, wanted, a + b) * most;
      const lift = wanted > light ? most - factor : 0;
      out[begin] = (lift + factor * first) * a;
      out[begin + 1] = (lift + factor * second) * b;
    } else {
      const centre = start + (j + 0.5) * step;
      let light = 0;
      let clear = 0;
      for (let i = begin; i < end; i++) {
        const x = (time[i]! - centre) * perHalf;
        const u = middle + x * (x < 0 ? toLeft : toRight);
        const part = shape[i]! * weight[i]!;
        light += u * part;
        clear += part;
        out[i] = u;
      }
      const wanted = share * clear;
      const factor = toMean(light, wanted, clear) * most;
      const lift = wanted > light ? most - factor : 0;
      for (let i = begin; i < end; i++) out[i] = (lift + factor * out[i]!) * shape[i]!;
    }
    middle = after;
    left = right;
  }
}
