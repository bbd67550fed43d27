/** Resolves paths to files, and ensures that no option's file overwrites another's. */
import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "./errors.js";

/** The real path of a file, existing or not: all links followed, including one to a missing file. */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") return resolve(path);
  }
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  const target = await readlink(path).catch(() => undefined);
  return target === undefined ? join(folder, basename(path)) : realPath(resolve(folder, target));
}

/** Files by the option that names them: "--weather" → its paths. */
export interface NamedFiles {
  readonly [option: string]: string | readonly string[] | undefined;
}

/**
 * @param written each one is compared with all others and with those read
 * @throws UsageError for two options with the same file, of which at least one writes it
 */
export async function refuseSameFile(written: NamedFiles, read: NamedFiles): Promise<void> {
  const owners = new Map<string, string>();
  for (const [option, path] of entriesOf(read)) owners.set(await realPath(path), option);
  for (const [option, path] of entriesOf(written)) {
    if (await isSpecial(path)) continue;
    const place = await realPath(path);
    const other = owners.get(place);
    if (other !== undefined) throw new UsageError(`${option} and ${other} are the same file, ${path}: use two files`);
    owners.set(place, option);
  }
}

function entriesOf(files: NamedFiles): [option: string, path: string][] {
  return Object.entries(files).flatMap(([option, paths = []]) =>
    [paths].flat().map((path): [string, string] => [option, path]),
  );
}

/** Pipes and devices (/dev/null) may be written by two options. */
async function isSpecial(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isFile(),
    () => false,
  );
}

/** Formats of pictures that would need more than text. */
const OTHER_PICTURES = /\.(png|jpe?g|gif|webp|pdf|bmp|tiff?)$/i;

/** @throws UsageError for a picture in a format that is not SVG: its name would lie about what is in it */
export function refuseOtherPictures(pictures: { readonly [option: string]: string | undefined }): void {
  for (const [option, path] of Object.entries(pictures)) {
    const [, ending] = OTHER_PICTURES.exec(path ?? "") ?? [];
    if (ending === undefined) continue;
    throw new UsageError(
      `${option} draws SVG, not ${ending.toUpperCase()}: name a file that ends in .svg (browsers show it, and convert it)`,
    );
  }
}
