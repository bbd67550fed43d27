/**
 * Tokens in memory: granted, used and held, per grant. Tokens that end soonest are used first, and a hold names the
 * grants it takes from, so that a grant that ends loses exactly the tokens that are neither used nor held.
 *
 * Whether a grant counts is asked of the time at each call and never written down: a clock that was wrong and is put right
 * again leaves no trace.
 */
import { type Balance, type InForce, OutOfTokensError, type Share } from "./accounts.js";

/** A grant as it is stored. Tokens in micro-tokens, times in Unix ms; it counts for starts ≤ now < expires. */
export interface StoredGrant {
  readonly id: string;
  readonly account: string;
  readonly tokens: number;
  readonly used: number;
  readonly starts: number;
  /** null: it never ends. */
  readonly expires: number | null;
}

/** A grant with what is held of it, by whichever server. */
export interface HeldGrant extends StoredGrant {
  readonly held: number;
}

type Grant = { stored: StoredGrant; used: number; held: number };

interface Purse {
  /** Those with tokens that are not used, in the order they are taken from. */
  open: Grant[];
  /** The others, whose tokens are used up. */
  full: Grant[];
  /** Sum of their tokens. */
  usedUp: number;
}

const NO_PURSE: Readonly<Purse> = { open: [], full: [], usedUp: 0 };

export class Ledger {
  #grants = new Map<string, Grant>();
  #purses = new Map<string, Purse>();

  /** Loads the stored state; what is held of grants that are known already remains. */
  load(stored: readonly HeldGrant[]): void {
    const before = this.#grants;
    this.#grants = new Map();
    this.#purses = new Map();
    for (const grant of [...stored].sort(bySoonestEnd)) {
      this.#add({ stored: grant, used: grant.used, held: before.get(grant.id)?.held ?? grant.held });
    }
  }

  /** Loads the stored state of one account, holds included. */
  refresh(account: string, stored: readonly HeldGrant[]): void {
    this.#purses.delete(account);
    for (const grant of [...stored].sort(bySoonestEnd))
      this.#add({ stored: grant, used: grant.used, held: grant.held });
  }

  balance(account: string, now: number): Balance {
    const { open, usedUp } = this.#purses.get(account) ?? NO_PURSE;
    const sum = { granted: usedUp, used: usedUp, held: 0, expired: 0 };
    let nextExpiry: number | null = null;
    for (const grant of open) {
      const rest = unspent(grant);
      sum.used += grant.used;
      sum.held += grant.held;
      sum.granted += grant.used + grant.held;
      if (isLive(grant, now)) {
        sum.granted += rest;
        if (rest > 0) nextExpiry ??= grant.stored.expires;
      } else if (hasEnded(grant, now)) sum.expired += rest;
    }
    return { ...sum, remaining: sum.granted - sum.used - sum.held, nextExpiry };
  }

  inForce(account: string, now: number): InForce {
    const { open, full } = this.#purses.get(account) ?? NO_PURSE;
    return sumOfLive(open, now) ?? sumOfLive(full, now) ?? { granted: 0, used: 0 };
  }

  /** @throws OutOfTokensError if the remaining tokens do not suffice; nothing is held then */
  hold(account: string, tokens: number, now: number): Share[] {
    const shares = this.choose(account, tokens, now);
    this.keep(shares);
    return shares;
  }

  /** What `hold` would take. */
  choose(account: string, tokens: number, now: number): Share[] {
    const shares: Share[] = [];
    let missing = tokens;
    for (const grant of (this.#purses.get(account) ?? NO_PURSE).open) {
      if (missing === 0) break;
      const taken = isLive(grant, now) ? Math.min(missing, unspent(grant)) : 0;
      if (taken > 0) shares.push({ grant: grant.stored.id, tokens: taken });
      missing -= taken;
    }
    if (missing > 0) throw new OutOfTokensError(tokens, this.balance(account, now));
    return shares;
  }

  /** Holds what was chosen. */
  keep(shares: readonly Share[]): void {
    for (const { grant, tokens } of shares) this.#grants.get(grant)!.held += tokens;
  }

  release(shares: readonly Share[]): void {
    for (const { grant, tokens } of shares) {
      const found = this.#grants.get(grant);
      if (found) found.held -= tokens;
    }
  }

  /** Turns held tokens into used ones. */
  use(shares: readonly Share[]): void {
    for (const { grant, tokens } of shares) {
      const found = this.#grants.get(grant);
      if (!found) continue;
      found.held -= tokens;
      found.used += tokens;
      if (found.used === found.stored.tokens) this.#close(found);
    }
  }

  #add(grant: Grant): void {
    const { id, account, tokens } = grant.stored;
    let purse = this.#purses.get(account);
    if (!purse) this.#purses.set(account, (purse = { open: [], full: [], usedUp: 0 }));
    this.#grants.set(id, grant);
    if (grant.used === tokens) fill(purse, grant);
    else purse.open.push(grant);
  }

  #close(grant: Grant): void {
    const purse = this.#purses.get(grant.stored.account)!;
    purse.open = purse.open.filter((other) => other !== grant);
    fill(purse, grant);
  }
}

function fill(purse: Purse, grant: Grant): void {
  purse.full.push(grant);
  purse.usedUp += grant.stored.tokens;
}

function unspent({ stored, used, held }: Grant): number {
  return stored.tokens - used - held;
}

/** undefined: none counts. */
function sumOfLive(grants: readonly Grant[], now: number): InForce | undefined {
  const live = grants.filter((grant) => isLive(grant, now));
  if (live.length === 0) return undefined;
  return {
    granted: live.reduce((sum, { stored }) => sum + stored.tokens, 0),
    used: live.reduce((sum, { used }) => sum + used, 0),
  };
}

function isLive(grant: Grant, now: number): boolean {
  return grant.stored.starts <= now && !hasEnded(grant, now);
}

function hasEnded({ stored: { expires } }: Grant, now: number): boolean {
  return expires !== null && now >= expires;
}

function bySoonestEnd(a: StoredGrant, b: StoredGrant): number {
  const ends = (a.expires ?? Number.POSITIVE_INFINITY) - (b.expires ?? Number.POSITIVE_INFINITY);
  // Infinity − Infinity is NaN: neither ends.
  return ends || a.starts - b.starts || (a.id < b.id ? -1 : 1);
}
