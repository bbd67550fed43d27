/** Lines of text as records: one place at one time, as CSV with a head or as JSON lines. */

import { skyAt } from "irradiance-engine/climatology";
import { DAY, parseIsoTime, shown } from "irradiance-engine/internal/shared";
import { noticeOf } from "irradiance-engine/internal/weather";
import { type Examination, examineWeather, refuseClock } from "irradiance-engine/weather";
import { groupedBy } from "../lists.js";
import type { Place } from "../source.js";
import { monthStart } from "./cells.js";
import type { LiveDescription } from "./manifest.js";
import type { LiveUpdate } from "./update.js";

export interface WeatherRecord {
  readonly place: Place;
  /** Unix ms. */
  readonly time: number;
  /** By column of the store; NaN where there is no value. */
  readonly values: Float64Array;
}

/** @throws RangeError naming what is wrong with the line */
type ParseRecord = (line: string) => WeatherRecord;

const KEYS = ["time", "latitude", "longitude"];
const OPTIONAL = "altitude";
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/**
 * The parser of the lines after the first, which is a CSV head or itself a record of JSON.
 *
 * @returns undefined if the first line is neither
 * @throws RangeError for a head with unknown names
 */
export function recordParser(
  first: string,
  description: LiveDescription,
): { readonly parse: ParseRecord; readonly isRecord: boolean } | undefined {
  if (first.startsWith("{")) {
    return isRecord(first) ? { parse: (line) => recordOf(objectOf(line), description), isRecord: true } : undefined;
  }
  const names = first.split(",").map((name) => name.trim());
  if (!KEYS.every((key) => names.includes(key))) return undefined;
  checkNames(names, description);
  return { parse: (line) => recordOf(cellsOf(line, names), description), isRecord: false };
}

function isRecord(line: string): boolean {
  try {
    const fields = JSON.parse(line);
    return KEYS.every((key) => Object.hasOwn(fields, key));
  } catch {
    return false;
  }
}

type Fields = { readonly [name: string]: unknown };

function objectOf(line: string): Fields {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch (cause) {
    throw new RangeError(`a line must be a JSON object, got ${shown(line)}`, { cause });
  }
  if (typeof fields !== "object" || fields === null)
    throw new RangeError(`a line must be an object, got ${shown(line)}`);
  return fields as Fields;
}

function cellsOf(line: string, names: readonly string[]): Fields {
  if (line.includes('"')) throw new RangeError(`cells must be without quotation marks, got ${shown(line)}`);
  const cells = line.split(",");
  if (cells.length !== names.length)
    throw new RangeError(`a line must have ${names.length} cells, got ${cells.length}`);
  return Object.fromEntries(names.map((name, k) => [name, cells[k]!.trim()]));
}

function recordOf(fields: Fields, description: LiveDescription): WeatherRecord {
  checkNames(Object.keys(fields), description);
  const [latitude, longitude, altitude] = ["latitude", "longitude", OPTIONAL].map((name) => numberOf(fields, name));
  const where = { latitude: latitude!, longitude: longitude! };
  return {
    place: Number.isNaN(altitude) ? where : { ...where, altitude },
    time: timeOf(fields.time),
    values: Float64Array.from(description.columns, ({ name }) => numberOf(fields, name)),
  };
}

function checkNames(names: readonly string[], { columns }: LiveDescription): void {
  const known = [...KEYS, OPTIONAL, ...columns.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`names must be among ${known.join(", ")}, got ${shown(unknown)}`);
  if (new Set(names).size < names.length) throw new RangeError(`names must differ, got ${names.join(", ")}`);
}

/** NaN for what is missing: an empty cell, null, nan. */
function numberOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (value === undefined || value === null || value === "" || value === "NaN" || value === "nan") return Number.NaN;
  if (typeof value === "number") return value;
  if (typeof value === "string" && NUMBER.test(value)) return Number(value);
  throw new RangeError(`${name} must be a number, got ${shown(value)}`);
}

function timeOf(value: unknown): number {
  const time = typeof value === "string" ? parseIsoTime(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new RangeError(`time must be like 2026-06-21T12:15Z or 2026-06-21T14:15+02:00, got ${shown(value)}`);
}

// Records are looked at before they are kept, as weather files are, where they are of days enough to tell a clock.

const GHI = "global_horizontal_irradiance";
/** Of fewer days the course of the light says nothing. */
const FEWEST_DAYS = 5;
/** Of many places a wrong clock is that of whoever writes them; rows of a place that are looked at. */
const MOST_PLACES = 20;
const MOST_ROWS = 200_000;

interface Look {
  readonly trustClock?: boolean | undefined;
  readonly warn: (message: string) => void;
}

/** Refuses a clock that is surely wrong, and says what else was found. @throws WeatherError */
export function judge(examination: Examination | undefined, file: string, { trustClock, warn }: Look): void {
  refuseClock(examination, { trustClock, file });
  for (const finding of examination?.findings ?? []) warn(noticeOf({ ...finding, remedy: "" }).message);
}

/** @throws WeatherError for times that are surely wrong, unless they are trusted */
export async function lookAtRecords(
  file: string,
  records: readonly WeatherRecord[],
  { columns, step, sampling }: LiveDescription,
  look: Look,
): Promise<void> {
  const column = columns.findIndex(({ name }) => name === GHI);
  for (const own of column < 0 ? [] : coursesOf(records)) {
    const times = own.map(({ time }) => time);
    const start = times.reduce((first, time) => Math.min(first, time));
    const rows = (times.reduce((last, time) => Math.max(last, time)) - start) / (step * 1000) + 1;
    if (rows * step * 1000 < FEWEST_DAYS * DAY || rows > MOST_ROWS) continue;
    const light = new Float64Array(Math.floor(rows)).fill(Number.NaN);
    for (const { time, values } of own) light[Math.round((time - start) / (step * 1000))] = values[column]!;
    const { place } = own[0]!;
    const series = { start, interval: step, sampling, columns: { [GHI]: light }, place };
    const found = examineWeather(series, await skyAt(place));
    // No option mends the times of records.
    const findings =
      found?.findings.map((finding) => ({ ...finding, remedy: "correct the times of the records" })) ?? [];
    judge(found && { ...found, findings }, `${file}, records of ${place.latitude},${place.longitude}`, look);
  }
}

/** Of the first places, each with its records. */
function coursesOf(records: readonly WeatherRecord[]): Iterable<readonly WeatherRecord[]> {
  return [...groupedBy(records, ({ place }) => `${place.latitude},${place.longitude}`).values()].slice(0, MOST_PLACES);
}

// Records in any order as updates: stations that report the same times together, month by month.

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
  const families = groupedBy(courses.values(), ({ first, last }) => `${first} ${last}`);
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
