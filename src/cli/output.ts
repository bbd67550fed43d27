/** Results go to standard output or, whole or not at all, to a file; remarks go to standard error. */
import { rename, rm, writeFile } from "node:fs/promises";

export async function writeResult(bytes: Uint8Array | string, file: string | undefined): Promise<void> {
  if (file === undefined) return writeStdout(bytes);
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(unfinished, bytes, { flag: "wx" });
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw new Error(`${file}: cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

/** A reader that has had enough (`| head`) is no failure. */
function writeStdout(bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (cause?: Error | null) =>
      cause && (cause as NodeJS.ErrnoException).code !== "EPIPE" ? reject(cause) : resolve();
    process.stdout.once("error", done);
    process.stdout.write(bytes, done);
  });
}

export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}
