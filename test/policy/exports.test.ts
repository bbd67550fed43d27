/**
 * The public surface, written down in public-surface.txt (and for archive and server beside it): what is exported is promised. When a change is meant,
 * `npm run surface` rewrites the file; its diff is the part of the review that users feel, and CHANGELOG.md tells them.
 *
 * Its small face is stable: what README, guides and examples teach, at most 150 names. All else says `@experimental` in its doc comment
 * and may change in a minor version. A stable name stays, and so do its arguments and what it returns; options and properties are
 * added as optional ones.
 */
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { manifest, ROOT, read, repositoryFiles } from "./repository.js";
import { entriesOf, isInternal, PACKAGES, programOf, publicSurface } from "./surface.js";
import { isNeeded, nonNullAssertions, optionalInputs, shown } from "./typed.js";

/** What nothing exports: what a shell starts, and the page. */
const STARTED = [
  "src/cli/main.ts",
  "server/src/main.ts",
  "server/explorer/main.ts",
  "server/explorer/place/packed.d.ts",
];
const entries = entriesOf(PACKAGES);
const program = programOf([...entries.map(({ source }) => source), ...STARTED]);
const packages = publicSurface(entries, program);
/** Where the surface of each package is written down. */
const WRITTEN: { readonly [name: string]: string } = {
  "irradiance-engine": "public-surface.txt",
  "irradiance-archive": "public-surface-archive.txt",
  "irradiance-server": "public-surface-server.txt",
};
/** Of the engine alone. */
const surface = packages.filter(({ specifier }) => specifier.startsWith(manifest.name));

/** Words by which a doc comment tells the unit of what goes in and comes out. */
const UNIT =
  /W\/m|W\/kWp|W per|kWh|MJ|°|\bdeg(rees?)?\b|\bradians?\b|\bPa\b|\bhPa\b|\bm\/s\b|\b(milli|kilo|centi)?met(er|re)s?\b|\b[mck]?m\b|\bmm\b|\bUnix ms\b|\bms\b|\bseconds?\b|\bminutes?\b|\bhours?\b|\bdays?\b|\bK\b|\b[VAW]\b|Ω|%|\bfraction\b|\bratio\b|\bshare\b|\bper unit\b|clearness index|optical depth|air ?mass|dimensionless|unitless|\bno unit\b|\[?0[,…]\s?1\]?/;

const ROWS = /[a-z0-9]Rows$/;

/** One `*` at most, as in package.json's "exports". */
function matchesGlob(subpath: string, pattern: string): boolean {
  const [before = "", after] = pattern.split("*");
  return after === undefined ? subpath === pattern : subpath.startsWith(before) && subpath.endsWith(after);
}

function format(name: string): string {
  const told = new Map<string, string>();
  const own = packages.filter(({ specifier }) => specifier === name || specifier.startsWith(`${name}/`));
  const sections = own.map(({ specifier, exports }) => {
    const same = [...new Set(exports.map(({ text }) => told.get(text)))];
    if (same.length === 1 && same[0] !== undefined)
      return `"${specifier}": the ${exports.length} names of "${same[0]}"\n`;
    const lines = exports.map(({ name, text }) => {
      const before = told.get(text);
      if (before === undefined) told.set(text, specifier);
      return `  ${before ? `${name}: as in "${before}"` : text}\n`;
    });
    return `"${specifier}"\n${lines.join("")}`;
  });
  return `The public surface, by subpath. Written by \`npm run surface\`; see exports.test.ts.\n\n${sections.join("\n")}`;
}

describe("the public surface", () => {
  it("is what public-surface.txt says (meant to change it? npm run surface)", async () => {
    for (const [name, file] of Object.entries(WRITTEN))
      await expect(format(name)).toMatchFileSnapshot(join(ROOT, "test/policy", file));
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
      exports.filter(
        ({ name, callable, path }) => callable && !ROWS.test(name) && path.startsWith("src/physics/models/"),
      ),
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

const MOST = 150;
const MOST_NAMES = 500;
/** Named by the head of a stable function, and by nobody else: callers write the values. */
const UNWRITTEN = `CheckedQuery Corrected EmbeddedClimatology Endpoint ForecastQuantiles Learned PowerForecast`.split(
  /\s+/,
);
/** One name for two things, each with its reason. */
const SAME_NAME = new Map([
  ["readWeather", "of a file's path in Node, where it also takes what the other one takes"],
  ["sapm", "pvlib's names: the incidence angle modifier and the module, each imported from its family"],
]);

const stable = read("test/policy/stable-names.txt").trim().split("\n");
const stableNames = new Set(stable.map((line) => line.split(" ")[1]!));
const all = packages.flatMap(({ specifier, exports }) => exports.map((one) => ({ ...one, specifier })));
const keyOf = ({ specifier, name }: { specifier: string; name: string }) => `${specifier} ${name}`;
/** Names of one declaration are one: a package's entry has those of its Node entry. */
const declarationOf = ({ path, name }: { path: string; name: string }) => `${path} ${name}`;
const stableDeclarations = new Set(all.filter((one) => stable.includes(keyOf(one))).map(declarationOf));
const isStable = (one: (typeof all)[number]) => stableDeclarations.has(declarationOf(one));

/** Names that the code of a text imports from our packages. */
function taughtBy(path: string): string[] {
  const text = read(path);
  const code = path.endsWith(".md")
    ? [...text.matchAll(/```[cm]?[jt]s\n([\s\S]*?)```/g)].map(([, block]) => block)
    : [text];
  const imports = code.join("\n").matchAll(/import (?:type )?\{([^}]*)\} from "(irradiance-[\w/-]+)"/g);
  return [...imports].flatMap(([, names = "", specifier]) =>
    names
      .split(",")
      .flatMap((name) => (name.trim() ? [`${specifier} ${name.trim().replace(/^type | as .*$/g, "")}`] : [])),
  );
}

it(`the three packages promise at most ${MOST_NAMES} names`, () => {
  const names = new Set(all.map(declarationOf));
  expect(names.size).toBeGreaterThan(stable.length); // a search that finds none would pass
  const told =
    "leave out of index.ts what users need not name; what only our packages, tests and scripts import goes to the room's internal.ts";
  expect(names.size, told).toBeLessThanOrEqual(MOST_NAMES);
});

describe("the stable names", () => {
  it("are those that README, guides and examples teach, and what these need", () => {
    const texts = repositoryFiles("README.md", "docs/*.md", "examples/*", "archive/README.md", "server/README.md");
    const taught = texts.flatMap(taughtBy);
    expect(taught.length).toBeGreaterThan(40);
    expect([...new Set(taught)].filter((name) => !stable.includes(name))).toEqual([]);
  });

  it("are exported, sorted and few", () => {
    const exported = all.map(keyOf);
    expect(stable.filter((name) => !exported.includes(name))).toEqual([]);
    expect(stable).toEqual([...new Set(stable)].sort());
    expect(stable.length).toBeLessThanOrEqual(MOST);
  });

  it("have stable types in their heads", () => {
    const exported = new Set(all.map(({ name }) => name));
    const loose = all
      .filter((one) => isStable(one) && one.callable)
      .flatMap(({ name, types }) =>
        types
          .filter((type) => exported.has(type) && !stableNames.has(type) && !UNWRITTEN.includes(type))
          .map((type) => `${name}: ${type}`),
      );
    expect([...new Set(loose)]).toEqual([]);
  });

  it("are all that is not marked as experimental", () => {
    const isMarked = ({ doc }: { doc: string }) => /^@experimental\b/m.test(doc);
    expect([...new Set(all.filter((one) => !isStable(one) && !isMarked(one)).map(declarationOf))]).toEqual([]);
    expect([...new Set(all.filter((one) => isStable(one) && isMarked(one)).map(declarationOf))]).toEqual([]);
  });
});

it("a name is one thing in all packages", () => {
  const declared = new Map<string, Set<string>>();
  for (const { name, path } of all) declared.set(name, (declared.get(name) ?? new Set()).add(path));
  const ambiguous = [...declared].filter(([name, paths]) => paths.size > 1 && !SAME_NAME.has(name));
  expect(ambiguous.map(([name, paths]) => `${name}: ${[...paths].join(", ")}`)).toEqual([]);
});

describe("types", () => {
  it("non-null assertions are made of nothing that cannot be null or undefined", () => {
    const own = program
      .getSourceFiles()
      .filter(({ fileName }) => /\/(src|explorer)\/(?!.*node_modules)/.test(fileName));
    const assertions = own.filter((file) => !file.isDeclarationFile).flatMap(nonNullAssertions);
    expect(assertions.length).toBeGreaterThan(100); // a search that finds none would pass
    const checker = program.getTypeChecker();
    expect(assertions.filter((node) => !isNeeded(checker, node)).map(shown)).toEqual([]);
  });

  it("non-null assertions that are needed are told from noise", () => {
    const text =
      "declare const a: number[], b: number | null, c: number, d: any; [a[0]!, b!, c!, d!, a[0]!.toFixed()!];";
    const host = ts.createCompilerHost({});
    const file = ts.createSourceFile("sample.ts", text, ts.ScriptTarget.Latest, true);
    const getSourceFile: typeof host.getSourceFile = (name, ...rest) =>
      name === "sample.ts" ? file : host.getSourceFile(name, ...rest);
    const options = { strict: true, noUncheckedIndexedAccess: true };
    const checker = ts.createProgram(["sample.ts"], options, { ...host, getSourceFile }).getTypeChecker();
    const noise = nonNullAssertions(file).filter((node) => !isNeeded(checker, node));
    expect(noise.map((node) => node.getText())).toEqual(["c!", "d!", "a[0]!.toFixed()!"]);
  });

  // Options often come from somewhere that has no value for them: what a caller may leave out, he may also give as undefined, under
  // `exactOptionalPropertyTypes`, too. Within the repository an optional property says what it means.
  it("every optional property of what public functions take accepts undefined", () => {
    const { optional, strict } = optionalInputs(
      program,
      entries.map(({ source }) => join(ROOT, source)),
    );
    expect(optional).toBeGreaterThan(300); // a search that finds none would pass
    expect(strict).toEqual([]);
  });
});
