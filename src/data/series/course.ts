/** The course of light within steps of which the means are known: clear sky × the course of its index (physics/sky/index-course.ts). */
import { LEAST_CLEAR_SKY } from "../../physics/sky/clear-index.js";
import { clearSkyAt, MOMENT, type Place } from "../../physics/sky/clear-sky.js";
import { bendOf, HELD, heldShare, MOST_OF_COURSE, partway, WEAK_NEIGHBOUR } from "../../physics/sky/index-course.js";
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
 * @param most that the index can be
 */
function lightShares(
  { begins, lengths, at, share }: StepMoments,
  clear: Float64Array,
  values: ArrayLike<number>,
  most: number,
): Float64Array {
  const light = clear.map((sky, m) => sky * share[m]!);
  const steps = begins.length - 1;
  const skies = Float64Array.from({ length: steps }, (_, k) => sum(light.subarray(begins[k]!, begins[k + 1]!)));
  const indices = skies.map((sky, k) =>
    sky >= LEAST_CLEAR_SKY && values[k]! >= 0 ? values[k]! / sky / most : Number.NaN,
  );
  for (let k = 0; k < steps; k++) {
    const [begin, end] = [begins[k]!, begins[k + 1]!];
    const own = light.subarray(begin, end);
    if (skies[k]! < NO_COURSE) own.set(Float64Array.from(own, (_, m) => share[begin + m]!));
    if (!(indices[k]! > 0 && indices[k]! < HELD)) continue;
    const lit = own.reduce((widest, sky, m) => (sky > 0 ? m : widest), 0);
    const dark = own.findIndex((sky) => sky > 0);
    const from = at[begin + dark]! - share[begin + dark]! / 2;
    const to = at[begin + lit]! + share[begin + lit]! / 2;
    bend(
      own,
      own.map((_, m) => (2 * at[begin + m]! - from - to) / (to - from)),
      indices[k]!,
      edgesOf(indices, skies, lengths, k),
    );
  }
  return light;
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Shares of the most at both edges of step k; its own towards a step that has none, or hardly any light. */
function edgesOf(indices: Float64Array, skies: Float64Array, lengths: ArrayLike<number>, k: number): number[] {
  const own = heldShare(indices[k]!);
  return [k - 1, k + 1].map((other) => {
    if (!(indices[other]! >= 0 && skies[other]! > WEAK_NEIGHBOUR * skies[k]!)) return own;
    return partway(own, heldShare(indices[other]!), lengths[k]! / (lengths[k]! + lengths[other]!));
  });
}

/** Multiplies the clear sky of a step's moments by their course, x from −1 to 1 through its light, in shares of the most. */
function bend(light: Float64Array, x: Float64Array, index: number, edges: readonly number[]): void {
  const own = heldShare(index);
  const course = x.map((at) => own + Math.abs(at) * (edges[at < 0 ? 0 : 1]! - own));
  const clear = sum(light);
  const isLow = index * clear > sum(light.map((sky, m) => sky * course[m]!));
  const sent = light.map((sky, m) => sky * (isLow ? 1 - course[m]! : course[m]!));
  const [found, rest] = [sum(sent), (isLow ? 1 - index : index) * clear];
  const inner = x.map((at) => 1 - at * at * at * at);
  const bendable = sum(sent.map((part, m) => part * inner[m]!));
  const bent = bendOf(found - rest, bendable);
  const factor = rest / (found - bent * bendable);
  for (let m = 0; m < light.length; m++) {
    const kept = factor * (1 - bent * inner[m]!) * sent[m]!;
    light[m] = isLow ? light[m]! - kept : kept;
  }
}

/**
 * All light on level ground, or its beam, along its course: each step keeps its mean.
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
  const shares = lightShares(rowsAsMoments(steps), clear.subarray(first, end), values, MOST_OF_COURSE.global);
  steps.forEach(({ from, to }, k) => {
    const whole = sum(shares.subarray(from - first, to - first));
    for (let row = from; row < to; row++) course[row] = (values[k]! * shares[row - first]! * (to - from)) / whole;
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
    const [light, time] = [spread.get(name)!, covered.get(name)!];
    // Sums of whole milliseconds are exact.
    light.forEach((energy, k) => {
      light[k] = time[k]! >= target.step - 0.5 ? energy / target.step : Number.NaN;
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
    const part = CLEAR_SKY_OF[name];
    const shares = lightShares(moments, sky[part], values, MOST_OF_COURSE[part]);
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
