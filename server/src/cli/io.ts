/** A command's access to its environment, which tests replace. */
import { hostname, userInfo } from "node:os";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

export interface CommandIo {
  /** A line of the result. */
  out(line: string): void;
  /** Text of a long result as it is. Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** A remark or an error, one line. */
  err(line: string): void;
  /** All of standard input. */
  input(): Promise<string>;
  /** The same as it comes, for input of any length. */
  stream(): Readable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unix ms. */
  readonly now: () => number;
  /** Who is written into the audit. */
  readonly actor: string;
}

export function processIo(): CommandIo {
  process.stdout.on("error", endForGood);
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
    err: (line) => void process.stderr.write(`${line}\n`),
    input: () => text(process.stdin),
    stream: () => process.stdin,
    env: process.env,
    now: Date.now,
    actor: `${userName()}@${hostname()}`,
  };
}

/** A reader that has seen enough, such as head, is no failure; a disk that is full is one. */
function endForGood({ code }: NodeJS.ErrnoException): void {
  if (code !== "EPIPE") process.stderr.write(`irradiance-server: standard output cannot be written (${code})\n`);
  process.exit(code === "EPIPE" ? 0 : 1);
}

/** A container's user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
