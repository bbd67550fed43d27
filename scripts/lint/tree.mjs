// The tree as the rules see it: the names of all files under version control, their texts, and of each shipped source what one walk of
// its syntax found. Tests make trees of a few lines with it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { ROOT, repositoryFiles } from "./files.mjs";

export const SHIPPED = /^(src|archive\/src|server\/src|server\/explorer|mcp\/src)\/.*(?<!\.d)\.ts$/;
export const GENERATED = /\.generated\.ts$/;

/** Rounded exactly by IEEE 754 or constant; ECMAScript leaves the rest of Math to the engine. */
const EXACT = new Set(
  "abs ceil clz32 floor fround imul max min round sign sqrt trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2".split(" "),
);
const CLOCKS = new Set(["Date.now", "Date", "performance.now", "new Date"]);

function treeWith(files, read, isWhole) {
  const texts = new Map();
  const sources = new Map();
  const text = (path) => {
    if (!texts.has(path)) texts.set(path, read(path));
    return texts.get(path);
  };
  const source = (path) => {
    if (!sources.has(path)) sources.set(path, parse(path, text(path)));
    return sources.get(path);
  };
  const shipped = files.filter((path) => SHIPPED.test(path));
  return { files, text, source, shipped, isWhole, has: (path) => files.includes(path) };
}

export const wholeTree = () => treeWith(repositoryFiles(), (path) => readFileSync(join(ROOT, path), "utf8"), true);

/** @param {Record<string, string>} texts by path */
export const treeOf = (texts) => treeWith(Object.keys(texts), (path) => texts[path], false);

export function parse(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = {
    ...{ imports: [], globals: new Set(), texts: [], engine: [], clock: [], functions: [], expressions: [] },
    madeExpressions: 0,
  };
  const visit = (node) => {
    look(node, file, found);
    ts.forEachChild(node, visit);
  };
  if (!GENERATED.test(path)) visit(file);
  else for (const statement of file.statements) lookAtImport(statement, file, found);
  return found;
}

function look(node, file, found) {
  const line = () => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  if (ts.isFunctionLike(node)) lookAtFunction(node, file, found);
  if (ts.isIdentifier(node)) {
    if (isFree(node)) found.globals.add(node.text);
    if (node.text === "Math") lookAtMath(node, found, line);
  } else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
    if (node.text.includes(" ") && !ts.isImportDeclaration(node.parent)) found.texts.push(node.text);
  } else if (ts.isRegularExpressionLiteral(node)) {
    found.expressions.push(node.text);
  } else if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText(file);
    if (operator === "**" || operator === "**=") found.engine.push(`${line()} **`);
  } else if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
    const callee = `${ts.isNewExpression(node) && node.expression.getText(file) === "Date" ? "new " : ""}${node.expression.getText(file)}`;
    if (CLOCKS.has(callee)) found.clock.push(`${line()} ${callee}`);
    if (callee === "RegExp") found.madeExpressions++;
  }
  lookAtImport(node, file, found);
}

function lookAtMath(node, found, line) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return;
  if (!ts.isPropertyAccessExpression(parent)) found.engine.push(`${line()} Math as a value`);
  else if (!EXACT.has(parent.name.text)) found.engine.push(`${line()} Math.${parent.name.text}`);
}

function lookAtImport(node, file, found) {
  const add = (specifier, typeOnly, lazy) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const path = specifier.text.startsWith(".")
      ? posix.join(posix.dirname(file.fileName), specifier.text).replace(/\.js$/, ".ts")
      : undefined;
    found.imports.push({ specifier: specifier.text, path, typeOnly, lazy });
  };
  if (ts.isImportDeclaration(node))
    add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword, false);
  else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly, false);
  else if (ts.isImportTypeNode(node)) add(ts.isLiteralTypeNode(node.argument) && node.argument.literal, true, false);
  else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    add(node.arguments[0], false, true);
  else if (ts.isNewExpression(node) && node.arguments?.[1]?.getText(file) === "import.meta.url")
    add(node.arguments[0], false, true);
}

function lookAtFunction(node, file, found) {
  if (!("body" in node) || node.body === undefined) return;
  const [from, to] = [node.getStart(file), node.end].map((at) => file.getLineAndCharacterOfPosition(at).line);
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  const top = node.parent === file || node.parent?.parent?.parent?.parent === file;
  found.functions.push({
    ...{ name: named?.getText(file) ?? "", line: from + 1, lines: to - from + 1, top },
    ...shapeOf(node, file),
  });
}

/** What is left of a function without its names and types: names by the order in which they come, literals as they are. */
function shapeOf(node, file) {
  const names = new Map();
  const parts = [];
  const visit = (part) => {
    if (ts.isTypeNode(part) && !ts.isExpressionWithTypeArguments(part)) return;
    if (ts.isIdentifier(part)) {
      if (!names.has(part.text)) names.set(part.text, names.size);
      parts.push(
        ts.isPropertyAccessExpression(part.parent) && part.parent.name === part ? part.text : names.get(part.text),
      );
    } else {
      const isLeaf = ts.isLiteralExpression(part) || ts.isToken(part);
      parts.push(isLeaf ? part.getText(file) : part.kind);
      ts.forEachChild(part, visit);
    }
  };
  for (const parameter of node.parameters) visit(parameter);
  visit(node.body);
  return { size: parts.length, shape: createHash("sha1").update(parts.join(" ")).digest("base64") };
}

/** Whether an identifier may come from the global scope: it is no property and no declaration. */
function isFree(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  return parent.name !== node && parent.propertyName !== node && !ts.isJSDoc(parent);
}
