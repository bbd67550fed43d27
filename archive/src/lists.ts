/** Lists of anything: in groups, and the products of numbers. */

/** Items by their keys, in the order in which each key came first. */
export function groupedBy<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export function productOf(numbers: readonly number[], first = 1): number {
  return numbers.reduce((product, n) => product * n, first);
}

/** For sorting. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first index, up to `count`, that is not before something; all that are before it come first. */
export function firstIndex(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
