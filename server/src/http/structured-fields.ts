/**
 * What is said beside an answer, in headers: lists of strings as RFC 9651 (structured fields) writes them. Bytes outside
 * of printable ASCII are percent-encoded; a header never grows beyond what proxies let through.
 */

const MOST_ENTRIES = 8;
const MOST_BYTES = 2048;
/** "…" in percent-encoding: there was more. */
const MORE = '"%E2%80%A6"';

/** A string in quotes. */
export function fieldString(text: string): string {
  const encoded = text.replace(/[^\x20-\x7e]/gu, (character) => {
    // A lone surrogate is not a character: encodeURIComponent would throw.
    return /\p{Surrogate}/u.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
  });
  return `"${encoded.replace(/["\\]/g, "\\$&")}"`;
}

/** Entries that are written already, as many as fit. */
export function fieldList(entries: readonly string[]): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (kept.length === MOST_ENTRIES || bytes + entry.length + MORE.length + 4 > MOST_BYTES)
      return [...kept, MORE].join(", ");
    kept.push(entry);
    bytes += entry.length + 2;
  }
  return kept.join(", ");
}

const LONGEST_NAME = 40;

/** A name that a stranger chose, as it is repeated to them. */
export function shortName(name: string): string {
  const characters = [...name];
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME).join("")}…` : name;
}
