/**
 * The public surface, written down in public-surface.txt: what is exported is promised. When a change is meant,
 * `npm run surface` rewrites the file; its diff is the part of the review that users feel, and CHANGELOG.md tells them.
 */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manifest, ROOT } from "./repository.js";
import { isInternal, publicSurface } from "./surface.js";

const surface = publicSurface();

/** Words by which a doc comment tells the unit of what goes in and comes out. */
const UNIT =
  /W\/m|W\/kWp|W per|kWh|MJ|°|\bdeg(rees?)?\b|\bradians?\b|\bPa\b|\bhPa\b|\bm\/s\b|\b(milli|kilo|centi)?met(er|re)s?\b|\b[mck]?m\b|\bmm\b|\bUnix ms\b|\bms\b|\bseconds?\b|\bminutes?\b|\bhours?\b|\bdays?\b|\bK\b|\b[VAW]\b|Ω|%|\bfraction\b|\bratio\b|\bshare\b|\bper unit\b|clearness index|optical depth|air ?mass|dimensionless|unitless|\bno unit\b|\[?0[,…]\s?1\]?/;

const ROWS = /[a-z0-9]Rows$/;

/** One `*` at most, as in package.json's "exports". */
function matchesGlob(subpath: string, pattern: string): boolean {
  const [before = "", after] = pattern.split("*");
  return after === undefined ? subpath === pattern : subpath.startsWith(before) && subpath.endsWith(after);
}

function importName(subpath: string): string {
  return subpath === "." ? "irradiance-engine" : `irradiance-engine/${subpath.slice(2)}`;
}

function format(): string {
  const told = new Map<string, string>();
  const sections = surface.map(({ subpath, exports }) => {
    const lines = exports.map(({ name, text }) => {
      const before = told.get(text);
      if (before === undefined) told.set(text, importName(subpath));
      return `  ${before ? `${name}: as in "${before}"` : text}\n`;
    });
    return `"${importName(subpath)}"\n${lines.join("")}`;
  });
  return `The public surface, by subpath. Written by \`npm run surface\`; see exports.test.ts.\n\n${sections.join("\n")}`;
}

describe("the public surface", () => {
  it("is what public-surface.txt says (meant to change it? npm run surface)", async () => {
    await expect(format()).toMatchFileSnapshot(join(ROOT, "test/policy/public-surface.txt"));
  });

  it("has something behind every subpath", () => {
    const declared = Object.keys(manifest.exports).filter(
      (subpath) => subpath !== "./package.json" && !isInternal(subpath),
    );
    const found = surface.filter(({ exports }) => exports.length > 0).map(({ subpath }) => subpath);
    const matches = (pattern: string) => found.some((subpath) => matchesGlob(subpath, pattern));
    expect(declared.filter((pattern) => !matches(pattern))).toEqual([]);
  });

  it("has no default export: a name that importers choose cannot be searched for", () => {
    const defaults = surface.filter(({ exports }) => exports.some(({ name }) => name === "default"));
    expect(defaults.map(({ subpath }) => subpath)).toEqual([]);
  });

  it("documents every function", () => {
    const bare = surface.flatMap(({ exports }) => exports.filter(({ callable, doc }) => callable && doc.trim() === ""));
    expect(bare.map(({ name, path }) => `${name} in ${path} has no doc comment`)).toEqual([]);
  });

  // A new column of a model would be a major version: their arguments are positional.
  it("has no row kernels", () => {
    const kernels = surface.flatMap(({ exports }) =>
      exports.filter(({ name, callable }) => callable && ROWS.test(name)),
    );
    expect(kernels.map(({ name }) => name)).toEqual([]);
  });

  // Without arguments there are no units to name.
  it("names the units of every model function", () => {
    const models = surface.flatMap(({ exports }) =>
      exports.filter(({ name, callable, path }) => callable && !ROWS.test(name) && path.startsWith("src/models/")),
    );
    expect(models.length).toBeGreaterThan(20);
    const silent = new Set(
      models
        .filter(({ doc, text }) => !UNIT.test(doc) && !/^\w+\(\)/.test(text))
        .map(({ name, path }) => `${name} in ${path} names no unit`),
    );
    expect([...silent]).toEqual([]);
  });
});
