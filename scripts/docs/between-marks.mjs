// A page of the documentation with a text that a script has made, between the two marks that the page has for it.
import { readFileSync } from "node:fs";

/** Those of a text that accuracy-table.mjs writes. */
export const marks = (what) =>
  /** @type {const} */ ([`<!-- ${what}: written by scripts/accuracy-table.mjs -->`, `<!-- end of ${what} -->`]);

export function table(head, lines) {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/**
 * The page anew: what was between its marks has given way to the text, a paragraph of its own.
 *
 * @param {URL | string} page its file, or its text with other marks filled already
 * @param {readonly [head: string, tail: string]} marks
 * @param {string} text
 */
export function pageWith(page, [head, tail], text) {
  const whole = typeof page === "string" ? page : readFileSync(page, "utf8");
  const [begin, end] = [whole.indexOf(head), whole.indexOf(tail)];
  if (begin < 0 || end < begin)
    throw new Error(`${typeof page === "string" ? "the page" : page.pathname} has lost its marks ${head} … ${tail}`);
  return `${whole.slice(0, begin) + head}\n\n${text.trimEnd()}\n\n${whole.slice(end)}`;
}
