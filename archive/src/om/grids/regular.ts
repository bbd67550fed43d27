/** Grids of equal steps of latitude and longitude. */
import { turnedBack } from "../../extent.js";
import { distanceKm } from "../../place.js";
import type { Place } from "../../source.js";
import type { Grid, RegularGrid, Spot } from "./grid.js";

/** Of half a cell, beyond which a place is not in it: steps are rounded. */
const ROUNDING = 1.001;

export function regularGrid({ columns, rows, west, south, dx, dy }: RegularGrid): Grid {
  // The last column may be a little more than a step before the first.
  const isRound = columns * dx > 360 - 1.5 * dx;
  const spacing = Math.max(dx, dy);
  const spot = (place: Place, row: number, column: number): Spot => {
    const latitude = Math.max(-90, Math.min(90, south + row * dy));
    const east = west + column * dx;
    const longitude = east - 360 * Math.round(east / 360);
    return { row, column, latitude, longitude, distanceKm: distanceKm(place, { latitude, longitude }) };
  };
  const columnOf = (longitude: number): number | undefined => {
    const turn = 360 / dx;
    const x: number = ((((longitude - west) / dx) % turn) + turn) % turn;
    const nearest: number = Math.min(Math.round(x), columns - 1);
    // Round the globe, or half a cell west of the first.
    const isFirst = turn - x < Math.abs(x - nearest);
    const off = isFirst ? turn - x : Math.abs(x - nearest);
    return isRound || off <= ROUNDING / 2 ? (isFirst ? 0 : nearest) : undefined;
  };
  const rowOf = (latitude: number): number | undefined => {
    const y = (latitude - south) / dy;
    const nearest = Math.max(0, Math.min(rows - 1, Math.round(y)));
    // Beyond the last row there is the pole, and no other cell.
    const isPolar = isRound && Math.abs(south + nearest * dy) + dy >= 90;
    return isPolar || Math.abs(y - nearest) <= ROUNDING / 2 ? nearest : undefined;
  };
  return {
    shape: [rows, columns],
    spacing,
    extent() {
      const north = Math.min(90, south + (rows - 1) * dy);
      const { latitude, longitude } = spot({ latitude: 0, longitude: 0 }, rows >> 1, columns >> 1);
      const sides = turnedBack(west, west + (columns - 1) * dx, isRound);
      return { south, north, ...sides, cells: rows * columns, spacing, middle: { latitude, longitude } };
    },
    near(place) {
      const [row, column] = [rowOf(place.latitude), columnOf(place.longitude)];
      if (row === undefined || column === undefined) return [];
      const others: Spot[] = [];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let step = -1; step <= 1; step++) {
          const x: number = isRound ? (column + step + columns) % columns : column + step;
          if (x >= 0 && x < columns && !(y === row && x === column)) others.push(spot(place, y, x));
        }
      }
      return [spot(place, row, column), ...others];
    },
  };
}
