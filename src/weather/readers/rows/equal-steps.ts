/** From stamped rows to equal intervals: the step is determined, whole missing steps are filled, anything else is rejected. */
import type { Notice } from "../../../contract/observation/types.js";
import { formatTime } from "../../../time/iso-time.js";
import { LONGEST_INTERVAL, SHORTEST_INTERVAL } from "../../checked-series.js";
import { UnequalStepsError, WeatherError } from "../../errors.js";
import type { WeatherColumn } from "../../series.js";
import type { Duplicates } from "../format.js";
import type { Runs, Values } from "./growing.js";
import { nearSteps, shared } from "./near-steps.js";
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
 * out of order and duplicate ones. Rows near the step are put on it, and rows that are newest first are sorted, with a notice
 */
export function equalSteps(rows: StampedRows, { file, step: given, duplicates }: StepOptions): EqualSteps {
  const { times: stamps, lines, columns } = rows;
  const where = (row: number) => ({ file, line: lines?.at(row) });
  if (stamps.length === 0) throw new WeatherError("no rows of data", { file });
  const backward = firstBackward(stamps);
  const isSorted = duplicates === "last" || (duplicates !== undefined && backward > 0 && isDescending(stamps));
  if (backward > 0 && !isSorted) throw outOfOrder(stamps, backward, duplicates, where(backward));
  const usual = given ?? mostFrequentStep(stamps);
  if (usual === undefined) {
    throw new WeatherError("a single row does not define its interval: add end_time", where(0));
  }
  const odd = firstOffStep(stamps, usual);
  const near = odd > 0 && backward === 0 ? nearSteps(stamps, given ?? middleStep(stamps)) : undefined;
  if (odd > 0 && near === undefined) throw offStep(stamps, odd, usual, where(odd));
  const { step, times = stamps } = near ?? { step: usual };
  if (!(step >= SHORTEST_INTERVAL * 1000 && step <= LONGEST_INTERVAL * 1000)) {
    throw new WeatherError(
      `intervals must be ${SHORTEST_INTERVAL} to ${LONGEST_INTERVAL} seconds long, got ${step / 1000}`,
      where(0),
    );
  }
  const span = backward > 0 ? spanOf(times) : { first: times.at(0), last: times.at(times.length - 1) };
  const isDrifting = near !== undefined && near.times === undefined;
  const start = isDrifting ? Math.floor(span.first / step) * step : span.first;
  const count = Math.floor((span.last - start) / step) + 1;
  if (count > MOST_ROWS) {
    throw new WeatherError(
      `the rows span ${count} steps of ${step / 1000} s, from ${formatTime(start)} to ${formatTime(span.last)}: ` +
        `is a year wrong? At most ${MOST_ROWS} steps are read`,
      { file },
    );
  }
  const slot = (row: number) => Math.round((times.at(row) - start) / step);
  const { replaced, notices } =
    backward > 0 ? replacedNotice(times, columns, slot, count) : { replaced: 0, notices: [] };
  if (near !== undefined) notices.push({ code: "steps", message: near.message });
  const gaps = near?.absent ?? count - times.length + replaced;
  if (gaps > 0) {
    const absent = gaps === 1 ? "1 row is" : `${gaps} rows are`;
    notices.push({ code: "gaps", message: `${absent} absent from the file: taken as missing` });
  }
  const filled: { [name in WeatherColumn]?: Float64Array } = {};
  for (const [name, values] of columns) {
    filled[name] = isDrifting ? shared(values, times, start, step, count) : placed(values, slot, count);
  }
  return { start, step, count, columns: filled, notices };
}

/** In the order of the file: of rows with the same time, the last one stays. */
function placed(values: Values, slot: (row: number) => number, count: number): Float64Array {
  const column = new Float64Array(count).fill(Number.NaN);
  values.drain((value, row) => {
    column[slot(row)] = value;
  });
  return column;
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

function isDescending(times: Runs): boolean {
  for (let row = 1; row < times.length; row++) if (!(times.at(row) < times.at(row - 1))) return false;
  return true;
}

/** Of the rows: so many may be left out where the last one counts; more are rows whose time was not understood. */
const FEW = 0.05;
const FEWEST = 3;

function outOfOrder(
  times: Runs,
  row: number,
  duplicates: Duplicates | undefined,
  where: { file: string | undefined; line: number | undefined },
): WeatherError {
  const [before, now] = [times.at(row - 1), times.at(row)];
  const problem = now === before ? "duplicate time" : `time goes back, after ${formatTime(before)}`;
  const sorted = Float64Array.from(times).sort();
  const twice = sorted.reduce((count, time, k) => count + (time === sorted[k - 1] ? 1 : 0), 0);
  const many = `${twice} of ${times.length} rows have the time of another: is there a column of hours, or of a place, that is not read?`;
  const few = `sort the rows by time and keep one for each time${duplicates === undefined ? "" : ', or pass duplicates "last"'}`;
  const remedy = duplicates !== undefined && twice > Math.max(FEW * times.length, FEWEST) ? many : few;
  return new WeatherError(`${formatTime(now)}: ${problem}: ${remedy}`, where);
}

/** How often which distance of neighbouring rows occurs. */
function stepCounts(times: Runs): Map<number, number> {
  const counts = new Map<number, number>();
  for (let row = 1, before = times.at(0); row < times.length; row++) {
    const now = times.at(row);
    const step = Math.abs(now - before);
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
    before = now;
  }
  return counts;
}

/** Half of the distances are as long or shorter. */
function middleStep(times: Runs): number {
  let rest = (times.length - 1) / 2;
  const counts = [...stepCounts(times)].sort(([a], [b]) => a - b);
  return counts.find(([, count]) => (rest -= count) <= 0)![0];
}

/** The smallest of them, if several are equally frequent. */
function mostFrequentStep(times: Runs): number | undefined {
  const counts = stepCounts(times);
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

/** The first row that is no whole number of steps after the one before; 0 if there is no such row. */
function firstOffStep(times: Runs, step: number): number {
  for (let row = 1, before = times.at(0); row < times.length; row++) {
    const now = times.at(row);
    if (!Number.isInteger((now - before) / step)) return row;
    before = now;
  }
  return 0;
}

function offStep(times: Runs, row: number, step: number, where: ConstructorParameters<typeof WeatherError>[1]) {
  return new UnequalStepsError(
    `rows must be equally spaced: expected a whole number of steps of ${step / 1000} s after ` +
      `${formatTime(times.at(row - 1))}, got ${formatTime(times.at(row))}`,
    where,
  );
}
