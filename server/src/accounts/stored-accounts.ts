/** Accounts of a running server: keys are in memory, data that matter are stored. */
import { DAY } from "irradiance-engine/internal/shared";
import {
  type Access,
  type Balance,
  type ChargeEntry,
  type ChargeRecord,
  checkEntry,
  DuplicateChargeError,
  type HeldTokens,
  type Hold,
  type HoldMarks,
  type HoldRecord,
  type InForce,
  type KeyInfo,
  type Repeat,
  type UsageRow,
  UsageSums,
  utcDay,
} from "./accounts.js";
import { type BookPosition, type BooksPage, type BooksQuery, checkBooksQuery } from "./books.js";
import { GroupCommit } from "./group-commit.js";
import type { Jobs } from "./jobs/stored-jobs.js";
import { Keyring } from "./keyring.js";
import { type Standing, standingsOf, unknownStanding } from "./limits.js";
import { readBooks } from "./read-books.js";
import type { AccountsStore, ChargeOutcome, CutAnswer, RequestCounter } from "./store.js";
import type { StoredSystems } from "./systems.js";

/** Told of failures in the background. */
export type Report = (message: string, cause: unknown) => void;

interface Watch {
  readonly report: Report;
  /** Called each time that nothing is amiss. */
  readonly well: () => void;
}

const DAYS_OF_USAGE = 31;
/** Times as long as it took to read all accounts and keys, until they are read again. */
const READ_PAUSE = 10;

/** Accounts as a server has them: stored ones, or none. */
export type Accounts = Pick<StoredAccounts, keyof StoredAccounts>;

export class StoredAccounts {
  readonly #store: AccountsStore;
  readonly #clock: () => number;
  readonly #watch: Watch;
  readonly #keyring = new Keyring();
  readonly #charges: GroupCommit<ChargeRecord, ChargeOutcome>;
  readonly #holds = new Map<string, HoldRecord>();
  /** Counted, and not yet written. */
  #free = new UsageSums();
  #cut: CutAnswer[] = [];
  readonly #timer: NodeJS.Timeout;
  #standings: ReadonlyMap<string, Standing> = new Map();
  #lastHold = 0;
  #lastReport: string | undefined;
  #readAfter = 0;
  #looking: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(store: AccountsStore, clock: () => number, poll: number, watch: Watch) {
    this.#store = store;
    this.#clock = clock;
    this.#watch = watch;
    this.#charges = new GroupCommit((charges) => this.#write(charges));
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
    }, poll).unref();
  }

  /** @param poll ms between two looks for changes */
  static async open(store: AccountsStore, clock: () => number, poll: number, watch: Watch): Promise<StoredAccounts> {
    const accounts = new StoredAccounts(store, clock, poll, watch);
    try {
      await accounts.#load();
      return accounts;
    } catch (cause) {
      clearInterval(accounts.#timer);
      throw cause;
    }
  }

  /** Whether any account exists: then the demo key is off unless a setting says otherwise. */
  get any(): boolean {
    return this.#standings.size > 0;
  }

  get names(): Iterable<string> {
    return this.#standings.keys();
  }

  /** Whether the store answers; while it does not, holds and charges are refused. */
  get available(): boolean {
    return this.#store.available;
  }

  /** undefined: there are no accounts. */
  get jobs(): Jobs | undefined {
    return this.#store.jobs;
  }

  /** undefined: there are no accounts. */
  get systems(): StoredSystems | undefined {
    return this.#store.systems;
  }

  /** The access of a key; undefined for one that is unknown, expired or revoked, in the same time. */
  find(key: string): Access | undefined {
    return this.#keyring.find(key, this.#clock());
  }

  /** How an account stands, as this server saw it last: what an operator changes is seen within `poll` ms. */
  standing(account: string): Standing {
    return this.#standings.get(account) ?? unknownStanding(account);
  }

  /** As this server saw it last: other servers on the same database may have used tokens since. */
  balance(account: string): Balance {
    return this.#store.ledger.balance(account, this.#clock());
  }

  /**
   * Of the grants in force that have tokens left, or else of those that are used up: their tokens, and how many of them are used; as this
   * server saw it last.
   */
  inForce(account: string): InForce {
    return this.#store.ledger.inForce(account, this.#clock());
  }

  /** As it is stored now. */
  async currentBalance(account: string): Promise<Balance> {
    this.#refuseClosed();
    return this.#store.currentBalance(account, this.#clock());
  }

  /**
   * Sets tokens aside. They come from the grants that end soonest, and remain valid if such a grant ends meanwhile.
   *
   * @param tokens whole micro-tokens, 0 if free
   * @throws OutOfTokensError when the balance does not cover it
   * @throws DuplicateChargeError when another request was charged under the id of this one
   */
  async hold(access: Access, tokens: number, { repeat, request }: HoldMarks = {}): Promise<Hold> {
    this.#refuseClosed();
    if (!Number.isSafeInteger(tokens) || tokens < 0) {
      throw new RangeError(`tokens must be a whole number of micro-tokens, 0 or more, got ${tokens}`);
    }
    const id = String(++this.#lastHold);
    const wanted = { holdId: id, account: access.account, tokens, request, now: this.#clock() };
    const held = tokens === 0 && repeat === undefined ? undefined : await this.#store.hold(wanted);
    const sum = held?.shares.reduce((all, share) => all + share.tokens, 0) ?? 0;
    const hold: Hold = Object.freeze({ id, access, tokens: sum });
    this.#holds.set(id, { hold, tokens: held, repeat });
    return hold;
  }

  /**
   * Turns the hold into a charge. Resolves when it is on disk: no byte of an answer goes out before. When it rejects (the disk
   * is full, the entry is not right, …), nothing was charged and the tokens are given back. A request that was charged a
   * moment ago under the same id and fingerprint is not charged again. One that is free, and no repeat, is no row of the audit:
   * it is counted in the usage within a second.
   *
   * @throws DuplicateChargeError when the account has a charge of this request id
   * @throws AccountsUnavailableError when the database does not answer
   * @throws ChargeUnknownError when it did not answer whether it has written the charge; if it has, the next attempt of the same
   *   request finds it
   */
  async charge(hold: Hold, entry: ChargeEntry): Promise<void> {
    const held = this.#holds.get(hold.id);
    if (!held) throw new Error(`hold ${hold.id} has ended: it was already charged or released`);
    this.#holds.delete(hold.id);
    const { tokens } = held;
    if (tokens === undefined) return this.#count(hold, entry);
    let outcome: ChargeOutcome;
    try {
      outcome = await this.#charges.add(this.#record({ ...held, tokens }, checked(tokens, entry, this.#store)));
    } finally {
      this.#endRepeat(held);
    }
    if (outcome === "other") throw new DuplicateChargeError(entry.requestId);
    if (outcome === "lost") throw new Error(`hold ${hold.id} has ended: it was not renewed in time`);
  }

  /** Gives the tokens back. Without effect on a hold that has ended. */
  release(hold: Hold): void {
    const held = this.#holds.get(hold.id);
    if (!held) return;
    this.#holds.delete(hold.id);
    if (held.tokens) this.#store.release(held.tokens);
    this.#endRepeat(held);
  }

  /** The answer that was charged under these ids did not go out whole: the audit says so within a second. */
  noteCut({ account }: Access, requestIds: readonly string[]): void {
    for (const requestId of requestIds) this.#cut.push({ account, requestId });
  }

  /**
   * @param fingerprint SHA-256 (hex) of method, path, query and body
   * @param requestId from outside: a request that runs under the same one is this request, sent again by a balancer
   */
  async repeat({ account }: Access, key: string, fingerprint: string, requestId?: string): Promise<Repeat> {
    this.#refuseClosed();
    return this.#store.repeats.ask({ account, key, fingerprint, requestId, now: this.#clock() });
  }

  /** Discards a `new` or `free` repeat whose request was rejected before it was held. */
  forgetRepeat({ account }: Access, key: string): void {
    this.#store.repeats.end(account, key);
  }

  /** The account's keys that open something now, oldest first. */
  keys(account: string): readonly KeyInfo[] {
    return this.#keyring.of(account, this.#clock());
  }

  /** The last 31 days, newest first. */
  async usage(account: string): Promise<readonly UsageRow[]> {
    this.#refuseClosed();
    return this.#store.usage(account, utcDay(this.#clock() - (DAYS_OF_USAGE - 1) * DAY));
  }

  /**
   * A page of the books, as they are stored now.
   *
   * @param position behind the last row of the page before; undefined: from the beginning
   * @throws RangeError for a period that its unit does not fit, or that cuts a day whose charges were pruned
   */
  async books(query: BooksQuery, position: BookPosition | undefined, most: number): Promise<BooksPage> {
    this.#refuseClosed();
    checkBooksQuery(query);
    return this.#store.reading((read) => readBooks(read, query, position, most));
  }

  /** ms that this machine's clock is ahead of the store's, measured now; undefined: the store has none of its own. */
  clockOffset(): Promise<number | undefined> {
    return this.#store.clockOffset();
  }

  /** Counts requests of accounts in windows of this many seconds, over all servers on the same store. */
  counter(seconds: number): RequestCounter {
    return this.#store.counter(seconds);
  }

  /** Writes pending data and closes the store. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#charges.idle();
    try {
      if (this.#isDue) await this.#write([]);
    } catch (cause) {
      // Counts of free requests and uses of keys: a stop does not fail for them where the file is lost.
      this.#report(cause instanceof Error ? cause.message : String(cause), cause);
    } finally {
      await this.#store.close();
    }
  }

  #refuseClosed(): void {
    if (this.#closing) throw new Error("the accounts are closed");
  }

  #count({ access: { account }, tokens }: Hold, entry: ChargeEntry): void {
    checkEntry(entry);
    this.#free.add({ account, day: utcDay(entry.at), endpoint: entry.endpoint, requests: 1, tokens });
  }

  #record({ hold, tokens, repeat }: HoldRecord & { readonly tokens: HeldTokens }, entry: ChargeEntry): ChargeRecord {
    const { account, keyId } = hold.access;
    const change = repeat === undefined ? undefined : this.#store.repeats.change(account, repeat);
    return { ...entry, ...tokens, keyId, tokens: hold.tokens, repeat: change };
  }

  #endRepeat({ hold, repeat }: HoldRecord): void {
    if (repeat !== undefined) this.#store.repeats.end(hold.access.account, repeat);
  }

  async #write(charges: readonly ChargeRecord[]): Promise<readonly ChargeOutcome[]> {
    const keyUses = this.#keyring.due;
    const [free, cut] = [this.#free.rows, this.#cut];
    [this.#free, this.#cut] = [new UsageSums(), []];
    try {
      const outcomes = await this.#store.commit({ charges, keyUses, free, cut, now: this.#clock() });
      this.#keyring.wrote(keyUses);
      return outcomes;
    } catch (cause) {
      for (const sum of free) this.#free.add(sum);
      this.#cut = [...cut, ...this.#cut];
      throw cause;
    }
  }

  /** Whether anything waits for the next charge, or to be written without one. */
  get #isDue(): boolean {
    return this.#keyring.due.length > 0 || this.#free.rows.length > 0 || this.#cut.length > 0;
  }

  /** All of it: a command that changes row after row must not keep requests waiting for it. */
  async #readAgain(): Promise<void> {
    const since = performance.now();
    await this.#load();
    this.#readAfter = performance.now() + READ_PAUSE * (performance.now() - since);
  }

  async #load(): Promise<void> {
    const { standings, keys } = await this.#store.load();
    this.#standings = standingsOf(standings);
    this.#keyring.load(keys);
  }

  async #look(): Promise<void> {
    try {
      if ((await this.#store.changed()) && performance.now() >= this.#readAfter) await this.#readAgain();
      if (this.#isDue && !this.#charges.busy) await this.#write([]);
      await this.#store.tidy();
      this.#lastReport = undefined;
      if (this.#store.available) this.#watch.well();
    } catch (cause) {
      this.#report(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  #report(message: string, cause: unknown): void {
    if (message === this.#lastReport) return;
    this.#lastReport = message;
    this.#watch.report(`accounts: ${message}`, cause);
  }
}

/** An entry that is not right gives its tokens back. */
function checked(tokens: HeldTokens, entry: ChargeEntry, store: AccountsStore): ChargeEntry {
  try {
    checkEntry(entry);
    return entry;
  } catch (cause) {
    store.release(tokens);
    throw cause;
  }
}
