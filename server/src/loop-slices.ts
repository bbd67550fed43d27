/** Work on the one thread that all requests share, in slices: between two of them others have their turn. */

/** ms. Far below the 20 ms for which nothing may hold the event loop: a step that was begun is ended, however slow the machine. */
const SLICE = 4;

const waiting: (() => void)[] = [];

/**
 * Resolves when the event loop has come round. Each round resumes one of those that wait: all of them together would hold the
 * loop for as long as the sum of their slices.
 */
export function loopTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

function resumeOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeOne);
}

/** The slices of one piece of work, which asks after each step whether its slice is over. */
export class Slices {
  #since = performance.now();

  /** Waits for a turn of the loop where the slice has lasted long enough; else resolves at once. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since < SLICE) return;
    await loopTurn();
    this.#since = performance.now();
  }
}
