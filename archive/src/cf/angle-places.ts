/** Cells of a satellite's own grid: rows and columns of the angles under which it sees them. */
import { unusable } from "../bytes/failures.js";
import { extentOfPlaces } from "../extent.js";
import type { Place } from "../source.js";
import { type GeostationaryView, geostationaryPlane } from "./geostationary.js";
import { axisOf, besides, nearestOn, type Places, type Spot, spotOf } from "./places.js";

/** Rows and columns that are looked at for the extent of all. */
const SAMPLED = 100;
const DEGREE = Math.PI / 180;

/** @param y angles of the rows and `x` of the columns, radians, ascending or descending */
export function anglePlaces(view: GeostationaryView, y: Float64Array, x: Float64Array, where: string): Places {
  const plane = geostationaryPlane(view);
  const [rows, columns] = [axisOf(y, `${where}: y`), axisOf(x, `${where}: x`)];
  if ([y, x].some((own) => own.length < 2)) throw unusable(where, "a satellite's grid needs two rows and two columns");
  const step = Math.max(...[y, x].map((own) => Math.abs(own.at(-1)! - own[0]!) / (own.length - 1)));
  const spacing = (step * view.height) / view.semiMajor / DEGREE;
  const spotAt = (place: Place, row: number, column: number): Spot[] => {
    const found = plane.inverse(x[column]!, y[row]!);
    return found === undefined ? [] : [{ ...spotOf(place, [row, column], found[0], found[1]), spacing }];
  };
  return {
    extent() {
      const at = (count: number) =>
        Array.from({ length: SAMPLED + 1 }, (_, k) => Math.round((k / SAMPLED) * (count - 1)));
      const seen = at(y.length).flatMap((row) =>
        at(x.length).flatMap((column) => plane.inverse(x[column]!, y[row]!) ?? []),
      );
      const [latitudes, longitudes] = [0, 1].map((odd) => seen.filter((_, k) => k % 2 === odd));
      const around = extentOfPlaces(latitudes!, longitudes!);
      return around && { ...around, cells: y.length * x.length, spacing };
    },
    near(place) {
      const angles = plane.forward(place.latitude, place.longitude);
      if (angles === undefined) return [];
      const [column, row] = [nearestOn(columns, angles[0]), nearestOn(rows, angles[1])];
      if (!row.isIn || !column.isIn) return [];
      const nearest = spotAt(place, row.index, column.index);
      const others = [row.index, ...besides(row.index, y.length, false)].flatMap((r) =>
        [column.index, ...besides(column.index, x.length, false)]
          .filter((c) => r !== row.index || c !== column.index)
          .flatMap((c) => spotAt(place, r, c)),
      );
      return [...nearest, ...others.sort((a, b) => a.distanceKm - b.distanceKm)];
    },
  };
}
