/** Ever longer times until something is tried again. */
import { setTimeout as pause } from "node:timers/promises";

/** ms */
const SHORTEST = 5_000;
const LONGEST = 600_000;

/** @param attempts that have failed, 1 or more */
export function backOffOf(attempts: number, shortest = SHORTEST, longest = LONGEST): number {
  return Math.min(shortest * 2 ** (attempts - 1), longest);
}

export class BackOff {
  readonly #shortest: number | undefined;
  readonly #longest: number | undefined;
  #attempts = 0;

  /** @param shortest ms of the first pause; @param longest ms of any */
  constructor(shortest?: number, longest?: number) {
    this.#shortest = shortest;
    this.#longest = longest;
  }

  /** Ends early when the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    await pause(backOffOf(++this.#attempts, this.#shortest, this.#longest), undefined, { signal }).catch(() => {});
  }

  reset(): void {
    this.#attempts = 0;
  }
}
