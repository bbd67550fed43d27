/** The index of files, kept up to date with the folders by comparing sizes and times. */
import { setTimeout as pause } from "node:timers/promises";
import type { Lru } from "irradiance-engine/shared";
import { ArchiveError } from "../errors.js";
import type { PackedColumns } from "./packed.js";
import type { FileReader } from "./reading-thread.js";
import { type FileProblem, type FoundFile, problemAt, scan } from "./scan.js";
import { inKeys } from "./sidecar.js";
import type { ReadFile, WeatherFile } from "./weather-file.js";

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
