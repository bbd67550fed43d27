/** Runs that the server has kept: places in a folder, a file for each run. Read here for answers; written by `learning/`. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { distanceKm } from "irradiance-archive/internal/server";
import type { WeatherSeries } from "irradiance-engine";
import type { PastRun } from "irradiance-engine/internal/forecast";
import { DAY, latestOf, shown } from "irradiance-engine/internal/shared";
import type { Logger } from "pino";

export type SitePoint = { readonly latitude: number; readonly longitude: number };

export interface KeptPast {
  /** Issued before the time asked for, the newest first. */
  readonly earlier: readonly KeptRun[];
  /** Why nothing that was learnt of them is used; undefined: it is, or nothing was tried yet. */
  readonly refusal: string | undefined;
}

/** What the service knows of the runs before the newest. */
export interface KeptRuns {
  /** Of the place asked for, or the nearest within 2 km. Never rejects. */
  of(place: SitePoint, now: number): Promise<KeptPast>;
  /** Hears that a forecast was asked for. */
  note(place: SitePoint, now: number): void;
}

const NOTHING: KeptPast = { earlier: [], refusal: undefined };
export const NO_KEPT_RUNS: KeptRuns = { of: async () => NOTHING, note: () => {} };

/** km: as far as weights learnt at a place are used. */
export const MOST_KM = 2;
/** ms before now that an earlier run may have begun: each reaches three days. */
const REACH = 4 * DAY;
/** Of the newest, for an answer. */
const MOST_RUNS = 16;
/** Bytes; a file has about 8,000. */
export const MOST_FILE = 262_144;
/** ms for which a folder is taken to be as it was. */
const HOLDS = 30_000;
const MOST_PLACES = 200;

/** Degrees with four digits: eleven metres. */
export function siteName({ latitude, longitude }: SitePoint): string {
  return `${latitude.toFixed(4)}_${longitude.toFixed(4)}`;
}

/** undefined: no name of a place */
export function siteNamed(name: string): SitePoint | undefined {
  const [, latitude, longitude] = /^(-?\d{1,2}\.\d{4})_(-?\d{1,3}\.\d{4})$/.exec(name) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : undefined;
}

/** Of what is in the folder of kept runs. */
export function placesIn(folder: string): string {
  return join(folder, "places");
}

export function tuningsIn(folder: string): string {
  return join(folder, "tunings");
}

export function runFile(run: number): string {
  return `run-${new Date(run).toISOString().slice(0, 16).replace(":", "")}Z.json`;
}

/** Unix ms; undefined: no file of a run */
export function runOfFile(name: string): number | undefined {
  const [, day, hour, minute] = /^run-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)Z\.json$/.exec(name) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** Ascending. @throws what the system says of a folder that cannot be read; an empty list for none */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw cause;
  }
}

/** What came of the last attempt to learn from the runs of a place. */
export interface Lesson {
  /** Unix ms: when, and of the newest run. */
  readonly at: number;
  readonly newest: number;
  /** Of the oldest run; undefined: an earlier version learnt. */
  readonly oldest?: number | undefined;
  /** Why nothing is used; undefined: a tuning was written. */
  readonly refusal: string | undefined;
}

export const LESSON_FILE = "lesson.json";
const MOST_REFUSAL = 500;

export function lessonText({ at, newest, oldest, refusal }: Lesson): string {
  const first = oldest !== undefined && { oldest: iso(oldest) };
  return `${JSON.stringify({ at: iso(at), newest: iso(newest), ...first, ...(refusal !== undefined && { refusal }) })}\n`;
}

/** @returns undefined: there was none, or its file is damaged @throws what the system says of a file that cannot be read */
export async function readLesson(folder: string): Promise<Lesson | undefined> {
  try {
    const { at, newest, oldest, refusal } = JSON.parse(await readFile(join(folder, LESSON_FILE), "utf8"));
    const lesson = { at: Date.parse(at), newest: Date.parse(newest) };
    if (!Number.isFinite(lesson.at + lesson.newest)) return undefined;
    const first = Date.parse(oldest);
    return {
      ...lesson,
      ...(Number.isFinite(first) && { oldest: first }),
      refusal: typeof refusal === "string" ? refusal.slice(0, MOST_REFUSAL) : undefined,
    };
  } catch (cause) {
    if (cause instanceof SyntaxError || (cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}

/** The place among some that is the nearest within 2 km. */
export function nearestSite(places: readonly SitePoint[], to: SitePoint): SitePoint | undefined {
  const near = places
    .map((place) => ({ place, km: distanceKm(to, place) }))
    .filter(({ km }) => km <= MOST_KM)
    .sort((a, b) => a.km - b.km);
  return near[0]?.place;
}

/** @throws TypeError, RangeError for a file that is damaged or too large; what the system says of one that cannot be read */
export async function readKeptRun(path: string): Promise<KeptRun> {
  const { size } = await stat(path);
  if (size > MOST_FILE) throw new RangeError(`it has ${size} bytes; a run may have ${MOST_FILE}`);
  return parseKeptRun(await readFile(path, "utf8"));
}

/**
 * Reads for answers: at most 16 runs of a place, looked at again every 30 s.
 *
 * @param note hears of forecasts that are asked for
 */
export function openKeptRuns(folder: string, log: Logger, note: KeptRuns["note"]): KeptRuns {
  const places = placesIn(folder);
  const sites = latestOf<readonly SitePoint[]>(1);
  const pasts = latestOf<KeptPast>(MOST_PLACES);
  const sitesNow = async () => (await namesIn(places)).flatMap((name) => siteNamed(name) ?? []);
  return {
    note,
    async of(place, now) {
      try {
        const turn = Math.floor(performance.now() / HOLDS);
        const site = nearestSite(await sites.get(`${turn}`, sitesNow), place);
        if (site === undefined) return NOTHING;
        const name = siteName(site);
        const { earlier, refusal } = await pasts.get(`${name} ${turn}`, () => pastIn(join(places, name), log));
        return { earlier: earlier.filter(({ issued, run }) => issued < now && run > now - REACH), refusal };
      } catch (cause) {
        log.warn({ cause: (cause as Error).message }, "kept runs cannot be read: forecasts do without them");
        return NOTHING;
      }
    },
  };
}

async function pastIn(folder: string, log: Logger): Promise<KeptPast> {
  const lesson = await readLesson(folder).catch(() => undefined);
  return { earlier: await latestRuns(folder, log), refusal: lesson?.refusal };
}

/** The newest first; a damaged one is left out. */
async function latestRuns(folder: string, log: Logger): Promise<readonly KeptRun[]> {
  const names = (await namesIn(folder)).filter((name) => runOfFile(name) !== undefined);
  const found: KeptRun[] = [];
  for (const name of names.slice(-MOST_RUNS).reverse()) {
    const path = join(folder, name);
    const run = await readKeptRun(path).catch((cause: Error) => {
      log.warn({ path, cause: cause.message }, "a kept run cannot be used: it is left out");
      return undefined;
    });
    if (run !== undefined) found.push(run);
  }
  return found;
}

export interface KeptRun extends PastRun {
  /** When it began, Unix ms. */
  readonly run: number;
  /** Names of its data sets. */
  readonly datasets: readonly string[];
  /** Of its source's offer: a run that was published again has another one. */
  readonly revision: string;
}

/** What is kept of a run: what its day-ahead correction looks at. Digits after the point, and what no weather goes beyond. */
const COLUMNS = {
  global_horizontal_irradiance: { digits: 1, least: 0, most: 2000 },
  temperature: { digits: 1, least: -100, most: 70 },
  relative_humidity: { digits: 0, least: 0, most: 110 },
  precipitation: { digits: 2, least: 0, most: 3000 },
} as const;
type KeptColumn = keyof typeof COLUMNS;
export const KEPT_COLUMNS = Object.keys(COLUMNS) as readonly KeptColumn[];

const FORMAT = "irradiance-server/kept-run";
const VERSION = 1;
/** Seconds: intervals are whole quarters of an hour, up to 6 hours. */
const STEP = { least: 900, most: 21_600 };
/** Rows of a run: 16 days of quarters of an hour. */
const MOST_ROWS = 1536;
const MOST_NAMES = 8;
const MOST_NAME = 200;

export function keptRunText({ run, issued, datasets, revision, series }: KeptRun): string {
  const { start, interval, place, columns } = series;
  const kept = KEPT_COLUMNS.flatMap((name) => {
    const values = columns[name];
    return values === undefined ? [] : [[name, Array.from(values, (value) => rounded(name, value ?? null))]];
  });
  const content = {
    ...{ format: FORMAT, version: VERSION, run: iso(run), issued: iso(issued), datasets, revision },
    ...{ ...(place && { place }), start: iso(new Date(start).getTime()), interval, columns: Object.fromEntries(kept) },
  };
  return `${JSON.stringify(content)}\n`;
}

/** @throws TypeError for a text that is not whole or of something else, RangeError for values that no weather has, naming them */
export function parseKeptRun(text: string): KeptRun {
  const given = objectAt(json(text), "the file");
  if (given.format !== FORMAT) throw new TypeError(`format must be "${FORMAT}", got ${shown(given.format)}`);
  if (given.version !== VERSION) throw new TypeError(`version must be ${VERSION}, got ${shown(given.version)}`);
  if (typeof given.revision !== "string") throw new TypeError(`revision must be a text, got ${shown(given.revision)}`);
  return {
    run: timeAt(given.run, "run"),
    issued: timeAt(given.issued, "issued"),
    datasets: namesAt(given.datasets),
    revision: given.revision,
    series: seriesAt(given),
  };
}

function seriesAt({ start, interval, place, columns: of }: Given): WeatherSeries {
  const step = numberAt(interval, "interval", STEP.least, STEP.most);
  if (step % STEP.least !== 0) {
    throw new RangeError(`interval must be whole quarters of an hour, got ${step} seconds`);
  }
  const given = objectAt(of, "columns");
  const columns = Object.keys(given).map((name) => [name, valuesAt(name, given[name])] as const);
  const [first] = columns;
  if (!columns.some(([name]) => name === "global_horizontal_irradiance")) {
    throw new TypeError(`columns must have global_horizontal_irradiance, got ${shown(Object.keys(given))}`);
  }
  const uneven = columns.find(([, values]) => values.length !== first![1].length);
  if (uneven !== undefined) {
    throw new RangeError(
      `columns.${uneven[0]} must have ${first![1].length} values as ${first![0]} has, got ${uneven[1].length}`,
    );
  }
  return {
    start: timeAt(start, "start"),
    interval: step,
    columns: Object.fromEntries(columns),
    ...(place !== undefined && { place: placeAt(place) }),
  };
}

function valuesAt(name: string, values: unknown): Float64Array {
  const limits = KEPT_COLUMNS.includes(name as KeptColumn) ? COLUMNS[name as KeptColumn] : undefined;
  if (limits === undefined) throw new TypeError(`columns must be ${KEPT_COLUMNS.join(", ")}, got ${shown(name)}`);
  if (!Array.isArray(values) || values.length === 0 || values.length > MOST_ROWS) {
    throw new TypeError(`columns.${name} must be a list of 1 to ${MOST_ROWS} values, got ${shown(values)}`);
  }
  return Float64Array.from(values, (value: unknown, k) => {
    if (value === null) return Number.NaN;
    return numberAt(value, `columns.${name}[${k}]`, limits.least, limits.most);
  });
}

function placeAt(value: unknown): NonNullable<WeatherSeries["place"]> {
  const { latitude, longitude, altitude } = objectAt(value, "place");
  return {
    latitude: numberAt(latitude, "place.latitude", -90, 90),
    longitude: numberAt(longitude, "place.longitude", -180, 180),
    ...(altitude !== undefined && { altitude: numberAt(altitude, "place.altitude", -500, 9000) }),
  };
}

/** What cannot be is missing. */
function rounded(name: KeptColumn, value: number | null): number | null {
  const { digits, least, most } = COLUMNS[name];
  if (value === null || !(value >= least && value <= most)) return null;
  return Number(value.toFixed(digits));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`the file is truncated or not JSON (${(cause as Error).message})`, { cause });
  }
}

type Given = { readonly [name: string]: unknown };

function objectAt(value: unknown, where: string): Given {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Given;
  throw new TypeError(`${where} must be an object, got ${shown(value)}`);
}

function numberAt(value: unknown, where: string, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new RangeError(`${where} must be a number from ${least} to ${most}, got ${shown(value)}`);
}

function timeAt(value: unknown, where: string): number {
  const found = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(found)) return found;
  throw new TypeError(`${where} must be a time, got ${shown(value)}`);
}

function namesAt(value: unknown): readonly string[] {
  const isName = (name: unknown) => typeof name === "string" && name !== "" && name.length <= MOST_NAME;
  if (Array.isArray(value) && value.length > 0 && value.length <= MOST_NAMES && value.every(isName)) return value;
  throw new TypeError(`datasets must be 1 to ${MOST_NAMES} names, got ${shown(value)}`);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
