/**
 * Means of steps brought to finer intervals. Irradiance: the clear sky times a clear-sky index that runs straight between the middles of
 * light of neighbouring steps, scaled so that each step keeps its mean: of step, straight line, constant and quadratic index among those
 * with the least error (docs/reference/archives.md, research/validate-joining.mjs). States (temperature): straight between the middles.
 */
import type { TimeGrid } from "../series/time-grid.js";

/** Mean clear sky (W/m²) below which light is spread evenly: twilight has no course. */
const NO_COURSE = 1;
/** Mean clear sky (W/m²) below which the index of a step says nothing of its neighbours. */
const FAINT = 5;
/** No neighbour counts as clearer. */
const MOST_INDEX = 1.3;

/** Rows [from, to) of the grid that a step covers. */
interface Step {
  readonly from: number;
  readonly to: number;
}

/**
 * @param values means of the steps, NaN = missing
 * @param edges of the steps, on the grid's own
 * @param clear of the grid's rows, W/m²
 * @returns means of the grid's rows; NaN outside of the steps and where they are missing
 */
export function irradianceCourse(
  values: ArrayLike<number>,
  edges: ArrayLike<number>,
  clear: Float64Array,
  grid: TimeGrid,
): Float64Array {
  const steps = stepsOf(edges, grid);
  const lights = steps.map((step) => lightOf(step, clear));
  const middles = lights.map(({ middle }) => middle);
  const indices = lights.map(({ mean }, k) => (mean >= FAINT && values[k]! > 0 ? values[k]! / mean : Number.NaN));
  const neighbours = indices.map((index) => Math.min(index, MOST_INDEX));
  const course = new Float64Array(grid.count).fill(Number.NaN);
  steps.forEach((step, k) => {
    const value = values[k]!;
    if (Number.isNaN(value)) return;
    const { from, to } = step;
    if (lights[k]!.mean < NO_COURSE) {
      course.fill(value, from, to);
      return;
    }
    const own = indices[k]!;
    const indexAt = Number.isNaN(own) ? () => 1 : lineThrough(own, neighbours, middles, k);
    let sum = 0;
    for (let row = from; row < to; row++) sum += course[row] = clear[row]! * indexAt(row + 0.5);
    const factor = (value * (to - from)) / sum;
    for (let row = from; row < to; row++) course[row]! *= factor;
  });
  return course;
}

/** As `irradianceCourse`, of what does not follow the sun. */
export function stateCourse(values: ArrayLike<number>, edges: ArrayLike<number>, grid: TimeGrid): Float64Array {
  const steps = stepsOf(edges, grid);
  const middles = steps.map(({ from, to }) => (from + to) / 2);
  const course = new Float64Array(grid.count).fill(Number.NaN);
  steps.forEach(({ from, to }, k) => {
    if (Number.isNaN(values[k]!)) return;
    const at = lineThrough(values[k]!, values, middles, k);
    for (let row = from; row < to; row++) course[row] = at(row + 0.5);
  });
  return course;
}

function stepsOf(edges: ArrayLike<number>, { start, step }: TimeGrid): Step[] {
  const row = (k: number) => Math.round((edges[k]! - start) / step);
  return Array.from({ length: edges.length - 1 }, (_, k) => ({ from: row(k), to: row(k + 1) }));
}

interface Light {
  readonly mean: number;
  /** Row in which the middle of the light is. */
  readonly middle: number;
}

function lightOf({ from, to }: Step, clear: Float64Array): Light {
  let [sum, moment] = [0, 0];
  for (let row = from; row < to; row++) {
    sum += clear[row]!;
    moment += clear[row]! * (row + 0.5);
  }
  return { mean: sum / (to - from), middle: sum > 0 ? moment / sum : (from + to) / 2 };
}

/** Between the middle of step k and those of its neighbours; level towards one without a value. */
function lineThrough(
  own: number,
  neighbours: ArrayLike<number>,
  middles: ArrayLike<number>,
  k: number,
): (at: number) => number {
  const middle = middles[k]!;
  const slope = (other: number) => {
    const value = neighbours[other] ?? Number.NaN;
    return Number.isNaN(value) ? 0 : (value - own) / (middles[other]! - middle);
  };
  const [before, after] = [slope(k - 1), slope(k + 1)];
  return (at) => own + (at - middle) * (at < middle ? before : after);
}
