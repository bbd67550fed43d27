/** What a wrong name was meant to be. */

/**
 * The known name that a wrong one most likely stands for: the same letters in another case or with other separators, one
 * that contains it whole, or one within two edits (one edit of a short name).
 */
export function nearestName(wrong: string, known: readonly string[]): string | undefined {
  const plain = (name: string) => name.replace(/[-_\s]/g, "").toLowerCase();
  const sought = plain(wrong);
  return (
    known.find((name) => plain(name) === sought) ??
    known.find((name) => sought.length >= 4 && plain(name).endsWith(sought)) ??
    known.find((name) => sought.length >= 4 && isWithin(sought.length < 6 ? 1 : 2, plain(name), sought))
  );
}

/** The lengths first, as names may be long. */
function isWithin(most: number, a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= most && edits(a, b) <= most;
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
