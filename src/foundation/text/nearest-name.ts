/** What a wrong name was meant to be. */

/**
 * The known name that a wrong one most likely stands for: the same letters in another case or with other separators, one
 * that ends with it, the nearest of those with its first letter within two edits (one edit of a short name), or what it is the long form of.
 */
export function nearestName(wrong: string, known: readonly string[]): string | undefined {
  const plain = (name: string) => name.replace(/[-_\s]/g, "").toLowerCase();
  const sought = plain(wrong);
  return (
    known.find((name) => plain(name) === sought) ??
    known.find((name) => sought.length >= 4 && plain(name).endsWith(sought)) ??
    nearest(known, plain, sought) ??
    known.find((name) => name.length >= 3 && sought.startsWith(plain(name)))
  );
}

/** Words that differ in their first letter are others (latitude, altitude). The lengths first, as names may be long. */
function nearest(known: readonly string[], plain: (name: string) => string, sought: string): string | undefined {
  if (sought.length < 4) return undefined;
  let [found, least]: [string | undefined, number] = [undefined, sought.length < 6 ? 2 : 3];
  for (const name of known) {
    const one = plain(name);
    if (one[0] !== sought[0] || Math.abs(one.length - sought.length) >= least) continue;
    const distance = edits(one, sought);
    if (distance < least) [found, least] = [name, distance];
  }
  return found;
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
