/** Identifies a state of the elevation data, for the tags of answers, without reading any. */
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isTileAddress } from "irradiance-archive/internal/server";

/**
 * A text that is another one as soon as a file was added, removed, moved or written to.
 *
 * @param paths elevation files, and folders of them
 * @returns 27 characters; of paths that are not there, too: whoever opens them says so
 */
export async function elevationRevision(paths: readonly string[]): Promise<string> {
  const states = await Promise.all(paths.map(statesAt));
  return createHash("sha256").update(JSON.stringify(states)).digest("base64url").slice(0, 27);
}

/** Path, size in bytes and time of the last change in ms. */
type FileState = readonly [path: string, size: number, changed: number];

/** Tiles have their address: a model of the Earth that is published anew has another one. A file has its own state, a folder the states of its files; an empty list where nothing is. */
async function statesAt(path: string): Promise<readonly FileState[]> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) return isTileAddress(path) ? [[path, 0, 0]] : [];
  if (!status.isDirectory()) return [[path, status.size, status.mtimeMs]];
  const names = (await readdir(path)).sort();
  return (await Promise.all(names.map((name) => stateOf(join(path, name))))).flat();
}

async function stateOf(file: string): Promise<readonly FileState[]> {
  const status = await stat(file).catch(() => undefined);
  return status === undefined ? [] : [[file, status.size, status.mtimeMs]];
}
