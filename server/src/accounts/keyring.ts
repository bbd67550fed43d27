/** The keys in memory: found by hash, in the same time whether there is such a key or not. */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Access, KeyInfo, Scope } from "./accounts.js";

/** A key as it is stored. */
export interface StoredKey {
  readonly id: string;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly account: string;
  readonly label: string;
  readonly scope: Scope;
  readonly created: number;
  readonly expires: number | null;
  readonly revoked: number | null;
  readonly lastUsed: number | null;
}

export type KeyUse = { readonly keyId: string; readonly at: number };

interface Entry {
  readonly access: Access;
  readonly digest: Buffer;
  readonly stored: StoredKey;
  lastUsed: number | null;
  /** The last use that is on disk. */
  written: number | null;
}

/** A key's last use is written at most this often. */
const WRITE_EVERY = 60_000;
const NO_DIGEST = Buffer.alloc(32);

export class Keyring {
  #byHash = new Map<string, Entry>();
  #byId = new Map<string, Entry>();
  readonly #due = new Set<Entry>();

  load(keys: readonly StoredKey[]): void {
    const entries = keys.map((stored) => this.#entry(stored));
    // A use that waits to be written is not forgotten for what another server or command has changed.
    const waiting = Array.from(this.#due, ({ stored }) => stored.id);
    this.#due.clear();
    this.#byHash = new Map(entries.map((entry) => [entry.stored.hash, entry]));
    this.#byId = new Map(entries.map((entry) => [entry.stored.id, entry]));
    for (const id of waiting) {
      const entry = this.#byId.get(id);
      if (entry) this.#note(entry);
    }
  }

  find(key: string, now: number): Access | undefined {
    const digest = hashKey(key);
    const entry = this.#byHash.get(digest.toString("hex"));
    const same = timingSafeEqual(entry?.digest ?? NO_DIGEST, digest);
    if (!entry || !same || !isAlive(entry.stored, now)) return undefined;
    this.#used(entry, now);
    return entry.access;
  }

  /** The account's keys that open something now, oldest first. */
  of(account: string, now: number): KeyInfo[] {
    const own = [...this.#byId.values()].filter(({ stored }) => stored.account === account && isAlive(stored, now));
    return own.sort((a, b) => a.stored.created - b.stored.created).map(keyInfo);
  }

  /** Uses that are to be written. */
  get due(): KeyUse[] {
    return Array.from(this.#due, ({ stored, lastUsed }) => ({ keyId: stored.id, at: lastUsed! }));
  }

  wrote(uses: readonly KeyUse[]): void {
    for (const { keyId, at } of uses) {
      const entry = this.#byId.get(keyId);
      if (!entry) continue;
      entry.written = at;
      this.#due.delete(entry);
    }
  }

  #used(entry: Entry, now: number): void {
    entry.lastUsed = now;
    this.#note(entry);
  }

  /** Either way: after a clock was set back, too, a use is written a minute later. */
  #note(entry: Entry): void {
    const { lastUsed, written } = entry;
    if (written === null || Math.abs(lastUsed! - written) >= WRITE_EVERY) this.#due.add(entry);
  }

  /** What was seen of a key's use here is newer than what is stored. */
  #entry(stored: StoredKey): Entry {
    const before = this.#byId.get(stored.id);
    return {
      access: before?.access.account === stored.account ? before.access : accessOf(stored),
      digest: Buffer.from(stored.hash, "hex"),
      stored,
      lastUsed: before?.lastUsed ?? stored.lastUsed,
      written: stored.lastUsed,
    };
  }
}

function isAlive({ expires, revoked }: StoredKey, now: number): boolean {
  return revoked === null && (expires === null || now < expires);
}

function accessOf({ id, account, scope }: StoredKey): Access {
  return Object.freeze({ account, keyId: id, ...(scope === "read" && { readsOnly: true }) });
}

function keyInfo({ stored: { id, label, scope, created, expires }, lastUsed }: Entry): KeyInfo {
  return { id, label, scope, created, lastUsed, expires };
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export interface NewKey {
  /** 8 characters: names the key wherever it is spoken of. */
  readonly id: string;
  /** `irr_<id>_<32 characters>`: 190 bits that cannot be guessed. */
  readonly text: string;
}

export function newKey(): NewKey {
  const id = randomText(8);
  return { id, text: `irr_${id}_${randomText(32)}` };
}

/** Random letters and digits, each as likely as any other. */
export function randomText(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join("");
}

/** SHA-256 of the whole key. A guess at 190 random bits is hopeless, so the hash need not be slow. */
export function hashKey(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** @throws RangeError unless the text can be a key: it has to travel in a header. The text itself is not repeated */
export function checkKeyText(text: string): void {
  if (/^[\x21-\x7e]{8,128}$/.test(text)) return;
  const came = `got ${text.length} characters${/^[\x21-\x7e]*$/.test(text) ? "" : ", some of them not printable ASCII"}`;
  throw new RangeError(`key must be 8 to 128 printable ASCII characters without a space, ${came}`);
}
