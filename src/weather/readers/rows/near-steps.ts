/** Rows that lie near equal steps: clocks jitter by seconds, loops of loggers take a little longer, and hours of the true sun drift. */
import { DAY, HOUR, MINUTE, SECOND } from "../../../time/calendar.js";
import { Runs, type Values } from "./growing.js";

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

export interface NearSteps {
  readonly step: number;
  /** The rows' times on the steps; undefined: they drift, and their values must be shared among the steps. */
  readonly times: Runs | undefined;
  /** Steps without a row. */
  readonly absent: number;
  readonly message: string;
}

/** How rows in their order lie near equal steps; undefined if one of them does not. @param usual distance of most rows */
export function nearSteps(times: Runs, usual: number): NearSteps | undefined {
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
export function shared(values: Values, times: Runs, start: number, step: number, count: number): Float64Array {
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
