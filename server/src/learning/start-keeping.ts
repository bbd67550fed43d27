/** What a server has of kept runs: what answers read, and the thread that keeps and learns. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DAY, HOUR, lruOf } from "irradiance-engine/internal/shared";
import { makeFolderSync } from "irradiance-engine/internal/shared/node";
import type { Logger } from "pino";
import { isDatabase } from "../accounts/accounts-database.js";
import { type KeptRuns, NO_KEPT_RUNS, openKeptRuns, type SitePoint, tuningsIn } from "../answers/forecast/kept-runs.js";
import { PAUSES } from "../background/back-off.js";
import { LastingThread } from "../background/lasting-thread.js";
import { type Settings, SettingsError } from "../settings.js";
import type { LearningState } from "./keeping.js";
import type { KeepingData, KeepingState } from "./keeping-worker.js";
import { MOST_KEPT_PLACES } from "./kept-folder.js";

interface Keeping {
  readonly keptRuns: KeptRuns;
  /** Where tunings are that were learnt of them. */
  readonly tunings: string | undefined;
  /** Whether the thread runs and nothing fails; undefined: no run is kept. */
  works(): boolean | undefined;
  readonly figures: LearningFigures;
  /** Starts the thread. */
  start(): void;
  stop(): Promise<void>;
}

/** Of the thread, since the server's start. */
export interface LearningFigures {
  /** Places, by what came of them. */
  places(): ReadonlyMap<string, number>;
  /** Bytes that were read for them. */
  bytes(): number;
  /** When something began to fail last, Unix seconds; 0: nothing has. */
  failed(): number;
}

const WORKER = new URL("./keeping-worker.js", import.meta.url);

const NOT_KEPT: Keeping = {
  ...{ keptRuns: NO_KEPT_RUNS, tunings: undefined },
  works: () => undefined,
  figures: { places: () => new Map(), bytes: () => 0, failed: () => 0 },
  start() {},
  stop: async () => {},
};

/** @throws SettingsError for a folder that cannot be made, and for a file of places that cannot be read */
export function openKeeping(settings: Settings, log: Logger): Keeping {
  const folder = keptFolder(settings);
  if (folder === undefined) return NOT_KEPT;
  const named = namedPlaces(settings["keep-places"]);
  const tunings = tuningsIn(folder);
  try {
    makeFolderSync(tunings);
  } catch (cause) {
    throw new SettingsError(`setting "kept-runs": ${(cause as Error).message}`, { cause });
  }
  let thread: LastingThread | undefined;
  let [isFailing, failed] = [false, 0];
  // A thread that is started again counts from zero.
  let [before, state]: [number, LearningState | undefined] = [0, undefined];
  return {
    keptRuns: openKeptRuns(
      folder,
      log,
      askedPlaces((place) => thread?.post(place)),
    ),
    tunings,
    figures: {
      places: () => new Map(Object.entries(state?.places ?? {})),
      bytes: () => before + (state?.bytes ?? 0),
      failed: () => failed,
    },
    works: () => thread?.isRunning === true && !isFailing,
    start() {
      const data: KeepingData = { settings, folder, named };
      thread = new LastingThread({
        ...{ data, log, program: WORKER, pauses: PAUSES.part },
        what: "keeps runs and learns from them",
        hear: (message) => {
          const heard = message as KeepingState;
          if ("failing" in heard) {
            isFailing = heard.failing;
            if (isFailing) failed = Date.now() / 1000;
          } else {
            if (state !== undefined && heard.bytes < state.bytes) before += state.bytes;
            state = heard;
          }
        },
      });
    },
    async stop() {
      await thread?.stop();
    },
  };
}

/** undefined: no run is kept */
export function keptFolder({ "keep-runs": days, "kept-runs": folder, data }: Settings): string | undefined {
  if (days === 0) return undefined;
  if (folder !== undefined) return folder;
  if (data !== undefined && !isDatabase(data)) return join(data, "kept-runs");
  throw new SettingsError('setting "keep-runs" needs a folder: "kept-runs", or a folder as "data"');
}

interface NamedLine {
  readonly line: string;
  readonly where: string;
}

/** Lines of a file that are neither blank nor a remark. @throws SettingsError for a file that cannot be read */
export function linesOfSetting(name: string, file: string): readonly NamedLine[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new SettingsError(`setting "${name}": ${(cause as Error).message}`, { cause });
  }
  const lines = text.split(/\r?\n/).map((line, k) => ({ line: line.trim(), where: `line ${k + 1} of ${file}` }));
  return lines.filter(({ line }) => line !== "" && !line.startsWith("#"));
}

function namedPlaces(file: string | undefined): readonly SitePoint[] {
  if (file === undefined) return [];
  const places = linesOfSetting("keep-places", file).map(placeOf);
  if (places.length <= MOST_KEPT_PLACES) return places;
  throw new SettingsError(
    `setting "keep-places": ${file} must have up to ${MOST_KEPT_PLACES} places, got ${places.length}`,
  );
}

function placeOf({ line, where }: NamedLine): SitePoint {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d{1,12})?)[,;\s]\s*(-?\d{1,3}(?:\.\d{1,12})?)$/.exec(line) ?? [];
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  if (Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180) return place;
  throw new SettingsError(
    `setting "keep-places": ${where} must be a latitude and a longitude in degrees, such as 52.5,13.4, got ${JSON.stringify(line.slice(0, 100))}`,
  );
}

/** Days of the last seven on which forecasts of a place were asked for, before its runs are kept. */
const OFTEN = 3;
const WEEK = 7;
/** Of places that are counted, in memory alone. */
const MOST_PLACES = 10_000;
/** ms after which a place that is asked for often is said again. */
const AGAIN = HOUR;

interface Asked {
  /** Days since 1970, of the last seven. */
  readonly days: readonly number[];
  /** When the place was said last, Unix ms. */
  readonly said: number;
}

/**
 * Counts by hundredths of a degree, about a kilometre: nothing finer is kept of where somebody asked for.
 *
 * @param say hears of a place that is asked for often, once an hour at most
 */
export function askedPlaces(say: (place: SitePoint) => void): (place: SitePoint, now: number) => void {
  const counts = lruOf<Asked>(MOST_PLACES);
  return ({ latitude, longitude }, now) => {
    const place = { latitude: rounded(latitude), longitude: rounded(longitude) };
    const key = `${place.latitude},${place.longitude}`;
    const today = Math.floor(now / DAY);
    const { days, said } = counts.get(key) ?? { days: [], said: Number.NEGATIVE_INFINITY };
    // A clock that was set back leaves no day of the future.
    const recent = days.filter((day) => day > today - WEEK && day < today);
    const all = [...recent, today];
    const isDue = all.length >= OFTEN && Math.abs(now - said) >= AGAIN;
    counts.set(key, { days: all, said: isDue ? now : said });
    if (isDue) say(place);
  };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
