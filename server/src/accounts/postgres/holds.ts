/** Holds as rows: made by one short transaction for all that wait for one, put off while this server lives, freed in groups. */
import { DuplicateChargeError } from "../accounts.js";
import { GroupCommit } from "../group-commit.js";
import { type HeldGrant, Ledger, type Share } from "../ledger.js";
import { type PriorCharge, retryOutcome } from "../request-retry.js";
import type { HeldTokens, HoldRequest } from "../store.js";
import type { Connections, Query } from "./connections.js";
import {
  DELETE_HOLDS,
  FREE_EXPIRED_HOLDS,
  GRANTS_OF,
  INSERT_HOLDS,
  LOCK_ACCOUNTS,
  PRIOR_CHARGES,
  RENEW_HOLDS,
} from "./sql.js";

type Outcome = HeldTokens | Error;

export class Holds {
  readonly #connections: Connections;
  readonly #server: string;
  readonly #seen: (account: string, grants: readonly HeldGrant[]) => void;
  readonly #wanted = new GroupCommit<HoldRequest, Outcome>((wanted) => this.#hold(wanted));
  readonly #freed = new GroupCommit<string, undefined>((ids) => this.#free(ids));
  /** Rows of this server that have not ended. */
  readonly #live = new Set<string>();

  /**
   * @param server unique among all starts of all servers
   * @param seen called with the state of an account
   */
  constructor(connections: Connections, server: string, seen: (account: string, grants: readonly HeldGrant[]) => void) {
    this.#connections = connections;
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
    this.#connections.refuseWhileDown(); // free or not, the charge has to be recorded
    if (tokens === 0 && request === undefined) return { holdId, account, shares: [] };
    const outcome = await this.#wanted.add(wanted);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /** Deletes the rows in the background. Should that fail, they end by themselves. */
  release(holdId: string): void {
    const id = this.row(holdId);
    if (this.#live.delete(id)) void this.#freed.add(id);
  }

  /** The rows were deleted with a charge. */
  ended(holdId: string): void {
    this.#live.delete(this.row(holdId));
  }

  /** Puts the end of this server's holds off, and frees those that nobody puts off any more. */
  async renew(): Promise<void> {
    if (this.#live.size > 0) await this.#connections.all(RENEW_HOLDS, [...this.#live]);
    await this.#connections.all(FREE_EXPIRED_HOLDS);
  }

  /** Resolves when nothing waits to be freed. */
  freed(): Promise<void> {
    return this.#freed.idle();
  }

  /** Frees what is still held: this server ends. */
  async close(): Promise<void> {
    const rows = [...this.#live];
    this.#live.clear();
    await Promise.all(rows.map((row) => this.#freed.add(row)));
    await this.freed();
  }

  async #hold(wanted: readonly HoldRequest[]): Promise<readonly Outcome[]> {
    await this.freed(); // what was released here before is there for those that come after
    this.#connections.refuseWhileDown(); // it may have gone while they waited for the others
    const { outcomes, grants } = await this.#connections.transaction((query) => this.#holdAll(query, wanted));
    for (const [account, seen] of grants) this.#seen(account, seen);
    for (const outcome of outcomes) {
      if (!(outcome instanceof Error) && outcome.shares.length > 0) this.#live.add(this.row(outcome.holdId));
    }
    return outcomes;
  }

  async #holdAll(query: Query, wanted: readonly HoldRequest[]) {
    const accounts = [...new Set(wanted.map(({ account }) => account))];
    await query(LOCK_ACCOUNTS, accounts);
    const paid = await paidAmong(query, wanted);
    const grants = grantsByAccount(accounts, await query<HeldGrant>(GRANTS_OF, accounts));
    const outcomes = wanted.map((one) => held(one, paid.get(one), grants));
    const rows = outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : this.#rows(outcome)));
    if (rows.length > 0) await query(INSERT_HOLDS, JSON.stringify(rows));
    return { outcomes, grants };
  }

  #rows({ holdId, account, shares }: HeldTokens) {
    return shares.map(({ grant, tokens }) => ({ id: this.row(holdId), grant_id: grant, account, tokens }));
  }

  async #free(ids: readonly string[]): Promise<undefined[]> {
    // While it is away nobody waits for that: they end by themselves.
    if (this.#connections.available) await this.#connections.all(DELETE_HOLDS, ids).catch(() => {});
    return ids.map(() => undefined);
  }
}

/** Those with an id from outside that has a charge already. */
async function paidAmong(query: Query, wanted: readonly HoldRequest[]): Promise<ReadonlyMap<HoldRequest, PriorCharge>> {
  const marked = wanted.filter(({ request }) => request !== undefined);
  if (marked.length === 0) return new Map();
  const ids = marked.map(({ account, request }) => ({ account, requestId: request!.id }));
  const rows = await query<PriorCharge & { account: string; requestId: string }>(PRIOR_CHARGES, JSON.stringify(ids));
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
