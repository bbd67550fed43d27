/** Records in any order as updates: stations that report the same times together, month by month. */
import type { Place } from "../source.js";
import type { LiveDescription } from "./description.js";
import type { WeatherRecord } from "./records.js";
import { monthStart } from "./rows.js";
import type { LiveUpdate } from "./update.js";

/** Of one place in one month. */
interface Course {
  place: Place;
  readonly records: Map<number, Float64Array>;
  first: number;
  last: number;
}

/**
 * Of two records of the same place and time the later one holds, as far as it has values.
 *
 * @throws RangeError for a time that is not one of the store
 */
export function gather(records: Iterable<WeatherRecord>, description: LiveDescription): LiveUpdate[] {
  const step = description.step * 1000;
  const courses = new Map<string, Course>();
  for (const { place, time, values } of records) {
    const key = `${place.latitude.toFixed(4)} ${place.longitude.toFixed(4)} ${monthStart(time)}`;
    let course = courses.get(key);
    if (course === undefined) courses.set(key, (course = { place, records: new Map(), first: time, last: time }));
    course.place = withAltitude(course.place, place);
    course.first = Math.min(course.first, time);
    course.last = Math.max(course.last, time);
    course.records.set(time, over(course.records.get(time), values));
  }
  const families = new Map<string, Course[]>();
  for (const course of courses.values()) {
    const key = `${course.first} ${course.last}`;
    const family = families.get(key);
    if (family === undefined) families.set(key, [course]);
    else family.push(course);
  }
  return [...families.values()].map((family) => updateOf(family, description, step));
}

/** Not every record has to say it. */
function withAltitude(known: Place, { latitude, longitude, altitude }: Place): Place {
  if (altitude === undefined || known.altitude === altitude) return known;
  if (known.altitude === undefined) return { ...known, altitude };
  throw new RangeError(
    `altitude of ${latitude},${longitude} must be the same in all lines, got ${known.altitude} and ${altitude} m`,
  );
}

function over(before: Float64Array | undefined, values: Float64Array): Float64Array {
  return before === undefined ? values : values.map((value, k) => (Number.isNaN(value) ? before[k]! : value));
}

function updateOf(family: readonly Course[], { columns }: LiveDescription, step: number): LiveUpdate {
  const { first, last } = family[0]!;
  const rows = Math.floor((last - first) / step) + 1;
  const values = columns.map(() => new Float64Array(rows * family.length).fill(Number.NaN));
  family.forEach(({ records }, at) => {
    for (const [time, row] of records) {
      if (!Number.isInteger(time / step)) {
        const text = `time must be a multiple of the step ${step / 1000} s, got ${new Date(time).toISOString()}`;
        throw new RangeError(text);
      }
      columns.forEach((_, k) => {
        values[k]![at * rows + (time - first) / step] = row[k]!;
      });
    }
  });
  const named = columns.flatMap(({ name }, k) => (values[k]!.every(Number.isNaN) ? [] : [[name, values[k]!] as const]));
  const kept = named.length > 0 ? named : [[columns[0]!.name, values[0]!] as const];
  return { places: family.map(({ place }) => place), start: first, columns: Object.fromEntries(kept) };
}
