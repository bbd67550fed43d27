/** research/validate-writers.mjs in small, against dist/: 40,000 of its ten million values. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("every number has the digits of JSON.stringify, at 0 to 6 decimals and with all digits, in JSON and CSV", () => {
  const script = fileURLToPath(new URL("../../../research/validate-writers.mjs", import.meta.url));
  const output = execFileSync(process.execPath, [script, "40000"], { encoding: "utf8" });
  expect(output).toMatch(/^40,000 values × 8 roundings: the digits of JSON.stringify/);
});
