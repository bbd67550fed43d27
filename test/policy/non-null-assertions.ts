/** Every `!` says something that the compiler does not know: where it knows, the assertion is noise and hides later mistakes. */
import { relative } from "node:path";
import ts from "typescript";
import { ROOT } from "./repository.js";

/** The files of a program that are in the repository. */
export function ownFiles(program: ts.Program): ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !file.fileName.includes("/node_modules/"));
}

/** Every `!` of a file. */
export function nonNullAssertions(file: ts.SourceFile): ts.NonNullExpression[] {
  const found: ts.NonNullExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNonNullExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A type parameter may stand for a type with undefined; `any` needs no assertion. */
export function isNeeded(checker: ts.TypeChecker, { expression }: ts.NonNullExpression): boolean {
  const type = checker.getTypeAtLocation(expression);
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter;
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & absent) !== 0);
}

export function told(node: ts.NonNullExpression): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.end);
  return `${relative(ROOT, file.fileName)}:${line + 1}: ${node.getText()}`;
}
