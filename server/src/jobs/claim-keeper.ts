/** Keeps the claim of a part while it is made, and notices when it has ended. */
import type { Jobs, PartClaim } from "../accounts/jobs.js";

/** ms until a claim lapses, and between two renewals. */
export const CLAIM_LIFE = 60_000;
const RENEWAL = 15_000;

/** The job was cancelled, or another server has the part. */
export class ClaimLost extends Error {
  constructor() {
    super("the claim of the part has ended");
  }
}

export class ClaimKeeper {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(jobs: Jobs, claim: PartClaim, clock: () => number, every = RENEWAL) {
    this.#timer = setInterval(() => {
      // What does not answer now answers next time, or the claim lapses, which the end of the part brings to light.
      jobs.renew([claim], clock(), CLAIM_LIFE).then(
        ({ length: ended }) => ended > 0 && this.#controller.abort(new ClaimLost()),
        () => {},
      );
    }, every);
  }

  /** Aborts when the claim has ended. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
