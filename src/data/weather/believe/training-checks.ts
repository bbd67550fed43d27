/**
 * Checks of observed hours beside the runs of a weather model, which know of no sensor: light that is scaled, shaded or of another sky, in
 * all of the days or in some.
 */

import { quantileOfSorted } from "../../../foundation/statistics/order.js";
import type { TimeGrid } from "../../../physics/sky/time-grid.js";
import { CLEAR, LIT } from "./context.js";

/** What was observed and what runs said of the same hours, one value an hour; clear-sky indices, NaN = not known. */
export interface TrainingHours extends TimeGrid {
  /** GHI of the clear sky, W/m². */
  readonly clear: Float64Array;
  /** Observed; what a check leaves out becomes NaN. */
  readonly observed: Float64Array;
  /** Of the newest run that covers the hour, and of the run before it. */
  readonly newest: Float64Array;
  readonly older: Float64Array;
  /** Of mean solar time, from 1970. */
  readonly day: Int32Array;
  /** Of mean solar time, 0 … 23. */
  readonly hour: Int32Array;
}

/** Rows by their day, the first day first. */
function rowsByDay({ day, count }: TrainingHours): readonly (readonly number[])[] {
  const days: number[][] = Array.from({ length: day[count - 1]! - day[0]! + 1 }, () => []);
  for (let row = 0; row < count; row++) days[day[row]! - day[0]!]!.push(row);
  return days;
}

/** Whether the sun is so high that an hour says something of the sky, if it was observed. */
export function isHigh({ clear }: TrainingHours, row: number): boolean {
  return clear[row]! > LIT.training;
}

/** Whether an hour says something of the sky. */
export function tells(hours: TrainingHours, row: number): boolean {
  return isHigh(hours, row) && !Number.isNaN(hours.observed[row]!);
}

/** Values of a column, without the missing ones. */
function knownOf(column: Float64Array, rows: readonly number[]): readonly number[] {
  return rows.map((row) => column[row]!).filter((value) => !Number.isNaN(value));
}

/** A test of rows for each of its days. */
function markDays(hours: TrainingHours, isPicked: (day: number, rows: readonly number[]) => boolean): boolean[] {
  const marks = new Array<boolean>(hours.count).fill(false);
  rowsByDay(hours).forEach((rows, day) => {
    if (isPicked(day, rows)) for (const row of rows) marks[row] = true;
  });
  return marks;
}

/**
 * Days of a window, and how dark its clear hours may be: at two stations those of a fortnight had 0.95 to 1.13 of a clear sky's light,
 * those of ten days 0.77 and more, and of a week 0.56. Shorter windows find what the longer ones do not fit into.
 */
const DARK_WINDOWS = [
  { days: 15, dark: 0.82 },
  { days: 10, dark: 0.7 },
  { days: 7, dark: 0.5 },
] as const;
/** And how bright those of a fortnight. */
const BRIGHT_WINDOW = { days: 15, bright: 1.22 };
/** Hours that a window needs to tell. */
const LEAST_WINDOW_HOURS = 30;
/** Of all hours together. */
const ALL_LIMITS = { dark: 0.9, bright: 1.2 };
/** A run's clear hours may be too bright by a tenth: the light's are too dark where they are below that, and too bright above them. */
const BELOW_RUN = 0.9;
const ABOVE_RUN = 1.05;
/** Where the run has no clear hours either, weather is as likely as a sensor. */
const RUN_CLEAR = 0.95;

/** Whether each row lies in days that are too bright or too dark. */
export function strayRows(hours: TrainingHours): readonly boolean[] {
  const sky = new Brightness(hours);
  const { days, bright } = BRIGHT_WINDOW;
  return markDays(
    hours,
    (day) =>
      sky.isTooBright(day - Math.floor(days / 2), days, bright) ||
      // A window that is partly bright looks bright: what is dark shows in one that ends or begins at its edge.
      DARK_WINDOWS.some((window) =>
        [0, Math.floor(window.days / 2), window.days - 1].some((before) =>
          sky.isTooDark(day - before, window.days, window.dark),
        ),
      ),
  );
}

/** Light of all clear hours over a clear sky's, where that is too much or too little; undefined where it may be right. */
export function strayFactor(hours: TrainingHours): number | undefined {
  const sky = new Brightness(hours);
  const isOff = sky.isTooBright(0, sky.days, ALL_LIMITS.bright) || sky.isTooDark(0, sky.days, ALL_LIMITS.dark);
  return isOff ? sky.light(0, sky.days) : undefined;
}

/** How bright clear hours of days in a row are, over a clear sky's; NaN where too few tell. */
class Brightness {
  readonly days: number;
  private readonly observed: IndexCounts;
  /** Of the runs in the same hours. */
  private readonly forecast: IndexCounts;

  constructor(hours: TrainingHours) {
    const telling = rowsByDay(hours).map((rows) => rows.filter((row) => tells(hours, row)));
    this.days = telling.length;
    this.observed = new IndexCounts(telling.map((rows) => knownOf(hours.observed, rows)));
    this.forecast = new IndexCounts(telling.map((rows) => knownOf(hours.newest, rows)));
  }

  light(day: number, days: number): number {
    return this.observed.clearest(day, day + days);
  }

  isTooBright(day: number, days: number, limit: number): boolean {
    const light = this.light(day, days);
    return light > limit && !(light < ABOVE_RUN * this.forecast.clearest(day, day + days));
  }

  isTooDark(day: number, days: number, limit: number): boolean {
    const light = this.light(day, days);
    if (!(light < limit)) return false;
    const run = this.forecast.clearest(day, day + days);
    return !(run < RUN_CLEAR) && !(light > BELOW_RUN * run);
  }
}

/** Of an index, and how many there are: beyond the last no light is possible. */
const BIN = 0.01;
const BINS = 200;

/** How many hours of which clear-sky index each day has, so that the clear hours of any days in a row are found quickly. */
class IndexCounts {
  private readonly days: number;
  /** Of each index, hours of all days before a day; day by day. */
  private readonly before: Uint32Array;

  /** @param byDay clear-sky indices of the hours of each day */
  constructor(byDay: readonly (readonly number[])[]) {
    this.days = byDay.length;
    this.before = new Uint32Array((byDay.length + 1) * BINS);
    byDay.forEach((indices, day) => {
      const [own, next] = [day * BINS, (day + 1) * BINS];
      this.before.copyWithin(next, own, next);
      for (const index of indices) this.before[next + Math.min(BINS - 1, Math.max(0, Math.floor(index / BIN)))]!++;
    });
  }

  /**
   * The index of the clear hours, to half of 0.01; NaN where too few hours tell.
   *
   * @param from,to days; those that are not there have no hours
   */
  clearest(from: number, to: number): number {
    const [first, last] = [from, to].map((day) => Math.min(this.days, Math.max(0, day)) * BINS) as [number, number];
    const hours = (bin: number) => this.before[last + bin]! - this.before[first + bin]!;
    let all = 0;
    for (let bin = 0; bin < BINS; bin++) all += hours(bin);
    if (all < LEAST_WINDOW_HOURS) return Number.NaN;
    let [bin, passed] = [0, hours(0)];
    while (passed <= CLEAR.hoursBesideRun * all && bin < BINS - 1) passed += hours(++bin);
    return (bin + 0.5) * BIN;
  }
}

/** Days on which an hour of the day tells: so many, and so many beside the hour that most of them have; and hours of the day. */
const LEAST_DAYS_OF_HOUR = 15;
const LEAST_SHARE = 0.6;
const LEAST_TELLING_HOURS = 3;
/** Clear hours in the shade, against the clear hours of the other hours of the day; and the runs, which know of no wall. */
const SHADED = 0.72;
const RUN_ALIKE = 0.85;

/** Whether each row lies in an hour of the day that never sees the sun of the others: behind a wall, or in days kept as halves. */
export function shadedRows(hours: TrainingHours): readonly boolean[] {
  const rows = Array.from({ length: hours.count }, (_, row) => row);
  const telling = rows.filter((row) => tells(hours, row) && !Number.isNaN(hours.newest[row]!));
  const ofHour = Array.from({ length: 24 }, (_, hour) => telling.filter((row) => hours.hour[row]! === hour));
  const least = Math.max(LEAST_DAYS_OF_HOUR, LEAST_SHARE * Math.max(...ofHour.map((own) => own.length)));
  const clearest = (column: Float64Array, own: readonly number[]) =>
    quantile(knownOf(column, own), CLEAR.hoursBesideRun);
  const known = ofHour.map((own) =>
    own.length < least ? undefined : { light: clearest(hours.observed, own), run: clearest(hours.newest, own) },
  );
  const all = known.filter((one) => one !== undefined);
  if (all.length < LEAST_TELLING_HOURS) return rows.map(() => false);
  const middle = (of: (one: (typeof all)[number]) => number) => quantile(all.map(of), 0.5);
  const [light, run] = [middle((one) => one.light), middle((one) => one.run)];
  const isShaded = known.map((one) => one !== undefined && one.light < SHADED * light && one.run > RUN_ALIKE * run);
  return rows.map((row) => isShaded[hours.hour[row]!]!);
}

/** NaN of no values. */
function quantile(values: readonly number[], share: number): number {
  return values.length === 0 ? Number.NaN : quantileOfSorted(Float64Array.from(values).sort(), share);
}

/** Days around a day, and how many of them must be known. */
const WINDOW = 31;
const LEAST_DAYS = 20;
/** Correlation of the days' indices: 0.52 or more at two stations; 0.4 or less in 98 % of the windows whose runs were of other days. */
const ALIKE = 0.4;
/** Of one run with the next: of runs that know something; without skill it is about 0. */
const AGREEING = 0.5;
/** Standard deviation of the runs' days: where they are all alike, they tell nothing. */
const VARIED = 0.08;

/** Whether each row lies in days of another sky, bright and dark when the runs' are not, though one run agrees with the next; or all do. */
export function foreignRows(hours: TrainingHours): readonly boolean[] {
  const byDay = rowsByDay(hours);
  const light = dayIndices(hours, byDay, hours.observed);
  const runs = dayIndices(hours, byDay, hours.older);
  const isForeign = (from: number, to: number) => isOfAnotherSky(light.slice(from, to), runs.slice(from, to));
  const isAll = isForeign(0, byDay.length);
  return markDays(hours, (day) => {
    const from = Math.max(0, Math.min(day - Math.floor(WINDOW / 2), byDay.length - WINDOW));
    return isAll || isForeign(from, from + WINDOW);
  });
}

/** Of a day: the index of a column, and of the newest run in the same hours. */
type Pair = readonly [own: number, run: number];

/** Undefined for days of whose hours half is missing. */
function dayIndices(
  hours: TrainingHours,
  byDay: readonly (readonly number[])[],
  column: Float64Array,
): readonly (Pair | undefined)[] {
  const { clear, newest } = hours;
  return byDay.map((rows) => {
    const telling = rows.filter((row) => tells(hours, row));
    const known = telling.filter((row) => !Number.isNaN(column[row]! + newest[row]!));
    if (2 * known.length <= telling.length) return undefined;
    const light = (index: Float64Array) => known.reduce((all, row) => all + index[row]! * clear[row]!, 0);
    const all = known.reduce((sum, row) => sum + clear[row]!, 0);
    return [light(column) / all, light(newest) / all] as const;
  });
}

function isOfAnotherSky(light: readonly (Pair | undefined)[], runs: readonly (Pair | undefined)[]): boolean {
  const seen = likeness(light);
  if (seen.days < LEAST_DAYS || seen.deviation < VARIED || seen.correlation >= ALIKE) return false;
  const known = likeness(runs);
  return known.days < LEAST_DAYS || known.correlation >= AGREEING;
}

function likeness(pairs: readonly (Pair | undefined)[]) {
  let [days, x, y, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (const pair of pairs) {
    if (pair === undefined) continue;
    const [own, run] = pair;
    days++;
    x += own;
    y += run;
    xx += own * own;
    xy += own * run;
    yy += run * run;
  }
  const [ofOwn, ofRun] = [xx - (x * x) / days, yy - (y * y) / days];
  // What never varies is like nothing.
  const correlation = ofOwn > ROUNDING && ofRun > ROUNDING ? (xy - (x * y) / days) / Math.sqrt(ofOwn * ofRun) : 0;
  return { days, correlation, deviation: Math.sqrt(Math.max(0, ofRun) / days) };
}

const ROUNDING = 1e-9;

const DAY_ROWS = 24;
/** Hours of a high sun that a day needs: fewer may be alike by chance. */
const LEAST_ALIKE_HOURS = 4;
/** W/m². */
const ALIKE_LIGHT = 1e-6;

/** Whether each row lies in a day that repeats the day before, hour by hour: a feed that stands still. */
export function repeatedRows(hours: TrainingHours): readonly boolean[] {
  const light = (row: number) => hours.observed[row]! * hours.clear[row]!;
  return markDays(hours, (_, rows) => {
    const telling = rows.filter((row) => row >= DAY_ROWS && tells(hours, row) && tells(hours, row - DAY_ROWS));
    // An hour's light is its index times its clear sky: equal but for the last digits.
    const isAlike = (row: number) => Math.abs(light(row) - light(row - DAY_ROWS)) < ALIKE_LIGHT;
    return telling.length >= LEAST_ALIKE_HOURS && telling.every(isAlike);
  });
}
