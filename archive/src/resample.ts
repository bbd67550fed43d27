/** Means on one grid brought to another. Nothing is taken from outside of the run, and what is missing stays missing. */
import type { WeatherColumn } from "irradiance-engine";
import { isIrradiance } from "./columns.js";
import { type Grid, isSameRaster, type Rows } from "./grid.js";
import type { Run } from "./run.js";
import type { Place } from "./source.js";
import { spreadIrradiance } from "./spread.js";

/** Share of an interval's time that must have values for a mean of a state. */
const LEAST_COVERAGE = 0.5;

/**
 * Writes the columns of a run into those of the grid, where these are still missing.
 *
 * Irradiance: each interval's energy is spread (./spread.ts), so that it is kept whatever the edges; an interval that is not
 * wholly covered stays missing. States: means of what is finer, a straight line between the middles
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
