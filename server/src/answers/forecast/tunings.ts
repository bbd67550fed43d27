/** What was learnt at places, of light and of power, in files that are read again when they change. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { distanceKm } from "irradiance-archive/internal/server";
import { parseSiteTuning } from "irradiance-engine/forecast";
import type { SiteTuning } from "irradiance-engine/internal/forecast";
import { isPowerTuning, type PowerTuning, parsePowerTuning } from "irradiance-engine/internal/yield";
import type { Logger } from "pino";
import { SettingsError } from "../../settings.js";

export interface NearbyTuning extends Nearby {
  readonly tuning: SiteTuning;
}

/** What the meter of a system near a place taught. */
export interface NearbyPower extends Nearby {
  readonly tuning: PowerTuning;
}

interface Nearby {
  /** Changes with the file's content. */
  readonly revision: string;
  readonly distanceKm: number;
}

export interface Tunings {
  /** Those that are for a place, the nearest first. Never rejects. */
  near(latitude: number, longitude: number): Promise<readonly NearbyTuning[]>;
  /** Those of power, likewise. */
  powerNear(latitude: number, longitude: number): Promise<readonly NearbyPower[]>;
}

/** km: the sky and the cell of a model may be others farther away; no data at hand say how much of a tuning holds there. */
const MOST_KM = 2;
/** ms for which files are taken to be as they were. */
const HOLDS = 5_000;
const MOST_FILES = 1_000;
/** Bytes; a file has about 100,000. */
const MOST_BYTES = 1_000_000;

type FileContent = { readonly revision: string } & (
  | { readonly kind: "light"; readonly tuning: SiteTuning }
  | { readonly kind: "power"; readonly tuning: PowerTuning }
);

/** A file as it was read last. */
interface CachedFile {
  /** Of the version that was looked at last, good or not. */
  readonly state: string;
  /** undefined: it has never been good. */
  readonly content: FileContent | undefined;
}

/** By path. */
type Files = ReadonlyMap<string, CachedFile>;

/**
 * A file that becomes unreadable while the server runs leaves what it was; one that is gone from its folder is gone.
 *
 * @param named files, and folders of files that end in .json
 * @param own folder of tunings that servers write themselves: a damaged one is left out with a line in the log
 * @param holds ms for which files are taken to be as they were
 * @throws SettingsError for a path that is not there, or a file that `parseSiteTuning` refuses
 */
export async function openTunings(
  named: readonly string[],
  log: Logger,
  { own, holds = HOLDS }: { readonly own?: string | undefined; readonly holds?: number | undefined } = {},
): Promise<Tunings> {
  const paths = own === undefined ? named : [...named, own];
  if (paths.length === 0) return { near: async () => [], powerNear: async () => [] };
  let files = await readAll(paths, new Map(), (path, cause) => {
    if (path === own || dirname(path) === own) return log.warn({ path, cause: cause.message }, "site tuning left out");
    throw new SettingsError(`setting "forecast-tuning": ${cause.message}`, { cause });
  });
  log.info({ files: files.size }, "site tunings read");
  let looked = performance.now();
  let looking: Promise<void> | undefined;
  const look = async () => {
    try {
      files = await readAll(paths, files, (path, { message: cause }) => {
        log.warn({ path, cause }, "site tuning cannot be read: its last readable version stays in use");
      });
    } catch (cause) {
      log.warn(
        { cause: (cause as Error).message },
        "site tunings cannot be checked for changes: the versions in use stay",
      );
    }
    looked = performance.now();
    looking = undefined;
  };
  const near = async <Kind extends FileContent["kind"]>(kind: Kind, latitude: number, longitude: number) => {
    if (performance.now() - looked >= holds) looking ??= look();
    await looking;
    const isOfKind = (one: FileContent): one is Extract<FileContent, { kind: Kind }> => one.kind === kind;
    return [...files.values()]
      .flatMap(({ content }) => (content !== undefined && isOfKind(content) ? [content] : []))
      .map((one) => ({ ...one, distanceKm: distanceKm({ latitude, longitude }, one.tuning.place) }))
      .filter((one) => one.distanceKm <= MOST_KM)
      .sort((a, b) => a.distanceKm - b.distanceKm);
  };
  return {
    near: (latitude, longitude) => near("light", latitude, longitude),
    powerNear: (latitude, longitude) => near("power", latitude, longitude),
  };
}

/** @param fail called for each new version of a file that cannot be used; its errors are thrown on */
async function readAll(
  paths: readonly string[],
  before: Files,
  fail: (path: string, cause: Error) => void,
): Promise<Files> {
  const found = (await Promise.all(paths.map((path) => filesAt(path, before, fail)))).flat();
  if (found.length > MOST_FILES) {
    throw new SettingsError(`setting "forecast-tuning" must name up to ${MOST_FILES} files, got ${found.length}`);
  }
  const files = new Map<string, CachedFile>();
  // One after the other: in a large folder they are read once.
  for (const path of found) files.set(path, await readOne(path, before.get(path), fail));
  return files;
}

async function filesAt(
  path: string,
  before: Files,
  fail: (path: string, cause: Error) => void,
): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => name.endsWith(".json")).sort();
    return names.map((name) => join(path, name));
  } catch (cause) {
    // Files are logged one by one as they are read.
    const known = [...before.keys()].filter((file) => file === path || dirname(file) === path);
    if (known.length > 0) return known;
    fail(path, new Error(`${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause }));
    return [];
  }
}

async function readOne(
  path: string,
  before: CachedFile | undefined,
  fail: (path: string, cause: Error) => void,
): Promise<CachedFile> {
  let state = "";
  try {
    const { size, mtimeMs, ino } = await stat(path);
    state = `${size} ${mtimeMs} ${ino}`;
    if (before?.state === state) return before;
    if (size > MOST_BYTES) throw new RangeError(`it has ${size} bytes; a site tuning may have ${MOST_BYTES}`);
    const text = await readFile(path, "utf8");
    const revision = createHash("sha256").update(text).digest("hex").slice(0, 16);
    const content: FileContent = isPowerTuning(text)
      ? { kind: "power", tuning: parsePowerTuning(text), revision }
      : { kind: "light", tuning: parseSiteTuning(text), revision };
    return { state, content };
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (before?.state !== (code ?? state)) {
      fail(path, new Error(`${path} cannot be used as a site tuning: ${message}`, { cause }));
    }
    return { state: code ?? state, content: before?.content };
  }
}
