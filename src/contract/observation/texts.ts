/** One rule for every text of a request, whoever sent it: held before any expression or parser looks into the text. */

import { shown } from "../../text/shown.js";
import { LONGEST_ZONE_NAME } from "../../time/zone.js";
import { RequestError } from "./errors.js";
import type { WireQuery } from "./readers.js";
import { OBSERVATION_KEYS } from "./request-notices.js";

/** Characters, as many as a whole URL may have. */
const LONGEST_TEXT = 16_384;
/** No number, name or time of a query is longer. */
const LONGEST_VALUE = LONGEST_ZONE_NAME;
/** Errors repeat the names of unknown keys. */
const LONGEST_KEY = 256;

const LISTS: readonly string[] = ["parameters", "horizon", "turbidity", "quantiles"];
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Checks every text of a query or body, keys among them: at most 16,384 characters, 64 where a parameter has one value and 256 in a
 * key, and no control characters. Nested objects are left to who reads them.
 *
 * @param known the keys of which all but the lists have one value
 * @throws RequestError that names the key
 * @experimental
 */
export function checkTexts(query: WireQuery, known: readonly string[] = OBSERVATION_KEYS): void {
  for (const key of Object.keys(query)) {
    const fault = faultOf(key, LONGEST_KEY);
    if (fault !== undefined)
      throw new RequestError(key.slice(0, LONGEST_KEY), `the key ${shown(key)} must have ${fault}`);
    const value = query[key];
    const longest = known.includes(key) && !LISTS.includes(key) ? LONGEST_VALUE : LONGEST_TEXT;
    for (const text of Array.isArray(value) ? value : [value]) {
      const fault = typeof text === "string" ? faultOf(text, longest) : undefined;
      if (fault !== undefined) throw new RequestError(key, `parameter "${key}" must have ${fault}, got ${shown(text)}`);
    }
  }
}

/** What a text must have in place of what it has. */
function faultOf(text: string, longest: number): string | undefined {
  if (text.length > longest) return `at most ${longest} characters, not ${text.length}`;
  return CONTROL_CHARACTER.test(text) ? "no control characters" : undefined;
}
