/** Who may import whom (ARCHITECTURE.md, "Layout"), held by walking the imports of every file in src/. */
import { existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, manifest, parseSources, ROOT, type SourceFile } from "./repository.js";

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
      const name = specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/");
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

describe("folders", () => {
  it("observation/ knows the contract only: it imports nothing outside itself, types included", () => {
    const outside = under("src/observation/")
      .flatMap(imports)
      .filter(({ import: { path } }) => !path?.startsWith("src/observation/"));
    expect(outside.map(describeImport), "let engine/ bring the two together").toEqual([]);
  });

  it("models/ knows no request and no pipeline: it imports only models/ and math/, types included", () => {
    const outside = under("src/models/")
      .flatMap(imports)
      .filter(({ import: { path } }) => !path?.startsWith("src/models/") && !path?.startsWith("src/math/"));
    expect(outside.map(describeImport), "a model takes columns; let its stage fetch them").toEqual([]);
  });

  it.each([
    [
      "contract",
      ["contract", "observation", "models", "math"],
      "a contract computes nothing: leave it to climate/ or engine/",
    ],
    [
      "climate",
      ["climate", "contract", "engine", "models", "observation", "weather", "math"],
      "a climate year is pure: pass in what has to be loaded",
    ],
  ])("%s/ imports only %j, and no package", (room, allowed, hint) => {
    const folders = allowed.map((folder) => `src/${folder}/`);
    const outside = under(`src/${room}/`)
      .flatMap(imports)
      .filter(({ import: { path } }) => !folders.some((folder) => path?.startsWith(folder)));
    expect(under(`src/${room}/`).length).toBeGreaterThan(3);
    expect(outside.map(describeImport), hint).toEqual([]);
    const foreign = reachable([`src/${room}/index.ts`]).flatMap(imports);
    expect(foreign.filter(({ import: { path } }) => path === undefined).map(describeImport), hint).toEqual([]);
  });

  it("the core reaches neither contract/ nor climate/: its bundle does not grow with the service", () => {
    const reached = reachable(["src/index.ts", "src/node/index.ts"]).map(({ path }) => path);
    expect(reached.filter((path) => /^src\/(contract|climate)\//.test(path))).toEqual([]);
  });

  it("math/ stands alone", () => {
    const outside = under("src/math/")
      .flatMap(imports)
      .filter(({ import: { path } }) => !path?.startsWith("src/math/"));
    expect(outside.map(describeImport)).toEqual([]);
  });

  it("nobody but cli/ imports cli/", () => {
    const callers = files
      .filter(({ path }) => !path.startsWith("src/cli/"))
      .flatMap(imports)
      .filter(({ import: { path } }) => path?.startsWith("src/cli/"));
    expect(callers.map(describeImport), "the command line is a thin caller of the library").toEqual([]);
  });
});
