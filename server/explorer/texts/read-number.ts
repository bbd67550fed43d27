/** Numbers as people type them: with a decimal point or a decimal comma, whatever the language of the page. */
import { language } from "./texts.js";

/** "grouped": with a separator of thousands, or so it looks; `plain` is the number without it. */
export type Typed =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "grouped"; readonly plain: string }
  | { readonly kind: "none" };

const NUMBER = /^[-−+]?\d+(?:[.,]\d+)?$/;
const GROUPED = /^[-−+]?\d{1,3}(?:[.,' ’\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;
/** Between thousands. */
const SEPARATORS = { en: ",", de: "." } as const;

/** In English "1,000" is a thousand, in German "1.000": neither is taken for 1. */
export function typedNumber(typed: string, of = language()): Typed {
  const text = typed.trim();
  const separator = SEPARATORS[of];
  const isOne = NUMBER.test(text);
  const looksGrouped = GROUPED.test(text) && (!isOne || text.includes(separator));
  if (looksGrouped) return { kind: "grouped", plain: text.replaceAll(/[.,' ’\u00a0\u202f](?=\d{3}(?!\d))/g, "") };
  if (!isOne) return { kind: "none" };
  return { kind: "number", value: Number(text.replace("−", "-").replace(",", ".")) };
}
