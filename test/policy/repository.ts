/** What the policy tests look at: the manifest, the files under version control and the imports of a source file. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export interface Target {
  types: string;
  default: string;
}

export interface Manifest {
  name: string;
  version: string;
  bin: Record<string, string>;
  files: string[];
  exports: Record<string, string | (Target & { node?: Target })>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  bundleDependencies?: string[];
  scripts?: Record<string, string>;
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export const manifest: Manifest = JSON.parse(read("package.json"));

/** Files under version control or about to be (untracked, not ignored), relative to the root, with forward slashes. */
export function repositoryFiles(...patterns: string[]): string[] {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...patterns];
  const output = execFileSync("git", list, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  const deleted = execFileSync("git", ["ls-files", "-z", "--deleted"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  return output.split("\0").filter((path) => path !== "" && !deleted.includes(path));
}

export interface Import {
  /** As written. */
  specifier: string;
  /** Path of the file it names, relative to the root, or undefined for a package or a Node module. */
  path: string | undefined;
  /** Erased by the compiler: types cost nothing at run time. */
  typeOnly: boolean;
  /** `import()` or a worker's URL: loaded when reached, not when the importing file is. */
  lazy: boolean;
  /** Names taken from it by a static import or re-export, "*" for all. */
  names: string[];
}

export interface SourceFile {
  path: string;
  imports: Import[];
  /** Free identifiers, properties and declarations left out: what the file may take from the global scope. */
  identifiers: Set<string>;
}

export function parseSource(path: string): SourceFile {
  const syntax = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const identifiers = new Set<string>();

  function add(specifier: ts.Node | undefined, typeOnly: boolean, lazy: boolean, names: string[] = ["*"]): void {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const { text } = specifier;
    imports.push({ specifier: text, path: resolveRelative(path, text), typeOnly, lazy, names });
  }

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) {
      add(
        node.moduleSpecifier,
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
        false,
        importedNames(node),
      );
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly, false);
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true, false);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false, true);
    } else if (ts.isNewExpression(node) && isModuleUrl(node)) {
      add(node.arguments?.[0], false, true);
    } else if (ts.isIdentifier(node) && isFree(node)) {
      identifiers.add(node.text);
    }
    ts.forEachChild(node, visit);
  }
  visit(syntax);
  return { path, imports, identifiers };
}

/** Every source file below a folder, by path. */
export function parseSources(folder = "src"): Map<string, SourceFile> {
  return new Map(repositoryFiles(`${folder}/**/*.ts`, `${folder}/*.ts`).map((path) => [path, parseSource(path)]));
}

function importedNames(node: ts.ImportDeclaration): string[] {
  const bindings = node.importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings) || node.importClause?.name) return ["*"];
  return bindings.elements
    .filter((element) => !element.isTypeOnly)
    .map(({ propertyName, name }) => (propertyName ?? name).text);
}

/** `new URL("./worker.js", import.meta.url)`. */
function isModuleUrl({ expression, arguments: args }: ts.NewExpression): boolean {
  return expression.getText() === "URL" && args?.length === 2 && args[1]?.getText() === "import.meta.url";
}

function isFree(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  const named = parent as { name?: ts.Node; propertyName?: ts.Node };
  return named.name !== node && named.propertyName !== node && !ts.isJSDoc(parent);
}

function resolveRelative(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(from), specifier);
  return target.replace(/\.js$/, ".ts");
}

/** What Node takes of an entry of "exports": its `node` condition where it has one. */
export function inNode(target: Target & { node?: Target }): Target {
  return target.node ?? target;
}
