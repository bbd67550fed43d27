/** What the cells or stations of a data set cover. */

/** @experimental */
export interface Extent {
  /** Degrees, of the outermost cells' middles. */
  readonly south: number;
  readonly north: number;
  /** −180…180; a west above the east crosses the date line; −180 and 180: all round. */
  readonly west: number;
  readonly east: number;
  readonly cells: number;
  /** Degrees from cell to cell, the larger of both directions; undefined where they have no rows. */
  readonly spacing?: number | undefined;
  /** A cell in the middle of them. */
  readonly middle: { readonly latitude: number; readonly longitude: number };
}

/**
 * West and east of longitudes in any turn.
 *
 * @param first, last of a row, ascending
 * @param isRound whether the first lies beside the last
 */
export function turnedBack(first: number, last: number, isRound: boolean): Pick<Extent, "west" | "east"> {
  if (isRound) return { west: -180, east: 180 };
  const west = first - 360 * Math.floor(first / 360 + 0.5);
  const east = last - 360 * Math.ceil(last / 360 - 0.5);
  return first === last ? { west, east: west } : { west, east };
}

/** Of places anywhere: the narrower of the two ways round that have no place outside. */
export function extentOfPlaces(
  latitudes: ArrayLike<number>,
  longitudes: ArrayLike<number>,
  spacing?: number,
): Extent | undefined {
  const cells = latitudes.length;
  if (cells === 0) return undefined;
  const [south, north] = rangeOf(latitudes, (value) => value);
  const [west, east] = rangeOf(longitudes, (value) => value - 360 * Math.floor(value / 360 + 0.5));
  const [first, last] = rangeOf(longitudes, (value) => value - 360 * Math.floor(value / 360));
  const sides = last - first < east - west ? turnedBack(first, last, false) : { west, east };
  const at = cells >> 1;
  const longitude = longitudes[at]! - 360 * Math.round(longitudes[at]! / 360);
  return { south, north, ...sides, cells, spacing, middle: { latitude: latitudes[at]!, longitude } };
}

/** Without spreading, which has no room for a million cells. */
function rangeOf(values: ArrayLike<number>, by: (value: number) => number): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < values.length; k++) {
    const value = by(values[k]!);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
