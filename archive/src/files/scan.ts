/** The content of the folders: paths, sizes and times, and their `weather.json`. Nothing else is opened. */
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { messageOf } from "../errors.js";
import { type FileSettings, parseSidecar, SIDECAR, type Sidecar } from "./sidecar.js";

export interface FileProblem {
  readonly path: string;
  readonly message: string;
  /** There is no such file or folder. */
  readonly isMissing: boolean;
  /** Version of the file that failed: it is tried again when it changes. */
  readonly version?: string;
}

export interface FoundFile {
  readonly path: string;
  /** Name in messages and data sets: relative to the given folder, with forward slashes. */
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly settings: FileSettings;
  /** Changes with the file and with its metadata. */
  readonly version: string;
}

interface Scan {
  readonly files: ReadonlyMap<string, FoundFile>;
  readonly problems: readonly FileProblem[];
}

/** Largest depth of nested folders. */
const DEEPEST = 32;

/** Hidden files, and names that programs give to unfinished files. */
const UNFINISHED = /^\.|\.(?:tmp|part|partial|crdownload|swp)$|~$/;

/** Never throws: whatever cannot be read is reported as a problem. */
export async function scan(paths: readonly string[]): Promise<Scan> {
  const files = new Map<string, FoundFile>();
  const problems: FileProblem[] = [];
  for (const path of paths) {
    try {
      if ((await stat(path)).isDirectory()) {
        await scanFolder(path, { root: path, settings: {}, above: [], files, problems });
      } else {
        const sidecar = await readSidecar(dirname(path), problems);
        await scanFile(path, basename(path), together({}, sidecar, basename(path)), files);
      }
    } catch (error) {
      problems.push(problemAt(path, error));
    }
  }
  return { files, problems };
}

export function problemAt(path: string, error: unknown): FileProblem {
  return { path, message: messageOf(error), isMissing: isMissing(error) };
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
}

interface Visit {
  readonly root: string;
  readonly settings: FileSettings;
  /** Real paths of the enclosing folders: a link to one of them is a cycle. */
  readonly above: readonly string[];
  readonly files: Map<string, FoundFile>;
  readonly problems: FileProblem[];
}

async function scanFolder(folder: string, visit: Visit): Promise<void> {
  const { root, above, files, problems } = visit;
  const real = await realpath(folder);
  if (above.includes(real) || above.length >= DEEPEST) {
    const message = `is a cycle of links, or is more than ${DEEPEST} folders deep`;
    problems.push({ path: folder, message, isMissing: false });
    return;
  }
  const sidecar = await readSidecar(folder, problems);
  const settings = { ...visit.settings, ...sidecar.folder };
  for (const entry of (await readdir(folder)).sort()) {
    if (entry === SIDECAR || UNFINISHED.test(entry)) continue;
    const path = join(folder, entry);
    try {
      if ((await stat(path)).isDirectory()) await scanFolder(path, { ...visit, settings, above: [...above, real] });
      else await scanFile(path, relative(root, path), together(visit.settings, sidecar, entry), files);
    } catch (error) {
      // Removed since the folder was listed: treated as absent.
      if (!isMissing(error)) problems.push(problemAt(path, error));
    }
  }
}

async function scanFile(path: string, name: string, settings: FileSettings, files: Map<string, FoundFile>) {
  const found = await stat(path);
  if (!found.isFile()) return;
  const { size, mtimeMs } = found;
  const version = `${mtimeMs}:${size}:${JSON.stringify(settings)}`;
  files.set(path, { path, name: name.replaceAll("\\", "/"), size, mtimeMs, settings, version });
}

async function readSidecar(folder: string, problems: FileProblem[]): Promise<Sidecar> {
  const path = join(folder, SIDECAR);
  try {
    return parseSidecar(await readFile(path, "utf8"));
  } catch (error) {
    if (!isMissing(error)) problems.push(problemAt(path, error));
    return { folder: {}, files: new Map() };
  }
}

function together(above: FileSettings, sidecar: Sidecar, name: string): FileSettings {
  return { ...above, ...sidecar.folder, ...sidecar.files.get(name) };
}
