/** From stamped rows to equal intervals: the step is determined, whole missing steps are filled, anything else is rejected. */

import { DAY, HOUR, MINUTE, SECOND } from "../../../../foundation/time/calendar.js";
import { formatTime } from "../../../../foundation/time/iso-time.js";
import type { Notice } from "../../../contract/observation/types.js";
import {
  LONGEST_INTERVAL,
  SHORTEST_INTERVAL,
  UnequalStepsError,
  type WeatherColumn,
  WeatherError,
} from "../../series.js";
import type { Duplicates } from "../format.js";
import { Runs, type Values } from "./cells.js";

/** Of a step: so far may a row lie beside it. */
const BESIDE = 0.05;
/** Of a step: so far may a row lie off after a pause, in which a clock drifts on. */
const AFTER_PAUSE = 0.25;
/** Steps. */
const PAUSE = 24;

const UNITS = [SECOND, MINUTE, HOUR].flatMap((unit) => [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].map((n) => n * unit));

/** The whole seconds, minutes or hours that a distance is near to. */
function roundStep(distance: number): number | undefined {
  return UNITS.find((step) => DAY % step === 0 && Math.abs(distance - step) <= BESIDE * step);
}

interface NearSteps {
  readonly step: number;
  /** The rows' times on the steps; undefined: they drift, and their values must be shared among the steps. */
  readonly times: Runs | undefined;
  /** Steps without a row. */
  readonly absent: number;
  readonly message: string;
}

/** How rows in their order lie near equal steps; undefined if one of them does not. @param usual distance of most rows */
function nearSteps(times: Runs, usual: number): NearSteps | undefined {
  const step = roundStep(usual);
  if (step === undefined) return undefined;
  const most = BESIDE * step;
  let [absent, jump] = [0, 0];
  for (let row = 1, before = times.at(0); row < times.length; row++) {
    const now = times.at(row);
    const steps = Math.max(1, Math.round((now - before) / step));
    const off = Math.abs(now - before - steps * step);
    if (off > (steps < PAUSE ? 2 * most : AFTER_PAUSE * step)) return undefined;
    if (steps < PAUSE) jump = Math.max(jump, off);
    absent += steps - 1;
    before = now;
  }
  const seconds = step / SECOND;
  for (const phase of [0, middlePhase(times, step)]) {
    let farthest = 0;
    for (const time of times) farthest = Math.max(farthest, Math.abs(besideStep(time - phase, step)));
    if (farthest > most) continue;
    const onStep = new Runs();
    for (const time of times) onStep.push(time - besideStep(time - phase, step));
    const message = `the rows' times lie up to ${farthest / SECOND} s beside steps of ${seconds} s: they are put on the steps`;
    return { step, times: onStep, absent, message };
  }
  if (jump > most) return undefined;
  const message = `the rows' times drift against steps of ${seconds} s: their values are shared among the steps by time`;
  return { step, times: undefined, absent, message };
}

/** How far a time lies behind the nearest step, −step/2 to step/2. */
function besideStep(time: number, step: number): number {
  return time - Math.round(time / step) * step;
}

const SAMPLE = 1000;

/** Where rows lie against steps of the clock: half of them before, half behind. */
function middlePhase(times: Runs, step: number): number {
  const first = times.at(0);
  const every = Math.ceil(times.length / SAMPLE);
  const sample: number[] = [];
  for (let row = 0; row < times.length; row += every) sample.push(besideStep(times.at(row) - first, step));
  const middle = first + sample.sort((a, b) => a - b)[sample.length >> 1]!;
  return middle - Math.floor(middle / step) * step;
}

/** Rows that cover so much of a step give it a value. */
const ENOUGH = 0.5;

/** Means of the steps from rows that drift: each row counts as far as it reaches into a step. */
function shared(values: Values, times: Runs, start: number, step: number, count: number): Float64Array {
  const [sum, weight] = [new Float64Array(count), new Float64Array(count)];
  values.drain((value, row) => {
    if (Number.isNaN(value)) return;
    const from = (times.at(row) - start) / step;
    const next = row + 1 < times.length ? (times.at(row + 1) - start) / step : from + 1;
    const to = next < from + 1 + 2 * BESIDE ? next : from + 1;
    for (let slot = Math.floor(from); slot < to && slot < count; slot++) {
      const part = Math.min(to, slot + 1) - Math.max(from, slot);
      sum[slot]! += part * value;
      weight[slot]! += part;
    }
  });
  return sum.map((total, slot) => (weight[slot]! >= ENOUGH ? total / weight[slot]! : Number.NaN));
}

interface StampedRows {
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

interface StepOptions {
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

/**
 * @param slot the interval of a row
 * @param count of intervals
 * @returns how many rows take the place of an earlier one, and notices
 */
function replacedNotice(
  times: Runs,
  columns: ReadonlyMap<WeatherColumn, Values>,
  slot: (row: number) => number,
  count: number,
): { replaced: number; notices: Notice[] } {
  const owner = new Int32Array(count).fill(-1);
  let [replaced, differing, back] = [0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < times.length; row++) {
    const time = times.at(row);
    if (row > 0 && time < times.at(row - 1)) back++;
    const place = slot(row);
    const before = owner[place]!;
    owner[place] = row;
    if (before < 0) continue;
    replaced++;
    first = Math.min(first, time);
    last = Math.max(last, time);
    if (![...columns.values()].every((values) => Object.is(values.at(before), values.at(row)))) differing++;
  }
  const notices: Notice[] = [];
  if (replaced > 0) {
    const [one, verb] = replaced === 1 ? ["1 row has", "replaces"] : [`${replaced} rows have`, "replace"];
    const values =
      differing === 0 ? "with the same values, so nothing is lost" : `${differing} of them with other values`;
    const message = `${one} the time of an earlier row and ${verb} it, ${written(first)} to ${written(last)}: ${values}`;
    notices.push({ code: "duplicate", message });
  }
  if (back > 0) {
    const often = back === 1 ? "once" : `${back} times`;
    const found = back === times.length - 1 ? "the newest comes first" : `time goes back ${often}`;
    const message = `the rows are sorted by time: in the file, ${found}`;
    notices.push({ code: "order", message });
  }
  return { replaced, notices };
}

/** As the file has it, in whatever zone. */
function written(time: number): string {
  return formatTime(time).slice(0, 16).replace("T", " ");
}
