/** What a meter counted by month, beside what the learnt system gives under a clear sky and under its weather. */
import { DAY, dateFromDays, daysFromDate, HOUR } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { reasonByte } from "./reasons.js";
import type { ClockShift } from "./sky-rows.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** A calendar month of the place's mean solar time; energies in kWh, of rows whose values can be believed. */
export interface MeterMonth {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly measured: number;
  /** The learnt system in the same rows, under a clear sky: no month is as clear. */
  readonly clear: number;
  /** Under their weather; undefined where it is not known of nearly all of this light. */
  readonly weather?: number;
  /** Share of the month's light that these rows have, from 0 to 1. */
  readonly known: number;
}

/** Values of these rows are not the system's. */
const NOT_ITS = (["missing", "spike", "frozen", "unit"] as const).map(reasonByte);
/** Of a month's clear light: with less of it under known weather the month has no figure. */
const UNDER_WEATHER = 0.95;

interface Powers {
  /** kW by row under a clear sky, and under the weather, NaN where that is not known. */
  readonly clear: ArrayLike<number>;
  readonly weather?: ArrayLike<number> | undefined;
  /** Of `FreeRows`. */
  readonly reasons: ArrayLike<number>;
}

export function monthsOf(
  { start, step, power }: MeterRows,
  { longitude }: MeterPlace,
  shiftAt: ClockShift,
  { clear, weather, reasons }: Powers,
): MeterMonth[] {
  const sums = new Map<
    number,
    { measured: number; clear: number; all: number; seen: number; under: number; rows: number }
  >();
  const toSolar = start + step / 2 + solarDayShift(longitude);
  let [last, key] = [Number.NaN, 0];
  for (let row = 0; row < power.length; row++) {
    const day = Math.floor((toSolar + row * step + shiftAt(row)) / DAY);
    if (day !== last) {
      const { year, month } = dateFromDays(day);
      [last, key] = [day, 12 * year + month - 1];
    }
    const sum = sums.get(key) ?? { measured: 0, clear: 0, all: 0, seen: 0, under: 0, rows: 0 };
    if (sum.rows === 0) sums.set(key, sum);
    sum.rows++;
    sum.all += clear[row]!;
    if (Number.isNaN(power[row]!) || NOT_ITS.includes(reasons[row]!)) continue;
    sum.measured += power[row]!;
    sum.clear += clear[row]!;
    const light = weather?.[row] ?? Number.NaN;
    if (Number.isNaN(light)) continue;
    sum.under += light;
    sum.seen += clear[row]!;
  }
  const hours = step / HOUR;
  // By another clock a file begins or ends with an hour of another month.
  const long = [...sums].filter(([, { rows }]) => rows * step >= DAY);
  return long.map(([month, { measured, clear: light, all, seen, under, rows }]): MeterMonth => {
    const [year, k] = [Math.floor(month / 12), month % 12];
    const days = daysFromDate(k === 11 ? year + 1 : year, k === 11 ? 1 : k + 2, 1) - daysFromDate(year, k + 1, 1);
    const isUnder = light > 0 && seen >= UNDER_WEATHER * light;
    return {
      ...{ year, month: k + 1, measured: measured * hours, clear: light * hours },
      ...(isUnder && { weather: (under * hours * light) / seen }),
      known: all > 0 ? (light / all) * Math.min(1, (rows * step) / (days * DAY)) : 0,
    };
  });
}
