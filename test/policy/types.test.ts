/** What the compiler knows of all code, and does not refuse by itself. The whole tree is type-checked, once. */
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { isNeeded, nonNullAssertions, ownFiles, told } from "./non-null-assertions.js";
import { optionalInputs } from "./optional-inputs.js";
import { ROOT } from "./repository.js";
import { entryPoints } from "./surface.js";
import { treeProgram } from "./tree-program.js";

/** The entry points of the other packages. */
const OTHERS = ["archive/src/index.ts", "server/src/index.ts", "server/src/client/client.ts"];

let tree: ts.Program;
beforeAll(() => {
  tree = treeProgram();
});

describe("non-null assertions", () => {
  it("are made of nothing that cannot be null or undefined", () => {
    const assertions = ownFiles(tree).flatMap(nonNullAssertions);
    expect(assertions.length).toBeGreaterThan(100); // a search that finds none would pass
    const checker = tree.getTypeChecker();
    expect(assertions.filter((node) => !isNeeded(checker, node)).map(told)).toEqual([]);
  });

  it("tells those that are needed from noise", () => {
    const text =
      "declare const a: number[], b: number | null, c: number, d: any; [a[0]!, b!, c!, d!, a[0]!.toFixed()!];";
    const host = ts.createCompilerHost({});
    const file = ts.createSourceFile("sample.ts", text, ts.ScriptTarget.Latest, true);
    const program = ts.createProgram(
      ["sample.ts"],
      { strict: true, noUncheckedIndexedAccess: true, noLib: false },
      {
        ...host,
        getSourceFile: (name, ...rest) => (name === "sample.ts" ? file : host.getSourceFile(name, ...rest)),
      },
    );
    const noise = nonNullAssertions(file).filter((node) => !isNeeded(program.getTypeChecker(), node));
    expect(noise.map((node) => node.getText())).toEqual(["c!", "d!", "a[0]!.toFixed()!"]);
  });
});

// Options often come from somewhere that has no value for them: what a caller may leave out, he may also give as undefined, under
// `exactOptionalPropertyTypes`, too. Within the repository an optional property says what it means.
it("every optional property of what public functions take accepts undefined", () => {
  const files = [...entryPoints().map(({ source }) => source), ...OTHERS].map((path) => join(ROOT, path));
  const { optional, strict } = optionalInputs(tree, files);
  expect(optional).toBeGreaterThan(300); // a search that finds none would pass
  expect(strict).toEqual([]);
});
