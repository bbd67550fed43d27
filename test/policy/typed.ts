/** What the compiler knows of the packages and does not refuse by itself: needless `!`, and optional properties that refuse undefined. */
import { relative } from "node:path";
import ts from "typescript";
import { ROOT } from "./repository.js";

/** Every `!` of a file. Without recursion: tables that are written as one sum of texts are thousands of nodes deep. */
export function nonNullAssertions(file: ts.SourceFile): ts.NonNullExpression[] {
  const nodes: ts.Node[] = [file];
  for (const node of nodes) ts.forEachChild(node, (child) => void nodes.push(child));
  return nodes.filter(ts.isNonNullExpression);
}

/** A type parameter may stand for a type with undefined; `any` needs no assertion. */
export function isNeeded(checker: ts.TypeChecker, { expression }: ts.NonNullExpression): boolean {
  const type = checker.getTypeAtLocation(expression);
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter;
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & absent) !== 0);
}

/** How many optional properties the exported functions and classes take, and those that do not accept undefined. */
export function optionalInputs(program: ts.Program, files: readonly string[]): { optional: number; strict: string[] } {
  const checker = program.getTypeChecker();
  const seen = { given: new Set<ts.Type>(), taken: new Set<ts.Type>() };
  const declared = new Map<ts.Declaration, boolean>();

  function visit(type: ts.Type, taken: boolean): void {
    const visited = taken ? seen.taken : seen.given;
    if (visited.has(type)) return;
    visited.add(type);
    if (type.isUnionOrIntersection()) for (const part of type.types) visit(part, taken);
    if (type.flags & ts.TypeFlags.TypeParameter) visit(checker.getBaseConstraintOfType(type) ?? type, taken);
    if (!(type.flags & ts.TypeFlags.Object)) return;
    for (const argument of checker.getTypeArguments(type as ts.TypeReference)) visit(argument, taken);
    if (isForeign(type.symbol?.declarations?.[0]) && !isMapped(type)) return;
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.parameters) visit(checker.getTypeOfSymbol(parameter), !taken);
      visit(signature.getReturnType(), taken);
    }
    for (const { type: value } of checker.getIndexInfosOfType(type)) visit(value, taken);
    for (const property of checker.getPropertiesOfType(type)) visitProperty(property, taken);
  }

  function visitProperty(property: ts.Symbol, taken: boolean): void {
    const type = checker.getTypeOfSymbol(property);
    const declaration = property.declarations?.[0];
    if (isForeign(declaration)) return;
    if (taken && declaration && property.flags & ts.SymbolFlags.Optional) {
      declared.set(declaration, (declared.get(declaration) ?? true) && acceptsUndefined(type));
    }
    visit(type, taken);
  }

  // Of an optional property the type has a mark of its own for what is missing, which has the same flags.
  function acceptsUndefined(type: ts.Type): boolean {
    const parts = type.isUnion() ? type.types : [type];
    // What depends on the caller's type takes what that type has, and was looked at there.
    const all = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Conditional;
    return parts.some((part) => part === checker.getUndefinedType() || (part.flags & all) !== 0);
  }

  for (const path of files) {
    const file = program.getSourceFile(path);
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${path} exports nothing`);
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), false);
    }
  }
  return {
    optional: declared.size,
    strict: [...declared].filter(([, accepts]) => !accepts).map(([node]) => shown(node)),
  };
}

function isForeign(declaration: ts.Declaration | undefined): boolean {
  return declaration?.getSourceFile().fileName.includes("/node_modules/") ?? false;
}

/** `Partial` and the like are declared by the compiler's library, what they hold is not. */
function isMapped(type: ts.Type): boolean {
  return ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
}

/** Where a node stands, and its text. */
export function shown(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(ROOT, file.fileName)}:${line + 1}: ${node.getText()}`;
}
