/** Headers: notices, sources, tags and codings of an answer, as requests name them and answers show them. */

import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import type { Encoding } from "irradiance-engine/internal/bulk";

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
function fieldList(entries: readonly string[]): string {
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

/**
 * Whether `If-None-Match` names the tag, or is `*`, which any answer matches (RFC 9110, section 13.1.2): whoever sends it hears why there
 * is no answer, and pays for none.
 */
export function matchesTag(header: string | undefined, tag: string | undefined): boolean {
  if (header?.trim() === "*") return true;
  if (header === undefined || tag === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, "");
  return header.split(",").some((item) => opaque(item) === opaque(tag));
}

/** In our order of liking: br is faster and smaller than gzip on these bodies. */
const OFFERED: readonly Encoding[] = ["br", "gzip"];

const CODING = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*(\d(?:\.\d{0,3})?)\s*)?$/i;

/**
 * @param header Accept-Encoding as it came; undefined = nothing was said, and nothing is compressed
 * @param offered those that there are, the best first
 */
export function chosenEncoding(header: string | undefined, offered = OFFERED): Encoding {
  if (header === undefined) return "identity";
  const weights = new Map<string, number>();
  for (const item of header.split(",")) {
    const match = CODING.exec(item);
    if (match) weights.set(match[1]!.toLowerCase(), Number(match[2] ?? 1));
  }
  let best: Encoding = "identity";
  let most = 0;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
}
