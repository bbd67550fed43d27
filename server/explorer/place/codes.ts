/** Open location codes (plus codes): "8FVC9G8F+6X" is a place; "9G8F+6X Zürich" needs another one to be known. */
import { pointOf, type Reading } from "./coordinates.js";

/** The digits of a code, https://github.com/google/open-location-code. */
const DIGITS = "23456789CFGHJMPQRVWX";
const PAIRS = [20, 1, 1 / 20, 1 / 400, 1 / 8000] as const;
const FULL = /^[2-9CFGHJMPQRVWX]{8}\+(?:[2-9CFGHJMPQRVWX]{2,7})?$/i;
const SHORT = /^[2-9CFGHJMPQRVWX]{2,6}\+[2-9CFGHJMPQRVWX]{2,7}(?: |,|$)/i;

/** @returns undefined: not such a code */
export function ofPlusCode(text: string): Reading | undefined {
  if (SHORT.test(text)) return { refusal: { why: "short code" } };
  if (!FULL.test(text)) return undefined;
  const code = text.toUpperCase().replace("+", "");
  const values = [...code].map((digit) => DIGITS.indexOf(digit));
  let [south, west, high, wide] = [-90, -180, 20, 20];
  PAIRS.slice(0, Math.min(5, values.length >> 1)).forEach((size, pair) => {
    south += (values[2 * pair] as number) * size;
    west += (values[2 * pair + 1] as number) * size;
    [high, wide] = [size, size];
  });
  // Each further digit is one of five rows and four columns.
  for (const value of values.slice(10)) {
    [high, wide] = [high / 5, wide / 4];
    south += Math.floor(value / 4) * high;
    west += (value % 4) * wide;
  }
  return pointOf(south + high / 2, west + wide / 2);
}
