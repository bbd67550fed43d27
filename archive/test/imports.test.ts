/** Who the archive may lean on: declared packages and Node, never the server; and its files on each other without a circle. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseSource } from "../../test/policy/repository.js";

const home = join(dirname(fileURLToPath(import.meta.url)), "..");
const manifest: { dependencies: { [name: string]: string } } = JSON.parse(
  readFileSync(join(home, "package.json"), "utf8"),
);
const paths = readdirSync(join(home, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => posix.join("archive/src", path.replaceAll("\\", "/")));
const files = new Map(paths.map((path) => [path, parseSource(path)]));
const imports = [...files.values()].flatMap(({ path: from, imports: all }) => all.map((one) => ({ from, ...one })));

describe("the archive", () => {
  it("is more than its entry", () => expect(files.size).toBeGreaterThan(15));

  it("imports only declared packages and Node's modules", () => {
    const foreign = imports
      .filter(({ path, specifier }) => path === undefined && !specifier.startsWith("node:"))
      .filter(({ specifier }) => {
        const parts = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1);
        return !Object.hasOwn(manifest.dependencies, parts.join("/"));
      });
    expect(foreign.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  it("stays within its own folder: no file of the server, none of the engine but by its name", () => {
    const outside = imports.filter(({ path }) => path !== undefined && !files.has(path));
    expect(outside.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  it("knows no format outside of the back end's folder", () => {
    const inner = imports.filter(
      ({ from, path }) =>
        from !== "archive/src/index.ts" &&
        path !== undefined &&
        posix.dirname(path) !== "archive/src" &&
        posix.dirname(path) !== posix.dirname(from),
    );
    expect(inner.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  it("has no circle of imports, types included", () => {
    const done = new Set<string>();
    const walk = (path: string, trail: readonly string[]): string | undefined => {
      if (trail.includes(path)) return [...trail, path].join(" > ");
      if (done.has(path)) return undefined;
      for (const { path: next } of files.get(path)?.imports ?? []) {
        const circle = next === undefined ? undefined : walk(next, [...trail, path]);
        if (circle !== undefined) return circle;
      }
      done.add(path);
      return undefined;
    };
    expect(paths.map((path) => walk(path, [])).filter((circle) => circle !== undefined)).toEqual([]);
  });
});
