/**
 * What a server has for a while, as rows that all servers see: tokens that are held, and `Idempotency-Key`s of running requests.
 * Their server puts off their end while it lives.
 */
import type { HeldTokens, PriorCharge, Repeat, RepeatChange, Share } from "../accounts.js";
import { DuplicateChargeError, retryOutcome } from "../accounts.js";
import { GroupCommit } from "../group-commit.js";
import { type HeldGrant, Ledger } from "../ledger.js";
import type { AskedRepeat, HoldRequest, StoredRepeat } from "../store.js";
import { decide, REPEATS_KEPT, Repeats, SELECT_REPEAT } from "../store.js";
import type { Connections, Query } from "./connections.js";
import * as SQL from "./sql.js";

type LeaseStatements = { readonly end: string; readonly putOff: string; readonly endExpired: string };

/** Rows of this server that have not ended. */
class Leases {
  protected readonly connections: Connections;
  readonly #statements: LeaseStatements;
  readonly #live = new Set<string>();
  readonly #freed = new GroupCommit<string, undefined>((ids) => this.#free(ids));

  constructor(connections: Connections, statements: LeaseStatements) {
    this.connections = connections;
    this.#statements = statements;
  }

  /** Puts off the end of this server's rows, and ends the rows that nobody puts off any more. */
  async renew(): Promise<void> {
    if (this.#live.size > 0) await this.connections.all(this.#statements.putOff, [...this.#live]);
    await this.connections.all(this.#statements.endExpired);
  }

  /** Resolves when nothing waits to be freed. */
  freed(): Promise<void> {
    return this.#freed.idle();
  }

  /** Frees what there still is: this server ends. */
  async close(): Promise<void> {
    for (const id of this.#live) this.free(id);
    await this.freed();
  }

  protected begun(id: string): void {
    this.#live.add(id);
  }

  /** The row was deleted elsewhere. */
  protected gone(id: string): void {
    this.#live.delete(id);
  }

  /** Deletes the row in the background. Should that fail, it ends by itself. */
  protected free(id: string): void {
    if (this.#live.delete(id)) void this.#freed.add(id);
  }

  async #free(ids: readonly string[]): Promise<undefined[]> {
    // While the database is away nobody waits for that: they end by themselves.
    if (this.connections.available) await this.connections.all(this.#statements.end, ids).catch(() => {});
    return ids.map(() => undefined);
  }
}

type Outcome = HeldTokens | Error;

/** Holds, made by one short transaction for all that wait for one. */
export class Holds extends Leases {
  readonly #server: string;
  readonly #seen: (account: string, grants: readonly HeldGrant[]) => void;
  readonly #wanted = new GroupCommit<HoldRequest, Outcome>((wanted) => this.#hold(wanted));

  /**
   * @param server unique among all starts of all servers
   * @param seen called with the state of an account
   */
  constructor(connections: Connections, server: string, seen: (account: string, grants: readonly HeldGrant[]) => void) {
    super(connections, { end: SQL.DELETE_HOLDS, putOff: SQL.RENEW_HOLDS, endExpired: SQL.FREE_EXPIRED_HOLDS });
    this.#server = server;
    this.#seen = seen;
  }

  /** Id of a hold's rows. */
  row(holdId: string): string {
    return `${this.#server}-${holdId}`;
  }

  /** @throws OutOfTokensError, DuplicateChargeError, AccountsUnavailableError: then nothing is held */
  async hold(wanted: HoldRequest): Promise<HeldTokens> {
    const { holdId, account, tokens, request } = wanted;
    this.connections.refuseWhileDown(); // free or not, the charge has to be recorded
    if (tokens === 0 && request === undefined) return { holdId, account, shares: [] };
    const outcome = await this.#wanted.add(wanted);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  release(holdId: string): void {
    this.free(this.row(holdId));
  }

  /** The rows were deleted with a charge. */
  ended(holdId: string): void {
    this.gone(this.row(holdId));
  }

  async #hold(wanted: readonly HoldRequest[]): Promise<readonly Outcome[]> {
    await this.freed(); // what was released here before is there for those that come after
    this.connections.refuseWhileDown(); // it may have gone while they waited for the others
    const { outcomes, grants } = await this.connections.transaction((query) => this.#holdAll(query, wanted));
    for (const [account, seen] of grants) this.#seen(account, seen);
    for (const outcome of outcomes) {
      if (!(outcome instanceof Error) && outcome.shares.length > 0) this.begun(this.row(outcome.holdId));
    }
    return outcomes;
  }

  async #holdAll(query: Query, wanted: readonly HoldRequest[]) {
    const accounts = [...new Set(wanted.map(({ account }) => account))];
    await query(SQL.LOCK_ACCOUNTS, accounts);
    const paid = await paidAmong(query, wanted);
    const grants = grantsByAccount(accounts, await query<HeldGrant>(SQL.GRANTS_OF, accounts));
    const outcomes = wanted.map((one) => held(one, paid.get(one), grants));
    const rows = outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : this.#rows(outcome)));
    if (rows.length > 0) await query(SQL.INSERT_HOLDS, JSON.stringify(rows));
    return { outcomes, grants };
  }

  #rows({ holdId, account, shares }: HeldTokens) {
    return shares.map(({ grant, tokens }) => ({ id: this.row(holdId), grant_id: grant, account, tokens }));
  }
}

/** Those with an id from outside that has a charge already. */
async function paidAmong(query: Query, wanted: readonly HoldRequest[]): Promise<ReadonlyMap<HoldRequest, PriorCharge>> {
  const marked = wanted.filter(({ request }) => request !== undefined);
  if (marked.length === 0) return new Map();
  const ids = marked.map(({ account, request }) => ({ account, requestId: request!.id }));
  const rows = await query<PriorCharge & { account: string; requestId: string }>(
    SQL.PRIOR_CHARGES,
    JSON.stringify(ids),
  );
  return new Map(
    marked.flatMap((one) => {
      const prior = rows.find(({ account, requestId }) => account === one.account && requestId === one.request!.id);
      return prior ? [[one, prior] as const] : [];
    }),
  );
}

/** Takes the tokens from the grants, which are changed. */
function held(
  { holdId, account, tokens, request, now }: HoldRequest,
  prior: PriorCharge | undefined,
  grants: Map<string, readonly HeldGrant[]>,
): Outcome {
  if (prior) {
    const isSame = retryOutcome(prior, request?.fingerprint, now) === "again";
    return isSame ? { holdId, account, shares: [] } : new DuplicateChargeError(request!.id);
  }
  const ledger = new Ledger();
  ledger.refresh(account, grants.get(account)!);
  try {
    const shares = ledger.hold(account, tokens, now);
    grants.set(account, withHeld(grants.get(account)!, shares));
    return { holdId, account, shares };
  } catch (cause) {
    return cause as Error;
  }
}

function withHeld(grants: readonly HeldGrant[], shares: readonly Share[]): readonly HeldGrant[] {
  const more = new Map(shares.map(({ grant, tokens }) => [grant, tokens]));
  return grants.map((grant) => ({ ...grant, held: grant.held + (more.get(grant.id) ?? 0) }));
}

export function grantsByAccount(
  accounts: readonly string[],
  grants: readonly HeldGrant[],
): Map<string, readonly HeldGrant[]> {
  const byAccount = new Map<string, HeldGrant[]>(accounts.map((account) => [account, []]));
  for (const grant of grants) byAccount.get(grant.account)?.push(grant);
  return byAccount;
}

type LiveClaim = { readonly fingerprint: string; readonly isFree: boolean; readonly requestId: string | null };

/** `Idempotency-Key`s of running requests. */
export class Claims extends Leases {
  readonly #server: string;
  /** What this server's claims stand for. */
  readonly #repeats = new Repeats();
  /** Ids of the rows of this server, oldest first, by account and key. */
  readonly #rows = new Map<string, string[]>();
  #count = 0;

  constructor(connections: Connections, server: string) {
    super(connections, { end: SQL.DELETE_CLAIMS, putOff: SQL.RENEW_CLAIMS, endExpired: SQL.FREE_EXPIRED_CLAIMS });
    this.#server = server;
  }

  /** A claim under the same id from outside is of the same request, whose server may have died: it does not count. */
  async ask({ account, key, fingerprint, requestId, now }: AskedRepeat): Promise<Repeat> {
    await this.freed(); // a request that has just ended is no longer running
    this.connections.refuseWhileDown();
    const id = `${this.#server}-claim-${++this.#count}`;
    const repeat = await this.connections.transaction(async (query) => {
      await query(SQL.LOCK_ACCOUNTS, [account]);
      const [stored] = await query<StoredRepeat>(SELECT_REPEAT, account, key, now - REPEATS_KEPT);
      const claims = await query<LiveClaim>(SQL.LIVE_CLAIMS, account, key);
      const live = claims.filter((claim) => requestId === undefined || claim.requestId !== requestId);
      const running = live.find(({ isFree }) => !isFree)?.fingerprint;
      const decided = decide(fingerprint, stored, running, live.filter(({ isFree }) => isFree).length);
      const { kind } = decided;
      if (kind === "new" || kind === "free") {
        await query(SQL.INSERT_CLAIM, id, account, key, fingerprint, kind === "free", requestId ?? null);
      }
      return decided;
    });
    this.#repeats.begin(account, key, fingerprint, repeat);
    if (repeat.kind === "new" || repeat.kind === "free") this.#add(claimKey(account, key), id);
    return repeat;
  }

  change(account: string, key: string): RepeatChange | undefined {
    return this.#repeats.change(account, key);
  }

  /** The claim that a charge ends. */
  rowsOf(account: string, change: RepeatChange | undefined): readonly string[] {
    return change === undefined ? [] : (this.#rows.get(claimKey(account, change.key)) ?? []).slice(0, 1);
  }

  end(account: string, key: string): void {
    if (this.#repeats.end(account, key) === undefined) return;
    const id = this.#remove(claimKey(account, key));
    if (id !== undefined) this.free(id);
  }

  #add(of: string, id: string): void {
    this.begun(id);
    const rows = this.#rows.get(of);
    if (rows) rows.push(id);
    else this.#rows.set(of, [id]);
  }

  #remove(of: string): string | undefined {
    const rows = this.#rows.get(of);
    const id = rows?.shift();
    if (rows?.length === 0) this.#rows.delete(of);
    return id;
  }
}

function claimKey(account: string, key: string): string {
  return `${account}\n${key}`;
}
