/** What the command line says about time stamps that do not fit the sun. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/weather/${name}`, import.meta.url));

function stderr(...args: string[]): string {
  const { status, stderr: text } = spawnSync(process.execPath, [MAIN, "observe", ...args], { encoding: "utf8" });
  expect({ status, text }).toMatchObject({ status: 0 });
  return text;
}

describe("the label notice", () => {
  const tmy3 = ["--weather", fixture("tmy3-sand-point-excerpt.csv")];

  it("is one remark on standard error, in words", () => {
    const remarks = stderr(...tmy3, "--label", "center").split("\n");
    const found = remarks.filter((line) => line.includes("close"));
    expect(found).toEqual([expect.stringMatching(/the components close 30 minutes earlier.*: pass --label end$/)]);
  });

  it("is not there for the format's own label, nor when quiet", () => {
    expect(stderr(...tmy3)).not.toContain("close");
    expect(stderr(...tmy3, "--label", "center", "--quiet")).toBe("");
  });

  it("takes the place from --lat and --lon where the file has none", () => {
    const midc = ["--weather", fixture("midc-raw.csv"), "--lat", "26.3059", "--lon", "-98.1716", "--altitude", "45"];
    expect(stderr(...midc)).not.toContain("close");
    expect(stderr(...midc, "--time-offset", "-5")).toContain("pass a --time-offset 1 hour smaller");
  });
});
