/** What was used last stays in memory, up to a number of bytes (or of anything else that adds up). */

export interface Lru<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  /** Sum of the sizes of what is kept. */
  readonly total: number;
}

/** @param most sum of sizes; a value larger than that is not kept */
export function lruOf<T>(most: number, sizeOf: (value: T) => number): Lru<T> {
  // A Map keeps the order of insertion: the first is the least recently used.
  const kept = new Map<string, T>();
  let total = 0;
  const drop = (key: string) => {
    const value = kept.get(key);
    if (value === undefined) return;
    total -= sizeOf(value);
    kept.delete(key);
  };
  return {
    get total() {
      return total;
    },
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      const size = sizeOf(value);
      if (size > most) return;
      kept.set(key, value);
      total += size;
      for (const oldest of kept.keys()) {
        if (total <= most) break;
        drop(oldest);
      }
    },
    delete: drop,
  };
}
