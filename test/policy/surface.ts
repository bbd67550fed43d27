/** The public surface as text: every export of every subpath in package.json, with its kind and signature. */
import { join } from "node:path";
import ts from "typescript";
import { inNode, type Manifest, manifest, ROOT, read, repositoryFiles } from "./repository.js";

/** Those of the three packages whose exports are code. */
export const PACKAGES = ["", "archive/", "server/"].map((folder) => ({
  folder,
  manifest: (folder === "" ? manifest : JSON.parse(read(`${folder}package.json`))) as Manifest,
}));

export interface PublicExport {
  name: string;
  /** Kind and signature, one or more lines. */
  text: string;
  /** A callable value. */
  callable: boolean;
  /** Its doc comment, tags included. */
  doc: string;
  /** File that declares it, relative to the root. */
  path: string;
  /** Types that its own signature names: those of parameters and of what is returned, or what it stands for. */
  types: string[];
}

export interface Entry {
  /** As importers write it. */
  specifier: string;
  subpath: string;
  /** The file behind it. */
  source: string;
  exports: PublicExport[];
}

const SHORT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
const MAX_LENGTH = 1000;

/** What packages of this repository share, and about which no promise is made: no part of the public surface. */
export const isInternal = (subpath: string) => subpath.startsWith("./internal/");

/** Source files behind the public subpaths of a package: `./models/*` stands for every folder that has an index. */
function entryPoints({ folder, manifest } = PACKAGES[0]!): { subpath: string; source: string }[] {
  const sources = repositoryFiles(`${folder}src/**/*.ts`, `${folder}src/*.ts`);
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === "string" || isInternal(subpath)) return [];
    const built = inNode(target).default.replace("./dist/", `${folder}src/`);
    const [before = "", after] = built.replace(/\.js$/, ".ts").split("*");
    const matching = sources.filter((path) =>
      after === undefined
        ? path === before
        : path.startsWith(before) && path.endsWith(after) && /^[^/]+$/.test(path.slice(before.length, -after.length)),
    );
    return matching.map((source) => ({
      subpath: after === undefined ? subpath : subpath.replace("*", source.slice(before.length, -after.length)),
      source,
    }));
  });
}

/** The compiler's view of entry points, under the options of tsconfig.json. */
export function programOf(sources: readonly string[]): ts.Program {
  const config = join(ROOT, "tsconfig.json");
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, ROOT);
  return ts.createProgram(
    sources.map((source) => join(ROOT, source)),
    options,
  );
}

/** All entry points of packages, by default of the engine. */
export function entriesOf(packages = [PACKAGES[0]!]): Omit<Entry, "exports">[] {
  return packages.flatMap((one) =>
    entryPoints(one).map((entry) => ({ ...entry, specifier: one.manifest.name + entry.subpath.slice(1) })),
  );
}

export function publicSurface(
  entries = entriesOf(),
  program = programOf(entries.map(({ source }) => source)),
): Entry[] {
  const checker = program.getTypeChecker();
  return entries.map((entry) => {
    const file = program.getSourceFile(join(ROOT, entry.source));
    const module = file && checker.getSymbolAtLocation(file);
    if (!module)
      throw new Error(`${entry.source}, behind the subpath "${entry.subpath}" of package.json, exports nothing`);
    const exports = checker.getExportsOfModule(module).map((symbol) => describe(checker, symbol));
    return { ...entry, exports: exports.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  });
}

function describe(checker: ts.TypeChecker, exported: ts.Symbol): PublicExport {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const declaration = symbol.declarations?.[0];
  if (!declaration) throw new Error(`${exported.name} has no declaration`);
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const doc = [
    ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    ...symbol.getJsDocTags(checker).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`),
  ].join("\n");
  return {
    name: exported.name,
    text: `${exported.name}${signature(checker, symbol, declaration, type)}`,
    callable: type.getCallSignatures().length > 0,
    doc,
    path: declaration.getSourceFile().fileName.slice(ROOT.length + 1),
    types: typesNamed(declaration),
  };
}

/** Of a function those of its head, not of its body. */
function typesNamed(declaration: ts.Declaration): string[] {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    if (ts.isTypeReferenceNode(node)) names.add(node.typeName.getText().split(".")[0]!);
    ts.forEachChild(node, visit);
  };
  if (!ts.isVariableDeclaration(declaration)) visit(declaration);
  return [...names];
}

function signature(checker: ts.TypeChecker, symbol: ts.Symbol, declaration: ts.Declaration, type: ts.Type): string {
  if (ts.isFunctionDeclaration(declaration)) return overloads(checker, symbol);
  if (ts.isVariableDeclaration(declaration)) return `: ${constant(checker, type)}`;
  if (ts.isTypeAliasDeclaration(declaration)) {
    return ` = type${print(declaration.typeParameters, "<", ">")} ${print(declaration.type)}`;
  }
  const kind = symbol.flags & ts.SymbolFlags.Class ? "class" : "interface";
  const { typeParameters } = declaration as ts.InterfaceDeclaration;
  return ` = ${kind}${print(typeParameters, "<", ">")} ${members(checker, symbol, declaration)}`;
}

/** As declared; with overloads, the implementation's own signature is not public. */
function overloads(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const all = (symbol.declarations ?? []).filter(ts.isFunctionDeclaration);
  const visible = all.length === 1 ? all : all.filter(({ body }) => body === undefined);
  return visible.map((declaration) => call(checker, declaration)).join("\n  or ");
}

function call(checker: ts.TypeChecker, node: ts.SignatureDeclaration): string {
  const parameters = `${print(node.typeParameters, "<", ">")}(${print(node.parameters)})`;
  if (ts.isConstructorDeclaration(node)) return parameters;
  const inferred = checker.getSignatureFromDeclaration(node);
  if (!node.type && !inferred) throw new Error(`cannot tell what ${node.getText()} returns`);
  return `${parameters}: ${node.type ? print(node.type) : typeText(checker, (inferred as ts.Signature).getReturnType())}`;
}

/** A big constant (a catalogue) is told by its keys; those that are symbols carry a number of the compiler's. */
function constant(checker: ts.TypeChecker, type: ts.Type): string {
  const text = typeText(checker, type);
  const keys = type
    .getProperties()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("__@"));
  return text.length <= MAX_LENGTH ? text : `{ ${keys.join(", ")} }`;
}

/** Members as declared, inherited ones of ours included, private ones not. */
function members(checker: ts.TypeChecker, symbol: ts.Symbol, declaration: ts.Declaration): string {
  const lines: string[] = [];
  if (ts.isClassDeclaration(declaration)) {
    const constructors = declaration.members.filter(ts.isConstructorDeclaration);
    lines.push(...constructors.map((node) => `new ${call(checker, node)}`));
  }
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  for (const { declaration: node } of type.getCallSignatures())
    if (node && !ts.isJSDocSignature(node)) lines.push(call(checker, node));
  for (const { declaration: node } of checker.getIndexInfosOfType(type)) if (node) lines.push(print(node));
  for (const property of checker.getPropertiesOfType(type)) {
    const node = property.valueDeclaration;
    if (!node || node.getSourceFile().fileName.includes("/node_modules/")) continue; // what every Error has
    if (property.name.startsWith("__#") || ts.getCombinedModifierFlags(node) & HIDDEN) continue;
    if (ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) lines.push(property.name + call(checker, node));
    else lines.push(memberText(checker, property, node));
  }
  return lines.length === 0 ? "{}" : `{\n    ${lines.join("\n    ")}\n  }`;
}

function memberText(checker: ts.TypeChecker, property: ts.Symbol, node: ts.Declaration): string {
  const readonly = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly ? "readonly " : "";
  const optional = property.flags & ts.SymbolFlags.Optional ? "?" : "";
  const declared = (node as ts.PropertySignature).type;
  const type = declared ? print(declared) : typeText(checker, checker.getTypeOfSymbolAtLocation(property, node));
  return `${readonly}${property.name}${optional}: ${type}`;
}

function typeText(checker: ts.TypeChecker, type: ts.Type): string {
  return checker.typeToString(type, undefined, SHORT);
}

const printer = ts.createPrinter({ removeComments: true });

/** Source text of a node or a list of nodes on one line, comments left out. */
function print(node: ts.Node | ts.NodeArray<ts.Node> | undefined, before = "", after = ""): string {
  if (node === undefined) return "";
  const nodes = "kind" in node ? [node] : [...node];
  const texts = nodes.map((one) =>
    printer.printNode(ts.EmitHint.Unspecified, one, one.getSourceFile()).replace(/\s*\n\s*/g, " "),
  );
  return before + texts.join(", ") + after;
}
