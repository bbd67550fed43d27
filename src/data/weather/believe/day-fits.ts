/**
 * The course of the light on each day beside that of a clear sky at other times: how well the day fits a clock that is off.
 *
 * A clear day has the shape of the clear sky at one time only; clouds spoil a day's fit at every time alike. So each day is judged by
 * the part of its light that the best multiple of the clear sky leaves unexplained, in proportion: days with a good fit decide.
 */
import { log } from "../../../foundation/math/index.js";
import { DAY, MINUTE } from "../../../foundation/time/calendar.js";
import { solarDayShift } from "../../../foundation/time/solar-day.js";
import type { SunAndSky } from "../../../physics/sky/sun-and-sky.js";
import { type CheckContext, USUAL_TURBIDITY, WHOLE } from "./context.js";

/** Farthest clock that is tried around the middle one. */
export const REACH = 120 * MINUTE;
/** Shorter steps are joined to bins of about this length: they say no more about the sun. */
const BIN = 5 * MINUTE;
/** Of rows as long as this or longer the clear sky is integrated, and the clock tried, in coarser steps. */
const LONG = 20 * MINUTE;
/** W/m², the mean clear light of such a day's bright bins: below, in polar twilight, clouds and sensors outweigh the sun. */
const BRIGHT = 30;
/** Share of a clear day's light: below, the sensor was dead. */
const DARK = 0.02;
/** Of the light: how far the clear sky's own shape is off on a clear day. A better fit is luck. */
const SHAPE_ERROR = 0.02;

/** How well each day fits each clock. */
export interface DayFits {
  /** ms by which the sun is later than the series', ascending. */
  readonly shifts: Float64Array;
  /** First row and the row after the last of each day that counts. */
  readonly rows: readonly { readonly from: number; readonly to: number }[];
  /** Days × shifts: logarithm of the unexplained share of the light, squared. */
  readonly misfit: Float32Array;
}

/** @param middle ms, the clock around which others are tried */
export function dayFits(context: CheckContext, middle = 0): DayFits {
  const fitter = new DayFitter(context, middle);
  const { start, step, count, place } = context;
  const toSun = solarDayShift(place.longitude) + middle;
  const rows: { from: number; to: number }[] = [];
  const misfits: Float32Array[] = [];
  const rowAt = (time: number) => Math.min(count, Math.max(0, Math.ceil((time - start) / step)));
  const first = Math.floor((start + toSun) / DAY);
  const last = Math.floor((start + (count - 1) * step + toSun) / DAY);
  for (let day = first; day <= last; day++) {
    const from = rowAt(day * DAY - toSun);
    const to = rowAt((day + 1) * DAY - toSun);
    const misfit = fitter.fit(from, to);
    if (misfit === undefined) continue;
    rows.push({ from, to });
    misfits.push(misfit);
  }
  const { shifts } = fitter;
  const misfit = new Float32Array(rows.length * shifts.length);
  for (const [day, values] of misfits.entries()) misfit.set(values, day * shifts.length);
  return { shifts, rows, misfit };
}

class DayFitter {
  readonly shifts: Float64Array;
  private readonly context: CheckContext;
  private readonly join: number;
  private readonly moment: number;
  private readonly clear: ClearIntegral;
  private readonly bins: Float64Array;
  /** The sun of the rows is of another part of the day: nothing can be said of what a day lacks. */
  private readonly isRough: boolean;

  constructor(context: CheckContext, middle: number) {
    this.context = context;
    this.join = Math.max(1, Math.round(BIN / context.step));
    this.moment = context.step < LONG ? BIN : 2 * BIN;
    // The series' own clock is always among them.
    const [first, last] = [Math.min(0, middle) - REACH, Math.max(0, middle) + REACH];
    const many = Math.round((last - first) / this.moment) + 1;
    this.shifts = Float64Array.from({ length: many }, (_, k) => first + k * this.moment);
    this.clear = new ClearIntegral(context, this.moment, last - first + DAY + 2 * context.step * this.join);
    this.isRough = middle !== 0;
    this.bins = new Float64Array(Math.ceil(DAY / context.step / this.join) + 1);
  }

  /** Undefined where the day tells nothing. */
  fit(from: number, to: number): Float32Array | undefined {
    const { context, join, shifts, bins, clear } = this;
    const length = context.step * join;
    const n = Math.floor((to - from) / join);
    if (!this.isSeen(from, to)) return undefined;
    let squares = 0;
    for (let bin = 0; bin < n; bin++) {
      const value = this.meanOf(from + bin * join);
      bins[bin] = value;
      if (value > 0) squares += value * value;
    }
    const begin = context.start + from * context.step;
    clear.fill(begin + shifts[0]!);
    const misfit = new Float32Array(shifts.length);
    for (let k = 0; k < shifts.length; k++) {
      let [both, sent] = [0, 0];
      for (let bin = 0; bin < n; bin++) {
        const value = bins[bin]!;
        if (Number.isNaN(value)) continue;
        const light = clear.mean(k * this.moment + bin * length, length);
        both += light * value;
        sent += light * light;
      }
      const unexplained = sent > 0 && squares > 0 ? Math.max(0, 1 - (both * both) / (sent * squares)) : 1;
      misfit[k] = log(unexplained + SHAPE_ERROR * SHAPE_ERROR);
    }
    return misfit;
  }

  private isSeen(from: number, to: number): boolean {
    const { clear, light, step } = this.context;
    let [all, seen, got] = [0, 0, 0];
    for (let row = from; row < to; row++) {
      all += clear[row]!;
      if (Number.isNaN(light[row]!)) continue;
      seen += clear[row]!;
      got += light[row]!;
    }
    const isWhole = (to - from) * step > 0.9 * DAY;
    const isSeen = this.isRough || seen > WHOLE.course * all;
    return isWhole && isSeen && all * step > BRIGHT * (DAY / 3) && got > DARK * all;
  }

  private meanOf(row: number): number {
    const { light } = this.context;
    let [sum, seen] = [0, 0];
    for (let k = row; k < row + this.join; k++) {
      if (Number.isNaN(light[k]!)) continue;
      sum += Math.max(0, light[k]!);
      seen++;
    }
    return 2 * seen > this.join || seen === this.join ? sum / seen : Number.NaN;
  }
}

/** Clear sky from a moment on, as sums, so that the mean of any stretch is a difference. */
class ClearIntegral {
  private readonly moment: number;
  private readonly sums: Float64Array;
  private readonly sun: SunAndSky;

  constructor(context: CheckContext, moment: number, length: number) {
    const count = Math.ceil(length / moment) + 1;
    this.moment = moment;
    this.sums = new Float64Array(count + 1);
    this.sun = context.sunAndSky(count);
    this.sun.turbidity.fill(typeof context.turbidity === "number" ? context.turbidity : USUAL_TURBIDITY);
  }

  fill(begin: number): void {
    const { sun, sums, moment } = this;
    const count = sums.length - 1;
    for (let k = 0; k < count; k++) sun.time[k] = begin + (k + 0.5) * moment;
    sun.compute(count);
    for (let k = 0; k < count; k++) sums[k + 1] = sums[k]! + sun.global[k]!;
  }

  /** W/m² over a stretch that begins so many ms after the first moment. */
  mean(after: number, length: number): number {
    const { moment } = this;
    return ((this.until((after + length) / moment) - this.until(after / moment)) * moment) / length;
  }

  private until(position: number): number {
    const { sums } = this;
    const k = Math.floor(position);
    const part = position - k;
    return part === 0 ? sums[k]! : sums[k]! + part * (sums[k + 1]! - sums[k]!);
  }
}

/**
 * What a change costs, in logarithms of squared misfit: that of four clear days whose sun is an hour off, or of some weeks of an
 * overcast winter. A few days of fog do not pay for a change and back.
 */
const CHANGE = 20;

/** Days [from, to), and the number of the shift that fits them. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

/** The clock as it ran: the cheapest path through days and shifts (Viterbi), where a change must be worth its price, and its cost. */
export function pathOf({ shifts, rows, misfit }: DayFits): { stretches: Stretch[]; cost: number } {
  const many = shifts.length;
  const cost = new Float64Array(many);
  const cameFrom = new Int16Array(rows.length * many);
  for (let day = 0; day < rows.length; day++) {
    const cheapest = lowest(cost);
    const changed = cost[cheapest]! + CHANGE;
    for (let k = 0; k < many; k++) {
      const stays = cost[k]! <= changed;
      cameFrom[day * many + k] = stays ? k : cheapest;
      cost[k] = (stays ? cost[k]! : changed) + misfit[day * many + k]!;
    }
  }
  const stretches: Stretch[] = [];
  let shift = lowest(cost);
  const total = cost[shift]!;
  for (let to = rows.length, day = to - 1; day >= 0; day--) {
    const before = cameFrom[day * many + shift]!;
    if (before === shift && day > 0) continue;
    stretches.unshift({ from: day, to, shift });
    [to, shift] = [day, before];
  }
  return { stretches, cost: total };
}

/** Neighbours whose shifts are no farther apart than `nearest` (ms) as one, with the shift of the longer. */
export function merged(stretches: readonly Stretch[], shifts: Float64Array, nearest: number): Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of stretches) {
    const last = result.at(-1);
    const isAlike = last !== undefined && Math.abs(shifts[last.shift]! - shifts[stretch.shift]!) <= nearest;
    if (!isAlike) result.push(stretch);
    else {
      const { shift } = last.to - last.from >= stretch.to - stretch.from ? last : stretch;
      result[result.length - 1] = { from: last.from, to: stretch.to, shift };
    }
  }
  return result;
}

export function lowest(values: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k]! < values[best]!) best = k;
  return best;
}
