/** The cells of the weather: a quarter of a degree, within which all places have the same days. */

const PER_DEGREE = 4;
const ROWS = 180 * PER_DEGREE;
const COLUMNS = 360 * PER_DEGREE;
/** Keeps clear of the seeds that callers of the generator choose; changes with the weather that it makes. */
const SERIES = 0x5_7001;

/** @experimental */
export interface SyntheticCell {
  /** Of its middle, degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Of all that is random in it. */
  readonly seed: number;
}

/** The cell of a place; around a pole one for all longitudes, and 180° E is 180° W. @experimental */
export function cellOf(latitude: number, longitude: number): SyntheticCell {
  const row = Math.min(Math.floor((latitude + 90) * PER_DEGREE), ROWS - 1);
  const isPole = row === 0 || row === ROWS - 1;
  const column = isPole ? 0 : Math.floor((longitude + 180) * PER_DEGREE) % COLUMNS;
  return {
    latitude: (row + 0.5) / PER_DEGREE - 90,
    longitude: (column + 0.5) / PER_DEGREE - 180,
    seed: SERIES * 0x1_0000_0000 + row * COLUMNS + column,
  };
}
