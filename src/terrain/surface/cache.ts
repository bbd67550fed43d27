/** Values by key in bounded memory: the least recently used are removed first, concurrent equal loads share one promise. */
export class ByteCache {
  /** Most bytes that settled entries may hold together. */
  readonly limit: number;
  /** In order of use: a Map keeps the order of insertion, and a hit is reinserted. */
  readonly #entries = new Map<string, { value: unknown; bytes: number }>();
  readonly #loading = new Map<string, Promise<unknown>>();
  #bytes = 0;
  #peak = 0;
  #closed = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get peak(): number {
    return this.#peak;
  }

  /** The value, if present. */
  peek<T>(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value as T;
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
    this.#keep(key, value, bytesOf(value));
    return value;
  }

  /** Removes everything, and does not keep values that are still being loaded. */
  close(): void {
    this.#closed = true;
    this.#entries.clear();
    this.#bytes = 0;
  }

  #keep(key: string, value: unknown, bytes: number): void {
    if (bytes > this.limit || this.#closed) return;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes + bytes <= this.limit) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    this.#peak = Math.max(this.#peak, this.#bytes);
  }
}
