/** What every file must and must not contain. */
import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository.js";

/** Source files over MAX_LINES, each with the reason why it reads better in one piece. */
const LONG: Record<string, string> = {};
const MAX_LINES = 350;
/** Tables are data: generated modules, and the coefficient tables that a model's file imports. */
const TABLE = /\.generated\.ts$|\/([a-z0-9-]+-)?(terms|coefficients|tables?)\.ts$/;

/** A paper with its year, a numbered table or equation, pvlib, or the decision that stands in for them. */
const CITATION = /\b(1[89]|20)\d\d\b|\b(table|equation|eq\.) [A-Z]?\d|\bpvlib\b|\bdecisions?\b/i;

/** Files in models/ that need no source, each with the reason. */
const NO_SOURCE: Record<string, string> = {
  "src/models/columns.ts": "plumbing",
  "src/models/stage.ts": "plumbing",
  "src/models/pv/system-cells.ts": "a choice of models of cell-temperature/, which cite",
  "src/models/decomposition/mean-of-two.ts": "a mean of models that cite",
  "src/models/clear-sky/monthly-clearest.ts": "an integral of clearest.ts, which cites, over the day",
  "src/models/shading/horizon-line.ts": "geometry",
  "src/models/shading/sky-view.ts": "geometry: an integral, tested against brute force",
  "src/models/tracking/horizontal-tracker.ts": "a special case of singleaxis.ts, which cites",
  "src/models/tracking/dual-axis.ts": "geometry: the plane faces the sun",
  "src/models/pv/system-options.ts": "no model",
  "src/models/pv/pv-system.ts": "plumbing",
  "src/models/tracking/tracker-rows.ts": "singleaxis.ts, which cites, and dual-axis.ts, from the sun's unit vector",
  "src/models/shading/tracker-sky-view.ts": "tables of sky-view.ts",
  "src/models/transposition/beam-component.ts": "geometry: a cosine",
  "src/models/transposition/ground-albedo.ts": "a rule fitted for this library; the file says to what",
  "src/models/transposition/incidence.ts": "geometry: a dot product",
  "src/models/transposition/poa-components.ts": "sums",
  "src/models/transposition/poa-global.ts": "sums",
};

const files = repositoryFiles().filter((path) => path !== "test/policy/sources.test.ts");
const sources = files.filter((path) => path.startsWith("src/") && path.endsWith(".ts"));

/** `path:line: text` of every line of the repository's texts that matches. */
function find(pattern: RegExp, paths = files): string[] {
  return paths.flatMap((path) => {
    const text = read(path);
    if (text.includes("\0") || !pattern.test(text)) return [];
    return text
      .split("\n")
      .flatMap((line, i) => (pattern.test(line) ? `${path}:${i + 1}: ${line.trim().slice(0, 120)}` : []));
  });
}

describe("files", () => {
  it("hold no marks of unfinished work: finish it, or say in the docs what is not there", () => {
    expect(find(/\b(TODO|FIXME)\b/)).toEqual([]);
  });

  it("name no path of somebody's machine", () => {
    expect(find(/(^|[\s"'`(=:,])\/(work|tmp|root|home|Users)(\/|["'`\s):,]|$)/)).toEqual([]);
  });

  it("have no doc comment of nothing: a blank line follows a file's own alone", () => {
    const orphan = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n\n/;
    const code = files.filter((path) => /^(src|archive\/src|server\/(src|explorer))\/.*\.ts$/.test(path));
    const rest = (path: string) => read(path).replace(/^\/\*\*[\s\S]*?\*\/\n/, "");
    expect(code.filter((path) => orphan.test(rest(path)))).toEqual([]);
  });

  it("name no package registry: which one is used is the reader's configuration", () => {
    expect(
      find(/\bregistry\.[a-z][a-z0-9-]*\.[a-z]+|\b(npmjs|yarnpkg)\.(org|com)|\bpypi\.org|\bpythonhosted\.org/),
    ).toEqual([]);
  });

  it("hold no conflict marks and no focused tests", () => {
    expect(find(/^(<{7}|>{7}) /)).toEqual([]);
    expect(
      find(
        /\b(it|test|describe)\.only\b/,
        files.filter((path) => path.startsWith("test/")),
      ),
    ).toEqual([]);
  });
});

describe("models", () => {
  const models = sources.filter(
    (path) => path.startsWith("src/models/") && !path.endsWith("/index.ts") && !TABLE.test(path),
  );
  const comments = (path: string) =>
    read(path)
      .match(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm)
      ?.join("\n") ?? "";
  const uncited = models.filter((path) => !CITATION.test(comments(path)));

  it("are there", () => expect(models.length).toBeGreaterThan(20));

  it("cite where they come from, or have a reason in NO_SOURCE", () => {
    expect(uncited.filter((path) => NO_SOURCE[path] === undefined)).toEqual([]);
  });

  it("are not excused without need", () => {
    expect(Object.keys(NO_SOURCE).filter((path) => !uncited.includes(path))).toEqual([]);
  });
});

describe("source files", () => {
  const long = sources.filter((path) => !TABLE.test(path) && read(path).split("\n").length - 1 > MAX_LINES);

  it(`have at most ${MAX_LINES} lines, or a reason in LONG`, () => {
    expect(long.filter((path) => LONG[path] === undefined)).toEqual([]);
  });

  it("are not listed as long without being so", () => {
    expect(Object.keys(LONG).filter((path) => !long.includes(path))).toEqual([]);
  });
});
