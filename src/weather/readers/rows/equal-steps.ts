/** From stamped rows to equal intervals: the step is determined, whole missing steps are filled, anything else is rejected. */
import type { Notice } from "../../../contract/observation/types.js";
import { formatTime } from "../../../time/iso-time.js";
import { LONGEST_INTERVAL, SHORTEST_INTERVAL } from "../../checked-series.js";
import { UnequalStepsError, WeatherError } from "../../errors.js";
import type { WeatherColumn } from "../../series.js";
import type { Duplicates } from "../format.js";
import type { Runs, Values } from "./growing.js";
import { replacedNotice } from "./replaced.js";

export interface StampedRows {
  /** Unix ms, one per row. */
  readonly times: Runs;
  /** Line (1-based) of each row, if rows correspond to lines. */
  readonly lines: Runs | undefined;
  /** Are emptied as they are taken over. */
  readonly columns: ReadonlyMap<WeatherColumn, Values>;
}

export interface EqualSteps {
  /** Time stamp of the first interval. */
  start: number;
  /** Step in ms. */
  step: number;
  count: number;
  columns: { [name in WeatherColumn]?: Float64Array };
  /** Rows that were filled as missing, replaced or sorted. */
  notices: Notice[];
}

export interface StepOptions {
  readonly file: string | undefined;
  /** ms, if the file states it; else the most frequent distance between neighbouring rows. */
  readonly step?: number | undefined;
  /** Undefined where nobody can choose: in typical years. */
  readonly duplicates?: Duplicates | undefined;
}

/** Gaps of more rows than this come from a wrong year in a stamp, not from a pause in measuring. */
const MOST_ROWS = 20_000_000;

/**
 * @throws WeatherError for rows off the step, for a single row without a step, and for no rows; unless duplicates are "last", also for rows
 * out of order and duplicate ones
 */
export function equalSteps(rows: StampedRows, { file, step: given, duplicates }: StepOptions): EqualSteps {
  const { times, lines, columns } = rows;
  const where = (row: number) => ({ file, line: lines?.at(row) });
  if (times.length === 0) throw new WeatherError("no rows of data", { file });
  const backward = firstBackward(times);
  if (backward > 0 && duplicates !== "last") throw outOfOrder(times, backward, duplicates, where(backward));
  const step = given ?? mostFrequentStep(times);
  if (step === undefined) {
    throw new WeatherError("a single row does not define its interval: add end_time", where(0));
  }
  if (!(step >= SHORTEST_INTERVAL * 1000 && step <= LONGEST_INTERVAL * 1000)) {
    throw new WeatherError(
      `intervals must be ${SHORTEST_INTERVAL} to ${LONGEST_INTERVAL} seconds long, got ${step / 1000}`,
      where(0),
    );
  }
  const { first: start, last } =
    backward > 0 ? spanOf(times) : { first: times.at(0), last: times.at(times.length - 1) };
  const count = (last - start) / step + 1;
  if (count > MOST_ROWS) {
    throw new WeatherError(
      `the rows span ${Math.floor(count)} steps of ${step / 1000} s, from ${formatTime(start)} to ${formatTime(last)}: ` +
        `is a year wrong? At most ${MOST_ROWS} steps are read`,
      { file },
    );
  }
  checkSteps(times, step, where);
  const slot = (row: number) => Math.round((times.at(row) - start) / step);
  const { replaced, notices } =
    backward > 0 ? replacedNotice(times, columns, slot, count) : { replaced: 0, notices: [] };
  const gaps = count - times.length + replaced;
  if (gaps > 0) {
    const absent = gaps === 1 ? "1 row is" : `${gaps} rows are`;
    notices.push({ code: "gaps", message: `${absent} absent from the file: taken as missing` });
  }
  const filled: { [name in WeatherColumn]?: Float64Array } = {};
  for (const [name, values] of columns) {
    const column = new Float64Array(count).fill(Number.NaN);
    // In the order of the file: of rows with the same time, the last one stays.
    values.drain((value, row) => {
      column[slot(row)] = value;
    });
    filled[name] = column;
  }
  return { start, step, count, columns: filled, notices };
}

/** The first row that is not after the one before it; 0 if there is no such row. */
function firstBackward(times: Runs): number {
  for (let row = 1, before = times.at(0); row < times.length; row++) {
    const now = times.at(row);
    if (!(now > before)) return row;
    before = now;
  }
  return 0;
}

function outOfOrder(
  times: Runs,
  row: number,
  duplicates: Duplicates | undefined,
  where: { file: string | undefined; line: number | undefined },
): WeatherError {
  const [before, now] = [times.at(row - 1), times.at(row)];
  const problem = now === before ? "duplicate time" : `time goes back, after ${formatTime(before)}`;
  const remedy = duplicates === undefined ? "" : ', or pass duplicates "last"';
  return new WeatherError(
    `${formatTime(now)}: ${problem}: sort the rows by time and keep one for each time${remedy}`,
    where,
  );
}

/** The smallest of them, if several are equally frequent. */
function mostFrequentStep(times: Runs): number | undefined {
  const counts = new Map<number, number>();
  for (let row = 1, before = times.at(0); row < times.length; row++) {
    const now = times.at(row);
    const step = Math.abs(now - before);
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
    before = now;
  }
  let best: number | undefined;
  for (const [step, count] of counts) {
    const most = best === undefined ? 0 : counts.get(best)!;
    if (count > most || (count === most && step < best!)) best = step;
  }
  return best;
}

function spanOf(times: Runs): { first: number; last: number } {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < times.length; row++) {
    first = Math.min(first, times.at(row));
    last = Math.max(last, times.at(row));
  }
  return { first, last };
}

function checkSteps(
  times: Runs,
  step: number,
  where: (row: number) => { file: string | undefined; line: number | undefined },
): void {
  for (let row = 1, before = times.at(0); row < times.length; row++) {
    const now = times.at(row);
    if (!Number.isInteger((now - before) / step)) {
      throw new UnequalStepsError(
        `rows must be equally spaced: expected a whole number of steps of ${step / 1000} s after ` +
          `${formatTime(before)}, got ${formatTime(now)}`,
        where(row),
      );
    }
    before = now;
  }
}
