/** docs/reference/models/: every public model function with its doc block, its import path and what the comparisons measured. */
import { read } from "../../policy/repository.js";
import { type Entry, type PublicExport, publicSurface } from "../../policy/surface.js";
import type { AccuracyRow, Comparison } from "./table.js";

export interface Measured {
  readonly row: AccuracyRow;
  readonly comparison: Comparison;
  /** "family/export" that the row is about. */
  readonly target: string | undefined;
}

const INDEX = `# Models

Every model function, by family. A family's page states what each function computes, its inputs and outputs with units, its range, its
source, and its largest difference from independent references (\`fixtures/\`) with the tolerance that the tests enforce. \`npm run accuracy\`
writes these pages from the doc blocks in \`src/physics/models/\` and the tables in \`test/answers/accuracy/\`; do not edit them.
`;

const FAMILY = `Errors are absolute in the output's unit, or relative ("rel") beyond the absolute tolerance; one digit, rounded up. They leave out the
rows that differ on purpose; the reasons are below each table. [All families](README.md)
`;

/** The pages by file name: the index, and one for each family. A function that another family exports again is on one page. */
export function modelPages(measured: readonly Measured[]): ReadonlyMap<string, string> {
  const described = new Set<string>();
  const families = publicSurface().filter(({ subpath }) => subpath.startsWith("./models/"));
  const pages = new Map<string, string>();
  for (const entry of families) {
    const family = entry.subpath.slice("./models/".length);
    pages.set(`${family}.md`, [`# ${family}\n`, FAMILY, ...familySections(entry, described, measured)].join("\n"));
  }
  return new Map([["README.md", [INDEX, contents(pages)].join("\n")], ...pages]);
}

/** The families with their functions, as links to the headings. */
function contents(pages: ReadonlyMap<string, string>): string {
  const lines = [...pages].map(([page, text]) => {
    const models = [...text.matchAll(/^## (.+)$/gm)].map(([, name = ""]) => `[${name}](${page}#${name.toLowerCase()})`);
    return `- **[${page.replace(".md", "")}](${page})**: ${models.join(", ")}`;
  });
  return `${lines.join("\n")}\n`;
}

function familySections({ subpath, exports }: Entry, described: Set<string>, measured: readonly Measured[]): string[] {
  const family = subpath.slice("./models/".length);
  const models = exports.filter(({ name, path, callable, text }) => {
    const isModel = (callable && !name.endsWith("Rows")) || / = class /.test(text);
    if (!isModel || described.has(`${path} ${text}`)) return false;
    described.add(`${path} ${text}`);
    return true;
  });
  return models.map((model) => modelSection(family, model, measured));
}

/** Tags that are no items of the list: an example follows it, and nearly all models are experimental. */
const APART = new Set(["example", "experimental"]);

function modelSection(family: string, model: PublicExport, measured: readonly Measured[]): string {
  const { name, doc, path } = model;
  const [description = "", ...tags] = doc.split(/^@(?=\w)/m);
  const kindOf = (tag: string) => /^\w+/.exec(tag)?.[0];
  const items = tags.filter((tag) => !APART.has(kindOf(tag)!)).map((tag) => listItem(tag, path));
  const examples = tags.filter((tag) => kindOf(tag) === "example").map((tag) => tag.slice("example".length).trim());
  const of = measured.filter(({ target }) => target === `${family}/${name}`);
  const parts = [
    `## ${name}`,
    `\`import { ${name} } from "irradiance-engine/models/${family}"\` · \`${path}\``,
    paragraphs(description),
    items.map(({ item }) => item).join("\n"),
    ...items.map(({ rest }) => rest),
    ...examples,
    fileSource(path),
    of.length > 0 ? comparisons(of) : "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** "param inputs `ghi` in W/m²" → "- **inputs**: `ghi` in W/m²", and the paragraphs that follow the tag. */
function listItem(tag: string, path: string): { item: string; rest: string } {
  const [, kind, name, text = ""] = /^(\w+) (?:(?<=param )(\w+)\s)?([\s\S]*)/.exec(tag) ?? [];
  const [first = "", ...rest] = paragraphs(text).split("\n\n");
  const members = /^see `(\w+)`/.exec(first)?.[1];
  const list = members === undefined ? "" : `\n${memberItems(members, path)}`;
  return { item: `- **${name ?? kind}**: ${first}${list}`, rest: rest.join("\n\n") };
}

/** The documented members of an interface in the model's file. */
function memberItems(name: string, path: string): string {
  const [, body = ""] = new RegExp(`interface ${name} [^{]*{([\\s\\S]*?)\\n}`).exec(read(path)) ?? [];
  const members = [...body.matchAll(/\/\*\*([\s\S]*?)\*\/\s*(?:readonly )?(\w+)\??:/g)];
  return members.map(([, doc, member]) => `  - \`${member}\`: ${paragraphs(stars(doc!))}`).join("\n");
}

/** A comment's text without the stars at its left. */
function stars(comment: string): string {
  return comment.replace(/^ *\* ?/gm, "");
}

/** Paragraphs on one line each; links of TypeScript's doc comments as code. */
function paragraphs(text: string): string {
  return text
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, " "))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** The comment at the head of the model's file: its paper. */
function fileSource(path: string): string {
  const head = /^\/\*\*([\s\S]*?)\*\/\s*(?:import|export \{|const|$)/.exec(read(path));
  return head ? paragraphs(stars(head[1]!)) : "";
}

function comparisons(measured: readonly Measured[]): string {
  const table = [
    "| reference | fixture | rows | largest error | tolerance |",
    "|---|---|---|---|---|",
    ...measured.map(({ row: { name, fixture, tolerance, reason }, comparison }) =>
      [
        "",
        name,
        fixture,
        comparison.rows,
        errors(comparison.maxAbsolute, comparison.maxRelative),
        `${errors(tolerance.absolute ?? 0, tolerance.relative)}: ${reason}`,
        "",
      ]
        .join(" | ")
        .trim(),
    ),
  ];
  const reasons = new Set(measured.flatMap(({ row }) => row.mask ?? []).map(({ reason }) => reason));
  const masks = [...reasons].map((reason) => `- differs on purpose: ${reason}`);
  return [table.join("\n"), ...(masks.length > 0 ? [masks.join("\n")] : [])].join("\n\n");
}

function errors(absolute: number, relative: number): string {
  const parts = [absolute > 0 ? roundedUp(absolute) : "", relative > 0 ? `${roundedUp(relative)} rel` : ""];
  return parts.filter((part) => part !== "").join(", ") || "0";
}

/** One digit, never below the value: the page changes only when an error grows or shrinks by much. */
export function roundedUp(value: number): string {
  const power = Math.floor(Math.log10(value));
  const digit = Math.ceil(value / 10 ** power - 1e-9);
  return digit < 10 ? `${digit}e${power}` : `1e${power + 1}`;
}
