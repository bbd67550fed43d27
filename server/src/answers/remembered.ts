/** Results by place that are kept for the next request. */

export type ByPlace<Value> = (latitude: number, longitude: number) => Promise<Value>;

/** Caches the latest results by place; equal pending calls share one computation, failures are not cached. */
export function remembered<Value>(most: number, compute: ByPlace<Value>): ByPlace<Value> {
  const results = new Map<string, Promise<Value>>();
  return (latitude, longitude) => {
    const key = `${latitude},${longitude}`;
    const known = results.get(key);
    if (known) {
      results.delete(key);
      results.set(key, known);
      return known;
    }
    const result = compute(latitude, longitude);
    results.set(key, result);
    if (results.size > most) results.delete(results.keys().next().value as string);
    result.catch(() => results.get(key) === result && results.delete(key));
    return result;
  };
}
