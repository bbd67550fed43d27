/** The command line says what an answer rests on, in the terms of its own options. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inFlags } from "../../src/cli/option-names.js";
import { workplace } from "./in-process.js";

const { folder, put, run, textOf } = workplace();

function file(name: string, ...lines: string[]): string {
  put(name, `${lines.join("\n")}\n`);
  return name;
}

const HOURS = ["10:00", "11:00", "12:00"];
const at = (hour: string) => `2024-06-21T${hour}Z`;
const PLACE = ["--lat", "47", "--lon", "8"];
const logger = file("logger.csv", "timestamp,GHI,DBT", ...HOURS.map((hour) => `${at(hour)},700,20`));
const own = file(
  "own.csv",
  "# latitude: 32.1",
  "# longitude: -110.9",
  "# altitude: 770",
  "start_time,global_horizontal_irradiance,temperature",
  ...HOURS.map((hour) => `2024-06-21T${hour}:00Z,700,20`),
);

describe("irradiance observe", () => {
  test("says that a tilted plane without an azimuth faces north", async () => {
    const args = ["observe", "--weather", own, "--parameters=pv_production", "--surface-tilt=30"];
    expect((await run(...args)).stderr).toContain(
      "note: --surface-azimuth is not given: the tilted plane faces north (0)",
    );
    expect((await run(...args, "--surface-azimuth=180")).stderr).not.toContain("faces north");
  });

  test("says why there is no PV, which column may be the temperature, and takes a constant", async () => {
    const args = ["observe", "--weather", logger, ...PLACE, "--parameters=pv_production", "--frequency=1_hour"];
    const { stdout, stderr, status } = await run(...args);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).values.pv_production).toEqual([null, null, null]);
    expect(stderr).toContain('columns not recognised: "DBT" (temperature?); name them with --columns if they are');
    expect(stderr).toContain("pv_production cannot be computed without an air temperature");
    expect(stderr).toContain("a constant (--temperature)");
    const warm = await run(...args, "--temperature=20");
    const named = await run(...args, "--columns", "temp_air=DBT");
    expect(JSON.parse(warm.stdout).values.pv_production[1]).toBeGreaterThan(300);
    expect(warm.stdout).toBe(named.stdout);
    expect(`${warm.stderr}${named.stderr}`).not.toContain("without an air temperature");
  });

  test.each([
    ["of PV by default", ["--parameters=pv_production"], true],
    ["of everything", ["--parameters=all"], true],
    ["without PV", [], false],
    ["of another model", ["--parameters=pv_production", "--models=pv=pvwattsSystem"], false],
  ])("and bulk say that pv_production is a simple formula and no yield: %s", async (_, args, isSaid) => {
    const sites = file("one-site.csv", "id,lat,lon", "a,32.1,-110.9");
    const observed = await run("observe", "--weather", own, ...args);
    const parameters = args.length === 0 ? ["--parameters=temperature"] : args;
    const simulated = await run("bulk", "--sites", sites, "--weather", own, ...parameters, "--out=pv.csv", "--force");
    const note =
      "note: pv_production is a simple formula of the light on the plane and the air temperature; for the full chain";
    for (const { status, stderr } of [observed, simulated])
      expect([status, stderr.includes(note)]).toEqual([0, isSaid]);
  });

  test("takes the turbidity and altitude of the embedded maps, or yours", async () => {
    const args = ["observe", "--weather", logger, ...PLACE, "--parameters=global_clear_sky_irradiance"];
    const bare = await run(...args);
    expect(bare.stderr).not.toContain("turbidity");
    expect(bare.stderr).toMatch(/note: altitude \d+ m, of the coarse embedded map; give yours with --altitude/);
    expect((await run(...args, "--turbidity=3")).stdout).not.toBe(bare.stdout);
    expect((await run(...args, "--turbidity=1,2")).stderr).toContain("one number or twelve");
  });

  test("says that values cannot be W/m², whatever the format", async () => {
    const kilowatts = file(
      "kilowatts.csv",
      "start_time,global_horizontal_irradiance",
      ...HOURS.map((hour) => `2024-06-21T${hour}:00Z,0.7`),
    );
    const { stderr } = await run("observe", "--weather", kilowatts, ...PLACE);
    expect(stderr).toContain(
      "global_horizontal_irradiance is taken as W/m², but its highest value is 0.7: is it kW/m²?",
    );
  });

  test("says of a place far away how far it is", async () => {
    const { stderr } = await run("observe", "--weather", own, ...PLACE);
    expect(stderr).toContain("the weather is for 32.1, -110.9, the request for 47, 8");
  });
});

describe("names of files", () => {
  test("say the format: CSV, and no picture that is not SVG", async () => {
    expect((await run("observe", "--weather", own, "--out=answer.csv")).status).toBe(0);
    expect(textOf("answer.csv")).toMatch(/^start_time,end_time,global_horizontal/);
    expect((await run("observe", "--weather", own, "--out=answer.csv", "--response-format=json")).status).toBe(0);
    expect(textOf("answer.csv")).toMatch(/^\{"start_times"/);
    for (const name of ["x.png", "x.PDF"]) {
      const { status, stderr } = await run("observe", "--weather", own, "--plot", name);
      expect([status, existsSync(join(folder, name))]).toEqual([2, false]);
      expect(stderr).toContain("--plot draws SVG, not");
    }
    expect((await run("yield", "--lat=1", "--lon=2", "--loss-plot=x.png")).stderr).toContain(
      "--loss-plot draws SVG, not PNG",
    );
  });
});

describe("what there is to choose from", () => {
  test("is listed: models with their families, parameters with their units", async () => {
    const models = (await run("models")).stdout;
    for (const line of [
      "clearSky=ineichenAltitude *",
      "decomposition=dirintStarke *",
      "transposition=perezDriesse *",
    ]) {
      expect(models.split("\n")).toContain(line);
    }
    expect(models).toContain("pv=defaultPv *\npv=huldSystem\npv=pvwattsSystem\n");
    const every = models
      .trim()
      .split("\n")
      .map((line) => line.replace(" *", ""));
    for (const choice of every) {
      const { status, stderr } = await run("observe", "--weather", own, "--quiet", "--models", choice);
      expect({ choice, status, stderr }).toEqual({ choice, status: 0, stderr: "" });
    }
    expect((await run("parameters")).stdout).toMatch(
      /^global_horizontal_irradiance +W\/m\*\*2 +Global horizontal irradiance$/m,
    );
  });
});

describe("irradiance bulk", () => {
  test("reports once what its sites have to say", async () => {
    const sites = file("sites.csv", "lat,lon,surface_tilt", "48,11,30", "48,12,30");
    const args = ["bulk", "--sites", sites, "--weather", own, "--parameters=pv_production", "--out=out.csv"];
    const { stderr, status } = await run(...args);
    expect(status).toBe(0);
    expect(stderr).toMatch(/note: --surface-azimuth is not given.* \(site 0, and similarly at 1 more\)/);
    expect(stderr).toMatch(
      /note: the weather is for 32.1, -110.9, the request for 48, 11 \(site 0, and similarly at 1 more\)/,
    );
  });
});

describe("messages of the library in the terms of the command line", () => {
  test.each([
    ['columns, such as { ghi: "Global" };', '--columns, such as "ghi=Global";'],
    ['pass units { ghi: "kW/m2" }', 'pass --units "ghi=kW/m2"'],
    ['pass units { ghi: "kW/m2" } or { ghi: "W/m2" }', 'pass --units "ghi=kW/m2" or "ghi=W/m2"'],
    ['pass units, such as { temperature: "F" }', 'pass --units, such as "temperature=F"'],
    ["pass label if they are not", "pass --label if they are not"],
    ['pass label "end"', "pass --label end"],
    ["pass timeOffset, such as -5, or zone", "pass --time-offset, such as -5, or --weather-time-zone"],
    ["pass a timeOffset 1 hour larger", "pass a --time-offset 1 hour larger"],
    ["as DMY, because: pass dateFormat if", "as DMY, because: pass --date-format if"],
    ["how they are written with dateFormat;", "how they are written with --date-format;"],
    ["time must match dateFormat", "time must match --date-format"],
    ['readWeather: option "dateFormat" must be DMY', "--date-format must be DMY"],
    ['readWeather: option "units.ghi" must be', '--units "ghi=…" must be'],
    ['readWeather: options "zone" and "timeOffset" both say', "--weather-time-zone and --time-offset both say"],
    ["pass zero north if they are not", "pass --horizon-zero north if they are not"],
    ['closure: "component-sum" uses the sum', "--closure component-sum uses the sum"],
    ["context.altitude must be a number", "--altitude must be a number"],
    ["context.models.pv: unknown pv model", "--models pv: unknown pv model"],
    ["context.linkeTurbidity must be", "--turbidity must be"],
    ['parameter "surface_tilt" must be', "--surface-tilt must be"],
  ])("%s", (message, said) => expect(inFlags(message)).toBe(said));

  test.each([
    [["observe", "--weather=q.csv", ...PLACE], '--columns, such as "ghi=NAME"'],
    [["observe", "--weather=own.csv", "--surface-tilt=95"], "--surface-tilt must be a number from 0 to 90"],
    [["observe", "--weather=own.csv", "--temperature=99"], "--temperature must be a number from -90 to 60"],
    [["observe", "--weather=own.csv", "--models", "pv=pvwats"], "--models pv: unknown pv model"],
    [["observe", "--weather=logger.csv", ...PLACE, "--date-format=Q"], "--date-format must be DMY"],
  ])("%j", async (args, said) => {
    file("q.csv", "timestamp,xy,zz", ...HOURS.map((hour) => `${at(hour)},700,20`));
    const { status, stdout, stderr } = await run(...args);
    expect([status !== 0, stdout]).toEqual([true, ""]);
    expect(stderr).toContain(said);
  });
});
