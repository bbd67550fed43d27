/** Every `!` says something that the compiler does not know: where it knows, the assertion is noise and hides later mistakes. */
import { relative } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { ROOT } from "./repository.js";
import { treeProgram } from "./tree-program.js";

const TIME = 120_000; // the whole tree is type-checked

it("no non-null assertion is made of what cannot be null or undefined", { timeout: TIME }, () => {
  const program = treeProgram();
  const assertions = ownFiles(program).flatMap(nonNullAssertions);
  expect(assertions.length).toBeGreaterThan(100); // a search that finds none would pass
  const checker = program.getTypeChecker();
  expect(assertions.filter((node) => !isNeeded(checker, node)).map(told)).toEqual([]);
});

it("tells those that are needed from noise", () => {
  const text = "declare const a: number[], b: number | null, c: number, d: any; [a[0]!, b!, c!, d!, a[0]!.toFixed()!];";
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

function ownFiles(program: ts.Program): ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !file.fileName.includes("/node_modules/"));
}

function nonNullAssertions(file: ts.SourceFile): ts.NonNullExpression[] {
  const found: ts.NonNullExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNonNullExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A type parameter may stand for a type with undefined; `any` needs no assertion. */
function isNeeded(checker: ts.TypeChecker, { expression }: ts.NonNullExpression): boolean {
  const type = checker.getTypeAtLocation(expression);
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter;
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & absent) !== 0);
}

function told(node: ts.NonNullExpression): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.end);
  return `${relative(ROOT, file.fileName)}:${line + 1}: ${node.getText()}`;
}
