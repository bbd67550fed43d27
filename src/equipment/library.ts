/** A library of products by name. */
import { cellsAt, PRODUCTS } from "./products.js";
import type { SamTable } from "./sam-table.js";
import type { Equipment, EquipmentLibrary } from "./types.js";

/** Names that an error proposes. */
const MOST_SIMILAR = 5;
/** Fewer letters in common say nothing. */
const LEAST_LIKE = 3;
/** Of a name that is looked for: a stranger's may be long, and each word is looked for in all names. */
const MOST_LETTERS = 64;
const MOST_WORDS = 8;
/** What pvlib replaces by an underscore. */
const REPLACED = /[ \-.()[\]:+/",]/g;

export function libraryOf<Kind extends keyof Equipment>(
  kind: Kind,
  table: SamTable,
  origin: string,
): EquipmentLibrary<Equipment[Kind]> {
  const { names } = table;
  const rows = new Map(names.map((name, row) => [name, row]));
  let likePvlib: Map<string, number[]> | undefined;
  let lower: readonly string[] | undefined;
  const inLower = () => (lower ??= names.map((name) => name.toLowerCase()));
  const product = (row: number) => PRODUCTS[kind](cellsAt(table, row)) as Equipment[Kind];
  return {
    origin,
    names,
    units: table.units,
    duplicates: rows.size === names.length ? [] : repeated(names),
    get(name) {
      const row = rows.get(name);
      if (row !== undefined) return product(row);
      likePvlib ??= byPvlibName(names);
      const found = likePvlib.get(name.replace(REPLACED, "_")) ?? [];
      if (found.length === 1) return product(found[0]!);
      if (found.length === 0)
        throw new RangeError(`no ${JSON.stringify(name)} in ${origin}${proposal(names, inLower(), name)}`);
      throw new RangeError(`${JSON.stringify(name)} matches several: ${listed(found.map((at) => names[at]!))}`);
    },
    search(words) {
      const wanted = wordsOf(words);
      return names.filter((_, row) => wanted.every((word) => inLower()[row]!.includes(word)));
    },
  };
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of names) (seen.has(name) ? twice : seen).add(name);
  return [...twice];
}

function byPvlibName(names: readonly string[]): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  names.forEach((name, row) => {
    const like = name.replace(REPLACED, "_");
    const known = rows.get(like);
    if (known === undefined) rows.set(like, [row]);
    else known.push(row);
  });
  return rows;
}

function proposal(names: readonly string[], lower: readonly string[], name: string): string {
  const words = [...new Set(wordsOf(name.slice(0, MOST_LETTERS)))].slice(0, MOST_WORDS);
  const best: { readonly row: number; readonly score: number }[] = [];
  for (let row = 0; row < lower.length; row++) {
    let score = 0;
    for (const word of words) score += likeness(lower[row]!, word);
    if (score <= (best[MOST_SIMILAR - 1]?.score ?? 0)) continue;
    const at = best.findIndex((other) => other.score < score);
    best.splice(at < 0 ? best.length : at, 0, { row, score });
    best.length = Math.min(best.length, MOST_SIMILAR);
  }
  return best.length === 0 ? "" : `; similar: ${listed(best.map(({ row }) => names[row]!))}`;
}

/** Letters of the longest beginning of a word, at least half of it, that the name has. */
function likeness(name: string, word: string): number {
  let length = Math.min(word.length, Math.max(LEAST_LIKE, Math.ceil(word.length / 2)));
  if (!name.includes(word.slice(0, length))) return 0;
  while (length < word.length && name.includes(word.slice(0, length + 1))) length++;
  return length;
}

function listed(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== "");
}
