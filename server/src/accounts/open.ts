/** Opens accounts wherever they are, or stands for none. */

import type { Logger } from "pino";
import { type Access, type Balance, type InForce, MICRO } from "./accounts.js";
import { unknownStanding } from "./limits.js";
import { openPostgresStore } from "./postgres/store.js";
import type { SqliteEngine } from "./sqlite/database.js";
import { openSqliteStore } from "./sqlite/store.js";
import { type AccountsStore, requestCounter } from "./store.js";
import { type Accounts, type Report, StoredAccounts } from "./stored-accounts.js";

export interface OpenAccountsOptions {
  /** Path of the SQLite file; it is made, with its directory, when it is missing. */
  readonly file?: string | undefined;
  /** postgres://user@host/database, in place of a file: then several servers may use it at a time. */
  readonly database?: string | undefined;
  /** Unix ms (default: Date.now). */
  readonly clock?: (() => number) | undefined;
  /** ms between two checks for changes by others (default 1000, at most 5000). */
  readonly poll?: number | undefined;
  /** Called for failures in the background, once for each that persists (default: a process warning). */
  readonly report?: Report | undefined;
  /** Called after each check that found nothing amiss. */
  readonly well?: (() => void) | undefined;
  /** Which SQLite (default: Node's own where it has one, else libsql). */
  readonly engine?: SqliteEngine | undefined;
}

/**
 * Opens the accounts: of a file for the one server that may have it, of a database for any number. The command line may write
 * all the while: keys, grants and accounts that it or another server changes are seen within `poll` ms.
 *
 * @throws ServerRunningError when a server has the file
 * @throws AccountsFileError when the file is damaged, another program's, of a newer version, or cannot be written
 * @throws AccountsDatabaseError when the database cannot be used, AccountsUnavailableError when it does not answer
 */
export async function openAccounts(options: OpenAccountsOptions): Promise<Accounts> {
  const { clock = Date.now, poll = 1000, report = warn, well = () => {} } = options;
  if (!(poll >= 1 && poll <= 5000)) throw new RangeError(`poll must be 1 to 5000 ms, got ${poll}`);
  const store = await openStore(options, clock);
  try {
    return await StoredAccounts.open(store, clock, poll, { report, well });
  } catch (cause) {
    await store.close();
    throw cause;
  }
}

async function openStore({ file, database, engine }: OpenAccountsOptions, clock: () => number): Promise<AccountsStore> {
  if ((file === undefined) === (database === undefined)) {
    throw new TypeError("openAccounts takes either file or database");
  }
  return database === undefined ? openSqliteStore({ file: file!, clock, engine }) : openPostgresStore(database, clock);
}

function warn(message: string): void {
  process.emitWarning(message);
}

const NOTHING: Balance = { granted: 0, used: 0, held: 0, remaining: 0, nextExpiry: null, expired: 0 };

export function noAccounts(): Accounts {
  const refuse = (): never => {
    throw new Error("this server has no accounts");
  };
  return {
    any: false,
    names: [],
    available: true,
    jobs: undefined,
    systems: undefined,
    find: (): Access | undefined => undefined,
    standing: unknownStanding,
    balance: () => NOTHING,
    inForce: () => ({ granted: 0, used: 0 }),
    currentBalance: async () => NOTHING,
    hold: async () => refuse(),
    charge: async () => refuse(),
    release() {},
    noteCut() {},
    repeat: async () => refuse(),
    forgetRepeat() {},
    keys: () => [],
    usage: async () => [],
    books: async () => ({ rows: [], next: null }),
    clockOffset: async () => undefined,
    counter: requestCounter,
    async close() {},
  };
}

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

/** Percent. 0: less than any that is said. */
type GrantShare = 0 | 80 | 100;

export interface GrantWatch {
  /** The share that is reached now, by what this server knows. */
  look(account: string): GrantShare;
}

interface GrantWatchOptions {
  readonly accounts: Pick<Accounts, "inForce" | "standing" | "names">;
  readonly log: Logger;
  /** Called each time that a share is said. */
  readonly reached: (share: 80 | 100) => void;
}

export function createGrantWatch({ accounts, log, reached }: GrantWatchOptions): GrantWatch {
  /** Those above 0. */
  const said = new Map<string, GrantShare>();
  for (const account of accounts.names) {
    const share = shareOf(accounts.inForce(account));
    if (share > 0) said.set(account, share);
  }
  return {
    look(account) {
      const { granted, used } = accounts.inForce(account);
      const share = shareOf({ granted, used });
      const before = said.get(account) ?? 0;
      if (share === before) return share;
      if (share === 0) said.delete(account);
      else said.set(account, share);
      for (const step of [80, 100] as const) {
        if (step <= before || step > share) continue;
        reached(step);
        const line = {
          account: accounts.standing(account).shownName,
          share: step,
          remaining: (granted - used) / MICRO,
        };
        log.warn(line, "share of the granted tokens is used");
      }
      return share;
    },
  };
}

/** What is held is not used yet. */
function shareOf({ granted, used }: InForce): GrantShare {
  if (granted === 0) return 0;
  if (used >= granted) return 100;
  return granted - used <= granted / 5 ? 80 : 0;
}
