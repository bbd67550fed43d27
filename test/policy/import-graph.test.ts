/** Who may import whom (the tables of ARCHITECTURE.md and docs/explanation/engine.md), held by walking the imports of every file in src/. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, manifest, parseSources, ROOT, read, type SourceFile } from "./repository.js";

const sources = parseSources();
const files = [...sources.values()];

/** Globals that Node has and a browser has not, or that compile only because the tests' Node types are around. */
const NODE_GLOBALS = ["process", "Buffer", "require", "__dirname", "__filename", "setImmediate"];

function imports(file: SourceFile): { file: string; import: Import }[] {
  return file.imports.map((entry) => ({ file: file.path, import: entry }));
}

function describeImport({ file, import: { specifier, typeOnly } }: { file: string; import: Import }): string {
  return `${file} imports ${typeOnly ? "types of " : ""}"${specifier}"`;
}

/** "@scope/name" or "name" of what is imported from it. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function under(folder: string): SourceFile[] {
  return files.filter(({ path }) => path.startsWith(folder));
}

/** Everything that the entry files reach, lazily loaded files included. */
function reachable(entries: readonly string[]): SourceFile[] {
  const seen = new Set<string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const next of sources.get(path)?.imports ?? []) if (next.path) queue.push(next.path);
  }
  return [...seen].flatMap((path) => sources.get(path) ?? []);
}

/** Cycles of files that load one another; a lazy import breaks a cycle, a type import is erased. */
function findCycle(): string[] | undefined {
  const state = new Map<string, "open" | "done">();
  const trail: string[] = [];
  function walk(path: string): string[] | undefined {
    if (state.get(path) === "done") return undefined;
    if (state.get(path) === "open") return [...trail.slice(trail.indexOf(path)), path];
    state.set(path, "open");
    trail.push(path);
    for (const next of sources.get(path)?.imports ?? []) {
      const cycle = next.path && !next.typeOnly && !next.lazy ? walk(next.path) : undefined;
      if (cycle) return cycle;
    }
    trail.pop();
    state.set(path, "done");
    return undefined;
  }
  for (const path of sources.keys()) {
    const cycle = walk(path);
    if (cycle) return cycle;
  }
  return undefined;
}

describe("imports", () => {
  it("name files that exist", () => {
    const missing = files.flatMap(imports).filter(({ import: { path } }) => path && !existsSync(join(ROOT, path)));
    expect(missing.map(describeImport)).toEqual([]);
  });

  it("form no cycle", () => {
    expect(findCycle()?.join(" → "), "move what both need into a file of its own").toBeUndefined();
  });

  it("take only declared packages, and optional peers only when reached", () => {
    const dependencies = Object.keys(manifest.dependencies ?? {});
    const peers = Object.keys(manifest.peerDependencies ?? {});
    const wrong = files.flatMap(imports).filter(({ import: { specifier, path, typeOnly, lazy } }) => {
      if (path || specifier.startsWith("node:")) return false;
      const name = packageOf(specifier);
      return !dependencies.includes(name) && !(peers.includes(name) && (lazy || typeOnly));
    });
    const hint = "declare it in package.json (and dependencies.test.ts); import optional peers with import()";
    expect(wrong.map(describeImport), hint).toEqual([]);
  });

  it("spell Node's modules with node:", () => {
    const bare = files.flatMap(imports).filter(({ import: { specifier } }) => builtinModules.includes(specifier));
    expect(bare.map(describeImport)).toEqual([]);
  });
});

describe("the core (src/index.ts and src/models)", () => {
  const core = reachable(["src/index.ts", ...under("src/models/").map(({ path }) => path)]);

  it("is more than its entry", () => expect(core.length).toBeGreaterThan(20));

  it("reaches no package and nothing of Node: it also runs in a browser", () => {
    const foreign = core.flatMap(imports).filter(({ import: { path } }) => path === undefined);
    expect(foreign.map(describeImport), "put it behind a subpath export, or pass its result in").toEqual([]);
  });

  it("uses no global of Node's", () => {
    const used = core.flatMap(({ path, identifiers }) =>
      NODE_GLOBALS.filter((name) => identifiers.has(name)).map((name) => `${path} uses ${name}`),
    );
    expect(used).toEqual([]);
  });
});

/** Rows of the tables in two pages that say which rooms a room imports: `| room | what it is | imports | packages |`. */
interface Row {
  room: string;
  imports: string[];
  foreign: string[];
}

function tableUnder(heading: string, page = "ARCHITECTURE.md"): Row[] {
  const section = read(page).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => {
      const [, rooms = "", , imports = "", foreign = ""] = line.split("|");
      return names(rooms).map((room) => ({ room, imports: names(imports), foreign: names(foreign) }));
    });
}

/** The room of a folder that holds a file: a folder in it with its slash, or a file that stands beside the folders. */
function roomOf(folder: string, path: string | undefined): string | undefined {
  if (!path?.startsWith(folder)) return undefined;
  const [first, ...rest] = path.slice(folder.length).split("/");
  return rest.length > 0 ? `${first}/` : first;
}

function sorted(names: Iterable<string | undefined>): string[] {
  return [...new Set(names)].filter((name) => name !== undefined).sort();
}

describe.each([
  ["src/", "Where things are", "ARCHITECTURE.md"],
  ["src/engine/", "The rooms of the engine", "docs/explanation/engine.md"],
])("the table of %s under “%s” in %s", (folder, heading, page) => {
  const table = tableUnder(heading, page);
  const rooms = sorted(under(folder).map(({ path }) => roomOf(folder, path)));

  it("has a row for each of its rooms", () => expect(sorted(table.map(({ room }) => room))).toEqual(rooms));

  it.each(table)("$room imports $imports, and nothing else", ({ room, imports: allowed }) => {
    const targets = under(folder)
      .filter(({ path }) => roomOf(folder, path) === room)
      .flatMap((file) => file.imports.map(({ path }) => roomOf(folder, path)));
    expect(sorted(targets).filter((target) => target !== room)).toEqual(sorted(allowed));
  });

  it("goes in no circle: rooms import downwards only", () => {
    const next = new Map(table.map(({ room, imports: targets }) => [room, targets]));
    const below = (room: string, seen = new Set<string>()): Set<string> => {
      for (const target of next.get(room) ?? []) if (!seen.has(target)) below(target, seen.add(target));
      return seen;
    };
    expect(table.map(({ room }) => room).filter((room) => below(room).has(room))).toEqual([]);
  });
});

describe("the table of src/ in ARCHITECTURE.md", () => {
  it.each(tableUnder("Where things are"))("$room takes of Node and packages only $foreign", ({ room, foreign }) => {
    const taken = under("src/")
      .filter(({ path }) => roomOf("src/", path) === room)
      .flatMap((file) => file.imports)
      .filter(({ path }) => path === undefined)
      .map(({ specifier }) => (specifier.startsWith("node:") ? "node:" : packageOf(specifier)));
    expect(sorted(taken)).toEqual(sorted(foreign));
  });
});

describe("rooms", () => {
  it("are drawn in docs/import-graph.svg as they are, in which no folder has a circle", () => {
    const check = ["scripts/import-graph.mjs", "--check"];
    const { status, stderr } = spawnSync(process.execPath, check, { cwd: ROOT, encoding: "utf8" });
    expect(status, stderr).toBe(0);
  });

  it("contract/observation/ knows no other group of endpoints and no model", () => {
    const outside = under("src/contract/observation/")
      .flatMap(imports)
      .filter(({ import: { path } }) => !/^src\/(?:contract\/observation|text|time)\//.test(path ?? ""));
    expect(outside.map(describeImport), "let engine/ bring the two together").toEqual([]);
  });

  it("contract/ takes two things of models/: the bounds of sun and sky on monthly means", () => {
    const taken = under("src/contract/")
      .flatMap(imports)
      .filter(({ import: { path } }) => path?.startsWith("src/models/"));
    expect(taken.map(describeImport)).toEqual([
      'src/contract/climate/monthly-check.ts imports "../../models/clear-sky/monthly-clearest.js"',
      'src/contract/climate/monthly-check.ts imports "../../models/solar-position/monthly-extraterrestrial.js"',
    ]);
  });

  it("the core reaches of contract/ only observation/, and no climate year: it does not grow with the service", () => {
    const reached = reachable(["src/index.ts", "src/node/index.ts"]).map(({ path }) => path);
    expect(reached.filter((path) => /^src\/(contract\/(?!observation\/)|climate\/)/.test(path))).toEqual([]);
  });

  it.each(["contract", "climate"])("%s/ reaches no package and nothing of Node: it also runs in a browser", (room) => {
    const foreign = reachable([`src/${room}/index.ts`]).flatMap(imports);
    expect(foreign.length).toBeGreaterThan(3);
    expect(foreign.filter(({ import: { path } }) => path === undefined).map(describeImport)).toEqual([]);
  });
});
