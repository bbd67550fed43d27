/** The same bytes on every run, thread and engine: what src/ may not call, held by walking its syntax. */
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository.js";

/** Rounded exactly by IEEE 754 or constant; ECMAScript leaves the rest of Math to the engine. */
const EXACT = new Set(
  "abs ceil clz32 floor fround imul max min round sign sqrt trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2".split(" "),
);

/** Where the clock must not be read either. */
const TIMELESS = ["src/models/", "src/math/", "src/time/", "src/engine/"];

/** What in this source text depends on the engine or (if `timeless`) on the clock, with line numbers. */
function findings(path: string, text: string, timeless: boolean): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, what: string) => {
    found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === "Math" && !isNameOfProperty(node)) {
      const { parent } = node;
      if (!ts.isPropertyAccessExpression(parent)) report(node, "Math as a value");
      else if (!EXACT.has(parent.name.text)) report(node, `Math.${parent.name.text}`);
    }
    if (node.kind === ts.SyntaxKind.AsteriskAsteriskToken || node.kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken) {
      report(node, "**");
    }
    if (timeless) {
      if (ts.isNewExpression(node) && node.expression.getText() === "Date") report(node, "new Date");
      if (ts.isCallExpression(node)) {
        const callee = node.expression.getText();
        if (callee === "Date.now" || callee === "Date" || callee === "performance.now") report(node, callee);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isNameOfProperty(node: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
}

describe("determinism", () => {
  it("src/ takes from Math only what every engine rounds alike, and models, math, time and engine read no clock", () => {
    const files = repositoryFiles("src/**/*.ts", "src/*.ts");
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((path) =>
      findings(
        path,
        read(path),
        TIMELESS.some((folder) => path.startsWith(folder)),
      ),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["Math.sin(x)", "Math.sin"],
    ["Math.hypot(x, y)", "Math.hypot"],
    ["Math.random()", "Math.random"],
    ["const { exp } = Math", "Math as a value"],
    ["Math['pow'](x, y)", "Math as a value"],
    ["`${" + "Math.log10(x)}`", "Math.log10"],
    ["x ** 0.5", "**"],
    ["new Date(x)", "new Date"],
    ["Date.now()", "Date.now"],
    ["performance.now()", "performance.now"],
  ])("finds %s", (code, what) => {
    expect(findings("a.ts", code, true)).toEqual([`a.ts:1 ${what}`]);
  });

  it.each(["Math.sqrt(x) * Math.PI", "// Math.sin(x)", '"W/m**2, Math.exp"', "/** x ** y */ y", "a.Math.sin(x)"])(
    "passes %s",
    (code) => {
      expect(findings("a.ts", code, true)).toEqual([]);
    },
  );
});
