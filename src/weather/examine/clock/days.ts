/**
 * The course of the light on each day beside that of a clear sky at other times: how well the day fits a clock that is off.
 *
 * A clear day has the shape of the clear sky at one time only; clouds spoil a day's fit at every time alike. So each day is judged by
 * the part of its light that the best multiple of the clear sky leaves unexplained, in proportion: days with a good fit decide.
 */
import { log } from "../../../math/index.js";
import { SunAndSky } from "../../../sky/sun-and-sky.js";
import { DAY, MINUTE } from "../../../time/calendar.js";
import type { SkyRows } from "../types.js";

/** Farthest clock that is tried around the middle one. */
export const REACH = 120 * MINUTE;
/** Shorter steps are joined to bins of about this length: they say no more about the sun. */
const BIN = 5 * MINUTE;
/** Of rows as long as this or longer the clear sky is integrated, and the clock tried, in coarser steps. */
const LONG = 20 * MINUTE;
/** Share of a clear day's light without which a day tells nothing. */
const SEEN = 0.6;
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
export function dayFits(sky: SkyRows, middle = 0): DayFits {
  const fitter = new DayFitter(sky, middle);
  const { start, step, count, place } = sky;
  const toSun = (place.longitude / 360) * DAY + middle;
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
  private readonly sky: SkyRows;
  private readonly join: number;
  private readonly moment: number;
  private readonly clear: ClearIntegral;
  private readonly bins: Float64Array;
  /** The sun of the rows is of another part of the day: nothing can be said of what a day lacks. */
  private readonly isRough: boolean;

  constructor(sky: SkyRows, middle: number) {
    this.sky = sky;
    this.join = Math.max(1, Math.round(BIN / sky.step));
    this.moment = sky.step < LONG ? BIN : 2 * BIN;
    // The series' own clock is always among them.
    const [first, last] = [Math.min(0, middle) - REACH, Math.max(0, middle) + REACH];
    const many = Math.round((last - first) / this.moment) + 1;
    this.shifts = Float64Array.from({ length: many }, (_, k) => first + k * this.moment);
    this.clear = new ClearIntegral(sky, this.moment, last - first + DAY + 2 * sky.step * this.join);
    this.isRough = middle !== 0;
    this.bins = new Float64Array(Math.ceil(DAY / sky.step / this.join) + 1);
  }

  /** Undefined where the day tells nothing. */
  fit(from: number, to: number): Float32Array | undefined {
    const { sky, join, shifts, bins, clear } = this;
    const length = sky.step * join;
    const n = Math.floor((to - from) / join);
    if (!this.isSeen(from, to)) return undefined;
    let squares = 0;
    for (let bin = 0; bin < n; bin++) {
      const value = this.meanOf(from + bin * join);
      bins[bin] = value;
      if (value > 0) squares += value * value;
    }
    const begin = sky.start + from * sky.step;
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
    const { clear, light, step } = this.sky;
    let [all, seen, got] = [0, 0, 0];
    for (let row = from; row < to; row++) {
      all += clear[row]!;
      if (Number.isNaN(light[row]!)) continue;
      seen += clear[row]!;
      got += light[row]!;
    }
    const isWhole = (to - from) * step > 0.9 * DAY;
    const isSeen = this.isRough || seen > SEEN * all;
    return isWhole && isSeen && all * step > BRIGHT * (DAY / 3) && got > DARK * all;
  }

  private meanOf(row: number): number {
    const { light } = this.sky;
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

  constructor({ place, options }: SkyRows, moment: number, length: number) {
    const { latitude, longitude, altitude = 0 } = place;
    const count = Math.ceil(length / moment) + 1;
    this.moment = moment;
    this.sums = new Float64Array(count + 1);
    this.sun = new SunAndSky({ latitude, longitude, altitude }, count);
    const { linkeTurbidity = 3 } = options;
    this.sun.turbidity.fill(typeof linkeTurbidity === "number" ? linkeTurbidity : 3);
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
