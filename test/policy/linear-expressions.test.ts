/**
 * No expression of the packages and the page takes the square of a text's length: recheck judges every literal. Texts come from anyone,
 * and an expression cannot be interrupted.
 */
import { check } from "recheck";
import { describe, expect, it } from "vitest";
import { parse, wholeTree } from "../../scripts/lint/tree.mjs";
import { read } from "./repository.js";

/** The literals that recheck has judged: minutes for all of them, so each run judges new ones, and one in so many of the others. */
const JUDGED = "linear-expressions.txt";
const ONE_OF = 12;

/** Files that make expressions at run time, and why those are linear. */
const MADE: { readonly [path: string]: string } = {
  "archive/src/catalogue/entries/satellites.ts": "a number of two digits in a fixed name",
  "src/cli/generate/generate.ts": "names of our own, and nothing repeated",
  "src/data/weather/readers/table/options.ts": "parts of bounded length, and never two runs of blanks side by side",
  "src/data/weather/readers/table/preamble.ts": "names of our own, with digits alone repeated",
};

/** What repeats nothing without a limit takes steps in proportion to the text, whatever stands in it. */
const hasRepetition = (literal: string) => /[*+]|\{\d+,\}/.test(literal);

/** undefined for one that is linear. */
async function complaint(literal: string): Promise<string | undefined> {
  const end = literal.lastIndexOf("/");
  const found = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: 600_000 });
  if (found.status === "safe") return undefined;
  return `${literal}: ${found.status === "vulnerable" ? `vulnerable, ${found.complexity.summary}` : found.status}`;
}

async function complaints(literals: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const literal of literals) found.push((await complaint(literal)) ?? "");
  return found.filter((one) => one !== "");
}

describe("expressions", () => {
  const tree = wholeTree();
  const files = tree.shipped.map((path) => ({ path, ...tree.source(path) }));

  it("are linear", async () => {
    const literals = [...new Set(files.flatMap(({ expressions }) => expressions).filter(hasRepetition))].sort();
    expect(literals.length).toBeGreaterThan(100);
    const judged = new Set(read(`test/policy/${JUDGED}`).split("\n"));
    expect(await complaints(literals.filter((one, k) => k % ONE_OF === 0 || !judged.has(one)))).toEqual([]);
    // Not of these expressions any more? `npx vitest run test/policy/linear-expressions.test.ts --update`
    await expect(`${literals.join("\n")}\n`).toMatchFileSnapshot(JUDGED);
  });

  it("are made at run time only where they are known to be linear", () => {
    expect(files.filter(({ madeExpressions }) => madeExpressions > 0).map(({ path }) => path)).toEqual(
      Object.keys(MADE),
    );
  });

  it.each([
    String.raw`/^(?:utc|gmt|z)?\s*(?:[+-]\s*\d{1,2})?(?:\s*h)?$/i`,
    String.raw`/\/+$/`,
    String.raw`/\bglobal\b.*\bhoriz/`,
    "/^(a+)+$/",
  ])("that are not are found: %s", async (literal) => {
    const { expressions, madeExpressions } = parse("a.ts", `text.match(${literal}); new RegExp("a"); RegExp("b")`);
    expect([expressions.filter(hasRepetition), madeExpressions]).toEqual([[literal], 2]);
    expect(await complaint(literal)).toMatch(/vulnerable, (2nd degree polynomial|exponential)/);
  });
});
