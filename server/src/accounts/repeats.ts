/**
 * What an `Idempotency-Key` stands for. Requests that run in this process are known here, those that were charged to the
 * store: a crash forgets the former, which cost nothing, and keeps the latter with their charges.
 */
import { DAY } from "irradiance-engine/shared";
import type { Repeat } from "./accounts.js";
import type { RepeatChange, StoredRepeat } from "./store.js";

/** ms in which a charged request may be repeated. */
export const REPEATS_KEPT = DAY;
/** How often it is free. */
export const FREE_REPEATS = 3;
/** ms between two removals of repeats that are too old. */
export const FORGET_EVERY = 5_000;

export class Repeats {
  /** New requests in progress, with their fingerprints. */
  readonly #running = new Map<string, string>();
  /** Number of free repeats in progress. */
  readonly #free = new Map<string, number>();

  /** Decides, and begins what is allowed. @param stored the charged request of this key, if there is one */
  ask(account: string, key: string, fingerprint: string, stored: StoredRepeat | undefined): Repeat {
    const id = repeatId(account, key);
    const repeat = decide(fingerprint, stored, this.#running.get(id), this.#free.get(id) ?? 0);
    this.begin(account, key, fingerprint, repeat);
    return repeat;
  }

  /** Begins what was decided elsewhere. */
  begin(account: string, key: string, fingerprint: string, { kind }: Repeat): void {
    const id = repeatId(account, key);
    if (kind === "new") this.#running.set(id, fingerprint);
    if (kind === "free") this.#free.set(id, (this.#free.get(id) ?? 0) + 1);
  }

  /** The change made by the charge of a request; undefined: nothing is running. */
  change(account: string, key: string): RepeatChange | undefined {
    const id = repeatId(account, key);
    const fingerprint = this.#running.get(id);
    if (fingerprint !== undefined) return { change: "keep", key, fingerprint };
    return this.#free.has(id) ? { change: "use", key } : undefined;
  }

  /**
   * The request has ended, charged or not.
   *
   * @returns what has ended; undefined: nothing was running
   */
  end(account: string, key: string): "new" | "free" | undefined {
    const id = repeatId(account, key);
    if (this.#running.delete(id)) return "new";
    const free = this.#free.get(id) ?? 0;
    if (free === 0) return undefined;
    if (free > 1) this.#free.set(id, free - 1);
    else this.#free.delete(id);
    return "free";
  }
}

/**
 * @param stored the charged request of the key
 * @param running fingerprint of a request with the key that is not charged yet
 * @param free number of free repeats in progress
 */
export function decide(
  fingerprint: string,
  stored: StoredRepeat | undefined,
  running: string | undefined,
  free: number,
): Repeat {
  if (running !== undefined) return { kind: running === fingerprint ? "running" : "other" };
  if (!stored) return { kind: "new" };
  if (stored.fingerprint !== fingerprint) return { kind: "other" };
  if (stored.uses + free >= FREE_REPEATS) return { kind: "used-up" };
  const { asOf, revision, hash } = stored;
  return { kind: "free", first: { asOf, revision, hash } };
}

function repeatId(account: string, key: string): string {
  return `${account}\n${key}`;
}
