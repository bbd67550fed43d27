/** Identifies a state of the elevation data, for the tags of answers, without reading any. */
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isTileAddress } from "irradiance-archive";

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

/** Of tiles their address: a model of the Earth that is published anew has another one. Of a file its own, of a folder those of what lies in it; none where there is nothing. */
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
