/** The text of a key: random, shown once, stored as a hash. */
import { createHash, randomInt } from "node:crypto";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export interface NewKey {
  /** 8 characters: names the key wherever it is spoken of. */
  readonly id: string;
  /** `irr_<id>_<32 characters>`: 190 bits that cannot be guessed. */
  readonly text: string;
}

export function newKey(): NewKey {
  const id = randomText(8);
  return { id, text: `irr_${id}_${randomText(32)}` };
}

/** Random letters and digits, each as likely as any other. */
export function randomText(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join("");
}

/** SHA-256 of the whole key. A guess at 190 random bits is hopeless, so the hash need not be slow. */
export function hashKey(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** @throws RangeError unless the text can be a key: it has to travel in a header. The text itself is not repeated */
export function checkKeyText(text: string): void {
  if (/^[\x21-\x7e]{8,128}$/.test(text)) return;
  const came = `got ${text.length} characters${/^[\x21-\x7e]*$/.test(text) ? "" : ", some of them not printable ASCII"}`;
  throw new RangeError(`key must be 8 to 128 printable ASCII characters without a space, ${came}`);
}
