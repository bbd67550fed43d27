/** docs/specification.md says which test holds which rule: the page is fresh, and the tests that it names exist. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT, read } from "./repository.js";

const folder = mkdtempSync(join(tmpdir(), "rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ["scripts/specification.mjs", ...args], { cwd: ROOT, encoding: "utf8" });
}

/** The script on one rule. */
function judge(rule: string): ReturnType<typeof run> {
  const file = join(folder, "rules.yaml");
  const head = "files:\n  here: test/policy/specification.test.ts\n  away: test/nowhere.test.ts\n";
  const second = "      - { id: b, rule: B, open: true, tests: [{ away: a title }] }\n";
  writeFileSync(file, `${head}sections:\n  - title: One\n    rules:\n      - ${rule}\n${second}`);
  return run("--print", "--rules", file);
}

describe("docs/specification.md", () => {
  it("is what the rules say: write it anew with node scripts/specification.mjs", () => {
    const { status, stdout, stderr } = run("--print");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(read("docs/specification.md")).toBe(stdout);
  });
});

describe("a rule", () => {
  it("may name a test that is there, and one to be written when it is marked as open", () => {
    const { status, stdout } = judge("{ id: a, rule: A, tests: [{ here: must not name a test that is not there }] }");
    expect(status).toBe(0);
    expect(stdout).toContain(
      "| `a` | A | [test/policy/specification.test.ts](../test/policy/specification.test.ts): must",
    );
    expect(stdout).toContain("| `b` | B | ○ test/nowhere.test.ts: a title |");
  });

  it("must not name a test that is not there", () => {
    const { status, stderr } = judge("{ id: a, rule: A, tests: [{ here: no such title }] }");
    expect(status).toBe(1);
    expect(stderr).toContain('a: no test "no such title" in test/policy/specification.test.ts');
  });

  it("must not be marked as open when its tests are there", () => {
    const { status, stderr } = judge("{ id: a, rule: A, open: true, tests: [{ here: a rule }] }");
    expect(status).toBe(1);
    expect(stderr).toContain("a: is marked as open");
  });

  it("may be a check of a judge, a test of Python, or a template with $ for what stands in it", () => {
    const status = (path: string, title: string) => {
      const file = join(folder, "kinds.yaml");
      const rule = `{ id: a, rule: A, tests: [{ one: "${title}" }] }`;
      writeFileSync(file, `files: { one: ${path} }\nsections:\n  - title: One\n    rules:\n      - ${rule}\n`);
      return run("--print", "--rules", file).status;
    };
    for (const [path, title] of [
      ["scripts/faults/race.mjs", "$: never above the grant"],
      ["server/test/pvlib/test_client.py", "test_by_default"],
    ] as const) {
      expect([status(path, title), status(path, "no such check")]).toEqual([0, 1]);
    }
  });

  it("that is not built says so, what there is instead, and the test of that", () => {
    const { status, stdout } = judge("{ id: a, rule: A., instead: It is 404., tests: [{ here: a rule }] }");
    expect(status).toBe(0);
    expect(stdout).toContain("| `a` | A. **Not implemented in this version.** It is 404. | [test/policy/");
    expect(stdout).toContain("2 rules: 0 tested, 1 not implemented in this version, 1 open.");
    expect(judge('{ id: a, rule: A., instead: "", tests: [{ here: a rule }] }').stderr).toContain(
      "a: does not say what",
    );
    expect(judge("{ id: a, rule: A., instead: It is 404. }").stderr).toContain("a: names no test");
  });

  it("is settled when its tests are there: the mark goes, all else stays", () => {
    const rule = (open: string) => `      - id: a\n        rule: A\n${open}        tests: [{ here: a rule }]\n`;
    const file = join(folder, "settle.yaml");
    const text = (open: string) =>
      `files: { here: test/policy/specification.test.ts }\nsections:\n  - title: One\n    rules:\n${rule(open)}`;
    writeFileSync(file, text("        open: true\n"));
    expect(run("--settle", "--print", "--rules", file).status).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(text(""));
  });

  it("must name a test, of a file that is listed, under an id of its own", () => {
    expect(judge("{ id: a, rule: A, tests: [] }").stderr).toContain("a: names no test");
    expect(judge("{ id: a, rule: A, tests: [{ else: a title }] }").stderr).toContain("no file of the short name else");
    expect(judge("{ id: b, rule: A, tests: [{ here: a rule }] }").stderr).toContain("b: there are two rules");
  });
});
