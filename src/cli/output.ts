/** Results go to standard output or, whole or not at all, to a file; notices go to standard error. */
import { chmod, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { draftOf } from "../foundation/shared/node.js";
import { wrapped } from "../foundation/text/number.js";
import { OutputError, UsageError } from "./errors.js";

/** Bytes whole, or piece by piece. */
type Result = Uint8Array | string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export async function writeResult(bytes: Result, file: string | undefined): Promise<void> {
  if (file === undefined || file === "/dev/stdout") {
    for await (const piece of isWhole(bytes) ? [bytes] : bytes) await writeStdout(piece);
    return;
  }
  try {
    const found = await stat(file).catch(undefinedIfMissing);
    // The purpose of a pipe or device is to receive the bytes: do not replace it by a file.
    if (found && !found.isFile()) await writeFile(file, bytes);
    else await replaceFile(await realPath(file), bytes, found?.mode);
  } catch (cause) {
    throw new OutputError(`${file}: cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

function isWhole(bytes: Result): bytes is Uint8Array | string {
  return typeof bytes === "string" || ArrayBuffer.isView(bytes);
}

function undefinedIfMissing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== "ENOENT") throw cause;
}

/** @param mode of the replaced file, kept by the new one; undefined: there is none */
async function replaceFile(file: string, bytes: Result, mode: number | undefined): Promise<void> {
  const unfinished = draftOf(file);
  const permissions = mode === undefined ? undefined : mode & 0o7777;
  try {
    await writeFile(unfinished, bytes, { flag: "wx", ...(permissions === undefined ? {} : { mode: permissions }) });
    // Again, because the process's umask applies to new files.
    if (permissions !== undefined) await chmod(unfinished, permissions);
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw cause;
  }
}

/** A reader that closes its end (`| head`) is not a failure. */
function writeStdout(bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (cause?: Error | null) => {
      // After a failure the stream still tells of it as an event, which ends the process where nobody listens.
      if (!cause) process.stdout.off("error", done);
      if (cause && (cause as NodeJS.ErrnoException).code !== "EPIPE") reject(cause);
      else resolve();
    };
    process.stdout.once("error", done);
    process.stdout.write(bytes, done);
  });
}

/** Broken between words on a terminal; a file or a pipe has a line for each notice. */
export function printNotice(line: string): void {
  process.stderr.write(`${forPeople(line, process.stderr)}\n`);
}

/** Usual terminals, and the least in which words fit. */
const [USUAL, NARROW] = [80, 40];

/** A text as a terminal shows it best; what reads a file or a pipe gets it as it is. */
export function forPeople(text: string, { isTTY, columns = USUAL }: { isTTY?: boolean; columns?: number }): string {
  return isTTY ? wrapped(text, Math.max(columns, NARROW)) : text;
}

/** Standard error was closed (`2>&1 | true`): notices are lost, the work continues. */
export function surviveClosedStderr(): void {
  process.stderr.on("error", () => {});
}

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
