/** Accounts of a running server: keys are in memory, data that matter are stored. */
import { DAY } from "irradiance-engine/shared";
import {
  type Access,
  type Accounts,
  type Balance,
  DuplicateChargeError,
  type Hold,
  type HoldMarks,
  type InForce,
  type KeyInfo,
  type Repeat,
  type UsageRow,
} from "./accounts.js";
import { type BookPosition, type BooksPage, type BooksQuery, checkBooksQuery } from "./books.js";
import { type ChargeEntry, checkEntry } from "./charge-entry.js";
import { UsageSums } from "./charge-sums.js";
import { GroupCommit } from "./group-commit.js";
import type { Jobs } from "./jobs.js";
import { Keyring } from "./keyring.js";
import { readBooks } from "./read-books.js";
import type { RequestCounter } from "./request-counter.js";
import { type Standing, standingsOf, unknownStanding } from "./standing.js";
import type { AccountsStore, ChargeOutcome, ChargeRecord, CutAnswer, HeldTokens } from "./store.js";
import { utcDay } from "./utc-day.js";

/** Told of failures in the background. */
export type Report = (message: string, cause: unknown) => void;

/** Whoever wants to know how the store is doing. */
export interface Watch {
  readonly report: Report;
  /** Called each time that nothing is amiss. */
  readonly well: () => void;
}

/** A hold that has not ended. */
interface HoldRecord {
  readonly hold: Hold;
  /** undefined: the request is free, and nothing is stored for it. */
  readonly tokens: HeldTokens | undefined;
  readonly repeat: string | undefined;
}

const DAYS_OF_USAGE = 31;
/** Times as long as it took to read all accounts and keys, until they are read again. */
const READ_PAUSE = 10;

export class StoredAccounts implements Accounts {
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

  get any(): boolean {
    return this.#standings.size > 0;
  }

  get names(): Iterable<string> {
    return this.#standings.keys();
  }

  get available(): boolean {
    return this.#store.available;
  }

  get jobs(): Jobs {
    return this.#store.jobs;
  }

  find(key: string): Access | undefined {
    return this.#keyring.find(key, this.#clock());
  }

  standing(account: string): Standing {
    return this.#standings.get(account) ?? unknownStanding(account);
  }

  balance(account: string): Balance {
    return this.#store.balance(account, this.#clock());
  }

  inForce(account: string): InForce {
    return this.#store.inForce(account, this.#clock());
  }

  async currentBalance(account: string): Promise<Balance> {
    this.#refuseClosed();
    return this.#store.currentBalance(account, this.#clock());
  }

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

  release(hold: Hold): void {
    const held = this.#holds.get(hold.id);
    if (!held) return;
    this.#holds.delete(hold.id);
    if (held.tokens) this.#store.release(held.tokens);
    this.#endRepeat(held);
  }

  noteCut({ account }: Access, requestIds: readonly string[]): void {
    for (const requestId of requestIds) this.#cut.push({ account, requestId });
  }

  async repeat({ account }: Access, key: string, fingerprint: string, requestId?: string): Promise<Repeat> {
    this.#refuseClosed();
    return this.#store.repeat({ account, key, fingerprint, requestId, now: this.#clock() });
  }

  forgetRepeat({ account }: Access, key: string): void {
    this.#store.endRepeat(account, key);
  }

  keys(account: string): readonly KeyInfo[] {
    return this.#keyring.of(account, this.#clock());
  }

  async usage(account: string): Promise<readonly UsageRow[]> {
    this.#refuseClosed();
    return this.#store.usage(account, utcDay(this.#clock() - (DAYS_OF_USAGE - 1) * DAY));
  }

  async books(query: BooksQuery, position: BookPosition | undefined, most: number): Promise<BooksPage> {
    this.#refuseClosed();
    checkBooksQuery(query);
    return this.#store.reading((read) => readBooks(read, query, position, most));
  }

  clockOffset(): Promise<number | undefined> {
    return this.#store.clockOffset();
  }

  counter(seconds: number): RequestCounter {
    return this.#store.counter(seconds);
  }

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
    const change = repeat === undefined ? undefined : this.#store.repeatChange(account, repeat);
    return { ...entry, ...tokens, keyId, tokens: hold.tokens, repeat: change };
  }

  #endRepeat({ hold, repeat }: HoldRecord): void {
    if (repeat !== undefined) this.#store.endRepeat(hold.access.account, repeat);
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
    const now = performance.now();
    this.#readAfter = now + READ_PAUSE * (now - since);
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
