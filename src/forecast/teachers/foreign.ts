/** Light of another sky: its days are bright and dark when those of the runs are not, though the runs agree with one another. */
import { TELLING, type TeacherHours } from "./teacher-hours.js";

/** Days around a day, and how many of them must be known. */
const WINDOW = 31;
const LEAST_DAYS = 20;
/** Correlation of the days' indices: 0.52 or more at two stations, 0.4 or less in 98 % of the windows that were shifted by days. */
const ALIKE = 0.4;
/** Of runs that know something, one with the next; of runs without skill it is about 0. */
const AGREEING = 0.5;
/** Standard deviation of the days of a run: where no day differs from another, they tell nothing. */
const VARIED = 0.08;

/** Of each day, whether the days around it are of another sky than the runs'. */
export function foreignDays(hours: TeacherHours): readonly boolean[] {
  const light = dayIndices(hours, hours.light, hours.newest);
  const runs = dayIndices(hours, hours.older, hours.newest);
  const { days } = hours;
  return Array.from({ length: days }, (_, day) => {
    const from = Math.max(0, Math.min(day - Math.floor(WINDOW / 2), days - WINDOW));
    return isForeign(light, runs, from, from + WINDOW);
  });
}

/** Whether all of the light is of another sky. */
export function isForeignSky(hours: TeacherHours): boolean {
  return isForeign(dayIndices(hours, hours.light, hours.newest), dayIndices(hours, hours.older, hours.newest), 0, hours.days);
}

function isForeign(light: Pairs, runs: Pairs, from: number, to: number): boolean {
  const seen = alike(light, from, to);
  if (seen.count < LEAST_DAYS || seen.deviation < VARIED || seen.correlation >= ALIKE) return false;
  const known = alike(runs, from, to);
  return known.count < LEAST_DAYS || !(known.correlation < AGREEING);
}

interface Pairs {
  readonly one: Float64Array;
  readonly other: Float64Array;
}

/** Indices of the days over hours that both have; NaN for days of which half is missing. */
function dayIndices({ clear, day, days }: TeacherHours, one: Float64Array, other: Float64Array): Pairs {
  const [a, b, both, all] = [0, 1, 2, 3].map(() => new Float64Array(days)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let row = 0; row < clear.length; row++) {
    if (!(clear[row]! > TELLING)) continue;
    const at = day[row]!;
    all[at]! += clear[row]!;
    if (Number.isNaN(one[row]! + other[row]!)) continue;
    a[at]! += one[row]!;
    b[at]! += other[row]!;
    both[at]! += clear[row]!;
  }
  const index = (sums: Float64Array) => sums.map((sum, at) => (2 * both[at]! > all[at]! ? sum / both[at]! : Number.NaN));
  return { one: index(a), other: index(b) };
}

function alike({ one, other }: Pairs, from: number, to: number) {
  let [count, x, y, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (let day = from; day < Math.min(to, one.length); day++) {
    const [a, b] = [one[day]!, other[day]!];
    if (Number.isNaN(a + b)) continue;
    count++;
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
    yy += b * b;
  }
  const [varA, varB] = [xx - (x * x) / count, yy - (y * y) / count];
  // Light that never varies is like nothing.
  const correlation = varA > 1e-9 ? (xy - (x * y) / count) / Math.sqrt(varA * varB) : 0;
  return { count, correlation, deviation: Math.sqrt(Math.max(0, varB) / count) };
}
