/** What the command line says about time stamps that do not fit the sun. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "./in-process.js";

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/weather/${name}`, import.meta.url));

async function stderr(...args: string[]): Promise<string> {
  const { status, stderr: text } = await runCli(["observe", ...args], ".");
  expect({ status, text }).toMatchObject({ status: 0 });
  return text;
}

describe("the label notice", () => {
  const tmy3 = ["--weather", fixture("tmy3-sand-point-excerpt.csv")];

  it("is one remark on standard error, in words", async () => {
    const remarks = (await stderr(...tmy3, "--label", "center")).split("\n");
    const found = remarks.filter((line) => line.includes("close"));
    expect(found).toEqual([expect.stringMatching(/the components close 30 minutes earlier.*: pass --label end$/)]);
  });

  it("is not there for the format's own label, nor when quiet", async () => {
    expect(await stderr(...tmy3)).not.toContain("close");
    expect(await stderr(...tmy3, "--label", "center", "--quiet")).toBe("");
  });

  it("takes the place from --lat and --lon where the file has none", async () => {
    const midc = ["--weather", fixture("midc-raw.csv"), "--lat", "26.3059", "--lon", "-98.1716", "--altitude", "45"];
    expect(await stderr(...midc)).not.toContain("close");
    expect(await stderr(...midc, "--time-offset", "-5")).toContain("pass a --time-offset 1 hour smaller");
  });
});
