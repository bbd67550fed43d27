/** What a wrong name was meant to be. */

/**
 * The known name that a wrong one most likely stands for: the same letters in another case or with other separators, one
 * that ends with it, the nearest of those with its first letter within two edits (one edit of a short name), or what it is the long form of.
 */
export function nearestName(wrong: string, known: readonly string[]): string | undefined {
  const plain = (name: string) => name.replace(/[-_\s]/g, "").toLowerCase();
  const sought = plain(wrong);
  const found = (is: (name: string) => boolean) => known.find((name) => is(plain(name)));
  const near = (most: number) => found((name) => isWithin(most, name, sought));
  const short = found((name) => name === sought);
  if (short !== undefined || sought.length < 4) return short;
  return (
    found((name) => name.endsWith(sought)) ??
    near(1) ??
    (sought.length < 6 ? undefined : near(2)) ??
    found((name) => name.length > 2 && sought.startsWith(name))
  );
}

/** Words that differ in their first letter are others (latitude, altitude). The lengths first, as names may be long. */
function isWithin(most: number, a: string, b: string): boolean {
  return a[0] === b[0] && Math.abs(a.length - b.length) <= most && edits(a, b) <= most;
}

/** Letters to insert, delete, replace, or swap with the next one, from one text to the other (optimal string alignment). */
function edits(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
