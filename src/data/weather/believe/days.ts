/** Sums of days and months of mean solar time. */
import { DAY, dateFromDays, daysFromDate } from "../../../foundation/time/calendar.js";
import { type CheckContext, WHOLE } from "./context.js";
import { bitsOf, type ExaminedMonth, LOST_CODES } from "./types.js";

const KWH = 3.6e9;
/** A month counts from so many of its days, and of its light, on. */
const WHOLE_MONTH = 0.8;
const SEEN_MONTH = 0.5;

/** A calendar month of mean solar time, nearly whole: W/m², as if the rows that are missing were as the others. */
export interface MonthOfDays {
  readonly year: number;
  /** 1…12. */
  readonly month: number;
  /** Days [from, to) of the days. */
  readonly from: number;
  readonly to: number;
  readonly light: number;
  readonly clear: number;
}

/** Sums of the days that a series touches, over rows whose light is there and not lost. */
export class Days {
  readonly context: CheckContext;
  readonly count: number;
  /** Days since 1970 of the first. */
  readonly first: number;
  /** Row at which each begins; one more for the end. */
  readonly from: Int32Array;
  readonly light: Float64Array;
  /** Clear-sky light of the same rows, and of all rows. */
  readonly clear: Float64Array;
  readonly all: Float64Array;

  private constructor(context: CheckContext, first: number, from: Int32Array, columns: readonly Float64Array[]) {
    this.context = context;
    this.count = from.length - 1;
    [this.first, this.from] = [first, from];
    [this.light, this.clear, this.all] = columns as [Float64Array, Float64Array, Float64Array];
  }

  /** @param lost rows whose light is not the sun's: those with another value than 0 */
  static of(context: CheckContext, light: Float64Array, lost?: Uint8Array): Days {
    const first = context.solarDay(0);
    const count = context.solarDay(context.count - 1) - first + 1;
    const from = new Int32Array(count + 1).fill(context.count);
    for (let day = 0; day < count; day++) from[day] = Math.max(0, context.firstRowFrom((first + day) * DAY));
    const days = new Days(
      context,
      first,
      from,
      [0, 1, 2].map(() => new Float64Array(count)),
    );
    for (let day = 0; day < count; day++) {
      for (let row = from[day]!; row < from[day + 1]!; row++) {
        const sent = context.clear[row]!;
        days.all[day]! += sent;
        if (sent === 0 || Number.isNaN(light[row]!) || (lost !== undefined && lost[row] !== 0)) continue;
        days.light[day]! += light[row]!;
        days.clear[day]! += sent;
      }
    }
    return days;
  }

  /** The days [from, to). */
  part(from: number, to: number): Days {
    const columns = [this.light, this.clear, this.all].map((column) => column.subarray(from, to));
    return new Days(this.context, this.first + from, this.from.subarray(from, to + 1), columns);
  }

  isWhole(day: number): boolean {
    return this.clear[day]! > 0 && this.clear[day]! >= WHOLE.brightness * this.all[day]!;
  }

  /** Of the whole days in [from, to) the clear-sky index, and what it weighs. */
  indices(from = 0, to = this.count): (readonly [index: number, clear: number])[] {
    const pairs: [number, number][] = [];
    for (let day = from; day < to; day++) {
      if (this.isWhole(day)) pairs.push([this.light[day]! / this.clear[day]!, this.clear[day]!]);
    }
    return pairs;
  }

  dateOf(day: number): { year: number; month: number; day: number } {
    return dateFromDays(this.first + day);
  }

  months(): MonthOfDays[] {
    const months: MonthOfDays[] = [];
    for (let day = 0; day < this.count; ) {
      const { year, month } = this.dateOf(day);
      const next = daysFromDate(year, month + 1, 1) - this.first;
      const from = day;
      let [lit, seen, sent] = [0, 0, 0];
      for (; day < Math.min(next, this.count); day++) {
        lit += this.light[day]!;
        seen += this.clear[day]!;
        sent += this.all[day]!;
      }
      const length = next - (daysFromDate(year, month, 1) - this.first);
      if (day - from < WHOLE_MONTH * length || !(seen >= SEEN_MONTH * sent) || seen === 0) continue;
      const rows = (DAY / this.context.step) * (day - from);
      months.push({ year, month, from, to: day, light: ((lit / seen) * sent) / rows, clear: sent / rows });
    }
    return months;
  }
}

/** Months of mean solar time that the series touches, in order: light, the clear sky's, and what is missing or lost. */
export function examinedMonths(context: CheckContext): ExaminedMonth[] {
  const { step, count, clear, light, flags } = context;
  const lostBits = bitsOf(LOST_CODES);
  const months: ExaminedMonth[] = [];
  for (let row = 0; row < count; ) {
    const { year, month } = dateFromDays(context.solarDay(row));
    const next = context.firstRowFrom(daysFromDate(year, month + 1, 1) * DAY);
    const end = Math.min(count, Math.max(row + 1, next));
    let [seen, all, lit, missing, lost] = [0, 0, 0, 0, 0];
    for (; row < end; row++) {
      const sent = clear[row]!;
      all += sent;
      if (Number.isNaN(light[row]!)) {
        missing += sent;
        continue;
      }
      seen += sent;
      lit += light[row]!;
      if ((flags[row]! & lostBits) !== 0) lost += sent;
    }
    const share = (part: number) => (all > 0 ? part / all : 0);
    const scale = step / KWH;
    months.push({ year, month, light: lit * scale, clear: seen * scale, missing: share(missing), lost: share(lost) });
  }
  return months;
}
