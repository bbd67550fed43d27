/**
 * What an `Idempotency-Key` stands for. Requests that run are known here, those that were charged to the store: a crash
 * forgets the former, which cost nothing, and keeps the latter with their charges.
 */
import type { Repeat } from "./accounts.js";
import type { RepeatChange, StoredRepeat } from "./store.js";

/** ms in which a charged request may be repeated. */
export const REPEATS_KEPT = 24 * 3_600_000;
const FREE_REPEATS = 3;

type Find = (account: string, key: string, since: number) => StoredRepeat | undefined;

export class Repeats {
  readonly #find: Find;
  /** New requests in progress, with their fingerprints. */
  readonly #running = new Map<string, string>();
  /** Number of free repeats in progress. */
  readonly #free = new Map<string, number>();

  constructor(find: Find) {
    this.#find = find;
  }

  ask(account: string, key: string, fingerprint: string, now: number): Repeat {
    const id = repeatId(account, key);
    const running = this.#running.get(id);
    if (running !== undefined) return { kind: running === fingerprint ? "running" : "other" };
    const stored = this.#find(account, key, now - REPEATS_KEPT);
    if (!stored) {
      this.#running.set(id, fingerprint);
      return { kind: "new" };
    }
    if (stored.fingerprint !== fingerprint) return { kind: "other" };
    const free = this.#free.get(id) ?? 0;
    if (stored.uses + free >= FREE_REPEATS) return { kind: "used-up" };
    this.#free.set(id, free + 1);
    return { kind: "free" };
  }

  /** The change made by the charge of a request; undefined: none, because it was one too many and is paid for. */
  change(account: string, key: string, tokens: number): RepeatChange | undefined {
    const id = repeatId(account, key);
    const fingerprint = this.#running.get(id);
    if (fingerprint !== undefined) return { change: "keep", key, fingerprint };
    return tokens === 0 && this.#free.has(id) ? { change: "use", key } : undefined;
  }

  /** The request has ended, charged or not. A repeat that was paid for (`tokens` > 0) leaves the free ones alone. */
  end(account: string, key: string, tokens: number): void {
    const id = repeatId(account, key);
    if (this.#running.delete(id) || tokens > 0) return;
    const free = this.#free.get(id) ?? 0;
    if (free > 1) this.#free.set(id, free - 1);
    else this.#free.delete(id);
  }
}

function repeatId(account: string, key: string): string {
  return `${account}\n${key}`;
}
