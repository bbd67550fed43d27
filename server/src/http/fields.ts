/** Headers with information beyond the answer itself: notices, and the sources of its weather. */
import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";

/** API-Notice; "" when there is nothing to say. */
export function noticesField(notices: readonly Notice[]): string {
  return fieldList([...new Set(notices.map(({ message }) => fieldString(message)))]);
}

/** Weather-Sources: an item for each data set, which always includes `synthetic`. */
export function sourcesField(sources: readonly Provenance[], now: number): string {
  return fieldList(sources.map((source) => sourceItem(source, now)));
}

function sourceItem(source: Provenance, now: number): string {
  const parameters = {
    class: source.class,
    synthetic: source.synthetic,
    columns: source.columns.join(" "),
    age: Math.max(0, Math.round((now - source.end) / 1000)),
    distance: Math.round(source.cell.distanceKm * 10) / 10,
    ...(source.run === undefined ? {} : { run: new Date(source.run).toISOString() }),
    licence: source.licence,
  };
  const written = Object.entries(parameters).map(([name, value]) => `;${name}=${itemOf(value)}`);
  return fieldString(`${source.source}/${source.dataset}`) + written.join("");
}

function itemOf(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "?1" : "?0";
  return typeof value === "number" ? String(value) : fieldString(value);
}

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
