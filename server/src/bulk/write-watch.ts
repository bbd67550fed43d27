/** What to say when workers cannot write, and when to end a run in which nobody can. */

/** Nothing can be written any more. */
export class UnwritableError extends Error {
  override readonly name = "UnwritableError";
}

export function unwritable(out: string, ms: number, reason: string): UnwritableError {
  const lack = `nothing could be written for ${Math.round(ms / 1000)} s: ${reason}`;
  return new UnwritableError(`${out}: ${lack}; finished parts are kept there, --resume continues`);
}

/** Parts in the hands of workers. */
export interface Writing {
  /** Why those cannot be written that are computed. */
  readonly held: readonly string[];
  /** All of them, those included. */
  readonly active: number;
}

export class WriteWatch {
  private readonly out: string;
  private readonly patience: number;
  /** Since when nobody could write. */
  private since: number | undefined;
  private isReported = false;

  /** @param patience ms */
  constructor(out: string, patience: number) {
    this.out = out;
    this.patience = patience;
  }

  /** A part was written. */
  written(): void {
    this.since = undefined;
  }

  /**
   * @returns what to say now
   * @throws UnwritableError when all that workers have has waited too long to be written
   */
  lines(now: number, { held, active }: Writing): string[] {
    const [reason] = held;
    if (reason === undefined) return this.over();
    // A part that is still computed may be of a worker that can write.
    this.since = held.length < active ? undefined : (this.since ?? now);
    if (this.since !== undefined && now - this.since >= this.patience)
      throw unwritable(this.out, now - this.since, reason);
    if (this.isReported) return [];
    this.isReported = true;
    return [`results cannot be written and are kept until they can: ${reason}`];
  }

  private over(): string[] {
    this.since = undefined;
    if (!this.isReported) return [];
    this.isReported = false;
    return ["results can be written again"];
  }
}
