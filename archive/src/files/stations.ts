/** Files that belong together: files of the same place, kind and grid are one data set, for example one per year or day. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Lru } from "irradiance-engine/internal/shared";
import { ArchiveError } from "../errors.js";
import { compareTexts, groupedBy } from "../lists.js";
import { merge } from "../period.js";
import { type DatasetFacts, distanceKm, extentOfPlaces, type Offer, type Period, type Place } from "../source.js";
import type { FileReader } from "./reading-thread.js";
import { type FileProblem, type FoundFile, problemAt, scan } from "./scan.js";
import { inKeys } from "./sidecar.js";
import type { PackedColumns, ReadFile, WeatherFile } from "./weather-file.js";

export interface Station {
  readonly dataset: string;
  /** In order of modification, so that of two files over the same time the newer one wins. */
  readonly files: readonly WeatherFile[];
  readonly covers: readonly Period[];
  readonly revision: string;
}

/** Notices of files that an offer passes on. */
const MOST_NOTICES = 5;

/** What was observed, in the order of the files, before what was forecast, of which the newest run is first. */
export function stationsOf(files: Iterable<WeatherFile>): Station[] {
  const used = new Set<string>();
  const stations = [...groupedBy(files, familyOf).values()].map((family) => stationOf(family, used));
  const runs = stations.filter((one) => runOf(one) !== undefined).sort((a, b) => runOf(b)! - runOf(a)!);
  return [...stations.filter((one) => runOf(one) === undefined), ...runs];
}

function runOf({ files }: Station): number | undefined {
  const [file] = files;
  return file?.class === "forecast" ? (file.found.settings.run ?? file.first) : undefined;
}

/** Typical years and forecast runs are separate: two of them are not one series. */
function familyOf({ found, format, class: kind, place, columns, step, isInstant, first }: WeatherFile): string {
  if (kind === "typical" || kind === "forecast") return found.path;
  const raster = [step, first % (step * 1000), isInstant];
  const where = [place.latitude.toFixed(4), place.longitude.toFixed(4), place.altitude];
  const { dataset, licence, attribution, maxDistanceKm } = found.settings;
  const identity = [posix.dirname(found.name), format, kind, dataset, licence, attribution, maxDistanceKm];
  return JSON.stringify([identity, where, raster, [...columns].sort()]);
}

function stationOf(family: WeatherFile[], used: Set<string>): Station {
  const files = family.sort((a, b) => a.found.mtimeMs - b.found.mtimeMs || compareTexts(a.found.path, b.found.path));
  const names = files.map(({ found }) => found.name).sort();
  const span = names.length === 1 ? names[0]! : `${names[0]} to ${posix.basename(names.at(-1)!)}`;
  const given = files[0]!.found.settings.dataset;
  let dataset = given === undefined ? span : used.has(given) ? `${given} (${span})` : given;
  // Different given folders may contain files of the same name.
  while (used.has(dataset)) dataset = `${dataset}'`;
  used.add(dataset);
  const revision = createHash("sha256");
  const inNames = files.toSorted((a, b) => compareTexts(a.found.name, b.found.name));
  for (const { hash } of overlap(files) ? files : inNames) revision.update(hash);
  return {
    dataset,
    files,
    covers: merge(files.map(({ first, last }) => ({ start: first, end: last }))),
    revision: revision.digest("hex").slice(0, 16),
  };
}

/** @returns undefined if the station is farther away than allowed */
export function offerOf(station: Station, source: string, place: Place, maxDistanceKm: number): Offer | undefined {
  const { dataset, files, covers, revision } = station;
  const file = files[0]!;
  const { settings } = file.found;
  const distance = distanceKm(place, file.place);
  // A millimetre of tolerance for the rounding of the sines.
  if (distance > (settings.maxDistanceKm ?? maxDistanceKm) + 1e-6) return undefined;
  const { latitude, longitude, altitude } = file.place;
  const notices = [...new Set(files.flatMap((one) => one.notices))];
  return {
    source,
    dataset,
    class: file.class,
    columns: file.columns,
    interval: file.step,
    first: covers[0]!.start,
    last: covers.at(-1)!.end,
    covers: covers.length > 1 ? covers : undefined,
    revision,
    run: runOf(station),
    cell: { latitude, longitude, altitude, distanceKm: distance },
    licence: settings.licence ?? "not stated",
    attribution: settings.attribution,
    notices: notices.slice(0, MOST_NOTICES).map((message) => `${dataset}: ${message}`),
    doubts: files.flatMap((one) => one.doubts),
  };
}

export function factsOf({ dataset, files, covers }: Station): DatasetFacts {
  const { class: kind, columns, step, place, isInstant } = files[0]!;
  const is = isInstant ? "at the time" : "mean";
  return {
    dataset,
    class: kind,
    columns: columns.map((column) => ({ column, is })),
    step,
    first: covers[0]!.start,
    last: covers.at(-1)!.end,
    gaps: covers.length - 1,
    extent: extentOfPlaces([place.latitude], [place.longitude]),
  };
}

/** Whether the order of files decides which one a value is from. */
function overlap(files: readonly WeatherFile[]): boolean {
  const inTime = files.toSorted((a, b) => a.first - b.first);
  return inTime.some(({ first }, k) => k > 0 && first < inTime[k - 1]!.last);
}

// The index of files, kept up to date with the folders by comparing sizes and times.

/** A file that changed less than this long ago may still be written to, ms. */
const SETTLED = 1_000;

export interface FileIndex {
  readonly files: ReadonlyMap<string, WeatherFile>;
  readonly problems: readonly FileProblem[];
}

export const EMPTY_INDEX: FileIndex = { files: new Map(), problems: [] };

/** Identifies a version of a file. */
export function cacheKey({ path, version }: FoundFile): string {
  return `${path}\n${version}`;
}

/**
 * The index of the current folders. Unchanged files are not opened. A changed file that cannot be read (yet)
 * keeps its previous entry as long as its values are in memory.
 *
 * @param isStopped checked between files: the rest is then left for another time
 */
export async function updateIndex(
  before: FileIndex,
  paths: readonly string[],
  cache: Lru<PackedColumns>,
  reader: FileReader,
  isStopped: () => boolean,
): Promise<FileIndex> {
  const seen = await scan(paths);
  const files = new Map<string, WeatherFile>();
  const problems = [...seen.problems];
  const failed = new Map(before.problems.map((problem) => [problem.path, problem]));
  for (const found of seen.files.values()) {
    if (isStopped()) break;
    const known = before.files.get(found.path);
    if (known?.found.version === found.version) {
      files.set(found.path, known);
      continue;
    }
    const problem = failed.get(found.path);
    if (problem !== undefined && problem.version === found.version) {
      problems.push(problem);
      keep(known, files, cache);
      continue;
    }
    try {
      const { file, columns } = await readSettled(found, reader);
      cache.set(cacheKey(found), columns);
      files.set(found.path, file);
    } catch (error) {
      // A file that is being written is checked again, whatever its version.
      const isMoving = error instanceof ArchiveError;
      const problem = problemAt(found.path, error);
      const message = inKeys(problem.message);
      problems.push({ ...problem, message, ...(!isMoving && { version: found.version }) });
      keep(known, files, cache);
    }
  }
  return { files, problems };
}

function keep(known: WeatherFile | undefined, files: Map<string, WeatherFile>, cache: Lru<PackedColumns>): void {
  if (known !== undefined && cache.get(cacheKey(known.found)) !== undefined) files.set(known.found.path, known);
}

/** Waits until a recently changed file has settled; whether it is unchanged then is checked when it is read. */
async function readSettled(found: FoundFile, reader: FileReader): Promise<ReadFile> {
  const age = Date.now() - found.mtimeMs;
  if (age >= 0 && age < SETTLED) await pause(SETTLED - age);
  return reader.file(found);
}
