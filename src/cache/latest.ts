/** The latest results by key. */
import { lruOf } from "./lru.js";

/** @experimental */
export interface Latest<Value> {
  /** The result kept or under way, or that of `make`. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

/**
 * Keeps the latest results. Concurrent calls with the same key share one computation; a failure is not kept.
 *
 * @experimental
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

/** @experimental */
export type ByPlace<Value> = (latitude: number, longitude: number) => Promise<Value>;

/**
 * The same for results of places.
 *
 * @experimental
 */
export function latestByPlace<Value>(most: number, compute: ByPlace<Value>): ByPlace<Value> {
  const results = latestOf<Value>(most);
  return (latitude, longitude) => results.get(`${latitude},${longitude}`, () => compute(latitude, longitude));
}
