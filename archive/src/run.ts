/** Parts of one data set put together: a file for each day is one course of weather, not 365. */
import type { WeatherColumn } from "irradiance-engine";
import { type CheckedWeather, checkWeather } from "irradiance-engine/weather";
import { endOf, type Grid, isSameRaster } from "./grid.js";
import type { Part } from "./source.js";

/** A course of one step; `isInstant`: values are those of the middle of their interval. */
export interface Run {
  readonly grid: Grid;
  readonly isInstant: boolean;
  readonly columns: ReadonlyMap<WeatherColumn, Float64Array>;
}

/** Where parts overlap, the later one holds, but a missing value never hides one that is there. */
export function runsOf(parts: readonly Part[]): Run[] {
  const pieces = parts.map(({ series }) => pieceOf(checkWeather(series)));
  const families: (typeof pieces)[] = [];
  for (const piece of pieces) {
    const family = families.find(
      ([first]) => first!.isInstant === piece.isInstant && isSameRaster(first!.grid, piece.grid),
    );
    if (family === undefined) families.push([piece]);
    else family.push(piece);
  }
  return families.map((family) => (family.length === 1 ? family[0]! : together(family)));
}

function pieceOf({ start, interval, count, sampling, columns }: CheckedWeather): Run {
  const isInstant = sampling === "instant";
  const step = interval * 1000;
  const grid = { start: start - (isInstant ? step / 2 : 0), step, count };
  return { grid, isInstant, columns: new Map(Object.entries(columns) as [WeatherColumn, Float64Array][]) };
}

function together(family: readonly Run[]): Run {
  const { isInstant, grid: first } = family[0]!;
  const start = Math.min(...family.map(({ grid }) => grid.start));
  const end = Math.max(...family.map(({ grid }) => endOf(grid)));
  const grid = { start, step: first.step, count: Math.round((end - start) / first.step) };
  const columns = new Map<WeatherColumn, Float64Array>();
  for (const piece of family) {
    const at = Math.round((piece.grid.start - start) / first.step);
    for (const [name, values] of piece.columns) {
      const column = columns.get(name) ?? new Float64Array(grid.count).fill(Number.NaN);
      columns.set(name, column);
      values.forEach((value, row) => {
        if (!Number.isNaN(value)) column[at + row] = value;
      });
    }
  }
  return { grid, isInstant, columns };
}
