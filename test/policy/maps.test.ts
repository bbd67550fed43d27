/** Source and declaration maps as users get them: a debugger and "go to definition" end in TypeScript that was packed. */
import { execFileSync } from "node:child_process";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, read } from "./repository.js";

const FOLDERS = [".", "archive", "server"];

/** What would be packed, by the name of the package. */
function packed(): Map<string, Set<string>> {
  const pack = ["pack", "--workspaces", "--dry-run", "--json", "--ignore-scripts"];
  const output = execFileSync("npm", pack, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const reports: { name: string; files: { path: string }[] }[] = JSON.parse(output);
  return new Map(reports.map(({ name, files }) => [name, new Set(files.map(({ path }) => path))]));
}

const filesOf = packed();

/** Embedded data, whose source is larger than all others together, and what the build itself writes. */
const UNMAPPED = /\.generated\.(js|d\.ts)$|^dist\/commit\.js$|^dist\/(docs|page|bulk\/threads\/bundle)\//;

describe.each(FOLDERS)("the maps of the package in %s", (folder) => {
  const files = filesOf.get(JSON.parse(read(join(folder, "package.json"))).name)!;
  const built = [...files].filter((path) => /^dist\/.*\.(js|cjs|d\.ts|d\.cts)$/.test(path) && !UNMAPPED.test(path));

  it("lie beside every module and its types", () => {
    expect(built.length).toBeGreaterThan(20);
    expect(built.filter((path) => !files.has(`${path}.map`))).toEqual([]);
  });

  it("are named by the module they belong to, and by no other", () => {
    const comment = (path: string) => /\/\/# sourceMappingURL=(.*)\s*$/.exec(read(join(folder, path)))?.[1];
    expect(built.filter((path) => comment(path) !== `${posix.basename(path)}.map`)).toEqual([]);
    const unmapped = [...files].filter(
      (path) => /^dist\/(?!(docs|page)\/).*\.(js|d\.ts)$/.test(path) && UNMAPPED.test(path),
    );
    expect(unmapped.filter((path) => comment(path) !== undefined)).toEqual([]);
  });

  it("lead to a source in the package", () => {
    const dead = [...files]
      .filter((path) => path.endsWith(".map"))
      .flatMap((path) => {
        const { sources, sourceRoot = "" } = JSON.parse(read(join(folder, path)));
        return sources.map((source: string) => ({ path, source: posix.join(path, "..", sourceRoot, source) }));
      })
      .filter(({ source }) => !files.has(source));
    expect(dead).toEqual([]);
  });

  it("bring no embedded data twice", () => {
    expect([...files].filter((path) => /^src\/.*\.generated\./.test(path))).toEqual([]);
  });
});
