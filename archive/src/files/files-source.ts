/** Weather files in folders as a source: every format that the engine reads, found by place, monitored for changes. */

import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { gridOver, repeatYear } from "irradiance-engine/internal/series";
import { type Lru, lruOf } from "irradiance-engine/internal/shared";
import type { ReadOptions } from "../budget.js";
import { unreadable } from "../bytes/location.js";
import { ArchiveError } from "../errors.js";
import { type Doubt, type Offer, type Part, type Period, provenanceFrom, type WeatherSource } from "../source.js";
import { type FileReader, fileReader } from "./reading-thread.js";
import { type FileProblem, problemAt } from "./scan.js";
import {
  cacheKey,
  EMPTY_INDEX,
  type FileIndex,
  factsOf,
  offerOf,
  type Station,
  stationsOf,
  updateIndex,
} from "./stations.js";
import { bytesOf, type PackedColumns, unpack, type WeatherFile } from "./weather-file.js";

export interface FilesOptions {
  /** Folders, including their subfolders, and files. */
  readonly paths: readonly string[];
  /** Largest distance of a station from a place, km. Default: 5; `weather.json` may override it. */
  readonly maxDistanceKm?: number | undefined;
  /** Folders are scanned again if an offer is requested this long after the last scan, ms. Default: 5,000. */
  readonly rescanMs?: number | undefined;
  /** Parsed files kept in memory, bytes. Default: 64 MiB. */
  readonly cacheBytes?: number | undefined;
}

export interface FileDoubt {
  readonly path: string;
  readonly code: Doubt["code"];
  /** What was found, and what can be done about it in `weather.json`. */
  readonly message: string;
}

export interface FilesSource extends WeatherSource {
  /** Scans the folders now, and resolves when the index is up to date. Never rejects. */
  refresh(): Promise<void>;
  /** Files that cannot be used, and why. */
  problems(): readonly FileProblem[];
  /** What looking at the files in use found. */
  doubts(): readonly FileDoubt[];
  /** Files in use. */
  count(): number;
}

/**
 * The first offer waits for the first scan of the folders, which opens every file once; later scans open changed files.
 *
 * @throws RangeError for invalid options
 */
export function filesSource(options: FilesOptions): FilesSource {
  const { paths, maxDistanceKm = 5, rescanMs = 5_000, cacheBytes = 64 * 1024 * 1024 } = options;
  if (paths.length === 0) throw new RangeError("paths must name at least one folder or file, got none");
  if (!(maxDistanceKm >= 0)) throw new RangeError(`maxDistanceKm must be 0 or more, got ${maxDistanceKm}`);
  const memory = { reader: fileReader(), cache: lruOf(cacheBytes, bytesOf), reading: new Map() };
  const nothing = { index: EMPTY_INDEX, stations: [], before: [], looked: Number.NEGATIVE_INFINITY, isClosed: false };
  const files: Files = { paths, ...memory, ...nothing };
  return {
    id: "files",
    async refresh() {
      // It may have looked at a folder before a file was put there.
      await files.looking;
      await scan(files);
    },
    problems: () => files.index.problems,
    doubts: () => doubtsOf(files.index),
    count: () => files.index.files.size,
    async offer(place) {
      if (files.first === undefined || performance.now() - files.looked >= rescanMs) scan(files);
      await files.first;
      return files.stations.flatMap((station) => offerOf(station, "files", place, maxDistanceKm) ?? []);
    },
    async read(offer, _place, period, columns, use) {
      const isOffered = ({ dataset, revision }: Station) => dataset === offer.dataset && revision === offer.revision;
      const station = files.stations.find(isOffered) ?? files.before.find(isOffered);
      if (station !== undefined) return readStation(station, offer, period, columns, use, files);
      const text = `the files of ${offer.dataset} have changed since they were offered`;
      throw new ArchiveError("ERR_ARCHIVE_CHANGED", text);
    },
    async look() {
      await (files.first ?? scan(files));
      const { index, stations } = files;
      const problems = [...index.problems, ...doubtsOf(index)].map(({ path, message }) => `${path}: ${message}`);
      if (stations.length === 0) throw nothingIn(paths, index.problems);
      const { size } = index.files;
      return { what: `${size} weather ${size === 1 ? "file" : "files"}`, datasets: stations.map(factsOf), problems };
    },
    async close() {
      files.isClosed = true;
      await files.looking;
      await files.reader.close();
    },
  };
}

/** What is known of the folders, and of values what is in memory. */
interface Files {
  readonly paths: readonly string[];
  readonly reader: FileReader;
  readonly cache: Lru<PackedColumns>;
  /** Files being read: simultaneous requests for one file read it once. */
  readonly reading: Map<string, Promise<PackedColumns>>;
  index: FileIndex;
  stations: readonly Station[];
  /** Of the previous index: so that a plan based on them can still be read. */
  before: readonly Station[];
  looked: number;
  looking?: Promise<void> | undefined;
  first?: Promise<void>;
  isClosed: boolean;
}

async function look(files: Files): Promise<void> {
  const found = await updateIndex(files.index, files.paths, files.cache, files.reader, () => files.isClosed);
  if (files.isClosed) return;
  const changed = stationsOf(found.files.values());
  if (versionsOf(changed) !== versionsOf(files.stations)) {
    files.before = files.stations;
    files.stations = changed;
  }
  files.index = found;
  files.looked = performance.now();
}

/** The scan that is under way, or one that begins now. */
function scan(files: Files): Promise<void> {
  files.looking ??= look(files)
    // There may be no caller waiting: the error is reported, and must not end the process.
    .catch((error) => {
      const { index, paths } = files;
      files.index = { ...index, problems: [...index.problems, problemAt(paths.join(", "), error)] };
    })
    .finally(() => {
      files.looking = undefined;
    });
  files.first ??= files.looking;
  return files.looking;
}

function nothingIn(paths: readonly string[], problems: readonly FileProblem[]): ArchiveError {
  if (problems.length === 0) return unreadable(paths.join(", "), "there is no weather file in it", "not there");
  const isGone = problems.every(({ isMissing }) => isMissing);
  const why = problems.map(({ path, message }) => (isGone ? "there is no such file or folder" : `${path}: ${message}`));
  return unreadable(paths.join(", "), why.join("; "), isGone ? "not there" : "unusable");
}

function doubtsOf({ files }: FileIndex): FileDoubt[] {
  return [...files.values()].flatMap(({ found: { path }, doubts }) =>
    doubts.map(({ code, message, remedy }) => ({ path, code, message: remedy ? `${message}; ${remedy}` : message })),
  );
}

/** A file that was merely touched is read by its new version, though its revision is the same. */
function versionsOf(stations: readonly Station[]): string {
  return stations.flatMap(({ files }) => files.map(({ found }) => cacheKey(found))).join("\n");
}

// The values of a station over a period: one part for each of its files.

export async function readStation(
  { files }: Station,
  offer: Offer,
  period: Period,
  columns: readonly WeatherColumn[],
  { signal, budget }: ReadOptions,
  memory: Files,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (const file of files) {
    const isTypical = file.class === "typical";
    if (!isTypical && !(file.first < period.end && file.last > period.start)) continue;
    signal.throwIfAborted();
    budget.take("files", 1);
    const packed = memory.cache.get(cacheKey(file.found)) ?? (await readOnce(file, memory, budget));
    const wanted = columns.filter((column) => file.columns.includes(column));
    const step = file.step * 1000;
    const covered = isTypical
      ? period
      : { start: Math.max(period.start, file.first), end: Math.min(period.end, file.last) };
    budget.take("values", wanted.length * gridOver(covered, file.first, step).count);
    const series = isTypical ? typicalOf(file, packed, wanted, period) : sliceOf(file, packed, wanted, covered);
    const corrections = isTypical ? ["repeated by the day of the year"] : [];
    const provenance = provenanceFrom(offer, wanted, covered, corrections);
    parts.push({ series, provenance, isExamined: file.isExamined });
  }
  return parts;
}

function readOnce(
  file: WeatherFile,
  { reader, cache, reading }: Files,
  budget: ReadOptions["budget"],
): Promise<PackedColumns> {
  const key = cacheKey(file.found);
  const running = reading.get(key);
  if (running !== undefined) return running;
  budget.take("bytes", file.found.size);
  const read = reader
    .values(file.found)
    .then((columns) => {
      cache.set(key, columns);
      return columns;
    })
    .finally(() => reading.delete(key));
  reading.set(key, read);
  return read;
}

function sliceOf(
  { first, step, count, isInstant }: WeatherFile,
  packed: PackedColumns,
  names: readonly WeatherColumn[],
  covered: Period,
): WeatherSeries {
  const grid = gridOver(covered, first, step * 1000);
  const from = Math.round((grid.start - first) / grid.step);
  const to = Math.min(count, from + grid.count);
  const columns = Object.fromEntries(names.map((name) => [name, unpack(packed.get(name)!, from, to)]));
  return {
    start: grid.start + (isInstant ? grid.step / 2 : 0),
    interval: step,
    columns,
    ...(isInstant && { sampling: "instant" as const }),
  };
}

function typicalOf(
  { first, step, count }: WeatherFile,
  packed: PackedColumns,
  names: readonly WeatherColumn[],
  period: Period,
): WeatherSeries {
  const columns = Object.fromEntries(names.map((name) => [name, unpack(packed.get(name)!, 0, count)]));
  return repeatYear({ start: first, interval: step, columns }, period, names);
}
