/** The folder of kept runs as its one writer has it: places with their runs, and what they taught. */
import { join } from "node:path";
import { DAY } from "irradiance-engine/internal/shared";
import {
  type KeptRun,
  keptRunText,
  LESSON_FILE,
  type Lesson,
  lessonText,
  MOST_FILE,
  namesIn,
  nearestSite,
  placesIn,
  readKeptRun,
  readLesson,
  runFile,
  runOfFile,
  type SitePoint,
  siteName,
  siteNamed,
  tuningsIn,
} from "../answers/forecast/kept-runs.js";
import { openFolder } from "../store/open.js";
import type { Taken } from "./bounds.js";

/** Places whose runs are kept. */
export const MOST_KEPT_PLACES = 100;
/** Bytes of a place: the oldest runs go first. */
const MOST_BYTES = 32 * 1024 * 1024;
const ASKED_FILE = "asked.json";
const TAKEN_FILE = "taken.json";

/** What was taken from disks and servers when a run of a place was read. */
interface TakenOfPlace {
  /** For the place's past, in all. */
  readonly past: Taken;
  /** For all places, on that day. */
  readonly day: string;
  readonly today: Taken;
}

const NOTHING: TakenOfPlace = { past: { bytes: 0, runs: 0 }, day: "", today: { bytes: 0, runs: 0 } };

/** Where runs are kept of. @throws what the system says of a folder that cannot be read */
export async function keptPlaces(folder: string): Promise<readonly SitePoint[]> {
  return (await namesIn(placesIn(folder))).flatMap((name) => siteNamed(name) ?? []);
}

/**
 * Notes that a place is asked for, or named, and so begins to keep its runs unless there are 100 places; one within 2 km stands for it.
 *
 * @returns whether its runs are kept @throws StoreError for a folder that cannot be written to
 */
export async function touchPlace(folder: string, place: SitePoint, now: number): Promise<boolean> {
  const places = await keptPlaces(folder);
  const known = nearestSite(places, place);
  if (known === undefined && places.length >= MOST_KEPT_PLACES) return false;
  const { store } = openPlace(folder, known ?? place);
  await store.write(ASKED_FILE, Buffer.from(`${JSON.stringify({ asked: dayOf(now) })}\n`));
  return true;
}

/** Removes all that is kept of a place, and what was learnt there. Missing ones are no error. */
export async function forgetPlace(folder: string, place: SitePoint): Promise<void> {
  const name = siteName(place);
  await openFolder(tuningsIn(folder)).remove([`${name}.json`]);
  await openFolder(placesIn(folder)).removeAll(`${name}/`);
}

export type KeptPlace = ReturnType<typeof openPlace>;

/** Runs of one place. Its functions throw StoreError for a folder that cannot be used. */
export function openPlace(folder: string, place: SitePoint) {
  const name = siteName(place);
  const path = join(placesIn(folder), name);
  const store = openFolder(path);
  const tunings = openFolder(tuningsIn(folder));
  const runs = async () => (await namesIn(path)).flatMap((file) => runOfFile(file) ?? []);
  return {
    store,
    /** When those that are kept began, Unix ms, ascending. */
    runs,
    /** undefined: it is not there, or damaged. */
    read: (run: number): Promise<KeptRun | undefined> => readKeptRun(join(path, runFile(run))).catch(() => undefined),
    async write(run: KeptRun): Promise<void> {
      const bytes = Buffer.from(keptRunText(run));
      if (bytes.length <= MOST_FILE) await store.write(runFile(run.run), bytes);
    },
    /** Of the last question for the place, Unix ms; undefined: nobody noted one. */
    async asked(): Promise<number | undefined> {
      try {
        const text = await store.read(ASKED_FILE);
        const day = text === undefined ? Number.NaN : Date.parse(JSON.parse(text.toString()).asked);
        return Number.isNaN(day) ? undefined : day;
      } catch (cause) {
        if (cause instanceof SyntaxError || cause instanceof TypeError) return undefined;
        throw cause;
      }
    },
    /** Nothing where its file is not there, or damaged. */
    async taken(): Promise<TakenOfPlace> {
      const text = await store.read(TAKEN_FILE);
      try {
        const { past, day, today } = JSON.parse(text?.toString() ?? "{}");
        const counts = [past, today].flatMap((of) => [of?.bytes, of?.runs]);
        return counts.every((count) => Number.isFinite(count) && count >= 0) ? { past, day, today } : NOTHING;
      } catch {
        return NOTHING;
      }
    },
    async noteTaken({ past, today }: Omit<TakenOfPlace, "day">, now: number): Promise<void> {
      const content = { past: sumOf(past), day: dayOf(now), today: sumOf(today) };
      await store.write(TAKEN_FILE, Buffer.from(`${JSON.stringify(content)}\n`));
    },
    lesson: () => readLesson(path),
    async learn(lesson: Lesson, tuning: string | undefined): Promise<void> {
      if (tuning === undefined) await tunings.remove([`${name}.json`]);
      else await tunings.write(`${name}.json`, Buffer.from(tuning));
      await store.write(LESSON_FILE, Buffer.from(lessonText(lesson)));
    },
    /** Removes runs that began this many days before the newest, the oldest of a place that has too much, and what killed writers left. */
    async expire(days: number): Promise<void> {
      await store.tidy();
      const newest = (await runs()).at(-1);
      if (newest === undefined) return;
      const files: { readonly name: string; readonly bytes: number }[] = [];
      for await (const file of store.list("run-")) files.push(file);
      let room = MOST_BYTES;
      const newestFirst = files.sort((a, b) => (a.name < b.name ? 1 : -1));
      const old = newestFirst.filter((file) => {
        room -= file.bytes;
        // By the runs' clock: this machine's may be wrong.
        return room < 0 || (runOfFile(file.name) ?? 0) < newest - days * DAY;
      });
      await store.remove(old.map((file) => file.name));
    },
  };
}

const sumOf = ({ bytes, runs }: Taken): Taken => ({ bytes, runs });

export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
