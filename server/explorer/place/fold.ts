/** Names as they are compared: without case, accents and punctuation. */

const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
const GERMAN: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
const OTHER_LETTERS = /[ßøæœłđðþı]/g;
const UMLAUTS = /[äöüåø]/g;
const PLAIN = /^[a-z0-9]*$/;

/** "Saint-Étienne" is "saint etienne". */
export function folded(name: string): string {
  const lower = name.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(OTHER_LETTERS, (letter) => LETTERS[letter] as string)
    .replace(/[^\p{L}\p{N}]/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** "Zürich" is also "zuerich"; undefined for a name without such letters. */
export function spelledOut(name: string): string | undefined {
  const lower = name.normalize("NFC").toLowerCase();
  const spelled = lower.replace(UMLAUTS, (letter) => GERMAN[letter] as string);
  return spelled === lower ? undefined : folded(spelled);
}
