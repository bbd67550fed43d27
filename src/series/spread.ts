/**
 * Irradiance of intervals spread over those of another grid: the clear sky at the place, times a course of the clear-sky index,
 * scaled so that every interval keeps its energy. The course is the mean of two that have the index of the interval: a line from the
 * middle of its light to that of its neighbours', and a parabola that meets the line at the edges. Of step, straight line, constant
 * and quadratic index it has the least error (docs/reference/archives.md, research/validate-joining.mjs).
 */
import { CLEAR_SKY_OF, clearSkyAt, MOMENT, type Place } from "./clear-sky.js";
import type { IrradianceColumn } from "./columns.js";
import type { JoinedSeries } from "./joined.js";
import type { RowRange, TimeGrid } from "./time-grid.js";

/** Mean clear sky (W/m²) below which light is spread evenly: twilight has no course. */
const NO_COURSE = 1;
/** Mean clear sky (W/m²) below which the index of an interval says nothing of its neighbours. */
const FAINT = 5;
/** No neighbour counts as clearer. */
const MOST_INDEX = 1.3;
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
  const moments = momentsOf(all);
  const sky = clearSkyAt(moments.times, place);
  const of = names.map((name): [IrradianceColumn, Float64Array] => {
    const clear = sky[CLEAR_SKY_OF[name]];
    const lights = lightsOf(all, moments, clear, columns.get(name)!, grid, around);
    return [name, weightsOf(all, moments, clear, lights, grid, around).subarray(skipped, skipped + pieces.length)];
  });
  return { pieces, of: new Map(of) };
}

interface Moments {
  /** Unix ms, those of a piece one after the other. */
  readonly times: Float64Array;
  /** Where the moments of each piece begin; one more at the end. */
  readonly begins: Int32Array;
}

function momentsOf(pieces: readonly Piece[]): Moments {
  const begins = new Int32Array(pieces.length + 1);
  pieces.forEach(({ start, end }, p) => {
    begins[p + 1] = begins[p]! + Math.ceil((end - start) / MOMENT);
  });
  const times = new Float64Array(begins[pieces.length]!);
  pieces.forEach(({ start, end }, p) => {
    const n = begins[p + 1]! - begins[p]!;
    for (let k = 0; k < n; k++) times[begins[p]! + k] = start + ((k + 0.5) / n) * (end - start);
  });
  return { times, begins };
}

/** The light of intervals, row by row. */
interface Lights {
  /** Mean clear sky, W/m². */
  readonly clear: Float64Array;
  /** Where in the interval the middle of its clear-sky light is, 0…1. */
  readonly middle: Float64Array;
  /** Mean of x·(1 − x) in the clear-sky light, x from 0 to 1 through the interval. */
  readonly bulge: Float64Array;
  /** Clear-sky index; NaN where there is none to go by. */
  readonly index: Float64Array;
}

function lightsOf(
  pieces: readonly Piece[],
  { times, begins }: Moments,
  sky: Float64Array,
  values: Float64Array,
  { start, step }: TimeGrid,
  { from, to }: RowRange,
): Lights {
  const [clear, middle, bulge] = [0, 1, 2].map(() => new Float64Array(to - from)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  pieces.forEach((piece, p) => {
    const k = piece.row - from;
    const share = (piece.end - piece.start) / (begins[p + 1]! - begins[p]!) / step;
    for (let m = begins[p]!; m < begins[p + 1]!; m++) {
      const x = (times[m]! - start - piece.row * step) / step;
      clear[k]! += sky[m]! * share;
      middle[k]! += sky[m]! * share * x;
      bulge[k]! += sky[m]! * share * x * (1 - x);
    }
  });
  const index = clear.map((light, k) => {
    middle[k]! /= light;
    bulge[k]! /= light;
    return light >= FAINT && values[from + k]! > 0 ? values[from + k]! / light : Number.NaN;
  });
  return { clear, middle, bulge, index };
}

/** Clear sky times the course of the index over the pieces; the clear sky alone where an interval has no index. */
function weightsOf(
  pieces: readonly Piece[],
  { times, begins }: Moments,
  sky: Float64Array,
  lights: Lights,
  { start, step }: TimeGrid,
  { from }: RowRange,
): Float64Array {
  let row = Number.NaN;
  let course: Course = level;
  return Float64Array.from(pieces, (piece, p) => {
    const whole = piece.end - piece.start;
    if (lights.clear[piece.row - from]! < NO_COURSE) return whole;
    if (piece.row !== row) {
      row = piece.row;
      course = courseOf(lights, row - from);
    }
    let sum = 0;
    for (let m = begins[p]!; m < begins[p + 1]!; m++) sum += sky[m]! * course((times[m]! - start - row * step) / step);
    return (sum / (begins[p + 1]! - begins[p]!)) * whole;
  });
}

/** Index at x, 0…1 through an interval. */
type Course = (x: number) => number;

const level: Course = () => 1;

function courseOf({ middle, bulge, index }: Lights, k: number): Course {
  const own = index[k]!;
  if (Number.isNaN(own)) return level;
  const centre = middle[k]!;
  /** On the line to the neighbour: level where that has no index. */
  const edge = (side: -1 | 1) => {
    const other = Math.min(index[k + side] ?? Number.NaN, MOST_INDEX);
    if (Number.isNaN(other)) return own;
    const toEdge = side < 0 ? centre : 1 - centre;
    const beyond = side < 0 ? 1 - middle[k - 1]! : middle[k + 1]!;
    return own + ((other - own) * toEdge) / (toEdge + beyond);
  };
  const [left, right] = [edge(-1), edge(1)];
  const bow = (own - left - (right - left) * centre) / bulge[k]!;
  return (x) => {
    const line = x < centre ? left + (own - left) * (x / centre) : own + (right - own) * ((x - centre) / (1 - centre));
    const parabola = left + (right - left) * x + bow * x * (1 - x);
    return (line + Math.max(parabola, 0)) / 2;
  };
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
