/** `irradiance yield --series`: every interval as CSV or Parquet, the same numbers as the library's, whole or not at all. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { runCli } from "./in-process.js";

const folder = mkdtempSync(join(tmpdir(), "irradiance-series-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PLACE = ["--lat=47.4", "--lon=8.5", "--altitude=440", "--quiet"];
const PLANES = ["--plane", "10/90/4", "10/270/4", "--inverter-ac=5", "--cabling=dc=1,ac=0.5", "--export-limit=4"];
const run = (...args: string[]) => runCli(["yield", ...PLACE, ...args], folder);

/** Columns by name; times stay texts. */
function csv(name: string): { [column: string]: string[] } {
  const [head, ...rows] = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
  const cells = rows.map((row) => row.split(","));
  return Object.fromEntries(head!.split(",").map((column, k) => [column, cells.map((row) => row[k]!)]));
}

const sum = (column: readonly string[]) => column.reduce((total, value) => total + Number(value), 0);

describe("--series", () => {
  test("hours in standard time, by plane and in sum, which add up to the year", async () => {
    const { status, stderr } = await run(...PLANES, "--series=hours.csv", "--out=year.json");
    expect([status, stderr]).toEqual([0, ""]);
    const { annual, planes, losses } = JSON.parse(readFileSync(join(folder, "year.json"), "utf8"));
    const hours = csv("hours.csv");
    expect(hours.start_time).toHaveLength(8760);
    expect(hours.start_time![0]).toMatch(/^\d{4}-01-01T00:00:00\+01:00$/);
    expect(hours.end_time![0]).toBe(hours.start_time![1]);
    expect(Object.keys(hours).slice(2, 4)).toEqual(["ac", "export_loss"]);
    // The file has W to two decimals.
    expect(Math.abs(sum(hours.ac!) / 1000 - annual.energy)).toBeLessThan(8760 * 0.005e-3);
    for (const [k, plane] of planes.entries()) {
      expect(Math.abs(sum(hours[`plane_${k + 1}_ac`]!) / 1000 - plane.energy)).toBeLessThan(8760 * 0.005e-3);
    }
    const energyOf = (name: string) => losses.find((stage: { name: string }) => stage.name === name).energy;
    expect(sum(hours.export_loss!) / 1000).toBeCloseTo(energyOf("transformer") - energyOf("export"), 1);
    const lost = ["snow", "soiling", "constant", "cabling", "inverter", "clipping", "transformer", "export"];
    for (const row of [12, 4000]) {
      const left = lost.reduce((power, name) => power - Number(hours[`${name}_loss`]![row]), Number(hours.dc![row]));
      expect(Math.abs(left - Number(hours.ac![row]))).toBeLessThan(0.05);
    }
  });

  test("as Parquet: the same values with all digits, units, and times in UTC and local", async () => {
    await run(...PLANES, "--series=hours.csv");
    expect((await run(...PLANES, "--series=hours.parquet")).status).toBe(0);
    const { buffer, byteOffset, byteLength } = readFileSync(join(folder, "hours.parquet"));
    const file = buffer.slice(byteOffset, byteOffset + byteLength);
    const rows = (await parquetReadObjects({ file })) as { [name: string]: number | Date }[];
    const hours = csv("hours.csv");
    expect(rows).toHaveLength(8760);
    expect(Object.keys(rows[0]!).slice(2)).toEqual(Object.keys(hours).slice(2));
    expect((rows[0]!.start_time as Date).toISOString()).toBe(new Date(hours.start_time![0]!).toISOString());
    expect((rows[0]!.local_time as Date).toISOString().slice(0, 19)).toBe(hours.start_time![0]!.slice(0, 19));
    const off = rows.map(({ ac }, k) => Math.abs((ac as number) - Number(hours.ac![k])));
    expect(Math.max(...off)).toBeLessThan(0.00501);
    const { key_value_metadata } = parquetMetadata(file);
    const units = JSON.parse(key_value_metadata!.find(({ key }) => key === "units")!.value!);
    expect(units).toMatchObject({ ac: "W", plane_1_plane_irradiance: "W/m**2", cell_temperature: "°C" });
  });

  test("in other intervals, and of one plane without columns of its own", async () => {
    await run("--plane=30/180/8", "--series=quarters.csv", "--frequency=15_minutes", "--out=year.json");
    const quarters = csv("quarters.csv");
    expect(quarters.ac).toHaveLength(4 * 8760);
    expect(Object.keys(quarters).some((name) => name.startsWith("plane_1"))).toBe(false);
    const { annual } = JSON.parse(readFileSync(join(folder, "year.json"), "utf8"));
    // The sun moves on in other steps, so that reflection and clipping are not quite the same.
    expect(sum(quarters.ac!) / 4000 / annual.energy).toBeCloseTo(1, 3);
  });

  test.each([
    [["--series=hours.xlsx"], "--series writes .csv and .parquet: hours.xlsx must end in one of them"],
    [["--frequency=1_hour"], "--frequency needs --series"],
    [["--series=x.csv", "--frequency=1_day"], "frequency must be one of 1_minute"],
    [["--series=x.csv", "--out=x.csv"], "--series and --out are the same file"],
  ])("%j is refused, and no file is left", async (args, message) => {
    const before = readdirSync(folder);
    const { status, stdout, stderr } = await run("--plane=30/180/8", ...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).toEqual(before);
  });
});
