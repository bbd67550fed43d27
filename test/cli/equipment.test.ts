/** `irradiance equipment`: lists and parameters. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { workplace } from "./in-process.js";

const GUIDE = fileURLToPath(new URL("../../docs/how-to/yield.md", import.meta.url));
const { folder, run } = workplace("equipment");

describe("irradiance equipment", () => {
  it("lists what the guide shows, and says how old the list is", async () => {
    const { status, stdout, stderr } = await run("canadian", "solar", "220");
    expect(status, stderr).toBe(0);
    expect(readFileSync(GUIDE, "utf8")).toContain(`$ npx irradiance-engine equipment canadian solar 220\n${stdout}`);
    expect(stderr).toMatch(
      /^from the CEC's lists of modules as of March 2019 and November 2024 .*, 36,133 products: newer ones are missing\n$/,
    );
  });

  it("gives the parameters of one, as a table and as JSON", async () => {
    const name = ["Canadian", "Solar", "Inc.", "CS5P-220M"];
    const table = (await run(...name)).stdout.split("\n");
    expect(table).toContain("powerTemperature     -0.00476");
    expect(table).toContain("RShRef               381.254425");
    const { parameters, bifacial } = JSON.parse((await run(...name, "--format", "json")).stdout);
    expect([parameters.Adjust, bifacial]).toEqual([8.619516, false]);
  });

  it("shortens long lists, and says so", async () => {
    const { stdout, stderr } = await run("--kind", "sandia-modules", "sanyo", "--most", "3");
    expect(stdout.split("\n")).toHaveLength(4);
    expect(stderr).toMatch(/^37 found: the first 3/);
  });

  it("reads a newer file, and names what occurs twice", async () => {
    const file = join(folder, "new.csv");
    const names = "Name,Vac,Pso,Paco,Pdco,Vdco,C0,C1,C2,C3,Pnt,Vdcmax,Idcmax,Mppt_low,Mppt_high,CEC_Date,CEC_Type";
    const row = (name: string) => `${name},240,2,250,260,40,-4e-5,-9e-5,5e-4,-0.01,0.1,50,6,30,50,1/2/2026,Micro`;
    writeFileSync(file, [names, row("New 250"), row("New 250")].join("\n"));
    const { status, stdout, stderr } = await run("--kind", "inverters", "--file", file, "250");
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("New 250");
    expect(stderr).toContain("names that occur more than once (the last one counts): 1, such as New 250");
  });

  it.each([
    [
      "an unknown name",
      ["canadiansolar", "cs6k-300"],
      /no "canadiansolar cs6k-300" in .*; similar: "Canadian Solar Inc\. CS6K/,
    ],
    ["no rows", ["x", "--most", "0"], /--most must be a whole number above 0, got 0/],
    ["a file that is not there", ["x", "--file", "no.csv"], /no\.csv: does not exist/],
    ["a file of another kind", ["x", "--file", GUIDE], /a library of SAM begins with the line "Name,…"/],
  ])("%s is one line and exit 2", async (_, args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout, stderr.trimEnd().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(message);
  });
});
