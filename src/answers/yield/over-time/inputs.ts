/** What losses over time are computed from: the weather's own intervals, and the plane in them. */
import { COMPUTED } from "../../../data/weather/limits.js";
import type { CheckedWeather } from "../../../data/weather/series.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";

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
  /** The weather is drawn from the climate of its place, of whose snow nothing is known. */
  readonly isBarePlace?: boolean | undefined;
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
function isCycle({ typicalYear, time, interval }: OverTimeInputs): boolean {
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

export interface Months {
  /** 0…11, of each month that the series has, in order; of a cycle January to December. */
  readonly calendar: readonly number[];
  /** Of each row: its place in `calendar`. */
  readonly of: Int32Array;
  /** Hours of each whole month, and the share of them that the series has. */
  readonly hours: readonly number[];
  readonly covered: readonly number[];
}

/** A row belongs to the month of its middle. */
export function monthsOf(inputs: OverTimeInputs): Months {
  const { time, interval, timeZone } = inputs;
  const cycle = isCycle(inputs);
  const of = new Int32Array(time.length);
  const months: { month: number; hours: number; rows: number }[] = [];
  let [end, place] = [Number.NEGATIVE_INFINITY, -1];
  for (let row = 0; row < time.length; row++) {
    const middle = time[row]! + interval * 500 + timeZone * HOUR;
    if (middle >= end) {
      const date = new Date(middle);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      end = Date.UTC(year, month + 1, 1);
      place = cycle ? month : months.length;
      months[place] ??= { month, hours: (end - Date.UTC(year, month, 1)) / HOUR, rows: 0 };
    }
    of[row] = place;
    months[place]!.rows += 1;
  }
  return {
    of,
    calendar: months.map(({ month }) => month),
    hours: months.map(({ hours }) => hours),
    covered: months.map(({ rows, hours }) => (rows * interval) / 3600 / hours),
  };
}

/** The mean of each month's known values. */
export function monthlyMeans({ calendar, of }: Months, column: Float64Array): Float64Array {
  const [sum, count] = [new Float64Array(calendar.length), new Float64Array(calendar.length)];
  addKnown(of, column, sum, count);
  return sum.map((value, month) => value / count[month]!);
}

/** The mean of a few days is not that of a month. */
const HALF = 0.5;

/** Its mean temperature, °C; infinite without half a month. */
export function coldestMonth(inputs: OverTimeInputs): number {
  const months = monthsOf(inputs);
  return monthlyMeans(months, inputs.temperature).reduce(
    (least, mean, month) => (mean < least && months.covered[month]! > HALF ? mean : least),
    Number.POSITIVE_INFINITY,
  );
}

/** A function of its own: a loop behind which more follows is compiled at every call anew. */
function addKnown(of: Int32Array, column: Float64Array, sum: Float64Array, count: Float64Array): void {
  for (let row = 0; row < of.length; row++) {
    if (Number.isNaN(column[row]!)) continue;
    sum[of[row]!]! += column[row]!;
    count[of[row]!]! += 1;
  }
}

/** How many days of each month, in local standard time, have a sum above a limit. */
export function daysAbove(
  { time, interval, timeZone }: OverTimeInputs,
  { calendar, of }: Months,
  column: Float64Array,
  limit: number,
): Float64Array {
  const days = new Float64Array(calendar.length);
  let [day, sum] = [Number.NaN, 0];
  for (let row = 0; row < of.length; row++) {
    const today = Math.floor((time[row]! + interval * 500 + timeZone * HOUR) / DAY);
    if (today !== day) [day, sum] = [today, 0];
    const before = sum;
    if (column[row]! > 0) sum += column[row]!;
    if (before <= limit && sum > limit) days[of[row]!]! += 1;
  }
  return days;
}
