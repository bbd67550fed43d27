/** Grids of equal steps in a plane. */
import { extentOfPlaces } from "../../extent.js";
import { distanceKm } from "../../place.js";
import type { Place } from "../../source.js";
import type { Grid, ProjectedGrid, Spot } from "./grid.js";
import { planeOf } from "./projections.js";

/** Of half a cell, beyond which a place is not in it: steps are rounded. */
const ROUNDING = 1.001;
/** In a degree of latitude. */
const METRES = 111_195;

export function projectedGrid({ projection, columns, rows, first, dx, dy }: ProjectedGrid): Grid {
  const plane = planeOf(projection);
  const [west, south] = plane.forward(first.latitude, first.longitude);
  const spot = (place: Place, row: number, column: number): Spot => {
    const [latitude, east] = plane.inverse(west + column * dx, south + row * dy);
    const longitude = east - 360 * Math.round(east / 360);
    return { row, column, latitude, longitude, distanceKm: distanceKm(place, { latitude, longitude }) };
  };
  /** The nearest of `count` cells; undefined beyond half a cell. */
  const nearest = (at: number, count: number): number | undefined => {
    const index = Math.max(0, Math.min(count - 1, Math.round(at)));
    return Math.abs(at - index) <= ROUNDING / 2 ? index : undefined;
  };
  const spacing = Math.max(dx, dy) / (projection.type === "rotated" ? 1 : METRES);
  const centre = (row: number, column: number) => spot({ latitude: 0, longitude: 0 }, row, column);
  const near = (place: Place): readonly Spot[] => {
    const [x, y] = plane.forward(place.latitude, place.longitude);
    const column = nearest((x - west) / dx, columns);
    const row = nearest((y - south) / dy, rows);
    if (row === undefined || column === undefined) return [];
    const others: Spot[] = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
        if (r !== row || c !== column) others.push(spot(place, r, c));
      }
    }
    return [spot(place, row, column), ...others];
  };
  return {
    shape: [rows, columns],
    spacing,
    near,
    extent() {
      // What is outermost lies on the border, unless a pole is inside.
      const border = [
        ...Array.from({ length: columns }, (_, column) => [centre(0, column), centre(rows - 1, column)]),
        ...Array.from({ length: rows }, (_, row) => [centre(row, 0), centre(row, columns - 1)]),
      ].flat();
      const [latitudes, longitudes] = [border.map((one) => one.latitude), border.map((one) => one.longitude)];
      const { latitude, longitude } = centre(rows >> 1, columns >> 1);
      const around = extentOfPlaces(latitudes, longitudes)!;
      const extent = { ...around, cells: rows * columns, spacing, middle: { latitude, longitude } };
      const pole = [90, -90].find((one) => near({ latitude: one, longitude: 0 }).length > 0);
      if (pole === undefined) return extent;
      return { ...extent, [pole > 0 ? "north" : "south"]: pole, west: -180, east: 180 };
    },
  };
}
