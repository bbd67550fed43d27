/** The grid of a description, checked. */
import { gaussianGrid } from "./gaussian.js";
import type { Grid, OmGrid } from "./grid.js";
import { projectedGrid } from "./projected.js";
import { regularGrid } from "./regular.js";

/** @throws RangeError naming what cannot be */
export function gridOf(grid: OmGrid): Grid {
  if (grid.type === "gaussian") {
    whole("grid.lines", grid.lines);
    return gaussianGrid(grid);
  }
  if (grid.type !== "regular" && grid.type !== "projected") {
    const { type } = grid as { type: unknown };
    throw new RangeError(`grid.type must be one of regular, gaussian, projected, got ${String(type)}`);
  }
  whole("grid.columns", grid.columns);
  whole("grid.rows", grid.rows);
  for (const name of ["dx", "dy"] as const) {
    if (!(grid[name] > 0)) throw new RangeError(`grid.${name} must be more than 0, got ${String(grid[name])}`);
  }
  return grid.type === "regular" ? regularGrid(grid) : projectedGrid(grid);
}

function whole(name: string, value: number): void {
  if (Number.isInteger(value) && value > 0) return;
  throw new RangeError(`${name} must be a whole number of at least 1, got ${String(value)}`);
}
