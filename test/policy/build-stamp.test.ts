/** A test run builds again whenever dist/ may be another than that of the sources. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Part } from "../../scripts/build-stamp.d.mts";
import {
  COMMIT_FILE,
  commitModule,
  isBuilt,
  isCurrent,
  markBuilt,
  PARTS,
  sourcesOf,
} from "../../scripts/build-stamp.mjs";

let root: string;

function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** What a build leaves: the module with the commit, and a stamp of each part. */
function build(): void {
  put(COMMIT_FILE, commitModule(root));
  for (const name of Object.keys(PARTS) as Part[]) markBuilt(name, sourcesOf(name, root), root);
}

function git(...args: string[]): void {
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: root, stdio: "ignore" });
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "irradiance-stamp-"));
  put(".gitignore", "dist/\nnode_modules/\n");
  put("node_modules/.package-lock.json", "{}");
  put("src/a.ts", "export const a = 1;\n");
  put("archive/src/b.ts", "export const b = 1;\n");
  put("server/explorer/c.ts", "export const c = 1;\n");
  put("test/a.test.ts", "one");
  for (const { folder } of Object.values(PARTS)) {
    put(`${folder}/index.js`, "export {};\n");
    put(`${folder}/index.d.ts`, "export {};\n");
  }
  git("init");
  git("add", ".");
  git("commit", "--message", "a");
  build();
});
afterEach(() => rmSync(root, { recursive: true }));

describe("dist/", () => {
  it("is that of the sources after a build, whatever becomes of the tests", () => {
    expect(isBuilt(root)).toBe(true);
    put("test/a.test.ts", "two");
    expect(isBuilt(root)).toBe(true);
  });

  it.each<[what: string, change: () => void]>([
    ["a source changed", () => appendFileSync(join(root, "src/a.ts"), "// b\n")],
    ["a source came, which git does not know yet", () => put("src/b.ts", "export const b = 2;\n")],
    ["a source went", () => rmSync(join(root, "src/a.ts"))],
    ["there is another commit, which the server tells", () => git("commit", "--allow-empty", "--message", "b")],
    ["a package was installed", () => put("node_modules/.package-lock.json", "{ }")],
    ["something in dist/ was touched", () => appendFileSync(join(root, "archive/dist/index.js"), "// b\n")],
    ["something came into dist/", () => put("dist/b.js", "")],
    ["dist/ is gone", () => rmSync(join(root, "server/dist"), { recursive: true })],
    ["there is no git", () => rmSync(join(root, ".git"), { recursive: true })],
    ["there is no stamp", () => rmSync(join(root, "node_modules/.cache"), { recursive: true })],
    ["the stamp is cut", () => writeFileSync(join(root, "node_modules/.cache/irradiance-build.json"), '{"sou')],
  ])("is built again when %s", (_, change) => {
    change();
    expect(isBuilt(root)).toBe(false);
  });

  it.each<[what: string, change: () => void, stale: Part[]]>([
    ["a module of the engine, but no type", () => appendFileSync(join(root, "src/a.ts"), "// b\n"), ["engine", "page"]],
    ["a module of the archive", () => appendFileSync(join(root, "archive/src/b.ts"), "// b\n"), ["archive"]],
    ["the page", () => appendFileSync(join(root, "server/explorer/c.ts"), "// b\n"), ["page"]],
    ["the commit", () => git("commit", "--allow-empty", "--message", "b"), []],
  ])("is built anew where it must be after a change of %s", (_, change, stale) => {
    change();
    const names = Object.keys(PARTS) as Part[];
    expect(
      names.filter((name) => {
        if (isCurrent(name, root)) return false;
        markBuilt(name, sourcesOf(name, root), root);
        return true;
      }),
    ).toEqual(stale);
  });

  it("is built anew with all that is compiled against the engine when a type of it changed", () => {
    appendFileSync(join(root, "src/a.ts"), "export type A = 1;\n");
    appendFileSync(join(root, "dist/index.d.ts"), "export type A = 1;\n");
    markBuilt("engine", sourcesOf("engine", root), root);
    expect((["engine", "archive", "server", "page"] as const).filter((name) => !isCurrent(name, root))).toEqual([
      "archive",
      "server",
      "page",
    ]);
  });
});
