/** Values by key in bounded memory: the least recently used are removed first, concurrent equal loads share one promise. */
import { type Lru, lruOf } from "../../cache/lru.js";

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
}

export class ByteCache {
  /** Most bytes that settled entries may hold together. */
  readonly limit: number;
  readonly #entries: Lru<Entry>;
  readonly #loading = new Map<string, Promise<unknown>>();
  #peak = 0;
  #closed = false;

  constructor(limit: number) {
    this.limit = limit;
    this.#entries = lruOf(limit, ({ bytes }) => bytes);
  }

  get bytes(): number {
    return this.#entries.total;
  }

  get peak(): number {
    return this.#peak;
  }

  /** The value, if present. */
  peek<T>(key: string): T | undefined {
    return this.#entries.get(key)?.value as T | undefined;
  }

  /** The value, loaded if missing; a failed load is not kept. */
  async get<T>(key: string, load: () => Promise<T>, bytesOf: (value: T) => number): Promise<T> {
    const kept = this.peek<T>(key);
    if (kept !== undefined) return kept;
    const running = this.#loading.get(key);
    if (running !== undefined) return running as Promise<T>;
    const loading = load().finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    const value = await loading;
    if (!this.#closed) this.#entries.set(key, { value, bytes: bytesOf(value) });
    this.#peak = Math.max(this.#peak, this.bytes);
    return value;
  }

  /** Removes everything, and does not keep values that are still being loaded. */
  close(): void {
    this.#closed = true;
    this.#entries.clear();
  }
}
