/** docs/reference/specification.md says which test holds which rule: the page is fresh, and the tests that it names exist. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { judgeRules } from "../../scripts/specification/rules.mjs";
import { ROOT, read } from "./repository.js";

const folder = mkdtempSync(join(tmpdir(), "rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ["scripts/specification.mjs", ...args], { cwd: ROOT, encoding: "utf8" });
}

/** Rules of which one is given. */
function rulesWith(rule: string): string {
  const head = "files:\n  here: test/policy/specification.test.ts\n  away: test/nowhere.test.ts\n";
  const second = "      - { id: b, rule: B, open: true, tests: [{ away: a title }] }\n";
  return `${head}sections:\n  - title: One\n    rules:\n      - ${rule}\n${second}`;
}

const faultsOf = (rule: string) => judgeRules(rulesWith(rule)).faults;

describe("docs/reference/specification.md", () => {
  it("is what the rules say: write it anew with node scripts/specification.mjs", () => {
    const { status, stdout, stderr } = run("--print");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(read("docs/reference/specification.md")).toBe(stdout);
  });
});

describe("a rule", () => {
  it("may name a test that is there, and one to be written when it is marked as open", () => {
    const { faults, page } = judgeRules(
      rulesWith("{ id: a, rule: A, tests: [{ here: must not name a test that is not there }] }"),
    );
    expect(faults).toEqual([]);
    expect(page).toContain(
      "| `a` | A | [test/policy/specification.test.ts](../../test/policy/specification.test.ts): must",
    );
    expect(page).toContain("| `b` | B | ○ test/nowhere.test.ts: a title |");
  });

  it("must not name a test that is not there", () => {
    const rule = "{ id: a, rule: A, tests: [{ here: no such title }] }";
    const fault = 'a: no test "no such title" in test/policy/specification.test.ts';
    expect(faultsOf(rule)).toEqual([fault]);
    const file = join(folder, "faulty.yaml");
    writeFileSync(file, rulesWith(rule));
    expect(run("--print", "--rules", file)).toMatchObject({
      status: 1,
      stdout: "",
      stderr: `specification: ${fault}\n`,
    });
  });

  it("must not be marked as open when its tests are there", () => {
    expect(faultsOf("{ id: a, rule: A, open: true, tests: [{ here: a rule }] }")).toEqual([
      "a: is marked as open, but its tests are there: run with --settle",
    ]);
  });

  it("may be a check of a judge, a test of Python, or a template with $ for what stands in it", () => {
    const faults = (path: string, title: string) => {
      const rule = `{ id: a, rule: A, tests: [{ one: "${title}" }] }`;
      return judgeRules(`files: { one: ${path} }\nsections:\n  - title: One\n    rules:\n      - ${rule}\n`).faults;
    };
    for (const [path, title] of [
      ["scripts/faults/race.mjs", "$: never above the grant"],
      ["server/test/pvlib/test_client.py", "test_by_default"],
    ] as const) {
      expect(faults(path, title)).toEqual([]);
      expect(faults(path, "no such check")).toEqual([`a: no test "no such check" in ${path}`]);
    }
  });

  it("that is not built says so, what there is instead, and the test of that", () => {
    const { faults, page } = judgeRules(
      rulesWith("{ id: a, rule: A., instead: It is 404., tests: [{ here: a rule }] }"),
    );
    expect(faults).toEqual([]);
    expect(page).toContain("| `a` | A. **Not implemented in this version.** It is 404. | [test/policy/");
    expect(page).toContain("2 rules: 0 tested, 1 not implemented in this version, 1 open.");
    expect(faultsOf('{ id: a, rule: A., instead: "", tests: [{ here: a rule }] }')).toEqual([
      "a: does not say what there is instead",
    ]);
    expect(faultsOf("{ id: a, rule: A., instead: It is 404. }")[0]).toContain("a: names no test");
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
    expect(faultsOf("{ id: a, rule: A, tests: [] }")[0]).toContain("a: names no test");
    expect(faultsOf("{ id: a, rule: A, tests: [{ else: a title }] }")[0]).toContain("no file of the short name else");
    expect(faultsOf("{ id: b, rule: A, tests: [{ here: a rule }] }")[0]).toContain("b: there are two rules");
  });
});
