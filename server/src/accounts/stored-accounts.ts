/** Accounts of a running server: keys are in memory, data that matter are stored. */
import {
  type Access,
  type Accounts,
  type Balance,
  type ChargeEntry,
  DuplicateChargeError,
  type Hold,
  type HoldMarks,
  type KeyInfo,
  type Repeat,
  type RequestCounter,
  type RequestLimit,
  type UsageRow,
} from "./accounts.js";
import { checkEntry } from "./charge-entry.js";
import { GroupCommit } from "./group-commit.js";
import type { Jobs } from "./jobs.js";
import { Keyring } from "./keyring.js";
import type { AccountsStore, ChargeOutcome, ChargeRecord, HeldTokens } from "./store.js";
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
interface Held {
  readonly hold: Hold;
  readonly tokens: HeldTokens;
  readonly repeat: string | undefined;
}

const DAY = 86_400_000;
const DAYS_OF_USAGE = 31;

export class StoredAccounts implements Accounts {
  readonly #store: AccountsStore;
  readonly #clock: () => number;
  readonly #watch: Watch;
  readonly #keyring = new Keyring();
  readonly #charges: GroupCommit<ChargeRecord, ChargeOutcome>;
  readonly #holds = new Map<string, Held>();
  readonly #timer: NodeJS.Timeout;
  #any = false;
  #lastHold = 0;
  #lastReport: string | undefined;
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
    return this.#any;
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

  balance(account: string): Balance {
    return this.#store.balance(account, this.#clock());
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
    const held = await this.#store.hold({
      holdId: id,
      account: access.account,
      tokens,
      request,
      now: this.#clock(),
    });
    const sum = held.shares.reduce((all, share) => all + share.tokens, 0);
    const hold: Hold = Object.freeze({ id, access, tokens: sum });
    this.#holds.set(id, { hold, tokens: held, repeat });
    return hold;
  }

  async charge(hold: Hold, entry: ChargeEntry): Promise<void> {
    const held = this.#holds.get(hold.id);
    if (!held) throw new Error(`hold ${hold.id} has ended: it was already charged or released`);
    this.#holds.delete(hold.id);
    let outcome: ChargeOutcome;
    try {
      outcome = await this.#charges.add(this.#record(held, checked(held, entry, this.#store)));
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
    this.#store.release(held.tokens);
    this.#endRepeat(held);
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

  clockOffset(): Promise<number | undefined> {
    return this.#store.clockOffset();
  }

  counter(limit: RequestLimit): RequestCounter {
    return this.#store.counter(limit);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#charges.idle();
    try {
      if (this.#keyring.due.length > 0) await this.#write([]);
    } finally {
      await this.#store.close();
    }
  }

  #refuseClosed(): void {
    if (this.#closing) throw new Error("the accounts are closed");
  }

  #record({ hold, tokens, repeat }: Held, entry: ChargeEntry): ChargeRecord {
    const { account, keyId } = hold.access;
    const change = repeat === undefined ? undefined : this.#store.repeatChange(account, repeat);
    return { ...entry, ...tokens, keyId, tokens: hold.tokens, repeat: change };
  }

  #endRepeat({ hold, repeat }: Held): void {
    if (repeat !== undefined) this.#store.endRepeat(hold.access.account, repeat);
  }

  async #write(charges: readonly ChargeRecord[]): Promise<readonly ChargeOutcome[]> {
    const keyUses = this.#keyring.due;
    const outcomes = await this.#store.commit({ charges, keyUses, now: this.#clock() });
    this.#keyring.wrote(keyUses);
    return outcomes;
  }

  async #load(): Promise<void> {
    const { any, keys } = await this.#store.load();
    this.#any = any;
    this.#keyring.load(keys);
  }

  async #look(): Promise<void> {
    try {
      if (await this.#store.changed()) await this.#load();
      if (this.#keyring.due.length > 0 && !this.#charges.busy) await this.#write([]);
      this.#lastReport = undefined;
      if (this.#store.available) this.#watch.well();
    } catch (cause) {
      this.#tell(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  #tell(message: string, cause: unknown): void {
    if (message === this.#lastReport) return;
    this.#lastReport = message;
    this.#watch.report(`accounts: ${message}`, cause);
  }
}

/** An entry that is not right gives its tokens back. */
function checked({ tokens }: Held, entry: ChargeEntry, store: AccountsStore): ChargeEntry {
  try {
    checkEntry(entry);
    return entry;
  } catch (cause) {
    store.release(tokens);
    throw cause;
  }
}
