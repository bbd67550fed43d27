/** From stamped rows to equal intervals: the step is determined, whole missing steps are filled, anything else is rejected. */
import { formatTime } from "../../../time/iso-time.js";
import { LONGEST_INTERVAL, SHORTEST_INTERVAL } from "../../checked-series.js";
import { WeatherError } from "../../errors.js";
import type { WeatherColumn } from "../../series.js";

export interface StampedRows {
  /** Unix ms, one per row. */
  readonly times: readonly number[];
  /** Line (1-based) of each row, if rows correspond to lines. */
  readonly lines: readonly number[] | undefined;
  readonly columns: ReadonlyMap<WeatherColumn, readonly number[]>;
}

export interface EqualSteps {
  /** Time stamp of the first row. */
  start: number;
  /** Step in ms. */
  step: number;
  count: number;
  columns: { [name in WeatherColumn]?: Float64Array };
  /** Rows that were filled as missing. */
  gaps: number;
}

/** Gaps of more rows than this come from a wrong year in a stamp, not from a pause in measuring. */
const MOST_ROWS = 20_000_000;

/**
 * @param givenStep ms, if the file states it; else the most frequent distance between neighbouring rows
 * @throws WeatherError for rows out of order, duplicate or off the step, for a single row without a step, and for no rows
 */
export function equalSteps(rows: StampedRows, file: string | undefined, givenStep?: number): EqualSteps {
  const { times, lines, columns } = rows;
  const where = (row: number) => ({ file, line: lines?.[row] });
  if (times.length === 0) throw new WeatherError("no rows of data", { file });
  for (let row = 1; row < times.length; row++) checkOrder(times[row - 1]!, times[row]!, where(row));
  const step = givenStep ?? mostFrequentStep(times);
  if (step === undefined) {
    throw new WeatherError("a single row does not define its interval: add end_time", where(0));
  }
  if (!(step >= SHORTEST_INTERVAL * 1000 && step <= LONGEST_INTERVAL * 1000)) {
    throw new WeatherError(
      `intervals must be ${SHORTEST_INTERVAL} to ${LONGEST_INTERVAL} seconds long, got ${step / 1000}`,
      where(0),
    );
  }
  const start = times[0]!;
  const count = (times.at(-1)! - start) / step + 1;
  if (count > MOST_ROWS)
    throw new WeatherError(`the rows span ${Math.floor(count)} steps of ${step / 1000} s`, { file });
  const index = new Float64Array(times.length);
  for (let row = 1; row < times.length; row++) {
    const steps = (times[row]! - times[row - 1]!) / step;
    if (!Number.isInteger(steps)) {
      throw new WeatherError(
        `rows must be equally spaced: expected a whole number of steps of ${step / 1000} s after ` +
          `${formatTime(times[row - 1]!)}, got ${formatTime(times[row]!)}`,
        where(row),
      );
    }
    index[row] = index[row - 1]! + steps;
  }
  const filled: { [name in WeatherColumn]?: Float64Array } = {};
  for (const [name, values] of columns) {
    const column = new Float64Array(count).fill(Number.NaN);
    for (let row = 0; row < times.length; row++) column[index[row]!] = values[row]!;
    filled[name] = column;
  }
  return { start, step, count, columns: filled, gaps: count - times.length };
}

function checkOrder(before: number, now: number, where: { file: string | undefined; line: number | undefined }): void {
  if (now > before) return;
  const problem = now === before ? "duplicate time" : `time goes back, after ${formatTime(before)}`;
  throw new WeatherError(
    `${formatTime(now)}: ${problem}: sort the rows by time, and keep one row for each time`,
    where,
  );
}

/** The smallest of them, if several are equally frequent. */
function mostFrequentStep(times: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (let row = 1; row < times.length; row++) {
    const step = times[row]! - times[row - 1]!;
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  let best: number | undefined;
  for (const [step, count] of counts) {
    const most = best === undefined ? 0 : counts.get(best)!;
    if (count > most || (count === most && step < best!)) best = step;
  }
  return best;
}
