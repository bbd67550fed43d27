/** Long curves by day: of the hours of a month no eye tells one from the next. */
import type { Band, Curve } from "./curve.js";
import { DAY, HOUR, midnight, type Zone } from "./time.js";

export interface Series {
  /** Middles of the intervals, Unix ms. */
  readonly times: ArrayLike<number>;
  /** ms of an interval. */
  readonly step: number;
  readonly curves: readonly Curve[];
  readonly zone: Zone;
}

export interface ByDay {
  /** Middles of the days, Unix ms. */
  readonly times: Float64Array;
  readonly curves: readonly Curve[];
  /** Least and largest value of a day, for curves that are neither light nor sums; by the name of their curve. */
  readonly bands: readonly (Band & { readonly of: string })[];
  /** Days that no curve has a value for, as all of them lack some: they are gaps. */
  readonly incomplete: number;
}

/** A stretch that is longer is drawn by day; an hour more is that of a change of clocks. */
const LONGEST = 10 * DAY + HOUR;
/** Share of a day that values must cover: a mean without the noon would be of another day. */
const WHOLE = 0.99;
/** From noon of a day so many ms lead into the next, though it may be one of 23 or 25 hours. */
const INTO_NEXT = 36 * HOUR;

/** Whether a stretch is drawn by day. */
export function isByDay(span: number, step: number): boolean {
  return span > LONGEST && step < DAY;
}

/** The curves with one value a day; undefined where most days are not whole, so that little would be left. */
export function byDay(series: Series): ByDay | undefined {
  const days = daysOf(series);
  const made = series.curves.map((curve) => days.map((day) => ofDay(curve, day, series.step)));
  const lost = days.filter((_, k) => made.every((values) => values[k] === undefined));
  if (2 * lost.length > days.length) return undefined;
  return {
    times: Float64Array.from(days, ({ start, end }) => (start + end) / 2),
    curves: series.curves.map((curve, k) => {
      const values = made[k] as readonly (Value | undefined)[];
      return { ...curve, unit: dailyUnit(curve), values: values.map((value) => value?.shown ?? null) };
    }),
    bands: series.curves.flatMap((curve, k) => {
      const values = made[k] as readonly (Value | undefined)[];
      if (curve.daily !== "range") return [];
      const { name, unit } = curve;
      const [low, high] = [values.map((value) => value?.least ?? null), values.map((value) => value?.most ?? null)];
      return [{ name, unit, of: name, low, high }];
    }),
    // What the period cuts off its first and last day is not missing.
    incomplete: lost.filter((day) => covers(day, day.to - day.from, series.step)).length,
  };
}

/** Of the sums of a day: energies in thousands. */
export function dailyUnit({ unit, daily }: Pick<Curve, "unit" | "daily">): string {
  if (daily !== "sum") return unit;
  return `${unit.replace(/^Wh\//, "kWh/")}/d`;
}

interface Day {
  readonly start: number;
  readonly end: number;
  /** Indices of the intervals of which the middle is in it. */
  readonly from: number;
  readonly to: number;
}

function daysOf({ times, zone }: Series): Day[] {
  const days: Day[] = [];
  for (let from = 0; from < times.length; ) {
    const start = midnight(times[from] as number, zone);
    const end = midnight(start + INTO_NEXT, zone);
    let to = from + 1;
    while (to < times.length && (times[to] as number) < end) to++;
    days.push({ start, end, from, to });
    from = to;
  }
  return days;
}

interface Value {
  readonly shown: number;
  readonly least: number;
  readonly most: number;
}

/** Of a whole day; else undefined. */
function ofDay({ values, unit, daily }: Curve, day: Day, step: number): Value | undefined {
  let [sum, count, least, most] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = day.from; i < day.to; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    sum += value;
    count++;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (!covers(day, count, step)) return undefined;
  const shown = daily === "sum" ? sum / (unit.startsWith("Wh/") ? 1000 : 1) : sum / count;
  return { shown: Number(shown.toFixed(3)), least, most };
}

function covers({ start, end }: Day, intervals: number, step: number): boolean {
  return intervals * step >= WHOLE * (end - start);
}
