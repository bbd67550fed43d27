/** `npm run bench` in small: it runs against dist/, judges what it measured and writes its page. No time is asserted. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KERNELS } from "../../bench/lib/kernel-claims.mjs";

const script = fileURLToPath(new URL("../../bench/run.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "irradiance-bench-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("npm run bench -- --quick", () => {
  let output = "";
  let page = "";
  beforeAll(() => {
    const suites = ["sunless", "gains", "memory"].flatMap((name) => ["--only", name]);
    output = execFileSync(process.execPath, [script, "--quick", ...suites, "--out", folder], { encoding: "utf8" });
    page = readFileSync(join(folder, "performance.md"), "utf8");
  });

  it("writes a page with the machine, a verdict on every figure, and a table of each suite", () => {
    expect(readdirSync(folder)).toEqual(["performance.md"]);
    expect(page).toContain(`Node ${process.version}`);
    expect(page).toMatch(/^\| R, per step \| ≤ 8 sines \| 5 \| not measured in this run \|/m);
    expect(page.match(/^## /gm)).toHaveLength(4);
    expect(page.endsWith("|\n")).toBe(true);
    expect(output).toContain("Kernels against their models");
  });

  it("knows how to measure every kernel that claims a gain", () => {
    for (const { name } of KERNELS)
      expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\|.*\\| [0-9.]+ \\([0-9.]+–[0-9.]+\\) \\|$`, "m"));
  });

  it("counts the sun's functions: many for irradiance", () => {
    const calls = /^\| `global_horizontal_irradiance` \| (\d+) \|/m.exec(page)?.[1];
    expect(Number(calls)).toBeGreaterThan(10);
  });
});

it("an unknown suite is named, with the known ones", () => {
  const { status, stderr } = spawnSync(process.execPath, [script, "--only", "speed"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/--only: expected one of chain, profile, .*, got speed/)]);
});
