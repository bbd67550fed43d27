/** Links in Markdown files: to files that are there, and to headings that are there. */
import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, read, repositoryFiles } from "./repository.js";

const files = repositoryFiles("*.md", "**/*.md");
const texts = new Map(files.map((path) => [path, withoutCode(read(path))]));

/** Links in code are no links. Inline code keeps its text, for headings are made of it. */
function withoutCode(text: string): string {
  return text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
}

/** Anchors as the hosting pages and the documentation site make them: lower case, words joined by hyphens. */
function anchors(text: string): Set<string> {
  const seen = new Map<string, number>();
  const names = [...text.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = ""]) => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
  const explicit = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name = ""]) => name);
  return new Set([...names, ...explicit]);
}

/** Inline links and images, reference definitions, and addresses in HTML. */
function links(text: string): string[] {
  const plain = text.replace(/`[^`\n]*`/g, "");
  const patterns = [
    /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
    /^\[[^\]]+\]:\s+(\S+)/gm,
    /<(?:a|img)\b[^>]*(?:href|src)="([^"]+)"/g,
  ];
  return patterns.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, target = ""]) => target));
}

function problem(from: string, link: string): string | null {
  if (/^(https?:|mailto:)/.test(link)) return null;
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? from : posix.join(posix.dirname(from), decodeURIComponent(path));
  if (target.startsWith("..")) return "leaves the repository";
  if (!existsSync(join(ROOT, target))) return "leads to no file";
  if (statSync(join(ROOT, target)).isDirectory()) return "leads to a folder: name a file, static pages have no folders";
  const text = texts.get(target);
  return anchor === undefined || text === undefined || anchors(text).has(anchor) ? null : "leads to no heading";
}

/** Made up: the pattern of a new model. */
const EXAMPLES = ["src/models/decomposition/foo.ts"];

it("sources that guides name are there: a command with a file's old name ends in an error", () => {
  const path = /(?<![\w/.-])(?:src|scripts|research|test|bench|server|archive)\/[\w./-]+\.(?:ts|mjs|py)\b/g;
  const named = files
    .filter((file) => file !== "CHANGELOG.md")
    .flatMap((file) => [...read(file).matchAll(path)].map(([source]) => ({ file, source })));
  expect(named.length).toBeGreaterThan(100);
  const isThere = (file: string, source: string) =>
    [source, posix.join(posix.dirname(file), source)].some((candidate) => existsSync(join(ROOT, candidate)));
  expect(named.filter(({ file, source }) => !EXAMPLES.includes(source) && !isThere(file, source))).toEqual([]);
});

it("folders and files in ARCHITECTURE.md are there: it is the map for a newcomer", () => {
  const paths = [...read("ARCHITECTURE.md").matchAll(/`((?:src|archive|server|test|docs|scripts)\/[\w./-]+)`/g)];
  expect(paths.length).toBeGreaterThan(15);
  expect(
    paths.map(([, path = ""]) => path).filter((path) => !existsSync(join(ROOT, path)) && !/FAMILY/.test(path)),
  ).toEqual([]);
});

it("folders that ARCHITECTURE.md names in a room of src/ are in it, or are a room", () => {
  const rows = read("ARCHITECTURE.md")
    .split("\n## ")
    .find((part) => part.startsWith("Where things are"))!
    .split("\n");
  const folders = new Set(repositoryFiles("src").map((path) => posix.dirname(path)));
  const lost = rows.flatMap((row) => {
    const [, rooms = "", text = ""] = row.split("|");
    const homes = [...rooms.matchAll(/`(\w+)\/`/g)].map(([, room]) => `src/${room}`);
    const named = [...text.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name!);
    const isIn = (name: string) =>
      [...folders].some(
        (path) =>
          path === `src/${name}` || homes.some((home) => path.startsWith(`${home}/`) && path.endsWith(`/${name}`)),
      );
    return named.filter((name) => !isIn(name)).map((name) => `${homes}: ${name}/`);
  });
  expect(lost).toEqual([]);
});

describe("links in Markdown", () => {
  it("lead to files and headings that are there", () => {
    const all = files.flatMap((path) => links(texts.get(path) ?? "").map((link) => ({ path, link })));
    expect(all.length).toBeGreaterThan(20);
    expect(
      all.flatMap(({ path, link }) => {
        const why = problem(path, link);
        return why ? [`${path}: ${link} ${why}`] : [];
      }),
    ).toEqual([]);
  });

  it("are found where they stand, and a wrong one is told", () => {
    expect(links('[a](b.md#c) ![d](e.svg "f") `[no](no.md)`\n[g]: h.md\n<img src="i.png">')).toEqual([
      "b.md#c",
      "e.svg",
      "h.md",
      "i.png",
    ]);
    expect([...anchors("# A `b`, c!\n## A b c\n## tfjs-node, *by hand*")]).toEqual([
      "a-b-c",
      "a-b-c-1",
      "tfjs-node-by-hand",
    ]);
    expect(problem("README.md", "docs/none.md")).toBe("leads to no file");
    expect(problem("README.md", "docs/how-to/gpu.md#none")).toBe("leads to no heading");
    expect(problem("README.md", "docs/how-to/gpu.md#limits")).toBeNull();
  });
});
