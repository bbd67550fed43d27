/**
 * The log of an outage of the accounts: a line when it begins, for each further cause, and when it is over. The requests that it
 * met are counted, here and in the metrics: a line of error for each would bury what else goes wrong.
 */
import type { Logger } from "pino";

/** At most this many causes are logged for one outage: a failing database has several, and some contain numbers. */
const MOST_CAUSES = 5;

export class AccountsOutage {
  readonly #log: Logger;
  readonly #noteRefused: () => void;
  readonly #causes = new Set<string>();
  #since = 0;
  #refused = 0;

  /** @param noteRefused called for each refused request */
  constructor(log: Logger, noteRefused: () => void) {
    this.#log = log;
    this.#noteRefused = noteRefused;
  }

  /** Something is not as it should be. */
  begin(cause: string): void {
    if (this.#causes.size === 0) this.#since = performance.now();
    if (this.#causes.has(cause) || this.#causes.size === MOST_CAUSES) return;
    this.#causes.add(cause);
    this.#log.error({ cause }, "accounts fail");
  }

  /** All is as it should be. */
  end(): void {
    if (this.#causes.size === 0) return;
    this.#causes.clear();
    const seconds = Math.round((performance.now() - this.#since) / 100) / 10;
    this.#log.warn({ seconds, refused: this.#refused }, "accounts answer again");
    this.#refused = 0;
  }

  /** Whether a request failed for this reason: then it is counted, and nothing more is logged. */
  explains(failure: unknown): boolean {
    const { code, message } = (failure ?? {}) as { readonly code?: unknown; readonly message?: unknown };
    if (code !== "ERR_ACCOUNTS_UNAVAILABLE" && code !== "ERR_ACCOUNTS_FILE") return false;
    this.#refused++;
    this.#noteRefused();
    this.begin(String(message));
    return true;
  }
}
