/**
 * The course of light within steps of which the means are known: the clear sky times a course of the clear-sky index. That is the mean
 * of two with the index of the step: a line from the middle of its light to that of its neighbours', and a parabola that meets the line
 * at the edges. Of step, straight line, constant and quadratic index it has the least error (research/validate-joining.mjs).
 *
 * The engine has a closed form of its own for its nodes (engine/weather-grid/mean-preserving.ts); test/data/series/course.test.ts compares them.
 */
import { LEAST_CLEAR_SKY, MOST_INDEX } from "../../physics/sky/clear-index.js";
import { clearSkyAt, MOMENT, type Place } from "../../physics/sky/clear-sky.js";
import type { RowRange, TimeGrid } from "../../physics/sky/time-grid.js";
import { CLEAR_SKY_OF, type IrradianceColumn, type JoinedSeries } from "./joined.js";

/** Mean clear sky (W/m²) below which light is spread evenly: twilight has no course. */
const NO_COURSE = 1;

/** The moments that stand for steps one after the other. */
interface StepMoments {
  /** Number of the first moment of each step; one more at the end. */
  readonly begins: ArrayLike<number>;
  /** Lengths of the steps, all in one unit. */
  readonly lengths: ArrayLike<number>;
  /** Where in its step each moment is, 0…1. */
  readonly at: ArrayLike<number>;
  /** Share of each moment in the time of its step; those of a step add up to 1. */
  readonly share: ArrayLike<number>;
}

/**
 * Share of each moment in the energy of its step, of any scale: clear sky × course × time; the clear sky alone where a step has no index.
 *
 * @param clear W/m², of each moment
 * @param values means of the steps, W/m²; NaN = missing
 */
function lightShares(moments: StepMoments, clear: Float64Array, values: ArrayLike<number>): Float64Array {
  const { begins, at, share } = moments;
  const lights = lightsOf(moments, clear, values);
  const shares = new Float64Array(clear.length);
  for (let k = 0; k < lights.clear.length; k++) {
    const isTwilight = lights.clear[k]! < NO_COURSE;
    const course = isTwilight ? level : courseOf(lights, moments.lengths, k);
    for (let m = begins[k]!; m < begins[k + 1]!; m++) {
      shares[m] = (isTwilight ? 1 : clear[m]! * course(at[m]!)) * share[m]!;
    }
  }
  return shares;
}

/** The light of steps, one after the other. */
interface Lights {
  /** Mean clear sky, W/m². */
  readonly clear: Float64Array;
  /** Where in the step the middle of its clear-sky light is, 0…1. */
  readonly middle: Float64Array;
  /** Mean of x·(1 − x) in the clear-sky light, x from 0 to 1 through the step. */
  readonly parabolaMean: Float64Array;
  /** Clear-sky index; NaN for steps in the dark, with a clear sky below the least, or without a value. */
  readonly clearSkyIndex: Float64Array;
}

function lightsOf({ begins, at, share }: StepMoments, sky: Float64Array, values: ArrayLike<number>): Lights {
  const steps = begins.length - 1;
  const [clear, middle, parabolaMean, clearSkyIndex] = [0, 1, 2, 3].map(() => new Float64Array(steps)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let k = 0; k < steps; k++) {
    for (let m = begins[k]!; m < begins[k + 1]!; m++) {
      const [light, x] = [sky[m]! * share[m]!, at[m]!];
      clear[k]! += light;
      middle[k]! += light * x;
      parabolaMean[k]! += light * x * (1 - x);
    }
    middle[k]! /= clear[k]!;
    parabolaMean[k]! /= clear[k]!;
    clearSkyIndex[k] = clear[k]! >= LEAST_CLEAR_SKY && values[k]! > 0 ? values[k]! / clear[k]! : Number.NaN;
  }
  return { clear, middle, parabolaMean, clearSkyIndex };
}

/** Index at x, 0…1 through a step. */
type Course = (x: number) => number;

const level: Course = () => 1;

function courseOf({ middle, parabolaMean, clearSkyIndex }: Lights, lengths: ArrayLike<number>, k: number): Course {
  const own = clearSkyIndex[k]!;
  if (Number.isNaN(own)) return level;
  const centre = middle[k]!;
  /** On the line to the neighbour: level where that has no index. */
  const edge = (side: -1 | 1) => {
    const other = Math.min(clearSkyIndex[k + side] ?? Number.NaN, MOST_INDEX);
    if (Number.isNaN(other)) return own;
    const toEdge = side < 0 ? centre : 1 - centre;
    const beyond = (side < 0 ? 1 - middle[k - 1]! : middle[k + 1]!) * (lengths[k + side]! / lengths[k]!);
    return own + ((other - own) * toEdge) / (toEdge + beyond);
  };
  const [left, right] = [edge(-1), edge(1)];
  const curvature = (own - left - (right - left) * centre) / parabolaMean[k]!;
  return (x) => {
    const line = x < centre ? left + (own - left) * (x / centre) : own + (right - own) * ((x - centre) / (1 - centre));
    const parabola = left + (right - left) * x + curvature * x * (1 - x);
    return (line + Math.max(parabola, 0)) / 2;
  };
}

/**
 * Irradiance along its course (./course.ts): each step keeps its mean.
 *
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
  const course = new Float64Array(grid.count).fill(Number.NaN);
  const steps = stepsOf(edges, grid);
  if (steps.length === 0) return course;
  const [first, end] = [steps[0]!.from, steps.at(-1)!.to];
  const shares = lightShares(rowsAsMoments(steps), clear.subarray(first, end), values);
  steps.forEach(({ from, to }, k) => {
    let sum = 0;
    for (let row = from; row < to; row++) sum += shares[row - first]!;
    for (let row = from; row < to; row++) course[row] = (values[k]! * shares[row - first]! * (to - from)) / sum;
  });
  return course;
}

/** As `irradianceCourse`, of what does not follow the sun: straight between the middles of the steps. */
export function stateCourse(values: ArrayLike<number>, edges: ArrayLike<number>, grid: TimeGrid): Float64Array {
  const steps = stepsOf(edges, grid);
  const middles = steps.map(({ from, to }) => (from + to) / 2);
  const course = new Float64Array(grid.count).fill(Number.NaN);
  steps.forEach(({ from, to }, k) => {
    if (Number.isNaN(values[k]!)) return;
    const at = lineAround(values, middles, k);
    for (let row = from; row < to; row++) course[row] = at(row + 0.5);
  });
  return course;
}

/** The rows of each step. */
function stepsOf(edges: ArrayLike<number>, { start, step }: TimeGrid): RowRange[] {
  const row = (k: number) => Math.round((edges[k]! - start) / step);
  return Array.from({ length: edges.length - 1 }, (_, k) => ({ from: row(k), to: row(k + 1) }));
}

/** Each row is a moment. */
function rowsAsMoments(steps: readonly RowRange[]) {
  const first = steps[0]!.from;
  const begins = [...steps.map(({ from }) => from - first), steps.at(-1)!.to - first];
  const lengths = steps.map(({ from, to }) => to - from);
  const rows = steps.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, k) => ({ k, of: to - from })));
  return {
    begins,
    lengths,
    at: Float64Array.from(rows, ({ k, of }) => (k + 0.5) / of),
    share: Float64Array.from(rows, ({ of }) => 1 / of),
  };
}

/** Through the middle of step k and those of its neighbours; level towards one without a value. */
function lineAround(values: ArrayLike<number>, middles: ArrayLike<number>, k: number): (at: number) => number {
  const [own, middle] = [values[k]!, middles[k]!];
  const slope = (other: number) => {
    const value = values[other] ?? Number.NaN;
    return Number.isNaN(value) ? 0 : (value - own) / (middles[other]! - middle);
  };
  const [before, after] = [slope(k - 1), slope(k + 1)];
  return (at) => own + (at - middle) * (at < middle ? before : after);
}

/** Moments of clear sky computed at once. */
const BATCH = 1 << 16;

/** @returns W/m² for the rows of the target; NaN for those that are not wholly covered */
export function spreadIrradiance(
  series: JoinedSeries,
  names: readonly IrradianceColumn[],
  target: TimeGrid,
  rows: RowRange,
  place: Place,
): Map<IrradianceColumn, Float64Array> {
  const { from, to } = rows;
  const spread = new Map(names.map((name) => [name, new Float64Array(to - from)]));
  const covered = new Map(names.map((name) => [name, new Float64Array(to - from)]));
  const { start, step, count } = series.grid;
  const first = Math.max(0, Math.floor((target.start + from * target.step - start) / step));
  const last = Math.min(count, Math.ceil((target.start + to * target.step - start) / step));
  const batch = Math.max(1, Math.floor(BATCH / (step / Math.min(MOMENT, target.step) + 2)));
  for (let row = first; row < last; row += batch) {
    const own = { from: row, to: Math.min(last, row + batch) };
    const weights = weigh(series, names, own, target, place);
    for (const name of names) {
      share(weights.pieces, weights.of.get(name)!, series, name, from, spread.get(name)!, covered.get(name)!);
    }
  }
  for (const name of names) {
    const [sum, time] = [spread.get(name)!, covered.get(name)!];
    // Sums of whole milliseconds are exact.
    sum.forEach((energy, k) => {
      sum[k] = time[k]! >= target.step - 0.5 ? energy / target.step : Number.NaN;
    });
  }
  return spread;
}

/** A time in one interval of the source and one of the target. */
interface Piece {
  readonly row: number;
  readonly targetRow: number;
  readonly start: number;
  readonly end: number;
}

function cut(grid: TimeGrid, { from, to }: RowRange, target: TimeGrid): Piece[] {
  const pieces: Piece[] = [];
  for (let row = from; row < to; row++) {
    let start = grid.start + row * grid.step;
    const end = start + grid.step;
    while (start < end) {
      const targetRow = Math.floor((start - target.start) / target.step);
      const next = Math.min(end, target.start + (targetRow + 1) * target.step);
      pieces.push({ row, targetRow, start, end: next });
      start = next;
    }
  }
  return pieces;
}

/** The rows' pieces, and the share of each in the energy of its interval, of any scale. */
function weigh(
  series: JoinedSeries,
  names: readonly IrradianceColumn[],
  rows: RowRange,
  target: TimeGrid,
  place: Place,
) {
  const { grid, columns } = series;
  const pieces = cut(grid, rows, target);
  const whole = Float64Array.from(pieces, ({ start, end }) => end - start);
  // Intervals that lie in one row each keep their energy whatever the sky.
  if (pieces.length === rows.to - rows.from) return { pieces, of: new Map(names.map((name) => [name, whole])) };
  const around = { from: Math.max(0, rows.from - 1), to: Math.min(grid.count, rows.to + 1) };
  const all = cut(grid, around, target);
  const skipped = all.findIndex(({ row }) => row === rows.from);
  const moments = momentsOf(all, grid, around);
  const sky = clearSkyAt(moments.times, place);
  const of = names.map((name): [IrradianceColumn, Float64Array] => {
    const values = columns.get(name)!.subarray(around.from, around.to);
    const shares = lightShares(moments, sky[CLEAR_SKY_OF[name]], values);
    return [name, sumsOf(shares, moments.ofPiece).subarray(skipped, skipped + pieces.length)];
  });
  return { pieces, of: new Map(of) };
}

/** Moments of the rows [from, to), which the pieces make up: their times in Unix ms, and the number of the first of each piece. */
function momentsOf(pieces: readonly Piece[], grid: TimeGrid, { from, to }: RowRange) {
  const ofPiece = new Int32Array(pieces.length + 1);
  const begins = new Int32Array(to - from + 1);
  pieces.forEach(({ row, start, end }, p) => {
    ofPiece[p + 1] = ofPiece[p]! + Math.ceil((end - start) / MOMENT);
    begins[row - from + 1] = ofPiece[p + 1]!;
  });
  const [times, at, share] = [0, 1, 2].map(() => new Float64Array(ofPiece[pieces.length]!)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  pieces.forEach(({ row, start, end }, p) => {
    const n = ofPiece[p + 1]! - ofPiece[p]!;
    for (let k = 0; k < n; k++) {
      const m = ofPiece[p]! + k;
      const time = start + ((k + 0.5) / n) * (end - start);
      times[m] = time;
      at[m] = (time - grid.start - row * grid.step) / grid.step;
      share[m] = (end - start) / n / grid.step;
    }
  });
  return { times, ofPiece, begins, lengths: new Float64Array(to - from).fill(grid.step), at, share };
}

function sumsOf(shares: Float64Array, begins: Int32Array): Float64Array {
  const sums = new Float64Array(begins.length - 1);
  for (let p = 0; p < sums.length; p++) for (let m = begins[p]!; m < begins[p + 1]!; m++) sums[p]! += shares[m]!;
  return sums;
}

/** Gives every piece its share of its interval's energy. */
function share(
  pieces: readonly Piece[],
  weights: Float64Array,
  { grid: { step }, columns }: JoinedSeries,
  name: IrradianceColumn,
  firstRow: number,
  sums: Float64Array,
  covered: Float64Array,
): void {
  const values = columns.get(name)!;
  const first = pieces[0]!.row;
  const totals = new Float64Array(pieces.at(-1)!.row - first + 1);
  pieces.forEach(({ row }, p) => {
    totals[row - first]! += weights[p]!;
  });
  pieces.forEach(({ row, targetRow, start, end }, p) => {
    const value = values[row]!;
    const k = targetRow - firstRow;
    if (Number.isNaN(value) || k < 0 || k >= sums.length) return;
    sums[k]! += (value * step * weights[p]!) / totals[row - first]!;
    covered[k]! += end - start;
  });
}
