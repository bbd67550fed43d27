/** Ever longer pauses between attempts, and work that is tried until it succeeds. */
import { setTimeout } from "node:timers/promises";

/** Another attempt may succeed: a source, the queue, the output or the network is away, or a thread came late. */
export class PassingFailure extends Error {}

/** ms of the first pause; each further one is twice as long, up to the longest. */
export type Pauses = { readonly shortest: number; readonly longest: number };

export const PAUSES = {
  /** A part that failed, and results that cannot be written. */
  part: { shortest: 5_000, longest: 600_000 },
  /** A database may be back at any moment, and asking costs nothing. */
  database: { shortest: 500, longest: 10_000 },
  connection: { shortest: 100, longest: 2000 },
} as const satisfies { readonly [of: string]: Pauses };

/** @param attempts that have failed, 1 or more */
export function backOffOf(attempts: number, { shortest, longest }: Pauses): number {
  return Math.min(shortest * 2 ** (attempts - 1), longest);
}

/** Waits before the attempt that follows `attempts` others. @throws when the signal aborts */
export type Pause = (attempts: number, signal: AbortSignal) => Promise<unknown>;

export function pausing(pauses: Pauses): Pause {
  return (attempts, signal) => setTimeout(backOffOf(attempts, pauses), undefined, { signal });
}

/** Counts the attempts of work that begins anew each time. */
export class BackOff {
  readonly #pauses: Pauses;
  #attempts = 0;

  constructor(pauses: Pauses) {
    this.#pauses = pauses;
  }

  /** Ends early when the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    await pausing(this.#pauses)(++this.#attempts, signal).catch(() => {});
  }

  reset(): void {
    this.#attempts = 0;
  }
}

interface Retries {
  /** After an attempt that failed. What it throws ends the work. */
  onFailure(thrown: unknown, attempts: number): void | Promise<void>;
  readonly pause: Pause;
  readonly signal: AbortSignal;
}

/** @throws what `onFailure` throws; the signal's reason */
export async function untilDone<Result>(
  work: (attempt: number) => Promise<Result>,
  { onFailure, pause, signal }: Retries,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (thrown) {
      await onFailure(thrown, attempt);
    }
    await pause(attempt, signal).catch(() => {});
    signal.throwIfAborted();
  }
}
