/** Weather files in folders as a source: every format that the engine reads, found by place, monitored for changes. */

import { lruOf } from "irradiance-engine/shared";
import { unreadable } from "../bytes/failures.js";
import { ArchiveError } from "../errors.js";
import type { Doubt, WeatherSource } from "../source.js";
import { cacheKey, EMPTY_INDEX, type FileIndex, updateIndex } from "./index-of-files.js";
import { bytesOf } from "./packed.js";
import { readStation } from "./read-station.js";
import { fileReader } from "./reading-thread.js";
import { type FileProblem, problemAt } from "./scan.js";
import { factsOf, offerOf, type Station, stationsOf } from "./stations.js";

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

/** @experimental */
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
export function filesSource({
  paths,
  maxDistanceKm = 5,
  rescanMs = 5_000,
  cacheBytes = 64 * 1024 * 1024,
}: FilesOptions): FilesSource {
  if (paths.length === 0) throw new RangeError("paths must name at least one folder or file, got none");
  if (!(maxDistanceKm >= 0)) throw new RangeError(`maxDistanceKm must be 0 or more, got ${maxDistanceKm}`);
  const cache = lruOf(cacheBytes, bytesOf);
  const reader = fileReader();
  const memory = { reader, cache, reading: new Map() };
  let index: FileIndex = EMPTY_INDEX;
  /** The stations of the previous index remain known, so that a plan based on them can still be read. */
  let stations: readonly Station[] = [];
  let stationsBefore: readonly Station[] = [];
  let looked = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let first: Promise<void> | undefined;
  let isClosed = false;

  const look = async () => {
    const found = await updateIndex(index, paths, cache, reader, () => isClosed);
    if (isClosed) return;
    const changed = stationsOf(found.files.values());
    if (versionsOf(changed) !== versionsOf(stations)) {
      stationsBefore = stations;
      stations = changed;
    }
    index = found;
    looked = performance.now();
  };
  /** The scan that is under way, or one that begins now. */
  const scan = () => {
    looking ??= look()
      // There may be no caller waiting: the error is reported, and must not end the process.
      .catch((error) => {
        index = { ...index, problems: [...index.problems, problemAt(paths.join(", "), error)] };
      })
      .finally(() => {
        looking = undefined;
      });
    first ??= looking;
    return looking;
  };

  return {
    id: "files",
    async refresh() {
      // It may have looked at a folder before a file was put there.
      await looking;
      await scan();
    },
    problems: () => index.problems,
    doubts: () => doubtsOf(index),
    count: () => index.files.size,
    async offer(place) {
      if (first === undefined || performance.now() - looked >= rescanMs) scan();
      await first;
      return stations.flatMap((station) => offerOf(station, "files", place, maxDistanceKm) ?? []);
    },
    async read(offer, _place, period, columns, options) {
      const isOffered = ({ dataset, revision }: Station) => dataset === offer.dataset && revision === offer.revision;
      const station = stations.find(isOffered) ?? stationsBefore.find(isOffered);
      if (station === undefined) {
        throw new ArchiveError(
          "ERR_ARCHIVE_CHANGED",
          `the files of ${offer.dataset} have changed since they were offered`,
        );
      }
      return readStation(station, offer, period, columns, options, memory);
    },
    async look() {
      await (first ?? scan());
      const problems = [...index.problems, ...doubtsOf(index)].map(({ path, message }) => `${path}: ${message}`);
      if (stations.length === 0) throw nothingIn(paths, index.problems);
      const { size } = index.files;
      return { what: `${size} weather ${size === 1 ? "file" : "files"}`, datasets: stations.map(factsOf), problems };
    },
    async close() {
      isClosed = true;
      await looking;
      await reader.close();
    },
  };
}

function nothingIn(paths: readonly string[], problems: readonly FileProblem[]): ArchiveError {
  if (problems.length === 0) return unreadable(paths.join(", "), "there is no weather file in it", "not there");
  const isGone = problems.every(({ isMissing }) => isMissing);
  const why = problems.map(({ path, message }) => (isGone ? "there is no such file or folder" : `${path}: ${message}`));
  return unreadable(paths.join(", "), why.join("; "), isGone ? "not there" : "unusable");
}

function doubtsOf({ files }: FileIndex): FileDoubt[] {
  return [...files.values()].flatMap(({ found: { path }, doubts }) =>
    doubts.map(({ code, message, remedy }) => ({
      path,
      code,
      message: remedy === "" ? message : `${message}; ${remedy}`,
    })),
  );
}

/** A file that was merely touched is read by its new version, though its revision is the same. */
function versionsOf(stations: readonly Station[]): string {
  return stations.flatMap(({ files }) => files.map(({ found }) => cacheKey(found))).join("\n");
}
