/** Long curves by the day, or by some days: of the hours of a month no eye tells one from the next. And the stretch that is shown. */
import type { Band, Curve } from "./panels.js";
import { DAY, HOUR, MINUTE, midnight, type Zone } from "./time.js";

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** "2024-06-01T06:00Z,2024-06-08T12:00Z": to the minute, outwards, so that nothing seen is left out. */
export function zoomText({ from, to }: Stretch): string {
  return `${minuteText(Math.floor(from / MINUTE))},${minuteText(Math.ceil(to / MINUTE))}`;
}

/** Within what there is; undefined for all of it, for what cannot be read, and for a stretch of which nothing is there. */
export function zoomOf(text: string, { from, to }: Stretch): Stretch | undefined {
  const [first = Number.NaN, last = Number.NaN] = text.split(",").map((time) => Date.parse(time));
  const found = { from: Math.max(from, first), to: Math.min(to, last) };
  return found.from < found.to ? found : undefined;
}

function minuteText(minutes: number): string {
  return new Date(minutes * MINUTE).toISOString().replace(":00.000", "");
}

interface Series {
  /** Middles of the intervals, Unix ms. */
  readonly times: ArrayLike<number>;
  /** ms of an interval. */
  readonly step: number;
  readonly curves: readonly Curve[];
  readonly zone: Zone;
}

/** Days that are drawn as one value. */
const BINS = [1, 7, 28] as const;
export type Bin = (typeof BINS)[number];

export interface ByDays {
  readonly bin: Bin;
  /** Middles of the bins, or of what the period has of them, Unix ms. */
  readonly times: Float64Array;
  readonly curves: readonly Curve[];
  /** Least and largest value, for curves that are neither light nor sums; by the name of their curve. */
  readonly bands: readonly (Band & { readonly of: string })[];
  /** Bins without a value of any curve, as values are missing in them: they are gaps. */
  readonly incomplete: number;
}

/** A stretch that is longer is drawn by days; an hour more is that of a change of clocks. */
const LONGEST = 10 * DAY + HOUR;
/** Share of a bin that values must cover: a mean without the noon would be of another day. */
const WHOLE = 0.99;
/** Pixels that a value needs: closer ones become a block of colour. */
const CLOSEST = 2.5;

/** The days that are one value of a stretch; undefined: every value is drawn. @param pixels of the stretch */
export function binOf(span: number, step: number, pixels: number): Bin | undefined {
  if (span <= LONGEST || step >= DAY) return undefined;
  return BINS.find((days) => (pixels * days * DAY) / span >= CLOSEST) ?? BINS[BINS.length - 1];
}

/** The curves with one value for each bin; undefined where most bins lack values, so that little would be left. */
export function byDays(series: Series, bin: Bin): ByDays | undefined {
  const bins = binsOf(series, bin);
  const made = series.curves.map((curve) => bins.map((one) => valueIn(curve, one, series.step)));
  const lost = bins.filter((_, k) => made.every((values) => values[k] === undefined));
  if (2 * lost.length > bins.length) return undefined;
  return {
    bin,
    times: Float64Array.from(bins, ({ from, to }) => middle(series.times, from, to - 1)),
    curves: series.curves.map((curve, k) => {
      const values = made[k] as readonly (Value | undefined)[];
      return { ...curve, unit: dailyUnit(curve), values: values.map((value) => value?.shown ?? null) };
    }),
    bands: series.curves.flatMap((curve, k) => (curve.daily === "range" ? [bandOf(curve, made[k] ?? [])] : [])),
    // What the period cuts off its first and last day is not missing.
    incomplete: lost.filter((one) => isOfDays(one, series.step)).length,
  };
}

function bandOf({ name, unit }: Curve, values: readonly (Value | undefined)[]): ByDays["bands"][number] {
  const [low, high] = [values.map((value) => value?.least ?? null), values.map((value) => value?.most ?? null)];
  return { name, unit, of: name, low, high };
}

/** Of sums and powers, each day's: energies in thousands. */
export function dailyUnit({ unit, daily }: Pick<Curve, "unit" | "daily">): string {
  if (daily !== "sum") return unit;
  return `${unit.replace(POWER, "kWh/")}/d`;
}

/** What light and power are counted in, by the hour or as a mean. */
const POWER = /^Wh?\//;

interface Days {
  readonly start: number;
  readonly end: number;
  /** Indices of the intervals of which the middle is in it. */
  readonly from: number;
  readonly to: number;
}

function binsOf({ times, zone }: Series, bin: Bin): Days[] {
  const bins: Days[] = [];
  for (let from = 0; from < times.length; ) {
    const start = midnight(times[from] as number, zone);
    // Half a day on: days are of 23 or 25 hours where clocks change.
    const end = midnight(start + (bin + 0.5) * DAY, zone);
    let to = from + 1;
    while (to < times.length && (times[to] as number) < end) to++;
    bins.push({ start, end, from, to });
    from = to;
  }
  return bins;
}

function middle(times: ArrayLike<number>, first: number, last: number): number {
  return ((times[first] as number) + (times[last] as number)) / 2;
}

interface Value {
  readonly shown: number;
  readonly least: number;
  readonly most: number;
}

/** Of a day or more, as good as all of it; else undefined. */
function valueIn({ values, unit, daily }: Curve, days: Days, step: number): Value | undefined {
  let [sum, count, least, most] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = days.from; i < days.to; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    sum += value;
    count++;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (count < WHOLE * (days.to - days.from) || !isOfDays(days, step)) return undefined;
  // A mean power holds for each hour of the day.
  const each = unit.startsWith("W/") ? HOUR : step;
  const perDay = (sum * DAY) / (count * each) / (POWER.test(unit) ? 1000 : 1);
  const shown = daily === "sum" ? perDay : sum / count;
  return { shown: Number(shown.toFixed(3)), least, most };
}

/** Whether the period has a day of it or more. */
function isOfDays({ start, end, from, to }: Days, step: number): boolean {
  return (to - from) * step >= WHOLE * Math.min(DAY, end - start);
}
