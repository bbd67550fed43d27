/** Sums of the next days, from what was observed of today and what is forecast. */
import { DAY, dayNumber, HOUR, midnight, startOfDay, type Zone } from "../../chart/time.js";
import type { Answer } from "../../service/answer.js";
import { SHADED } from "../../state/state.js";

/** kWh/m², kWh/m² on the plane, kWh/kWp by the simple formula; undefined where the answer has no such column, or gaps in it. */
export interface Light {
  readonly level: number | undefined;
  readonly plane: number | undefined;
  readonly power: number | undefined;
}

export interface DayLight extends Light {
  /** First moment of the day, Unix ms. */
  readonly day: number;
  /** From when on the sums are: the day's first moment, or later where nothing is known before. */
  readonly from: number;
  /** From when on they are forecast. */
  readonly forecastFrom: number;
}

const COLUMNS = {
  level: "global_horizontal_irradiance",
  plane: "global_tilted_irradiance",
  power: "pv_production",
} as const;

interface Interval {
  readonly start: number;
  readonly end: number;
  readonly answer: Answer;
  readonly index: number;
}

/** Days that the forecast reaches the end of; the first may have begun before it. */
export function dayLights(forecast: Answer, observed: Answer | undefined, zone: Zone): DayLight[] {
  const begin = forecast.starts[0];
  const end = forecast.ends.at(-1);
  if (begin === undefined || end === undefined) return [];
  const all = [...(observed ? intervalsOf(observed, begin) : []), ...intervalsOf(forecast, Number.POSITIVE_INFINITY)];
  const days: DayLight[] = [];
  for (let day = dayNumber(begin, zone); startOfDay(day + 1, zone) <= end; day++) {
    const [first, next] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
    const own = all.filter(({ start, end }) => start >= first && end <= next);
    const light = lightOf(own, first, next);
    days.push({ day: first, forecastFrom: Math.max(first, begin), ...(light ?? restOf(own, begin, next)) });
  }
  return days;
}

function intervalsOf(answer: Answer, until: number): Interval[] {
  return Array.from(answer.starts, (start, index) => ({
    start,
    end: answer.ends[index] as number,
    answer,
    index,
  })).filter(({ end }) => end <= until);
}

/** Of a day, or of its rest, that is known without a gap; undefined where it is not known so far back. */
function lightOf(intervals: readonly Interval[], from: number, to: number): (Light & { from: number }) | undefined {
  const known = intervals.filter(({ start }) => start >= from);
  const length = known.reduce((sum, { start, end }) => sum + end - start, 0);
  if (length !== to - from) return undefined;
  const level = sumOf(known, COLUMNS.level);
  return level === undefined
    ? undefined
    : { from, level, plane: sumOf(known, COLUMNS.plane), power: sumOf(known, COLUMNS.power) };
}

/** What of a day is forecast alone. */
function restOf(intervals: readonly Interval[], begin: number, next: number): Light & { from: number } {
  return lightOf(intervals, begin, next) ?? { from: begin, level: undefined, plane: undefined, power: undefined };
}

/** kWh of a column's powers; behind a horizon of what it leaves. */
function sumOf(intervals: readonly Interval[], name: string): number | undefined {
  let sum = 0;
  for (const { answer, index, start, end } of intervals) {
    const column = [name + SHADED, name]
      .map((one) => answer.parameters.find((found) => found.name === one))
      .find(Boolean);
    const value = column?.values[index];
    if (value == null) return undefined;
    sum += (value * (end - start)) / HOUR / 1000;
  }
  return sum;
}

/** "today", "tomorrow", or neither. */
export function nearness({ day }: DayLight, now: number, zone: Zone): "today" | "tomorrow" | undefined {
  const today = midnight(now, zone);
  if (day === today) return "today";
  return day === midnight(today + 1.5 * DAY, zone) ? "tomorrow" : undefined;
}
