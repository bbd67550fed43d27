/** Which weights a forecast has: those learnt at its place from the same data sets, in files that are read again when they change; else the library's. */

import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Provenance } from "irradiance-archive";
import { distanceKm } from "irradiance-archive/internal/server";
import type { Notice } from "irradiance-engine";
import type { CorrectionOptions, SiteTuning } from "irradiance-engine/forecast";
import { parseSiteTuning } from "irradiance-engine/forecast";
import type { CorrectionTable, DayAheadTable } from "irradiance-engine/internal/forecast";
import { DEFAULT_SPREAD, DEFAULT_TABLE, type SpreadTable } from "irradiance-engine/internal/forecast";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { isPowerTuning } from "irradiance-engine/internal/yield";
import { type PowerTuning, parsePowerTuning } from "irradiance-engine/yield";
import type { Logger } from "pino";
import { SettingsError } from "../../settings.js";
import { LIGHT } from "./recent-observations.js";

export interface SiteWeights {
  readonly table: CorrectionTable;
  readonly spread: SpreadTable;
  /** Those that were learnt are of departures from a climatology of their own; undefined: the answer's. */
  readonly climatology: CorrectionOptions["climatology"] | undefined;
  /** What corrects the run at every lead. */
  readonly dayAhead: RunWeights | undefined;
  /** Why what was learnt at the place is not used. */
  readonly notices: readonly Notice[];
}

export interface RunWeights {
  readonly table: DayAheadTable;
  /** Names of the data sets that it was learnt from. */
  readonly runs: readonly string[];
  /** Unix ms: from then on the run is of another data set; infinite: never. */
  readonly until: number;
}

type UnusedPart = SiteTuning["evidence"]["unused"][number];

/** Of the forecast that is corrected. */
interface CorrectionInputs {
  /** Unix ms. */
  readonly now: number;
  readonly run: readonly Provenance[];
  readonly observed: readonly Provenance[];
  /** Seconds of the observations' intervals; undefined: there are none. */
  readonly interval: number | undefined;
}

export const USUAL_WEIGHTS: SiteWeights = {
  table: DEFAULT_TABLE,
  spread: DEFAULT_SPREAD,
  climatology: undefined,
  dayAhead: undefined,
  notices: [],
};

/** Of the run: the last hour observed, as long ago as it may be, and the 6 hours for which weights are known. Of what was observed: what corrects. */
const RUN = { from: -3 * HOUR, to: 6 * HOUR };
const OBSERVED = { from: -3 * HOUR, to: 0 };
const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
/** Seconds: longer means have weights of their own. */
const QUARTER = 900;
const FIRST_WEIGHTS = "the weights learnt here for the first hours";
const PARTS: { readonly [part in UnusedPart["part"]]: string } = {
  "day-ahead": "all leads",
  "first-hours": "the first hours",
};

/**
 * @param tunings of the place, the nearest first
 * @param refusal why nothing is used that was learnt of the runs kept here
 */
export function siteWeights(
  tunings: readonly NearbyTuning[],
  { now, run, observed, interval }: CorrectionInputs,
  refusal?: string | undefined,
): SiteWeights {
  if (tunings.length === 0) return refusal === undefined ? USUAL_WEIGHTS : refused(refusal);
  const runs = namesIn(run, now, RUN);
  const seen = namesIn(observed, now, OBSERVED);
  const step = interval !== undefined && interval > QUARTER ? "hour" : "quarter";
  const found = tunings.find(
    ({ tuning }) =>
      !isUnused(tuning, "first-hours") &&
      isWithin(runs, tuning.runs) &&
      isWithin(seen, tuning.observations) &&
      (seen.length === 0 || step === tuning.evidence.step),
  );
  // What corrects all leads needs no observation: other ones, or none, do not matter to it.
  const ahead = tunings.find(({ tuning }) => tuning.dayAhead !== undefined && isWithin(runs, tuning.runs));
  const dayAhead = ahead && runWeights(ahead, now, run);
  if (found === undefined) {
    const spread = ahead?.tuning.spread ?? USUAL_WEIGHTS.spread;
    const isFirstUnfit = ahead !== undefined && !isUnused(ahead.tuning, "first-hours");
    const notices = [
      ...(ahead === undefined ? [unusedNotice("the weights learnt here", tunings[0]!, runs, seen, step)] : []),
      ...(isFirstUnfit ? [unusedNotice(FIRST_WEIGHTS, ahead, runs, seen, step)] : []),
    ];
    return { ...USUAL_WEIGHTS, spread, dayAhead, notices: [...notices, ...partNotices(tunings[0]!)] };
  }
  const { table, spread, climatology } = found.tuning;
  const evidence = evidenceOf(found);
  return {
    table: { ...table, evidence },
    spread: { ...spread, evidence },
    climatology,
    dayAhead,
    notices: partNotices(found),
  };
}

/** What was learnt and is no better, as its file says. */
function partNotices({ tuning }: NearbyTuning): readonly Notice[] {
  return tuning.evidence.unused.map(({ part, reason }) => ({
    code: "not-tuned",
    message: `the correction learnt here for ${PARTS[part]} is not used: ${reason}`,
  }));
}

function isUnused({ evidence }: SiteTuning, name: UnusedPart["part"]): boolean {
  return evidence.unused.some(({ part }) => part === name);
}

/** As far as the run is of what it was learnt from: another model errs in another way. */
function runWeights(found: NearbyTuning, now: number, run: readonly Provenance[]): RunWeights {
  const { runs, dayAhead } = found.tuning;
  const others = lightIn(run, now, ALWAYS).filter((one) => !isWithin(dataSetNames([one]), runs));
  const until = Math.min(Number.POSITIVE_INFINITY, ...others.map(({ start }) => start).filter((start) => start > now));
  return { table: { ...dayAhead!, evidence: `${evidenceOf(found)}${scoreOf(dayAhead!)}` }, runs, until };
}

/** How much better it was on days that it was not learnt from, as its file says. */
function scoreOf({ evidence }: DayAheadTable): string {
  const [, ...score] = evidence.split(";");
  return score.length === 0 ? "" : `;${score.join(";")}`;
}

function refused(refusal: string): SiteWeights {
  const message = `nothing learnt from the runs kept here is used: ${refusal}`;
  return { ...USUAL_WEIGHTS, notices: [{ code: "not-tuned", message }] };
}

function isWithin(names: readonly string[], known: readonly string[]): boolean {
  return names.every((name) => known.includes(name));
}

/** Whether all light of a forecast is of these data sets. */
export function areRunsOf(run: readonly Provenance[], names: readonly string[]): boolean {
  const own = namesIn(run, 0, ALWAYS);
  return own.length > 0 && isWithin(own, names);
}

type Span = { readonly from: number; readonly to: number };

/** Data sets with light in a time around now. */
function namesIn(provenance: readonly Provenance[], now: number, span: Span): readonly string[] {
  return dataSetNames(lightIn(provenance, now, span));
}

function lightIn(provenance: readonly Provenance[], now: number, { from, to }: Span): readonly Provenance[] {
  return provenance.filter(
    ({ columns, start, end }) => columns.some((one) => LIGHT.includes(one)) && start < now + to && end > now + from,
  );
}

/** What taught is not said of measurements: they are what is meant unless something else is said. */
function evidenceOf({ tuning, distanceKm }: NearbyTuning): string {
  const { days, start, end } = tuning.evidence;
  const where = distanceKm < 0.1 ? "at this place" : `${distanceKm.toFixed(1)} km away`;
  const teacher = tuning.teacher === "reanalysis" ? " of a reanalysis, a weaker teacher than measurements" : "";
  return `learnt ${where} from ${days} days${teacher}, ${dayOf(start)} to ${dayOf(end - DAY)}`;
}

function unusedNotice(
  what: string,
  { tuning }: NearbyTuning,
  runs: readonly string[],
  seen: readonly string[],
  step: string,
): Notice {
  const { evidence } = tuning;
  const meansOf = (names: readonly string[], of: string) => `"${names.join('", "')}" in means of ${of}`;
  const lengths = { quarter: "up to 15 minutes", hour: "more than 15 minutes" } as const;
  const message =
    `${what} are not used: they are for runs of "${tuning.runs.join('", "')}" and observations of ` +
    `${meansOf(tuning.observations, lengths[evidence.step])}; these are runs of "${runs.join('", "')}"` +
    (seen.length === 0 ? "" : ` and observations of ${meansOf(seen, lengths[step as keyof typeof lengths])}`);
  return { code: "not-tuned", message };
}

/** @param start of a day of the sun */
function dayOf(start: number): string {
  return new Date(start + DAY / 2).toISOString().slice(0, 10);
}

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

/** Files that share the name of a data set at a place get their own names in brackets. */
const OF_FILES = / \([^().]*\.[^()]*\)'*$/;

/** "ICON-D2" of "ICON-D2 (2026-06-21T06.csv)": one run's file is not the next one's. */
export function dataSetName(dataset: string): string {
  return dataset.replace(OF_FILES, "");
}

export function dataSetNames(datasets: readonly { readonly dataset: string }[]): readonly string[] {
  return [...new Set(datasets.map(({ dataset }) => dataSetName(dataset)))];
}
