/** Means on one grid brought to another. Nothing is taken from outside of the run, and what is missing stays missing. */
import type { WeatherColumn } from "irradiance-engine";
import { clearSkyAt } from "./clear-sky.js";
import { type IrradianceColumn, isIrradiance } from "./columns.js";
import { type Grid, isSameRaster } from "./grid.js";
import type { Run } from "./run.js";
import type { Place } from "./source.js";

/** Rows [from, to) of the target. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/** Clear sky is looked at this often, ms. */
const MOMENT = 5 * 60_000;
/** Mean clear sky (W/m²) below which light is spread evenly: twilight has no course. */
const NO_COURSE = 1;
/** Share of an interval's time that must have values for a mean of a state. */
const LEAST_COVERAGE = 0.5;
/** Moments of clear sky computed at once. */
const BATCH = 1 << 16;

/**
 * Writes the columns of a run into those of the grid, where these are still missing.
 *
 * Irradiance: each interval's energy is spread along the clear-sky course, so that it is kept whatever the edges; an
 * interval that is not wholly covered stays missing. States: means of what is finer, a straight line between the middles
 * of what is coarser.
 */
export function resample(
  run: Run,
  names: readonly WeatherColumn[],
  target: Grid,
  rows: Rows,
  place: Place,
  into: ReadonlyMap<WeatherColumn, Float64Array>,
): void {
  const present = names.filter((name) => run.columns.has(name));
  const light = present.filter(isIrradiance);
  const isSame = isSameRaster(run.grid, target);
  const spread = isSame || light.length === 0 ? undefined : spreadIrradiance(run, light, target, rows, place);
  for (const name of present) {
    const values = run.columns.get(name)!;
    const column = into.get(name)!;
    for (let row = rows.from; row < rows.to; row++) {
      if (!Number.isNaN(column[row]!)) continue;
      if (isSame) column[row] = values[row + Math.round((target.start - run.grid.start) / target.step)] ?? Number.NaN;
      else if (isIrradiance(name)) column[row] = spread!.get(name)![row - rows.from]!;
      else column[row] = stateAt(values, run.grid, target.start + row * target.step, target.step);
    }
  }
}

function stateAt(values: Float64Array, grid: Grid, start: number, step: number): number {
  return step < grid.step ? lineAt(values, grid, start + step / 2) : meanOver(values, grid, start, start + step);
}

/** On the line between the middles of neighbouring intervals; beside what is missing, and at the ends, level. */
function lineAt(values: Float64Array, grid: Grid, time: number): number {
  const row = Math.floor((time - grid.start) / grid.step);
  const value = values[row] ?? Number.NaN;
  // From whole milliseconds: the same bits wherever the run begins.
  const offset = (time - grid.start - row * grid.step) / grid.step - 0.5;
  const other = values[row + Math.sign(offset)] ?? Number.NaN;
  return Number.isNaN(other) ? value : value + (other - value) * Math.abs(offset);
}

function meanOver(values: Float64Array, grid: Grid, start: number, end: number): number {
  let sum = 0;
  let covered = 0;
  const first = Math.max(0, Math.floor((start - grid.start) / grid.step));
  for (let row = first; row < grid.count && grid.start + row * grid.step < end; row++) {
    const from = grid.start + row * grid.step;
    const time = Math.min(end, from + grid.step) - Math.max(start, from);
    if (time <= 0 || Number.isNaN(values[row]!)) continue;
    sum += values[row]! * time;
    covered += time;
  }
  return covered >= LEAST_COVERAGE * (end - start) ? sum / covered : Number.NaN;
}

function spreadIrradiance(
  run: Run,
  names: readonly IrradianceColumn[],
  target: Grid,
  { from, to }: Rows,
  place: Place,
): Map<IrradianceColumn, Float64Array> {
  const sums = new Map(names.map((name) => [name, new Float64Array(to - from)]));
  const covered = new Map(names.map((name) => [name, new Float64Array(to - from)]));
  const { start, step, count } = run.grid;
  const first = Math.max(0, Math.floor((target.start + from * target.step - start) / step));
  const last = Math.min(count, Math.ceil((target.start + to * target.step - start) / step));
  const batch = Math.max(1, Math.floor(BATCH / (step / Math.min(MOMENT, target.step) + 2)));
  for (let row = first; row < last; row += batch) {
    const pieces = cut(run.grid, row, Math.min(last, row + batch), target);
    const weights = weigh(pieces, place, names);
    for (const name of names) {
      share(pieces, weights.get(name)!, run.columns.get(name)!, step, from, sums.get(name)!, covered.get(name)!);
    }
  }
  for (const name of names) {
    const [sum, time] = [sums.get(name)!, covered.get(name)!];
    // Sums of whole milliseconds are exact.
    sum.forEach((energy, k) => {
      sum[k] = time[k]! >= target.step - 0.5 ? energy / target.step : Number.NaN;
    });
  }
  return sums;
}

/** A time in one interval of the source and one of the target. */
interface Piece {
  readonly row: number;
  readonly targetRow: number;
  readonly start: number;
  readonly end: number;
}

function cut(grid: Grid, from: number, to: number, target: Grid): Piece[] {
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

/** Clear-sky energy of each piece, W/m²·ms. */
function weigh(pieces: readonly Piece[], place: Place, names: readonly IrradianceColumn[]) {
  const moments = pieces.map(({ start, end }) => Math.ceil((end - start) / MOMENT));
  const times = new Float64Array(moments.reduce((sum, n) => sum + n, 0));
  let at = 0;
  pieces.forEach(({ start, end }, p) => {
    const n = moments[p]!;
    for (let k = 0; k < n; k++) times[at++] = start + ((k + 0.5) / n) * (end - start);
  });
  const sky = clearSkyAt(times, place);
  return new Map(
    names.map((name) => {
      let next = 0;
      const weights = pieces.map(({ start, end }, p) => {
        let sum = 0;
        for (let k = 0; k < moments[p]!; k++) sum += sky[name][next++]!;
        return (sum / moments[p]!) * (end - start);
      });
      return [name, weights];
    }),
  );
}

/** Gives every piece its share of its interval's energy. */
function share(
  pieces: readonly Piece[],
  weights: readonly number[],
  values: Float64Array,
  step: number,
  firstRow: number,
  sums: Float64Array,
  covered: Float64Array,
): void {
  const totals = new Map<number, number>();
  pieces.forEach(({ row }, p) => {
    totals.set(row, (totals.get(row) ?? 0) + weights[p]!);
  });
  pieces.forEach(({ row, targetRow, start, end }, p) => {
    const value = values[row]!;
    const k = targetRow - firstRow;
    if (Number.isNaN(value) || k < 0 || k >= sums.length) return;
    const total = totals.get(row)!;
    sums[k]! += total / step < NO_COURSE ? value * (end - start) : (value * step * weights[p]!) / total;
    covered[k]! += end - start;
  });
}
