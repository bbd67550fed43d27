/** Results go to standard output or, whole or not at all, to a file; notices go to standard error. */
import { chmod, rename, rm, stat, writeFile } from "node:fs/promises";
import { realPath } from "./files.js";

export async function writeResult(bytes: Uint8Array | string, file: string | undefined): Promise<void> {
  if (file === undefined || file === "/dev/stdout") return writeStdout(bytes);
  try {
    const found = await stat(file).catch(undefinedIfMissing);
    // A pipe or a device is there for what it does with the bytes: a file in its place would not do it.
    if (found && !found.isFile()) await writeFile(file, bytes);
    else await replaceFile(await realPath(file), bytes, found?.mode);
  } catch (cause) {
    throw new Error(`${file}: cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

function undefinedIfMissing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== "ENOENT") throw cause;
}

/** @param mode of the file that is replaced, which the new one gets; undefined: there is none */
async function replaceFile(file: string, bytes: Uint8Array | string, mode: number | undefined): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`;
  const permissions = mode === undefined ? undefined : mode & 0o7777;
  try {
    await writeFile(unfinished, bytes, { flag: "wx", ...(permissions === undefined ? {} : { mode: permissions }) });
    // Once more: what the process's umask takes away is taken from a new file only.
    if (permissions !== undefined) await chmod(unfinished, permissions);
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw cause;
  }
}

/** A reader that has had enough (`| head`) is not a failure. */
function writeStdout(bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (cause?: Error | null) =>
      cause && (cause as NodeJS.ErrnoException).code !== "EPIPE" ? reject(cause) : resolve();
    process.stdout.once("error", done);
    process.stdout.write(bytes, done);
  });
}

export function printNotice(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Nobody reads standard error any more (`2>&1 | true`): notices are lost, the work goes on. */
export function surviveClosedStderr(): void {
  process.stderr.on("error", () => {});
}
