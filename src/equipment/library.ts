/** A library of products by name. */
import { cellsAt, PRODUCTS } from "./products.js";
import type { SamTable } from "./sam-table.js";
import type { Equipment, EquipmentLibrary } from "./types.js";

/** Names that an error proposes. */
const MOST_SIMILAR = 5;
/** Fewer letters in common say nothing. */
const LEAST_LIKE = 3;
/** What pvlib replaces by an underscore. */
const REPLACED = /[ \-.()[\]:+/",]/g;

export function libraryOf<Kind extends keyof Equipment>(
  kind: Kind,
  table: SamTable,
  origin: string,
): EquipmentLibrary<Equipment[Kind]> {
  const names = table.columns.get("Name")!;
  const rows = new Map(names.map((name, row) => [name, row]));
  let likePvlib: Map<string, number[]> | undefined;
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
      if (found.length === 0) throw new RangeError(`no ${JSON.stringify(name)} in ${origin}${proposal(names, name)}`);
      throw new RangeError(`${JSON.stringify(name)} matches several: ${listed(found.map((at) => names[at]!))}`);
    },
    search(words) {
      const wanted = wordsOf(words);
      return names.filter((name) => {
        const lower = name.toLowerCase();
        return wanted.every((word) => lower.includes(word));
      });
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

function proposal(names: readonly string[], name: string): string {
  const words = wordsOf(name);
  const scored = names
    .map((candidate) => {
      const lower = candidate.toLowerCase();
      return { candidate, score: words.reduce((sum, word) => sum + likeness(lower, word), 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  if (scored.length === 0) return "";
  return `; similar: ${listed(scored.slice(0, MOST_SIMILAR).map(({ candidate }) => candidate))}`;
}

/** Letters of the longest beginning of a word, at least half of it, that the name has. */
function likeness(name: string, word: string): number {
  const least = Math.max(LEAST_LIKE, Math.ceil(word.length / 2));
  for (let length = word.length; length >= Math.min(least, word.length); length--) {
    if (name.includes(word.slice(0, length))) return length;
  }
  return 0;
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
