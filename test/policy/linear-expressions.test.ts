/**
 * No expression of the packages and the page takes the square of a text's length: recheck judges every literal. Texts come from anyone,
 * and an expression cannot be interrupted.
 */
import { check } from "recheck";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository.js";

const SOURCES = ["src/**/*.ts", "src/*.ts", "archive/src/**/*.ts", "server/src/**/*.ts", "server/explorer/**/*.ts"];

/** Files that make expressions at run time, and why those are linear. */
const MADE: { readonly [path: string]: string } = {
  "src/cli/generate/year.ts": "names of our own, and nothing repeated",
  "src/weather/readers/table/date-pattern.ts": "parts of bounded length, and never two runs of blanks side by side",
  "src/weather/readers/table/programs.ts": "names of our own, with digits alone repeated",
};

interface Found {
  readonly literals: readonly string[];
  /** Calls of RegExp. */
  readonly made: number;
}

function expressionsOf(text: string): Found {
  const literals: string[] = [];
  let made = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") made++;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true));
  return { literals, made };
}

/** What repeats nothing without a limit takes steps in proportion to the text, whatever stands in it. */
const hasRepetition = (literal: string) => /[*+]|\{\d+,\}/.test(literal);

/** undefined for one that is linear. */
async function complaint(literal: string): Promise<string | undefined> {
  const end = literal.lastIndexOf("/");
  const found = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: 60_000 });
  if (found.status === "safe") return undefined;
  return `${literal}: ${found.status === "vulnerable" ? `vulnerable, ${found.complexity.summary}` : found.status}`;
}

async function complaints(literals: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const literal of literals) found.push((await complaint(literal)) ?? "");
  return found.filter((one) => one !== "");
}

describe("expressions", () => {
  const files = repositoryFiles(...SOURCES).map((path) => ({ path, ...expressionsOf(read(path)) }));

  it("are linear", async () => {
    const literals = new Set(files.flatMap((file) => file.literals).filter(hasRepetition));
    expect(literals.size).toBeGreaterThan(100);
    expect(await complaints(literals)).toEqual([]);
  });

  it("are made at run time only where they are known to be linear", () => {
    expect(files.filter(({ made }) => made > 0).map(({ path }) => path)).toEqual(Object.keys(MADE));
  });

  it.each([
    String.raw`/^(?:utc|gmt|z)?\s*(?:[+-]\s*\d{1,2})?(?:\s*h)?$/i`,
    String.raw`/\/+$/`,
    String.raw`/\bglobal\b.*\bhoriz/`,
    "/^(a+)+$/",
  ])("that are not are found: %s", async (literal) => {
    const { literals, made } = expressionsOf(`text.match(${literal}); new RegExp("a"); RegExp("b")`);
    expect([literals.filter(hasRepetition), made]).toEqual([[literal], 2]);
    expect(await complaint(literal)).toMatch(/vulnerable, (2nd degree polynomial|exponential)/);
  });
});
