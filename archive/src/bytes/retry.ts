/** Tries again what fails by chance, after a growing and random pause, so that many clients do not come back at once. */
import { setTimeout as sleep } from "node:timers/promises";
import { ArchiveError } from "../errors.js";

/** A failure that may be gone at the next attempt. */
export class Transient extends ArchiveError {
  /** What the server asks to wait, ms. */
  readonly wait: number | undefined;

  constructor(code: "ERR_ARCHIVE_UNREADABLE" | "ERR_ARCHIVE_TIMEOUT", message: string, wait?: number) {
    super(code, message, code === "ERR_ARCHIVE_UNREADABLE" ? { kind: "unreachable" } : {});
    this.wait = wait;
  }
}

/** Longest pause, ms; a server that asks for more is not worth waiting for. */
export const LONGEST = 5_000;

/**
 * @param attempts in all
 * @param pause before the second attempt, ms; doubles with each, between half and all of it
 */
export async function withRetries<T>(
  attempts: number,
  pause: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Transient) || attempt === attempts || (error.wait ?? 0) > LONGEST) throw error;
      const wait = error.wait ?? Math.min(LONGEST, pause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
      await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
