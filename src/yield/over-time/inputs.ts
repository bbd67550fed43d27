/** What losses over time are computed from: the weather's own intervals, and the plane in them. */
import type { CheckedWeather } from "../../weather/checked-series.js";
import { COMPUTED } from "../../weather/limits.js";

/** Columns of one length, a row for each interval of the weather. */
export interface OverTimeInputs {
  /** Start of each interval, Unix ms; equal steps. */
  readonly time: Float64Array;
  /** Seconds. */
  readonly interval: number;
  /** Mean light on the plane before snow and soiling, W/m²; NaN = missing. */
  readonly light: Float64Array;
  /** Of the air, °C. */
  readonly temperature: Float64Array;
  /** Degrees, 0 to 90; of a tracker the mean of the sunlit part, 0 in the dark; of a fixed plane not used. */
  readonly surfaceTilt: Float64Array;
  readonly columns: CheckedWeather["columns"];
  /** The rows are a year whose end goes on with its beginning. */
  readonly typicalYear: boolean;
  /** Standard time, hours ahead of UTC. */
  readonly timeZone: number;
}

/** A column without what cannot be; undefined if nothing of it is known. */
export function known(
  columns: CheckedWeather["columns"],
  name: "snow_depth" | "snowfall" | "precipitation" | "relative_humidity",
): Float64Array | undefined {
  const [least, most] = COMPUTED[name];
  const possible = columns[name]?.map((value) => (value >= least && value <= most ? value : Number.NaN));
  return possible?.some((value) => !Number.isNaN(value)) ? possible : undefined;
}

const SHORTEST_YEAR = 360 * 86_400;

/** Whether what the end leaves on the modules lies on them at the beginning. */
export function isCycle({ typicalYear, time, interval }: OverTimeInputs): boolean {
  return typicalYear && time.length * interval >= SHORTEST_YEAR;
}

/** A column of a cycle twice, so that its second half begins as its end leaves it; any other as it is. */
export function rounds(inputs: OverTimeInputs, column: Float64Array): Float64Array {
  if (!isCycle(inputs)) return column;
  const twice = new Float64Array(2 * column.length);
  twice.set(column);
  twice.set(column, column.length);
  return twice;
}

/** Times of `rounds`: they go on. */
export function roundTimes(inputs: OverTimeInputs): Float64Array {
  const { time, interval } = inputs;
  return rounds(inputs, time).map((_, k) => time[0]! + k * interval * 1000);
}

/** The last round. */
export function lastRound({ time }: OverTimeInputs, column: Float64Array): Float64Array {
  return column.subarray(column.length - time.length);
}
