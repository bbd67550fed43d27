/** What was used last stays in memory, up to a number of values, bytes, or anything else that adds up. */

export interface Lru<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
  /** Sum of the sizes of the values kept. */
  readonly total: number;
}

/**
 * A cache that drops the least recently used values first.
 *
 * @param most largest sum of sizes; a value larger than that is not kept
 * @param sizeOf size of a value, always the same for the same value; without it each counts 1
 * @param onDrop is given what is not kept any more, and what is too large to be kept at all
 */
export function lruOf<Value>(
  most: number,
  sizeOf: (value: Value) => number = () => 1,
  onDrop: (value: Value) => void = () => {},
): Lru<Value> {
  // A Map keeps the order of insertion: the first is the least recently used.
  const kept = new Map<string, Value>();
  let total = 0;
  const drop = (key: string) => {
    const value = kept.get(key);
    if (value === undefined) return;
    total -= sizeOf(value);
    kept.delete(key);
    onDrop(value);
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
      if (size > most) {
        onDrop(value);
        return;
      }
      kept.set(key, value);
      total += size;
      for (const oldest of kept.keys()) {
        if (total <= most) break;
        drop(oldest);
      }
    },
    delete: drop,
    clear() {
      const values = [...kept.values()];
      kept.clear();
      total = 0;
      values.forEach(onDrop);
    },
  };
}

export interface Latest<Value> {
  /** The result kept or under way, or that of `make`. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

/**
 * Keeps the latest results. Concurrent calls with the same key share one computation; a failure is not kept.
 *
 * @param most number of results
 */
export function latestOf<Value>(most: number): Latest<Value> {
  const results = lruOf<Promise<Value>>(most);
  return {
    get(key, make) {
      const kept = results.get(key);
      if (kept !== undefined) return kept;
      const result = make();
      results.set(key, result);
      result.catch(() => results.get(key) === result && results.delete(key));
      return result;
    },
    clear: results.clear,
  };
}

export type ByPlace<Value> = (latitude: number, longitude: number) => Promise<Value>;

/** The same for results of places. */
export function latestByPlace<Value>(most: number, compute: ByPlace<Value>): ByPlace<Value> {
  const results = latestOf<Value>(most);
  return (latitude, longitude) => results.get(`${latitude},${longitude}`, () => compute(latitude, longitude));
}
