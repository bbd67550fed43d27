/** The package as users get it: packed from dist/, installed into an empty folder, every subpath imported by plain Node. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inNode, manifest, ROOT } from "./repository.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "irradiance-pack-")));
const project = join(folder, "project");
let packed: string[] = [];

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Subpaths as a user would write them; `./models/*` stands for every folder in the package that has an index. */
function specifiers(): string[] {
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === "string") return [];
    const [before = "", after] = inNode(target).default.slice(2).split("*");
    if (after === undefined) return [manifest.name + subpath.slice(1)];
    return packed
      .filter((path) => path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length)
      .map((path) => path.slice(before.length, -after.length))
      .filter((name) => !name.includes("/"))
      .map((name) => manifest.name + subpath.slice(1).replace("*", name));
  });
}

beforeAll(() => {
  const [report] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], ROOT));
  packed = report.files.map(({ path }: { path: string }) => path);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const quiet = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  run("npm", ["install", ...quiet, join(folder, report.filename)], project);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  it("holds the build, its types and the papers, and nothing else", () => {
    const papers = ["CHANGELOG.md", "LICENSE", "NOTICE.md", "README.md", "package.json"];
    const foreign = packed.filter((path) => !papers.includes(path) && !/^dist\/.*\.(js|cjs|d\.ts|d\.cts)$/.test(path));
    expect(foreign, 'narrow "files" in package.json').toEqual([]);
    expect(papers.filter((path) => !packed.includes(path))).toEqual([]);
    expect(packed.filter((path) => /(^|\/)(test|fixtures?)(\/|\.)|\.test\.|\.map$/.test(path))).toEqual([]);
  });

  it("gives Node every subpath, each with a name in it, and types beside it", () => {
    const script = `
      const empty = [];
      for (const name of ${JSON.stringify(specifiers())}) {
        if (Object.keys(await import(name)).length === 0) empty.push(name);
      }
      console.log(JSON.stringify(empty));`;
    expect(specifiers().length).toBeGreaterThan(5);
    expect(JSON.parse(run(process.execPath, ["--input-type=module", "--eval", script], project))).toEqual([]);
    const types = Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [] : [target.types.slice(2), inNode(target).types.slice(2)],
    );
    expect(types.filter((path) => !path.includes("*") && !packed.includes(path))).toEqual([]);
  });

  it("does not let in what is not exported", () => {
    const deep = `${manifest.name}/dist/index.js`;
    const script = `await import(${JSON.stringify(deep)}).catch(({ code }) => console.log(code))`;
    expect(run(process.execPath, ["--input-type=module", "--eval", script], project).trim()).toBe(
      "ERR_PACKAGE_PATH_NOT_EXPORTED",
    );
  });

  it("installs only what it declares to need", () => {
    const wanted = Object.keys(manifest.peerDependencies ?? {});
    const installed = readdirSync(join(project, "node_modules"));
    expect(wanted.filter((name) => installed.includes(name.split("/")[0] as string))).toEqual([]);
  });

  it.each(Object.keys(manifest.bin))("brings the command %s", (name) => {
    expect(run(join(project, "node_modules", ".bin", name), ["--help"], project)).toMatch(/usage/i);
    expect(run(join(project, "node_modules", ".bin", name), ["--version"], project).trim()).toBe(manifest.version);
  });
});
