/** Every public function of irradiance-engine/models says what it takes and gives, what it throws and where it comes from. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MODELS = join(ROOT, "src/physics/models");

interface Documented {
  /** family/name */
  readonly name: string;
  /** The function's own doc block and that of its file. */
  readonly own: string;
  readonly file: string;
}

const parse = (path: string) =>
  ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, /* setParentNodes */ true);

/** Names that a family's index exports as values, and the file that each comes from. */
function exported(family: string): [name: string, path: string][] {
  const index = join(MODELS, family, "index.ts");
  return parse(index).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly || !statement.exportClause) return [];
    const from = (statement.moduleSpecifier as ts.StringLiteral).text.replace(/\.js$/, ".ts");
    const { elements } = statement.exportClause as ts.NamedExports;
    return elements
      .filter((e) => !e.isTypeOnly)
      .map((e) => [(e.propertyName ?? e.name).text, join(dirname(index), from)] as [string, string]);
  });
}

function docOf(node: ts.Node, source: ts.SourceFile): string {
  const blocks = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  const last = blocks.map(({ pos, end }) => source.text.slice(pos, end)).filter((text) => text.startsWith("/**"));
  return last.at(-1) ?? "";
}

/** A function by its own declaration, or one that carries a stage: `const erbs = withStage(erbsModel, …)`. */
function functionNamed(name: string, source: ts.SourceFile): ts.Node | undefined {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      if (declared.getText() !== name || !initializer) continue;
      const callee = ts.isCallExpression(initializer) ? initializer.expression.getText() : "";
      if (
        [
          "withStage",
          "pvSystem",
          "model",
          "cosineModel",
          "skyModel",
          "fractionModel",
          "withDecomposition",
          "withClearSky",
        ].includes(callee) ||
        ts.isArrowFunction(initializer)
      )
        return statement;
    }
  }
  return undefined;
}

/** Row kernels and preparations are the engine's side of a model: their columns are described, but they check nothing. */
const INNER = /Rows$|^prepare|^inside/;

function publicFunctions(): Documented[] {
  const families = readdirSync(MODELS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return families.flatMap(({ name: family }) =>
    exported(family).flatMap(([name, path]) => {
      const source = parse(path);
      const node = functionNamed(name, source);
      if (node === undefined || INNER.test(name)) return [];
      return [{ name: `${family}/${name}`, own: docOf(node, source), file: source.text }];
    }),
  );
}

const UNITS =
  /(°|%|\b(degrees?|deg|W\/m²|kWh?|W|V|A|K|Pa|hPa|m|mm|cm|m\/s|km|hours?|h|minutes|seconds|s|ms|days|nm|µm|rad|AU|eV)\b|\b(no|without) unit|\bdimensionless\b|\b(share|fraction|factor|ratio|modifier|index)\b)/;
const SOURCE =
  /\bSource:|\b(1[89]|20)\d\d\b|\b(eqs?\.|equations?|tables?) [A-Z(]?\d|\bpvlib\b|\bno source: |\bISO \d|\bNREL\b|\bIAU\b/i;

const functions = publicFunctions();
const lacking = (wanted: (f: Documented) => boolean) => functions.filter((f) => !wanted(f)).map(({ name }) => name);

describe("public model functions", () => {
  it("are found", () => expect(functions.length).toBeGreaterThan(150));

  it("have a doc block", () => expect(lacking(({ own }) => own.length > 40)).toEqual([]));

  it("name the units of what they take and give", () => expect(lacking(({ own }) => UNITS.test(own))).toEqual([]));

  it("say what they return", () => expect(lacking(({ own }) => /@returns/.test(own))).toEqual([]));

  it("say what they throw", () => expect(lacking(({ own }) => /@throws/.test(own))).toEqual([]));

  it("cite, in their block or their file's, or say 'no source:' and why", () => {
    const headOf = (file: string) => /^\s*\/\*\*[\s\S]*?\*\//.exec(file)?.[0] ?? "";
    expect(lacking(({ own, file }) => SOURCE.test(own) || SOURCE.test(headOf(file)))).toEqual([]);
  });
});
