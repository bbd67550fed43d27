/** A command's access to its environment, which tests replace. */
import { hostname, userInfo } from "node:os";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

export interface CommandIo {
  /** A line of the result. */
  out(line: string): void;
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
  process.stdout.on("error", endQuietly);
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    input: () => text(process.stdin),
    stream: () => process.stdin,
    env: process.env,
    now: Date.now,
    actor: `${userName()}@${hostname()}`,
  };
}

/** A reader that has seen enough, such as head, is no failure. */
function endQuietly(cause: NodeJS.ErrnoException): void {
  if (cause.code !== "EPIPE") throw cause;
  process.exit(0);
}

/** A container's user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
