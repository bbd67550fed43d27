/** Where the values of a store are: grids of latitudes and longitudes, grids of two dimensions, lists of stations. */
import { unusable } from "../bytes/location.js";
import { distanceKm, type Extent, extentOfPlaces, type Place, turnedBack } from "../source.js";

/** A cell by its index in each horizontal dimension. */
export interface Spot {
  readonly at: readonly number[];
  readonly latitude: number;
  /** −180…180. */
  readonly longitude: number;
  readonly distanceKm: number;
  /** Degrees to the next cell, the larger of both directions; undefined where cells have no rows. */
  readonly spacing?: number;
}

export interface Places {
  /** Undefined where all coordinates are missing. */
  extent(): Extent | undefined;
  /** The nearest first, then those around it; none if the place is not on the grid. */
  near(place: Place): readonly Spot[];
}

/** Of half a cell, beyond which a place is not in it: coordinates are often rounded. */
const ROUNDING = 1.001;

/**
 * A grid of latitudes × longitudes, ascending or descending, evenly spaced or not; longitudes of −180…180, 0…360 or any
 * other turn. A place is in the cell whose centre is nearest along each axis, and on the grid up to half a cell beyond it.
 *
 * @param alone reach in km of a grid of one row or column, whose cells have no size
 */
export function gridPlaces(latitudes: Float64Array, longitudes: Float64Array, alone: number, where: string): Places {
  const rows = axisOf(latitudes, `${where}: latitudes`);
  const columns = axisOf(unwrapped(longitudes), `${where}: longitudes`);
  if (latitudes.some((value) => Math.abs(value) > 90.0001))
    throw unusable(where, "its latitudes are not between −90 and 90");
  const span = columns.values.at(-1)! - columns.values[0]!;
  if (span > 360.0001) throw unusable(where, `its longitudes span ${span} degrees`);
  const isRound = span + sizeAt(columns.values, 0) > 359.999;
  const spacing = Math.max(...[rows, columns].map(({ values }) => sizeAt(values, values.length >> 1)));
  const isSized = latitudes.length > 1 && longitudes.length > 1;
  return {
    extent() {
      const [south, latitude, north] = threeOf(rows);
      const [west, middle, east] = threeOf(columns);
      const longitude = middle - 360 * Math.round(middle / 360);
      const cells = latitudes.length * longitudes.length;
      return { south, north, ...turnedBack(west, east, isRound), cells, spacing, middle: { latitude, longitude } };
    },
    near(place) {
      const row = nearestOn(rows, place.latitude);
      const turns = [-2, -1, 0, 1, 2].map((turn) => nearestOn(columns, place.longitude + 360 * turn));
      const column = turns.reduce((best, one) => (one.off < best.off ? one : best));
      if (!row.isIn || !(column.isIn || Math.abs(place.latitude) === 90)) return [];
      const columnsNear = [column.index, ...besides(column.index, longitudes.length, isRound)];
      const spots = [row.index, ...besides(row.index, latitudes.length, false)].flatMap((y) =>
        columnsNear.map((x) => ({ ...spotOf(place, [y, x], latitudes[y]!, longitudes[x]!), spacing })),
      );
      const [nearest, ...others] = spots as [Spot, ...Spot[]];
      if (!isSized && nearest.distanceKm > alone) return [];
      return [nearest, ...others.sort((a, b) => a.distanceKm - b.distanceKm)];
    },
  };
}

/** The first, one in the middle, and the last. */
function threeOf({ values }: Axis): [number, number, number] {
  return [values[0]!, values[values.length >> 1]!, values.at(-1)!];
}

/** Indices before and after; round the globe the last is beside the first. */
export function besides(index: number, count: number, isRound: boolean): number[] {
  const both = [index - 1, index + 1].map((one) => (isRound ? (one + count) % count : one));
  return both.filter((one) => one >= 0 && one < count && one !== index);
}

interface Axis {
  /** Ascending. */
  readonly values: readonly number[];
  readonly isReversed: boolean;
}

export function axisOf(given: Float64Array, where: string): Axis {
  const isReversed = given.length > 1 && given[0]! > given[1]!;
  const values = isReversed ? [...given].reverse() : [...given];
  const isOrdered = values.every((value, k) => Number.isFinite(value) && (k === 0 || value > values[k - 1]!));
  if (values.length === 0 || !isOrdered) throw unusable(where, "they must ascend throughout or descend throughout");
  return { values, isReversed };
}

/** Across the date line: 179, 180, −179 becomes 179, 180, 181. */
function unwrapped(longitudes: Float64Array): Float64Array {
  let turn = 0;
  return longitudes.map((value, k) => {
    const step = k === 0 ? 0 : value - longitudes[k - 1]!;
    if (step < -180) turn += 360;
    if (step > 180) turn -= 360;
    return value + turn;
  });
}

export function nearestOn({ values, isReversed }: Axis, wanted: number) {
  let [low, high] = [0, values.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= wanted) low = middle;
    else high = middle;
  }
  const at = Math.abs(values[low]! - wanted) <= Math.abs(values[high]! - wanted) ? low : high;
  const off = Math.abs(values[at]! - wanted);
  const index = isReversed ? values.length - 1 - at : at;
  return { index, off, isIn: values.length === 1 || off <= (sizeAt(values, at) / 2) * ROUNDING };
}

/** Of unequal cells beside each other the larger. */
function sizeAt(values: readonly number[], at: number): number {
  const before = at > 0 ? values[at]! - values[at - 1]! : 0;
  const after = at < values.length - 1 ? values[at + 1]! - values[at]! : 0;
  return Math.max(before, after);
}

/** Cells sorted into squares of half a degree: only those in squares near enough are looked at, however many there are. */
export function scatteredPlaces(
  latitudes: Float64Array,
  longitudes: Float64Array,
  reach: number,
  indexOf: (k: number) => readonly number[],
): Places {
  const { starts, order } = squaresOf(latitudes, longitudes);
  const most = (reach / 111) * 1.01;
  return {
    extent: () => extentOfPlaces(pick(latitudes, order), pick(longitudes, order)),
    near(place) {
      let best: Spot | undefined;
      for (const square of squaresNear(place, most)) {
        for (let k = starts[square]!; k < starts[square + 1]!; k++) {
          const cell = order[k]!;
          if (Math.abs(latitudes[cell]! - place.latitude) > most) continue;
          const spot = spotOf(place, [cell], latitudes[cell]!, longitudes[cell]!);
          const isNearer = best === undefined || spot.distanceKm < best.distanceKm;
          if (spot.distanceKm <= reach && isNearer) best = spot;
        }
      }
      return best === undefined ? [] : [{ ...best, at: indexOf(best.at[0]!) }];
    },
  };
}

/** Squares to a degree, and in a row around the globe and from pole to pole. */
const FINENESS = 2;
const [COLUMNS, ROWS] = [360 * FINENESS, 180 * FINENESS];

interface Squares {
  /** Where each square's cells begin in `order`, and where the last's end. */
  readonly starts: Int32Array;
  /** Cells that have a place, square after square. */
  readonly order: Int32Array;
}

function squaresOf(latitudes: Float64Array, longitudes: Float64Array): Squares {
  const starts = new Int32Array(COLUMNS * ROWS + 1);
  const squareAt = (k: number) => rowOf(latitudes[k]!) * COLUMNS + columnOf(longitudes[k]!);
  const isThere = (k: number) => Number.isFinite(latitudes[k]!) && Number.isFinite(longitudes[k]!);
  for (let k = 0; k < latitudes.length; k++) if (isThere(k)) starts[squareAt(k) + 1]!++;
  for (let square = 0; square < COLUMNS * ROWS; square++) starts[square + 1]! += starts[square]!;
  const order = new Int32Array(starts.at(-1)!);
  const next = starts.slice();
  for (let k = 0; k < latitudes.length; k++) if (isThere(k)) order[next[squareAt(k)]!++] = k;
  return { starts, order };
}

function rowOf(latitude: number): number {
  return Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) * FINENESS)));
}

/** Of a longitude in any turn. */
function columnOf(longitude: number): number {
  const column = Math.floor(longitude * FINENESS) % COLUMNS;
  return column < 0 ? column + COLUMNS : column;
}

/** Squares that have places within `most` degrees of a great circle. */
function* squaresNear({ latitude, longitude }: Place, most: number): Generator<number> {
  // The circle around a place is widest a little nearer to the pole than it; round the pole it has all longitudes.
  const narrowest = Math.cos(Math.min(90, Math.abs(latitude) + most) * (Math.PI / 180));
  const width = narrowest * 180 > most ? most / narrowest : 180;
  const first = Math.floor((longitude - width) * FINENESS);
  const count = Math.min(COLUMNS, Math.floor((longitude + width) * FINENESS) - first + 1);
  for (let row = rowOf(latitude - most); row <= rowOf(latitude + most); row++) {
    for (let k = 0; k < count; k++) yield row * COLUMNS + columnOf((first + k) / FINENESS);
  }
}

function pick(values: Float64Array, order: Int32Array): Float64Array {
  return Float64Array.from(order, (k) => values[k]!);
}

export function spotOf(place: Place, at: readonly number[], latitude: number, given: number): Spot {
  const longitude = given - 360 * Math.round(given / 360);
  return { at, latitude, longitude, distanceKm: distanceKm(place, { latitude, longitude }) };
}
