/** `irradiance yield --series`: every interval as CSV or Parquet, the same numbers as the library's, whole or not at all. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import { runCli, workplace } from "./in-process.js";

const { folder, jsonOf, put, textOf } = workplace();

const PLACE = ["--lat=47.4", "--lon=8.5", "--altitude=440", "--quiet"];
const PLANES = ["--plane", "10/90/4", "10/270/4", "--inverter-ac=5", "--cabling=dc=1,ac=0.5", "--export-limit=4"];
const run = (...args: string[]) => runCli(["yield", ...PLACE, ...args], folder);

/** Columns by name; times stay texts. */
function csv(name: string): { [column: string]: string[] } {
  const [head, ...rows] = textOf(name).trimEnd().split("\n");
  const cells = rows.map((row) => row.split(","));
  return Object.fromEntries(head!.split(",").map((column, k) => [column, cells.map((row) => row[k]!)]));
}

const sum = (column: readonly string[]) => column.reduce((total, value) => total + Number(value), 0);

describe("--series", () => {
  test("hours in standard time, by plane and in sum, which add up to the year", async () => {
    const { status, stderr } = await run(...PLANES, "--series=hours.csv", "--out=year.json");
    expect([status, stderr]).toEqual([0, ""]);
    const { annual, planes, losses } = jsonOf("year.json");
    const hours = csv("hours.csv");
    expect(hours.start_time).toHaveLength(8760);
    expect(hours.start_time![0]).toMatch(/^\d{4}-01-01T00:00:00\+01:00$/);
    expect(hours.end_time![0]).toBe(hours.start_time![1]);
    expect(Object.keys(hours).slice(2, 4)).toEqual(["ac", "export_loss"]);
    // The file has W to two decimals.
    expect(Math.abs(sum(hours.ac!) / 1000 - annual.energy)).toBeLessThan(8760 * 0.005e-3);
    for (const [k, plane] of planes.entries())
      expect(Math.abs(sum(hours[`plane_${k + 1}_ac`]!) / 1000 - plane.energy)).toBeLessThan(8760 * 0.005e-3);
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
    await run(
      "--plane=30/180/8",
      "--dc-ac-ratio=1",
      "--series=quarters.csv",
      "--frequency=15_minutes",
      "--out=year.json",
    );
    const quarters = csv("quarters.csv");
    expect(quarters.ac).toHaveLength(4 * 8760);
    expect(Object.keys(quarters).some((name) => name.startsWith("plane_1"))).toBe(false);
    const { annual } = jsonOf("year.json");
    // The sun moves on in other steps, so that reflection is not quite the same, nor, at other ratios, clipping.
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

describe("--measured", () => {
  const WEATHER = ["--weather=year.csv", "--plane=30/180/8"];

  test("power beside the model by month and hour, with a picture", async () => {
    await runCli(["generate", "--lat=47.4", "--lon=8.5", "--quiet", "--out=year.csv"], folder);
    await run(...WEATHER, "--series=model.csv");
    const { start_time, ac } = csv("model.csv");
    const rows = ac!.map((power, k) => `${start_time![k]},${(0.0009 * Number(power)).toFixed(4)}`);
    put("meter.csv", ["time,P_AC [kW]", ...rows, ""].join("\n"));
    const { status, stdout } = await run(...WEATHER, "--measured=meter.csv", "--measured-plot=measured.svg");
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nall +\d[\d.]* +\d[\d.]* +0\.900 /);
    expect(stdout).toMatch(/\n12 h +/);
    expect(textOf("measured.svg")).toContain("90.0 % of the model");
    const wrong = await run(...WEATHER, "--measured=meter.csv", "--measured-as=colour=kW");
    expect([wrong.status, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain("--measured-as must be items of column, unit, label, time-zone");
    const none = await run(...WEATHER, "--measured=meter.csv", "--measured-as=column=P_DC");
    expect([none.status, none.stdout]).toEqual([2, ""]);
    expect(none.stderr).toContain("say which with --measured-as column=NAME, one of");
    const unit = await run(...WEATHER, "--measured=meter.csv", "--measured-as=unit=kVA");
    expect(unit.stderr).toContain("--measured-as unit must be one of W, kW, MW, Wh, kWh, MWh");
  });

  test.each([
    [["--measured=meter.csv"], "--measured needs --weather of the same time"],
    [["--measured-plot=m.svg"], "--measured-plot needs --measured"],
    [["--measured=m.csv", "--measured-plot=m.png", "--weather=w.csv"], "--measured-plot draws SVG, not PNG"],
  ])("%j is refused", async (args, message) => {
    const { status, stderr } = await run("--plane=30/180/8", ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("the uncertainty of a yield", () => {
  test("has shares that --uncertainty replaces, with a life, and P90 of the weather alone apart", async () => {
    const plain = await run("--plane=30/180/8", "--out=plain.json");
    expect(plain.stdout).toContain("\nlight on the horizontal");
    expect(plain.stdout).toContain("world climatology, hazy air");
    const given = ["--uncertainty=irradiance=1,module=0", "--ageing=rate=0.5,years=10", "--out=given.json"];
    const { status, stdout } = await run("--plane=30/180/8", ...given);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nageing 0\.5 .*\nyear +left/);
    const [before, after] = ["plain.json", "given.json"].map((name) => jsonOf(name));
    expect(after.life.years).toHaveLength(10);
    expect(before.life).toBeNull();
    expect(after.uncertainty.horizons[0].percent).toBeLessThan(before.uncertainty.horizons[0].percent);
  });

  test.each([
    [["--uncertainty=moduel=3"], '--uncertainty has no share "moduel": is module meant?'],
    [["--uncertainty=module=300"], "--uncertainty module must be from 0 to 100 percent, got 300"],
    [["--uncertainty=module=0.01"], "--uncertainty module must be 0 or at least 0.1 percent, got 0.01: is 1 meant?"],
    [["--uncertainty=3"], "--uncertainty must be items such as irradiance=4, got 3"],
    [["--ageing=60"], "--ageing must be from 0 to 5, got 60"],
    [["--soiling=1,2,3"], "--soiling must be a list of 12 values, got 3"],
    [["--soiling=1,1,1,1,1,1,1,1,1,1,1,-1"], "--soiling[11] must be from 0 to 100, got -1"],
    [["--snow=marion"], "--snow needs the weather's snow_depth (mm) or snowfall (cm/h), and it has neither"],
    [["--module=foo"], 'no "foo" in'],
    [["--module=premum"], "is the kind premium meant?"],
  ])("%j is refused in the words of the options", async (args, message) => {
    const { status, stdout, stderr } = await run("--plane=30/180/8", ...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});
