/** Light that its clear hours show to be too bright or too dark for the clear sky, for a time or in all. */
import { IndexCounts } from "./index-counts.js";
import { CLEAR_HOURS, knownOf, rowsByDay, type TeacherHours, tells } from "./teacher-hours.js";

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
const LEAST_HOURS = 30;
/** Of all hours together. */
const ALL_LIMITS = { dark: 0.9, bright: 1.2 };
/** A run's clear hours may be too bright by a tenth: the light's are too dark where they are below that, and too bright above them. */
const BELOW_RUN = 0.9;
const ABOVE_RUN = 1.05;
/** Where the run has no clear hours either, weather is as likely as a sensor. */
const RUN_CLEAR = 0.95;

/** Whether each row lies in days that are too bright or too dark. */
export function strayRows(hours: TeacherHours): readonly boolean[] {
  const sky = new ClearHours(hours);
  const isStray = new Array<boolean>(hours.count).fill(false);
  sky.byDay.forEach((rows, day) => {
    const isBright = sky.isTooBright(
      day - Math.floor(BRIGHT_WINDOW.days / 2),
      BRIGHT_WINDOW.days,
      BRIGHT_WINDOW.bright,
    );
    if (isBright || DARK_WINDOWS.some((window) => isInDark(sky, day, window))) {
      for (const row of rows) isStray[row] = true;
    }
  });
  return isStray;
}

/** A window that is partly bright looks bright: what is dark shows in one that ends or begins at its edge. */
function isInDark(sky: ClearHours, day: number, { days, dark }: (typeof DARK_WINDOWS)[number]): boolean {
  return [0, Math.floor(days / 2), days - 1].some((before) => sky.isTooDark(day - before, days, dark));
}

/** Light of all clear hours over a clear sky's, where that is too much or too little; undefined where it may be right. */
export function strayFactor(hours: TeacherHours): number | undefined {
  const sky = new ClearHours(hours);
  const days = sky.byDay.length;
  const isOff = sky.isTooBright(0, days, ALL_LIMITS.bright) || sky.isTooDark(0, days, ALL_LIMITS.dark);
  return isOff ? sky.light(0, days) : undefined;
}

/** How bright clear hours of days in a row are, over a clear sky's; NaN where too few tell. */
class ClearHours {
  readonly byDay: readonly (readonly number[])[];
  private readonly observed: IndexCounts;
  private readonly forecast: IndexCounts;

  constructor(hours: TeacherHours) {
    this.byDay = rowsByDay(hours);
    const telling = this.byDay.map((rows) => rows.filter((row) => tells(hours, row)));
    this.observed = new IndexCounts(telling.map((rows) => knownOf(hours.observed, rows)));
    this.forecast = new IndexCounts(telling.map((rows) => knownOf(hours.newest, rows)));
  }

  light(day: number, days: number): number {
    return this.observed.quantile(day, day + days, CLEAR_HOURS, LEAST_HOURS);
  }

  /** Of the runs in the same hours. */
  private run(day: number, days: number): number {
    return this.forecast.quantile(day, day + days, CLEAR_HOURS, LEAST_HOURS);
  }

  isTooBright(day: number, days: number, limit: number): boolean {
    const light = this.light(day, days);
    return light > limit && !(light < ABOVE_RUN * this.run(day, days));
  }

  isTooDark(day: number, days: number, limit: number): boolean {
    const light = this.light(day, days);
    if (!(light < limit)) return false;
    const run = this.run(day, days);
    return !(run < RUN_CLEAR) && !(light > BELOW_RUN * run);
  }
}
