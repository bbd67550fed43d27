/** Light that its clear hours show to be too bright or too dark for the clear sky, for a time or in all. */
import { clearest, indicesOf, rowsByDay, type TeacherHours, tells } from "./teacher-hours.js";

/** Days of a window: its clear hours had 0.95 to 1.13 of a clear sky's light at two stations, those of 30 days 1.00 to 1.12. */
const FORTNIGHT = 15;
/** Hours that a window needs to tell. */
const LEAST_HOURS = 30;
/** Limits of a window, and of all hours together. */
const WINDOW_LIMITS = { dark: 0.82, bright: 1.22 };
const ALL_LIMITS = { dark: 0.9, bright: 1.2 };
/** A run's clear hours may be too bright by a tenth: the light's are too dark where they are below that, and too bright above them. */
const BELOW_RUN = 0.9;
const ABOVE_RUN = 1.05;
/** Where the run has no clear hours either, weather is as likely as a sensor. */
const RUN_CLEAR = 0.95;

interface Brightness {
  /** Light of clear hours over a clear sky's. */
  readonly light: number;
  /** Of the runs in the same hours; NaN without one. */
  readonly run: number;
}

/** Whether each row lies in days that are too bright or too dark. */
export function strayRows(hours: TeacherHours): readonly boolean[] {
  const days = tellingDays(hours);
  const isStray = new Array<boolean>(hours.count).fill(false);
  const half = Math.floor(FORTNIGHT / 2);
  rowsByDay(hours).forEach((rows, day) => {
    // A window that is half bright looks bright: what is dark shows in one that ends or begins at its edge.
    const [around, before, after] = [day - half, day - FORTNIGHT + 1, day].map((from) => brightnessOf(days, from));
    const isOff =
      isTooBright(around, WINDOW_LIMITS.bright) ||
      [around, before, after].some((window) => isTooDark(window, WINDOW_LIMITS.dark));
    if (isOff) for (const row of rows) isStray[row] = true;
  });
  return isStray;
}

/** Light of all clear hours over a clear sky's, where that is too much or too little; undefined where it may be right. */
export function strayFactor(hours: TeacherHours): number | undefined {
  const days = tellingDays(hours);
  const all = brightnessOf(days, 0, days.length);
  return isTooBright(all, ALL_LIMITS.bright) || isTooDark(all, ALL_LIMITS.dark) ? all!.light : undefined;
}

interface DayIndices {
  readonly light: readonly number[];
  readonly run: readonly number[];
}

function tellingDays(hours: TeacherHours): readonly DayIndices[] {
  return rowsByDay(hours).map((rows) => {
    const telling = rows.filter((row) => tells(hours, row));
    return { light: indicesOf(hours, hours.light, telling), run: indicesOf(hours, hours.newest, telling) };
  });
}

/** Of days from one on; undefined where too few hours tell. */
function brightnessOf(days: readonly DayIndices[], from: number, count = FORTNIGHT): Brightness | undefined {
  const some = days.slice(Math.max(0, from), Math.max(0, from + count));
  const light = some.flatMap((day) => day.light);
  if (light.length < LEAST_HOURS) return undefined;
  return { light: clearest(light), run: clearest(some.flatMap((day) => day.run)) };
}

function isTooBright(window: Brightness | undefined, limit: number): boolean {
  return window !== undefined && window.light > limit && !(window.light < ABOVE_RUN * window.run);
}

function isTooDark(window: Brightness | undefined, limit: number): boolean {
  if (window === undefined || window.light >= limit) return false;
  return !(window.run < RUN_CLEAR) && !(window.light > BELOW_RUN * window.run);
}
