/** What was likely meant by a mistyped name. */

/** Changes of a letter that a mistyped name of so many letters may have. */
function allowed(length: number): number {
  return length < 4 ? 1 : Math.ceil(length / 3);
}

/** The name with the fewest letters to change, add, leave out or swap with a neighbour; undefined where none is near. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  // No name is so long, and the work grows with the length.
  if (word.length > 100) return undefined;
  const given = word.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const changes = changesBetween(given, name.toLowerCase());
    if (changes <= allowed(Math.max(given.length, name.length)) && changes < least) [best, least] = [name, changes];
  }
  return best;
}

/** " (Did you mean era5?)", or "" where no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  const name = nearestName(word, names);
  return name === undefined ? "" : ` (Did you mean ${name}?)`;
}

/** Optimal string alignment: row by row of the table of prefixes. */
function changesBetween(one: string, other: string): number {
  let [before, last] = [
    new Array<number>(other.length + 1).fill(0),
    Array.from({ length: other.length + 1 }, (_, j) => j),
  ];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let changes = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) changes = Math.min(changes, before[j - 2]! + 1);
      row.push(changes);
    }
    [before, last] = [last, row];
  }
  return last[other.length]!;
}
