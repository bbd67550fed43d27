// Fixtures are JSON, compressed.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/**
 * @template [T=any]
 * @param {string} name in fixtures/
 * @returns {T}
 */
export function fixture(name) {
  return JSON.parse(gunzipSync(readFileSync(new URL(`fixtures/${name}`, import.meta.url))).toString("utf8"));
}
