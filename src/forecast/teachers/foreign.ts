/**
 * Light of another sky: its days are bright and dark when those of the runs are not, though one run agrees with the next; or of the day
 * before.
 */
import { rowsByDay, type TeacherHours, tells } from "./teacher-hours.js";

/** Days around a day, and how many of them must be known. */
const WINDOW = 31;
const LEAST_DAYS = 20;
/** Correlation of the days' indices: 0.52 or more at two stations; 0.4 or less in 98 % of the windows whose runs were of other days. */
const ALIKE = 0.4;
/** Of one run with the next: of runs that know something; without skill it is about 0. */
const AGREEING = 0.5;
/** Standard deviation of the runs' days: where they are all alike, they tell nothing. */
const VARIED = 0.08;

/** Whether each row lies in days of another sky; all of them, where the days together show it. */
export function foreignRows(hours: TeacherHours): readonly boolean[] {
  const byDay = rowsByDay(hours);
  const light = dayIndices(hours, byDay, hours.observed);
  const runs = dayIndices(hours, byDay, hours.older);
  const isForeign = (from: number, to: number) => isOfAnotherSky(light.slice(from, to), runs.slice(from, to));
  const rows = new Array<boolean>(hours.count).fill(isForeign(0, byDay.length));
  byDay.forEach((own, day) => {
    const from = Math.max(0, Math.min(day - Math.floor(WINDOW / 2), byDay.length - WINDOW));
    if (isForeign(from, from + WINDOW)) for (const row of own) rows[row] = true;
  });
  return rows;
}

/** Whether each row lies in a day that repeats the day before, hour by hour: a feed that stands still. */
export function repeatedRows(hours: TeacherHours): readonly boolean[] {
  const { clear, observed, count } = hours;
  const isRepeated = new Array<boolean>(count).fill(false);
  const light = (row: number) => observed[row]! * clear[row]!;
  for (const rows of rowsByDay(hours)) {
    const telling = rows.filter((row) => row >= DAY_ROWS && tells(hours, row) && tells(hours, row - DAY_ROWS));
    if (telling.length < LEAST_HOURS) continue;
    // An hour's light is its index times its clear sky: equal but for the last digits.
    if (telling.every((row) => Math.abs(light(row) - light(row - DAY_ROWS)) < ALIKE_LIGHT)) {
      for (const row of rows) isRepeated[row] = true;
    }
  }
  return isRepeated;
}

const DAY_ROWS = 24;
/** Hours of a high sun that a day needs: fewer may be alike by chance. */
const LEAST_HOURS = 4;
/** W/m². */
const ALIKE_LIGHT = 1e-6;

/** Of a day: the index of a column, and of the newest run in the same hours. */
type Pair = readonly [own: number, run: number];

/** Undefined for days of whose hours half is missing. */
function dayIndices(
  hours: TeacherHours,
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
