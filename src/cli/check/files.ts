/** Which files `irradiance check` looks at, and where their pages are written. */
import { readdir, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { UsageError } from "../errors.js";

export interface FileToCheck {
  readonly path: string;
  /** As it is called in the text: within a folder that was given, the path from there. */
  readonly name: string;
  /** It was found in a folder, where there is also what is not weather. */
  readonly isFound: boolean;
}

/** What a weather archive says about the files of a folder. */
const SIDECAR = "weather.json";

/** Hidden files, names of unfinished ones, and what is read otherwise. */
const NOT_WEATHER =
  /^\.|~$|\.(?:tmp|part|partial|crdownload|swp|md|html?|pdf|png|jpe?g|svg|zip|tar|xlsx?|parquet|nc|py|ipynb)$/i;

export interface FilesToCheck {
  readonly files: readonly FileToCheck[];
  /** Paths of what stands beside files in a folder and is for a weather archive. */
  readonly sidecars: readonly string[];
}

/** @throws UsageError for folders without a file, or for a path that is not there */
export async function filesToCheck(paths: readonly string[]): Promise<FilesToCheck> {
  const all: FileToCheck[] = [];
  for (const path of paths) {
    const isFolder = path !== "-" && (await isFolderAt(path));
    if (!isFolder) all.push({ path, name: path === "-" ? "standard input" : path, isFound: false });
    else for (const found of await filesIn(path)) all.push({ path: found, name: relative(path, found), isFound: true });
  }
  const isSidecar = ({ path, isFound }: FileToCheck) => isFound && basename(path) === SIDECAR;
  const files = all.filter((file) => !isSidecar(file));
  if (files.length === 0) throw new UsageError(`${paths.join(", ")}: no file is there to be checked`);
  return { files, sidecars: all.filter(isSidecar).map(({ path }) => path) };
}

/** A path that is not there is a file that cannot be read: the reader says so. */
async function isFolderAt(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** In the order of their names. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    if (NOT_WEATHER.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesIn(path)));
    else if (await isFileAt(path)) found.push(path);
  }
  return found;
}

/** A link counts as what it leads to; to a folder it is not followed, because it may lead back. */
async function isFileAt(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Where pages are written: one file, or a folder with one for each file checked and an index. */
export interface Pages {
  readonly folder: string | undefined;
  /** Of each file checked, in order. */
  readonly paths: readonly string[];
}

/** @throws UsageError for the name of one page where there are several */
export async function pagesFor(html: string, files: readonly FileToCheck[]): Promise<Pages> {
  const isFolder = /[/\\]$/.test(html) || (await isFolderAt(html));
  const isOne = files.length === 1 && !files[0]!.isFound;
  if (isOne && !isFolder) return { folder: undefined, paths: [html] };
  if (!isFolder && /\.html?$/i.test(html)) {
    throw new UsageError(`--html: the files have a page each: name a folder instead of ${html}`);
  }
  const taken = new Set(["index.html"]);
  const paths = files.map(({ name }) => {
    const plain = basename(name);
    let page = `${plain}.html`;
    for (let k = 2; taken.has(page.toLowerCase()); k++) page = `${plain}-${k}.html`;
    taken.add(page.toLowerCase());
    return join(html, page);
  });
  return { folder: html, paths };
}
