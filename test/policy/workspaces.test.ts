/** The packages beside the library: what each may lean on, held by walking the imports of every file in its src/. */
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, type Manifest, parseSource, read, repositoryFiles } from "./repository.js";

interface Rules {
  readonly folder: string;
  /** Packages of this repository, and their subpaths, that it may import. */
  readonly own: RegExp;
  readonly files: number;
}

const PACKAGES: readonly Rules[] = [
  // A series' sun and clear sky are the archive's, too: they tell what an hour without data can have been. Synthetic weather is
  // the library's: the archive serves it. Of terrain it has the form of a tile, and the error.
  {
    folder: "archive",
    own: /^irradiance-engine(\/weather(\/node)?|\/climate|\/climatology|\/series|\/shared(\/node)?|\/terrain|\/models\/(atmosphere|clear-sky))?$/,
    files: 15,
  },
  // No physics: what has to be computed is asked of the library as a whole.
  {
    folder: "server",
    own: /^irradiance-(archive|engine(\/(bulk|internal\/bulk-command|climate|climatology|contract|forecast|gpu|series|shared(\/node)?|system|yield))?)$/,
    files: 40,
  },
];

interface Edge extends Import {
  readonly from: string;
}

function shown(edges: readonly Edge[]): string[] {
  return edges.map(({ from, specifier }) => `${from} imports ${specifier}`);
}

/** "@scope/name/sub" and "name/sub" without "/sub". */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

describe.each(PACKAGES)("$folder/", ({ folder, own, files: least }) => {
  const manifest: Manifest = JSON.parse(read(`${folder}/package.json`));
  const paths = repositoryFiles(`${folder}/src/**/*.ts`, `${folder}/src/*.ts`);
  const files = new Map(paths.map((path) => [path, parseSource(path)]));
  const edges = [...files.values()].flatMap(({ path: from, imports }) =>
    imports.map((edge): Edge => ({ ...edge, from })),
  );
  const foreign = edges.filter(({ path, specifier }) => path === undefined && !specifier.startsWith("node:"));

  it("is more than its entry", () => expect(files.size).toBeGreaterThan(least));

  it("imports declared packages, optional peers only when reached, and Node's modules, these with node:", () => {
    const declared = Object.keys(manifest.dependencies ?? {});
    const peers = Object.keys(manifest.peerDependencies ?? {});
    const isDeclared = ({ specifier, lazy, typeOnly }: Edge) =>
      declared.includes(packageOf(specifier)) || (peers.includes(packageOf(specifier)) && (lazy || typeOnly));
    expect(shown(foreign.filter((edge) => !isDeclared(edge)))).toEqual([]);
  });

  it("needs every package that it declares", () => {
    const used = foreign.map(({ specifier }) => packageOf(specifier));
    const asText = paths.map(read).join("\n");
    const unused = Object.keys(manifest.dependencies ?? {}).filter(
      (name) => !used.includes(name) && !asText.includes(`(import.meta.url)("${name}")`),
    );
    expect(unused).toEqual([]);
  });

  it("knows of the other packages what they show to everybody, and no more than it may", () => {
    const wrong = foreign.filter(({ specifier }) => /^irradiance-/.test(specifier) && !own.test(specifier));
    expect(shown(wrong)).toEqual([]);
  });

  it("stays within its own folder", () => {
    expect(shown(edges.filter(({ path }) => path !== undefined && !path.startsWith(`${folder}/`)))).toEqual([]);
  });

  it("has no circle of files that load one another", () => {
    const done = new Set<string>();
    const walk = (path: string, trail: readonly string[]): string | undefined => {
      if (trail.includes(path)) return [...trail, path].join(" → ");
      if (done.has(path)) return undefined;
      for (const { path: next, typeOnly, lazy } of files.get(path)?.imports ?? []) {
        const circle = next === undefined || typeOnly || lazy ? undefined : walk(next, [...trail, path]);
        if (circle !== undefined) return circle;
      }
      done.add(path);
      return undefined;
    };
    expect(paths.map((path) => walk(path, [])).filter((circle) => circle !== undefined)).toEqual([]);
  });
});

describe("server/src/client/", () => {
  it("runs anywhere: beside its own files it imports nothing but the contract's types", () => {
    const paths = repositoryFiles("server/src/client/*.ts");
    expect(paths.length).toBeGreaterThan(0);
    const edges = paths.flatMap((from) => parseSource(from).imports.map((edge): Edge => ({ ...edge, from })));
    const own = (specifier: string) =>
      paths.some((path) => path.endsWith(`/${specifier.replace(/^\.\/(.*)\.js$/, "$1.ts")}`));
    expect(shown(edges.filter(({ typeOnly, specifier }) => !typeOnly && !own(specifier)))).toEqual([]);
  });
});

describe("server/explorer/", () => {
  const paths = repositoryFiles("server/explorer/*.ts", "server/explorer/**/*.ts");
  const edges = paths.flatMap((from) => parseSource(from).imports.map((edge): Edge => ({ ...edge, from })));

  it("is the browser's: the engine's public exports, uPlot, hyparquet-writer, and nothing of the server", () => {
    expect(paths.length).toBeGreaterThan(40);
    const own =
      /^(irradiance-engine(\/contract|\/horizon|\/report\/scene|\/shared|\/system|\/models\/solar-position)?|uplot|hyparquet-writer|virtual:(outlines|towns)\/\w+)$/;
    const wrong = edges.filter(({ path, specifier }) =>
      path === undefined ? !own.test(specifier) : !path.startsWith("server/explorer/"),
    );
    expect(shown(wrong)).toEqual([]);
  });

  it("has no markup from strings: what sources say is shown as text", () => {
    const markup = /innerHTML|outerHTML|insertAdjacentHTML|document\.write/;
    expect(paths.filter((path) => markup.test(read(path)))).toEqual([]);
  });
});

describe("server/src/", () => {
  it("keeps HTTP out of accounts and computation", () => {
    const inner = repositoryFiles("server/src/accounts/*.ts", "server/src/cli/*.ts").flatMap((from) =>
      parseSource(from).imports.map((edge): Edge => ({ ...edge, from })),
    );
    const http = inner.filter(
      ({ path, specifier }) => posix.dirname(path ?? "").startsWith("server/src/http") || specifier === "fastify",
    );
    expect(shown(http)).toEqual([]);
  });
});
