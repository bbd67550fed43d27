/** What the command line says about time stamps that do not fit the sun, and that it computes with them only if it has to. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "./in-process.js";

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/weather/${name}`, import.meta.url));

async function stderr(...args: string[]): Promise<string> {
  const { status, stderr: text } = await runCli(["observe", ...args], ".");
  expect({ status, text }).toMatchObject({ status: 0 });
  return text;
}

async function refusal(...args: string[]): Promise<string> {
  const { status, stdout, stderr: text } = await runCli(["observe", ...args], ".");
  expect({ status, stdout, text }).toMatchObject({ status: 1, stdout: "" });
  expect(text).toMatch(/^[^\n]+\n$/);
  return text;
}

describe("the label notice", () => {
  const tmy3 = ["--weather", fixture("tmy3-sand-point-excerpt.csv")];

  it("is a refusal in one line that names the file, what was found and what to pass", async () => {
    const text = await refusal(...tmy3, "--label", "center");
    expect(text).toMatch(
      /^irradiance: \S*tmy3-sand-point-excerpt\.csv: time stamps look like interval ends read as centres/,
    );
    expect(text).toMatch(/ the components close 30 minutes earlier\b.* on a wall to the west.*; pass --label end; /);
    expect(text).toMatch(/; if the times are right all the same, pass --trust-clock\n$/);
    expect(await refusal(...tmy3, "--label", "center", "--quiet")).toBe(text);
  });

  it("is one remark on standard error where the clock is trusted, and none when quiet", async () => {
    const remarks = (await stderr(...tmy3, "--label", "center", "--trust-clock")).split("\n");
    const found = remarks.filter((line) => line.includes("close"));
    expect(found).toEqual([
      expect.stringMatching(/^weather: .*the components close 30 minutes earlier.*; pass --label end$/),
    ]);
    expect(await stderr(...tmy3, "--label", "center", "--trust-clock", "--quiet")).toBe("");
  });

  it("is not there for the format's own label", async () => {
    expect(await stderr(...tmy3)).not.toContain("close");
    expect(await stderr(...tmy3, "--quiet")).toBe("");
  });

  it("takes the place from --lat and --lon where the file has none", async () => {
    const midc = ["--weather", fixture("midc-raw.csv"), "--lat", "26.3059", "--lon", "-98.1716", "--altitude", "45"];
    expect(await stderr(...midc)).not.toContain("close");
    // Half an hour of rows is too little to refuse a file.
    expect(await stderr(...midc, "--time-offset", "-5")).toContain("pass --time-offset -6");
  });
});
