/** Irradiance of intervals spread over those of another grid, along its course (./course.ts): every interval keeps its energy. */
import { clearSkyAt, MOMENT, type Place } from "../sky/clear-sky.js";
import type { RowRange, TimeGrid } from "../sky/time-grid.js";
import type { IrradianceColumn } from "./columns.js";
import { CLEAR_SKY_OF } from "./columns.js";
import { lightShares, type StepMoments } from "./course.js";
import type { JoinedSeries } from "./joined.js";

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

interface Weights {
  readonly pieces: readonly Piece[];
  /** Share of each piece in the energy of its interval, of any scale. */
  readonly of: ReadonlyMap<IrradianceColumn, Float64Array>;
}

/** Of the rows' pieces. */
function weigh(
  series: JoinedSeries,
  names: readonly IrradianceColumn[],
  rows: RowRange,
  target: TimeGrid,
  place: Place,
): Weights {
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

interface Moments extends StepMoments {
  /** Unix ms, those of a piece one after the other. */
  readonly times: Float64Array;
  /** Number of the first moment of each piece; one more at the end. */
  readonly ofPiece: Int32Array;
}

/** Of the rows [from, to), which the pieces make up. */
function momentsOf(pieces: readonly Piece[], grid: TimeGrid, { from, to }: RowRange): Moments {
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
