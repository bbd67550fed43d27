/** What README.md shows is what happens: its example is run against the build. */
import { execFileSync } from "node:child_process";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { manifest, ROOT, read, repositoryFiles } from "./repository.js";

function blocksOf(page: string): { language: string; block: string }[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", block = ""]) => ({
    language,
    block,
  }));
}

/** Figures with a unit that a page's prose says and none of its blocks, and where they are from. */
const UNSHOWN: Readonly<Record<string, readonly string[]>> = { "README.md": ["0.15 %"] };
const SHOWING = [
  "README.md",
  "server/README.md",
  "docs/tutorial.md",
  "docs/yield.md",
  "docs/how-to/jobs.md",
  "docs/how-to/local-time.md",
];

it.each(SHOWING)("%s says no figure of its commands that they do not print", (page) => {
  const text = read(page);
  const plain = (figure: string) => figure.replace(/[.,]+$/, "").replaceAll(",", "");
  const blocks = blocksOf(text).map(({ block }) => block);
  const shown = new Set((blocks.join("\n").match(/\d[\d,.]*/g) ?? []).map(plain));
  const prose = text.replace(/^```\w*\n[\s\S]*?^```$/gm, "");
  const said = [...prose.matchAll(/(\d[\d,.]*)\s?(?:°C|°|%|[kMG]?Wh|kWp|[kM]W|W|K)(?!\w)/g)];
  const unshown = said.filter(([, figure]) => !shown.has(plain(figure!))).map(([text]) => text.replace(/\s/g, " "));
  expect(unshown).toEqual(UNSHOWN[page] ?? []);
});

/** Names that a block uses and neither it nor one above it on the page declares. */
function undeclared(page: string): string[] {
  const declared = new Set<string>(Object.getOwnPropertyNames(globalThis).concat("document", "window"));
  return blocksOf(page).flatMap(({ language, block }) => {
    if (language !== "js" && language !== "ts") return [];
    const used = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      const { parent } = node;
      if (!ts.isIdentifier(node)) return void ts.forEachChild(node, visit);
      const isName =
        (parent as ts.NamedDeclaration).name === node || (parent as ts.BindingElement).propertyName === node;
      if (!isName || ts.isShorthandPropertyAssignment(parent)) used.add(node.text);
      else if (!ts.isPropertyAccessExpression(parent) && !ts.isPropertyAssignment(parent)) declared.add(node.text);
    };
    visit(ts.createSourceFile("block.ts", block, ts.ScriptTarget.Latest, true));
    return [...used].filter((name) => !declared.has(name));
  });
}

it("no block of a page uses a name that the page does not declare", () => {
  const pages = repositoryFiles("*.md", "docs/**/*.md", "archive/*.md", "server/*.md", "mcp/*.md");
  const found = pages.map((page) => [page, undeclared(read(page))] as const).filter(([, names]) => names.length > 0);
  expect(Object.fromEntries(found)).toEqual({});
});

describe("README.md", () => {
  const text = read("README.md");

  it("shows the example's real output (paste what is received)", () => {
    const example = /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(text);
    if (!example) throw new Error("README.md has no ```ts block followed by a ```text block");
    const [, code = "", output = ""] = example;
    expect(
      execFileSync(process.execPath, ["--input-type=module", "--eval", code], { cwd: ROOT, encoding: "utf8" }),
    ).toBe(output);
  });

  it("shows the yield that its command prints (paste what is received)", () => {
    const shown = /```\nnpx irradiance-engine (yield --lat [^\n]*)\n```\n\n```text\n([\s\S]*?)```/.exec(text);
    if (!shown) throw new Error("README.md has no command yield followed by a ```text block");
    const [, command = "", output = ""] = shown;
    const args = ["dist/cli/main.js", ...command.split(" "), "--quiet"];
    expect(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" })).toBe(output);
  });

  it("calls the command by the package's name behind npx, as do the guides: npx fetches packages, and irradiance is another one", () => {
    const pages = repositoryFiles("*.md", "**/*.md").filter((file) => file !== "CHANGELOG.md");
    const bare = (text: string) =>
      blocksOf(text).some(
        ({ language, block }) => /^(|sh|console)$/.test(language) && /^(\$ )?irradiance [a-z]/m.test(block),
      );
    const strays = pages.filter((file) => /npx irradiance [a-z-]/.test(read(file)) || bare(read(file)));
    expect(strays).toEqual([]);
    expect(Object.keys(manifest.bin ?? {})).toContain(manifest.name);
  });

  it("names commands that exist", () => {
    const scripts = [...text.matchAll(/npm (?:run )?([a-z:-]+)/g)]
      .map(([, name]) => name)
      .filter((name) => name !== "ci" && name !== "install");
    expect(scripts).toContain("start");
    expect(scripts.filter((name) => !manifest.scripts?.[name as string])).toEqual([]);
  });
});
