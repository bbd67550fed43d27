/** The grids of weather models: which cell a place is in, and where the middle of a cell is. */
import { distanceKm, type Extent, extentOfPlaces, type Place, turnedBack } from "../source.js";

// Grids of models: where their cells are.

/** A cell by its row and column in arrays. */
export interface Spot {
  readonly row: number;
  readonly column: number;
  readonly latitude: number;
  /** −180…180. */
  readonly longitude: number;
  readonly distanceKm: number;
}

export interface Grid {
  /** Of arrays: rows and columns. */
  readonly shape: readonly [number, number];
  /** Degrees from cell to cell, the larger of both directions. */
  readonly spacing: number;
  extent(): Extent;
  /** The cell that a place is in first, then those around it; none if the place is not on the grid. */
  near(place: Place): readonly Spot[];
}

function spotAt(place: Place, row: number, column: number, latitude: number, longitude: number): Spot {
  return { row, column, latitude, longitude, distanceKm: distanceKm(place, { latitude, longitude }) };
}

/** A cell, then those around it; round the globe the first column is beside the last. */
function withNeighbours(row: number, column: number, [rows, columns]: Grid["shape"], isRound: boolean) {
  const cells: [row: number, column: number][] = [[row, column]];
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let step = -1; step <= 1; step++) {
      const x = isRound ? (column + step + columns) % columns : column + step;
      if (x >= 0 && x < columns && !(y === row && x === column)) cells.push([y, x]);
    }
  }
  return cells;
}

/** Latitude and longitude as rows and columns, both from the south-west. */
export interface RegularGrid {
  readonly type: "regular";
  readonly columns: number;
  readonly rows: number;
  /** Centre of the first cell, and the way to the next, degrees. */
  readonly west: number;
  readonly south: number;
  readonly dx: number;
  readonly dy: number;
}

/**
 * ECMWF's octahedral reduced Gaussian grid: 20 points on the line next to a pole, four more on each line from there to the equator.
 */
export interface GaussianGrid {
  readonly type: "gaussian";
  /** Lines between pole and equator: 1280 of O1280. */
  readonly lines: number;
}

/** Rows and columns of a plane onto which the Earth, a sphere, is projected. */
export interface ProjectedGrid {
  readonly type: "projected";
  readonly projection: Projection;
  readonly columns: number;
  readonly rows: number;
  /** Centre of the first cell. */
  readonly first: { readonly latitude: number; readonly longitude: number };
  /** m between centres; degrees of a rotated grid. */
  readonly dx: number;
  readonly dy: number;
}

/** Degrees; `radius` of the sphere in m. */
export type Projection =
  | {
      readonly type: "lambert";
      /** Standard parallels; one that touches is given twice. */
      readonly parallels: readonly [number, number];
      readonly longitude: number;
      readonly radius: number;
    }
  | {
      readonly type: "stereographic";
      /** Of the pole that is in the middle: 90 or −90. */
      readonly pole: 90 | -90;
      /** Where lengths are true. */
      readonly latitude: number;
      readonly longitude: number;
      readonly radius: number;
    }
  | {
      readonly type: "rotated";
      /** Where the rotated grid's south pole is. */
      readonly southPole: { readonly latitude: number; readonly longitude: number };
    };

export type OmGrid = RegularGrid | GaussianGrid | ProjectedGrid;

// The octahedral reduced Gaussian grid (ECMWF, "Introducing the octahedral reduced Gaussian grid", Newsletter 146, 2016).

function gaussianGrid({ lines }: GaussianGrid): Grid {
  const count = 4 * lines * (lines + 9);
  // Gaussian latitudes are evenly spaced to a few thousandths of a step but at the poles.
  const dy = 180 / (2 * lines + 0.5);
  const fromPole = (line: number) => Math.min(line, 2 * lines - 1 - line);
  const lengthOf = (line: number) => 20 + 4 * fromPole(line);
  const startOf = (line: number) => {
    if (line < lines) return 2 * line * line + 18 * line;
    const rest = 2 * lines - line;
    return count - (2 * rest * rest + 18 * rest);
  };
  const spot = (place: Place, line: number, at: number): Spot => {
    const length = lengthOf(line);
    const index = ((at % length) + length) % length;
    const latitude = (lines - 1 - line) * dy + dy / 2;
    const east = (index * 360) / length;
    const longitude = east > 180 ? east - 360 : east;
    return spotAt(place, 0, startOf(line) + index, latitude, longitude);
  };
  return {
    shape: [1, count],
    spacing: dy,
    extent() {
      const north = (lines - 0.5) * dy;
      const middle = { latitude: dy / 2, longitude: 0 };
      return { south: -north, north, west: -180, east: 180, cells: count, spacing: dy, middle };
    },
    near(place) {
      const middle = Math.round(lines - 1 - (place.latitude - dy / 2) / dy);
      const spots: Spot[] = [];
      for (let line = Math.max(0, middle - 1); line <= Math.min(2 * lines - 1, middle + 1); line++) {
        const at = Math.round((place.longitude * lengthOf(line)) / 360);
        spots.push(...[at - 1, at, at + 1].map((one) => spot(place, line, one)));
      }
      return spots.sort((a, b) => a.distanceKm - b.distanceKm);
    },
  };
}

// Grids of equal steps of latitude and longitude.

/** Of half a cell, beyond which a place is not in it: steps are rounded. */
const ROUNDING = 1.001;

function regularGrid({ columns, rows, west, south, dx, dy }: RegularGrid): Grid {
  // The last column may be a little more than a step before the first.
  const isRound = columns * dx > 360 - 1.5 * dx;
  const spacing = Math.max(dx, dy);
  const spot = (place: Place, row: number, column: number): Spot => {
    const latitude = Math.max(-90, Math.min(90, south + row * dy));
    return spotAt(place, row, column, latitude, turned(west + column * dx));
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
      return withNeighbours(row, column, [rows, columns], isRound).map(([y, x]) => spot(place, y, x));
    },
  };
}

// Planes onto which models project the sphere (Snyder, Map Projections: A Working Manual, USGS 1395, 1987), and rotated grids.

interface Plane {
  /** Degrees to x and y, in m, or degrees of a rotated grid. */
  forward(latitude: number, longitude: number): [number, number];
  /** Back to latitude and longitude, degrees; the longitude is any turn of it. */
  inverse(x: number, y: number): [number, number];
}

const DEGREE = Math.PI / 180;

function planeOf(projection: Projection): Plane {
  if (projection.type === "lambert") return lambert(projection);
  return projection.type === "stereographic" ? stereographic(projection) : rotated(projection);
}

/** −180…180. */
function turned(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}

/** Equations 15-1 to 15-11, with the origin at the equator. */
function lambert({ parallels, longitude: middle, radius }: Extract<Projection, { type: "lambert" }>): Plane {
  const [one, two] = parallels.map((parallel) => parallel * DEGREE) as [number, number];
  const half = (angle: number) => Math.tan(Math.PI / 4 + angle / 2);
  const n = one === two ? Math.sin(one) : Math.log(Math.cos(one) / Math.cos(two)) / Math.log(half(two) / half(one));
  const f = (Math.cos(one) * half(one) ** n) / n;
  return {
    forward(latitude, longitude) {
      const rho = (radius * f) / half(latitude * DEGREE) ** n;
      const theta = n * turned(longitude - middle) * DEGREE;
      return [rho * Math.sin(theta), radius * f - rho * Math.cos(theta)];
    },
    inverse(x, y) {
      const down = radius * f - y;
      const rho = Math.sign(n) * Math.hypot(x, down);
      const theta = Math.atan2(Math.sign(n) * x, Math.sign(n) * down);
      return [(2 * Math.atan(((radius * f) / rho) ** (1 / n))) / DEGREE - 90, middle + theta / n / DEGREE];
    },
  };
}

/** Equations 21-5 to 21-15 of the polar aspect. */
function stereographic(projection: Extract<Projection, { type: "stereographic" }>): Plane {
  const { pole, latitude: trueAt, longitude: middle, radius } = projection;
  const side = Math.sign(pole);
  const scale = radius * (1 + Math.sin(side * trueAt * DEGREE));
  return {
    forward(latitude, longitude) {
      const rho = scale * Math.tan(Math.PI / 4 - (side * latitude * DEGREE) / 2);
      const theta = (longitude - middle) * DEGREE;
      return [rho * Math.sin(theta), -side * rho * Math.cos(theta)];
    },
    inverse(x, y) {
      const latitude = 90 - (2 * Math.atan(Math.hypot(x, y) / scale)) / DEGREE;
      return [side * latitude, middle + Math.atan2(x, -side * y) / DEGREE];
    },
  };
}

/** Latitude and longitude round another pole, as COSMO and HIRLAM have them: two rotations of the sphere. */
function rotated({ southPole }: Extract<Projection, { type: "rotated" }>): Plane {
  // The equator of the rotated grid is tilted by as much as its pole has moved.
  const tilt = (90 + southPole.latitude) * DEGREE;
  const about = (latitude: number, longitude: number, angle: number): [number, number] => {
    const [lat, lon] = [latitude * DEGREE, longitude * DEGREE];
    const [x, y, z] = [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
    const [east, up] = [Math.cos(angle) * x + Math.sin(angle) * z, Math.cos(angle) * z - Math.sin(angle) * x];
    return [Math.asin(Math.max(-1, Math.min(1, up))) / DEGREE, Math.atan2(y, east) / DEGREE];
  };
  return {
    forward(latitude, longitude) {
      const [y, x] = about(latitude, longitude - southPole.longitude, tilt);
      return [x, y];
    },
    inverse(x, y) {
      const [latitude, longitude] = about(y, x, -tilt);
      return [latitude, longitude + southPole.longitude];
    },
  };
}

// Grids of equal steps in a plane.

/** In a degree of latitude. */
const METRES = 111_195;

function projectedGrid({ projection, columns, rows, first, dx, dy }: ProjectedGrid): Grid {
  const plane = planeOf(projection);
  const [west, south] = plane.forward(first.latitude, first.longitude);
  const spot = (place: Place, row: number, column: number): Spot => {
    const [latitude, east] = plane.inverse(west + column * dx, south + row * dy);
    return spotAt(place, row, column, latitude, turned(east));
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
    return withNeighbours(row, column, [rows, columns], false).map(([r, c]) => spot(place, r, c));
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

// The grid of a description, checked.

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
