/**
 * The English that users read: forms that mark a sentence as translated are counted by area, and no count may grow. Whoever rewrites
 * sentences lowers the bound of the area to the new count. A form is a hint, not a verdict ("there is no file" is good English).
 */
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository.js";

const FORMS = [
  /\btold\b/, // by whom, to whom? "reported", "listed"
  /\btells? (?:that|of|by|which|whether|how|what)\b/, // "says", "shows"
  /\b(?:is|are|was|were) none\b/, // "there is no …", "does not"
  /\b(?:it|that|this|which|what|who) (?:is|are|was|were) no [a-z]+/, // "is not a …"
  /\bof which\b/, // "whose", or a sentence of its own
  /\bso many\b/,
  /\b(?:that|those) of\b/, // name the thing
  /(?:^|[.;:] )What (?:is|are|was|has|had) [^.,]*\b(?:is|are|was|has)\b/, // a noun as the subject
  /\bstands? (?:for itself|in it|there|beside)\b/, // "is"
  /\bbesides it\b/,
];
const FORM = new RegExp(FORMS.map(({ source }) => `(?:${source})`).join("|"), "gm");

/** Areas, the files of each, and the most hits that each may have: only ever lower a number. */
const AREAS: readonly {
  readonly area: string;
  readonly files: readonly string[];
  readonly but?: string;
  readonly most: number;
}[] = [
  { area: "front pages", files: ["*.md", "archive/*.md", "server/*.md"], most: 0 },
  { area: "tutorial, how-to, explanation", files: ["docs/*.md", "docs/how-to/*.md", "docs/explanation/*.md"], most: 3 },
  { area: "reference", files: ["docs/reference/*.md"], most: 0 },
  { area: "HTTP contract", files: ["server/openapi.yaml"], most: 0 },
  { area: "page", files: ["server/explorer/**/*.ts", "server/explorer/*.html"], most: 0 },
  { area: "server's texts", files: ["server/src/**/*.ts"], most: 0 },
  { area: "archive's texts", files: ["archive/src/**/*.ts"], most: 0 },
  { area: "command line's texts", files: ["src/cli/**/*.ts"], most: 0 },
  { area: "library's texts", files: ["src/**/*.ts", "src/*.ts"], but: "src/cli/", most: 0 },
];

/** What a program may show: the text of its strings, of templates without what is put into them. */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && / /.test(node.text)) texts.push(node.text);
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("text.ts", source, ts.ScriptTarget.ES2022));
  return texts;
}

/** Markdown without code, whose names are not sentences. */
function proseOf(page: string): string {
  return page.replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, "").replace(/`[^`\n]*`/g, "x");
}

function hits(path: string): string[] {
  const whole = read(path);
  const texts = path.endsWith(".ts") ? textsOf(whole) : [proseOf(whole)];
  return texts.flatMap((text) => [...text.matchAll(FORM)].map(([form]) => `${path}: ${form}`));
}

describe("forms of translated English do not grow", () => {
  it.each(AREAS)("$area", ({ files, but = ".generated.ts", most }) => {
    const listed = repositoryFiles(...files.map((pattern) => `:(glob)${pattern}`));
    const paths = listed.filter((path) => !path.endsWith(".generated.ts") && !path.startsWith(but));
    expect(paths.length).toBeGreaterThan(0);
    const found = paths.flatMap(hits);
    expect(found.length, `more than ${most}:\n${found.join("\n")}`).toBeLessThanOrEqual(most);
  });

  it("are found in prose and strings, not in code and comments", () => {
    expect(textsOf('// told\nconst told = "it is told";\n`a $' + "{told} that is no file`")).toEqual([
      "it is told",
      "a ",
      " that is no file",
    ]);
    expect(proseOf("told `told`\n```\ntold\n```\n")).toBe("told x\n\n");
    expect([..."that is no file, of which so many are told".matchAll(FORM)]).toHaveLength(4);
  });
});
