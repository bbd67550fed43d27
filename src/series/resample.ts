/** Means on one grid brought to another. No value comes from outside the series, and what is missing stays missing. */

import type { Place } from "../sky/clear-sky.js";
import { isSameRaster, type RowRange, type TimeGrid } from "../sky/time-grid.js";
import type { WeatherColumn } from "../weather/series.js";
import { isIrradiance } from "./columns.js";
import type { JoinedSeries } from "./joined.js";
import { spreadIrradiance } from "./spread.js";

/** Share of an interval's time that must have values for a mean of a state. */
const LEAST_COVERAGE = 0.5;

/**
 * Writes columns of a series into those of the target grid, where these are still missing.
 *
 * Irradiance (W/m²): each interval's energy is spread (./spread.ts), so that it is kept wherever the edges are; an interval that is not
 * wholly covered stays missing. States: means where the series is finer, a straight line between the middles where it is coarser.
 *
 * @experimental
 */
export function resample(
  series: JoinedSeries,
  names: readonly WeatherColumn[],
  target: TimeGrid,
  rows: RowRange,
  place: Place,
  into: ReadonlyMap<WeatherColumn, Float64Array>,
): void {
  const present = names.filter((name) => series.columns.has(name));
  const light = present.filter(isIrradiance);
  const isSame = isSameRaster(series.grid, target);
  const spread = isSame || light.length === 0 ? undefined : spreadIrradiance(series, light, target, rows, place);
  for (const name of present) {
    const values = series.columns.get(name)!;
    const column = into.get(name)!;
    for (let row = rows.from; row < rows.to; row++) {
      if (!Number.isNaN(column[row]!)) continue;
      if (isSame)
        column[row] = values[row + Math.round((target.start - series.grid.start) / target.step)] ?? Number.NaN;
      else if (isIrradiance(name)) column[row] = spread!.get(name)![row - rows.from]!;
      else column[row] = stateAt(values, series.grid, target.start + row * target.step, target.step);
    }
  }
}

function stateAt(values: Float64Array, grid: TimeGrid, start: number, step: number): number {
  return step < grid.step ? lineAt(values, grid, start + step / 2) : meanOver(values, grid, start, start + step);
}

/** On the line between the middles of neighbouring intervals; beside what is missing, and at the ends, level. */
function lineAt(values: Float64Array, grid: TimeGrid, time: number): number {
  const row = Math.floor((time - grid.start) / grid.step);
  const value = values[row] ?? Number.NaN;
  // From whole milliseconds: the same bits wherever the series begins.
  const offset = (time - grid.start - row * grid.step) / grid.step - 0.5;
  const other = values[row + Math.sign(offset)] ?? Number.NaN;
  return Number.isNaN(other) ? value : value + (other - value) * Math.abs(offset);
}

function meanOver(values: Float64Array, grid: TimeGrid, start: number, end: number): number {
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
