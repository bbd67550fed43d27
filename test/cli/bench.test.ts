/** `irradiance bench` as a process, from dist/. No time is asserted. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

function bench(...options: string[]) {
  return spawnSync(process.execPath, [MAIN, "bench", ...options], { encoding: "utf8" });
}

it("prints a time and a time per step for every case", () => {
  const { status, stdout, stderr } = bench("--rounds", "1");
  expect([status, stderr]).toEqual([0, ""]);
  const rows = stdout.split("\n").filter((line) => /^(an?|the) .*\d$/.test(line));
  expect(rows).toHaveLength(4);
  for (const row of rows) {
    const [milliseconds, perStep] = row.trim().split(/\s+/).slice(-2).map(Number);
    expect(milliseconds).toBeGreaterThan(0);
    expect(perStep).toBeGreaterThan(0);
  }
});

it("refuses a number of rounds that is none", () => {
  const { status, stdout, stderr } = bench("--rounds", "0");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/--rounds.*Expected a whole number from 1 to 1000/);
});
