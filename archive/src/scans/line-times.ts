/** When each line of a scan was seen, and the series of one cell at its own line's times. */
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { geostationaryPlane } from "../cf/geostationary.js";
import type { GridDefinition } from "./grid.js";

/** How a satellite sweeps its disc: line by line, at an even pace in the angle between line and equator. */
export interface Sweep {
  /** Unix ms at the first and at the last line. */
  readonly begin: number;
  readonly end: number;
  /** Angle of the first and of the last line, radians, north positive: Meteosat begins in the south, GOES in the north. */
  readonly first: number;
  readonly last: number;
}

/** Unix ms of each line, whole; what lies beside the sweep was seen at the nearest of its ends. */
export function timesOfLines(angles: Float64Array, { begin, end, first, last }: Sweep): Float64Array {
  return angles.map((angle) => {
    const share = (angle - first) / (last - first);
    return Math.round(begin + (end - begin) * Math.min(1, Math.max(0, share)));
  });
}

/**
 * The angles of a grid's rows: those of its own lines, or, of rows of equal latitude, those under which the satellite sees the middle
 * of each. Seen from there the ends of such a row are up to 0.2° lower, 8 s of a sweep over 65° N from 20° W to 60° E.
 *
 * @param view height of the satellite above the equator, and equator and pole of the ellipsoid, m; the longitude below it
 */
export function anglesOfRows(definition: GridDefinition, view: Parameters<typeof geostationaryPlane>[0]): Float64Array {
  const { rows } = definition;
  if (definition.type === "geostationary") {
    return Float64Array.from({ length: rows }, (_, row) => definition.first.y + row * definition.step.y);
  }
  const { first, step, columns } = definition;
  const plane = geostationaryPlane(view);
  const middle = first.longitude + ((columns - 1) / 2) * step.longitude;
  return Float64Array.from({ length: rows }, (_, row) => {
    const latitude = first.latitude + row * step.latitude;
    return plane.forward(latitude, middle)?.[1] ?? Math.sign(latitude) * (Math.PI / 2);
  });
}

/** ms by which the time of a line may differ from scan to scan within one series: half of what is served is half of this late. */
const STEADY = 20_000;

/** What scans hold of one cell. @experimental */
export interface CellReadings {
  /** Nominal starts of the scans, Unix ms, ascending: multiples of the step. */
  readonly starts: ArrayLike<number>;
  /** When the cell was seen in each, Unix ms. */
  readonly times: ArrayLike<number>;
  /** The values of each scan. */
  readonly columns: { readonly [column in WeatherColumn]?: ArrayLike<number> };
}

/**
 * Series of instants at the times at which a cell was seen. A satellite keeps its rhythm to the second, so that one series has them
 * all; where it begins to scan at another moment of its cycle, another series begins. Missing scans are missing values.
 *
 * @param step seconds from scan to scan
 * @experimental
 */
export function cellSeries({ starts, times, columns }: CellReadings, step: number): WeatherSeries[] {
  const runs: { from: number; to: number }[] = [];
  const lag = (k: number) => times[k]! - starts[k]!;
  for (let k = 0; k < starts.length; k++) {
    const run = runs.at(-1);
    if (run !== undefined && Math.abs(lag(k) - lag(run.from)) <= STEADY) run.to = k + 1;
    else runs.push({ from: k, to: k + 1 });
  }
  return runs.map(({ from, to }) => {
    const length = Math.round((starts[to - 1]! - starts[from]!) / (step * 1000)) + 1;
    const lags = Array.from({ length: to - from }, (_, k) => lag(from + k));
    const mean = Math.round(lags.reduce((sum, one) => sum + one, 0) / lags.length);
    const placed = Object.entries(columns).map(([name, values]): [string, Float64Array] => {
      const column = new Float64Array(length).fill(Number.NaN);
      for (let k = from; k < to; k++) column[Math.round((starts[k]! - starts[from]!) / (step * 1000))] = values[k]!;
      return [name, column];
    });
    return {
      start: starts[from]! + mean,
      interval: step,
      sampling: "instant",
      columns: Object.fromEntries(placed) as WeatherSeries["columns"],
    };
  });
}
