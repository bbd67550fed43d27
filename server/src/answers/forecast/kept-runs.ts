/** Runs that the server has kept: places in a folder, a file for each run. Read here for answers; written by `learning/`. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { distanceKm } from "irradiance-archive";
import { DAY, latestOf } from "irradiance-engine/shared";
import type { Logger } from "pino";
import { type KeptRun, parseKeptRun } from "./kept-run.js";

export interface SitePoint {
  readonly latitude: number;
  readonly longitude: number;
}

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
  /** Why nothing is used; undefined: a tuning was written. */
  readonly refusal: string | undefined;
}

export const LESSON_FILE = "lesson.json";
const MOST_REFUSAL = 500;

export function lessonText({ at, newest, refusal }: Lesson): string {
  const iso = (time: number) => new Date(time).toISOString();
  return `${JSON.stringify({ at: iso(at), newest: iso(newest), ...(refusal !== undefined && { refusal }) })}\n`;
}

/** @returns undefined: there was none, or its file is damaged @throws what the system says of a file that cannot be read */
export async function readLesson(folder: string): Promise<Lesson | undefined> {
  try {
    const { at, newest, refusal } = JSON.parse(await readFile(join(folder, LESSON_FILE), "utf8"));
    const lesson = { at: Date.parse(at), newest: Date.parse(newest) };
    if (!Number.isFinite(lesson.at + lesson.newest)) return undefined;
    return { ...lesson, refusal: typeof refusal === "string" ? refusal.slice(0, MOST_REFUSAL) : undefined };
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
