// A page of the documentation with a text that a script has made, between the two marks that the page has for it.
import { readFileSync } from "node:fs";

/**
 * The page anew: what was between its marks has given way to the text, a paragraph of its own.
 *
 * @param {URL} page
 * @param {readonly [head: string, tail: string]} marks
 * @param {string} text
 */
export function pageWith(page, [head, tail], text) {
  const whole = readFileSync(page, "utf8");
  const [begin, end] = [whole.indexOf(head), whole.indexOf(tail)];
  if (begin < 0 || end < begin) throw new Error(`${page.pathname} has lost its marks ${head} … ${tail}`);
  return `${whole.slice(0, begin) + head}\n\n${text.trimEnd()}\n\n${whole.slice(end)}`;
}
