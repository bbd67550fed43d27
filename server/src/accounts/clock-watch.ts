/**
 * How far this machine's clock is from that of the accounts' database. Holds and request rates go by the database's; grants and
 * keys begin and end by each server's own: a wrong clock is logged, and stops nothing.
 */
import type { Logger } from "pino";
import type { Accounts } from "./accounts.js";

/** ms between two looks. */
const EVERY = 300_000;
/** ms above which it is logged. */
const MOST = 1_000;

export class ClockWatch {
  readonly #accounts: Accounts;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #offset: number | undefined;
  #isReported = false;

  constructor(accounts: Accounts, log: Logger, every = EVERY) {
    this.#accounts = accounts;
    this.#log = log;
    this.#timer = setInterval(() => void this.look(), every).unref();
  }

  /** ms that this clock is ahead, as seen last; undefined: there is no other clock, or it was not seen yet. */
  get offset(): number | undefined {
    return this.#offset;
  }

  /** Never rejects: a database that does not answer is logged elsewhere. */
  async look(): Promise<void> {
    const offset = await this.#accounts.clockOffset().catch(() => undefined);
    if (offset === undefined) return;
    this.#offset = offset;
    const isWrong = Math.abs(offset) > MOST;
    if (isWrong && !this.#isReported) {
      const seconds = Math.round(offset / 100) / 10;
      this.#log.warn(
        { seconds },
        "this machine's clock differs from the clock of the accounts' database, by which grants and keys end",
      );
    }
    this.#isReported = isWrong;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
