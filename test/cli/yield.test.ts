/** `irradiance yield`: one command from a pandas CSV, a PVGIS file or a bare place to a year's energy. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { formatYield, yieldOf } from "../../src/answers/yield/index.js";
import { sourceOfFormat } from "../../src/answers/yield/uncertainty/budget.js";
import { openClimatology } from "../../src/data/climatology/index.js";
import { loadSample } from "../../src/data/weather/index.js";
import { readWeather } from "../../src/data/weather/node.js";
import { computeColumns } from "../../src/index.js";
import { runCli, workplace } from "./in-process.js";

const { folder, jsonOf, put, run, textOf } = workplace("yield");

const ROOF = ["--surface-tilt=35", "--surface-azimuth=180", "--kwp=8"];
const PLACE = ["--lat=36.1", "--lon=-79.95"];

/** The embedded sample as other programs write it: GHI, DNI, DHI, temperature of UTC hours. */
beforeAll(async () => {
  const sample = await loadSample();
  const query = {
    ...{ lat: 36.1, lon: -79.95, frequency: "1_hour" },
    parameters: "global_horizontal_irradiance,direct_normal_irradiance,diffuse_horizontal_irradiance,temperature",
  };
  const { values, count, start } = computeColumns(query, sample);
  const rows = Array.from({ length: count }, (_, hour) => {
    const light = [
      values.global_horizontal_irradiance,
      values.direct_normal_irradiance,
      values.diffuse_horizontal_irradiance,
      values.temperature,
    ].map((column) => column![hour]!.toFixed(2));
    return { time: new Date(start + hour * 3_600_000).toISOString(), light };
  });
  const pandas = rows.map(({ time, light }) => `${time.slice(0, 10)} ${time.slice(11, 19)}+00:00,${light.join()}`);
  put("pandas.csv", [",ghi,dni,dhi,temp_air", ...pandas, ""].join("\n"));
  const pvgis = rows.map(({ time, light: [ghi, dni, dhi, air] }) => {
    const stamp = `${time.slice(0, 10).replaceAll("-", "")}:${time.slice(11, 13)}30`;
    return `${stamp},${air},60.0,${ghi},${dni},${dhi},310.5,2.0,200.0,98870.0`;
  });
  put("cold.csv", ["time,ghi", ...rows.map(({ time, light }) => `${time},${light[0]}`), ""].join("\n"));
  const days = Array.from({ length: 365 }, (_, day) => `${rows[24 * day]!.time.slice(0, 10)},150,10`);
  put("daily.csv", ["date,ghi,temp_air", ...days, ""].join("\n"));
  const head = ["Latitude (decimal degrees): 36.100", "Longitude (decimal degrees): -79.950", "Elevation (m): 273.0"];
  const months = ["month,year", ...Array.from({ length: 12 }, (_, month) => `${month + 1},${2023}`)];
  const columns = "time(UTC),T2m,RH,G(h),Gb(n),Gd(h),IR(h),WS10m,WD10m,SP";
  put("pvgis.csv", [...head, ...months, columns, ...pvgis, ""].join("\n"));
});

/** What the library gives for a file, with the turbidity that the command line looks up. */
async function ofLibrary(name: string, typicalYear: boolean, place?: { latitude: number; longitude: number }) {
  const { series, format } = await readWeather(join(folder, name), place ? { place } : {});
  const maps = await openClimatology();
  const altitude = series.place?.altitude ?? Math.round(maps.altitude(36.1, -79.95));
  const context = { linkeTurbidity: maps.clearTurbidity(36.1, -79.95), altitude, timeZone: -5 };
  const planes = [{ surfaceTilt: 35, surfaceAzimuth: 180, kwp: 8 }];
  const lightSource = sourceOfFormat(format, typicalYear);
  return yieldOf(series, { planes }, { latitude: 36.1, longitude: -79.95, typicalYear, lightSource, context });
}

describe("irradiance yield", () => {
  test("from a pandas CSV, in one command", async () => {
    const { status, stdout, stderr } = await run("--weather", "pandas.csv", ...PLACE, ...ROOF);
    expect(status).toBe(0);
    const found = await ofLibrary("pandas.csv", false, { latitude: 36.1, longitude: -79.95 });
    expect(stdout).toContain(`\n\n${formatYield(found)}`);
    expect(stdout).toMatch(/^8 kWp, tilt 35°, azimuth 180°, at 36.1, -79.95, \d+ m; weather: pandas.csv\n/);
    expect(found.annual!.specificYield).toBeGreaterThan(1300);
    expect(stderr).toContain('columns recognised by name: "ghi" as global_horizontal_irradiance');
  });

  test("from a PVGIS typical year, in one command", async () => {
    const { status, stdout } = await run("--weather", "pvgis.csv", ...ROOF);
    expect(status).toBe(0);
    const found = await ofLibrary("pvgis.csv", true);
    expect(stdout).toContain(`\n\n${formatYield(found)}`);
    expect(found.months).toHaveLength(12);
  });

  test("from a bare place, in one command: the best plane of a generated year", async () => {
    const { status, stdout, stderr } = await run("--lat=-33.9", "--lon=151.2", "--kwp=5", "--out=sydney.json");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^5 kWp, tilt \d+°, azimuth \d+° \(the best fixed plane\), at -33.9, 151.2, /);
    expect(stderr).toMatch(
      /^weather: a typical year generated from the embedded world climatology; eight of ten places of its kind \(coast; \d+ judged\) are within \d+ % in a year's GHI; .*$/m,
    );
    expect((await run("--lat=0", "--lon=-140", "--kwp=5")).stderr).toContain(
      "not judged here (open sea); assumed: within ",
    );
    const { annual, optimum, kwp, losses } = jsonOf("sydney.json");
    expect(kwp).toBe(5);
    expect(annual.specificYield).toBeCloseTo(optimum.specificYield, 6);
    expect(Math.min(optimum.surfaceAzimuth, 360 - optimum.surfaceAzimuth)).toBeLessThan(25);
    expect(losses).toHaveLength(8);
    // Twice, of two notices, it was no news.
    expect(stderr.match(/not a history/g)).toHaveLength(1);
    expect((await run("--lat=-33.9", "--lon=151.2", "--kwp=5", "--random-seed=2")).stdout).not.toBe(stdout);
  });

  test("with several planes, losses, a horizon and pictures", async () => {
    put("hill.json", JSON.stringify(Array.from({ length: 360 }, (_, a) => (a < 180 ? 20 : 0))));
    const planes = ["--plane", "10/90/4", "10/270/4"];
    const open = await run("--weather=pvgis.csv", ...planes, "--losses", "soiling=4,shading=0");
    expect(open.stdout).toMatch(/10° tilt, azimuth 90° +4 .*\n10° tilt, azimuth 270° +4 /);
    const args = ["--horizon-file=hill.json", "--plot=m.svg", "--loss-plot=l.svg", "--optimum"];
    const shaded = await run("--weather=pvgis.csv", ...planes, "--losses=10", ...args);
    expect(shaded.stderr).not.toContain("error");
    expect(shaded.stdout).toMatch(/horizon line +−\d/);
    expect(shaded.stdout).toContain("best fixed plane: tilt ");
    for (const picture of ["m.svg", "l.svg"]) expect(textOf(picture)).toContain("<svg");
    const tracker = await run("--weather=pvgis.csv", "--plane", "tracker/8", "--quiet");
    expect([tracker.status, tracker.stderr]).toEqual([0, ""]);
    expect(tracker.stdout).toContain("one-axis tracker");
  });

  test("a generated year is told, and does not stand among measured ones", async () => {
    const generate = ["generate", "--lat=36.1", "--lon=-79.95", "--year=2024", "--quiet", "--out=drawn.csv"];
    expect((await runCli(generate, folder)).status).toBe(0);
    const alone = await run("--weather=drawn.csv", ...ROOF);
    expect(alone.stderr).toContain("weather: a typical or generated year: it does not describe any actual year");
    const mixed = await run("--weather", "pandas.csv", "drawn.csv", ...PLACE, ...ROOF);
    expect([mixed.status, mixed.stdout]).toEqual([2, ""]);
    expect(mixed.stderr).toContain("drawn.csv is a typical or generated year");
  });

  test("light measured on the modules' plane alone is refused, and its column named", async () => {
    const rows = Array.from({ length: 24 }, (_, hour) => `2024-06-21T${String(hour).padStart(2, "0")}:00Z,300,20`);
    put("poa.csv", ["time,poa_global,temp_air", ...rows, ""].join("\n"));
    const { status, stdout, stderr } = await run("--weather=poa.csv", ...PLACE, ...ROOF);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain('columns that are ignored: "poa_global"');
    expect(stderr).toContain("a yield needs GHI, or DNI and DHI, but the weather has temperature");
  });

  test("from a bare place, says that its altitude is coarse, unless it is given", async () => {
    const hills = ["--lat=36.5", "--lon=-81", ...ROOF];
    expect((await run(...hills)).stderr).toMatch(/note: altitude \d+ m comes from a coarse map/);
    expect((await run(...hills, "--altitude=270")).stderr).not.toContain("coarse");
    // The sample's station has a height of its own.
    const { stdout, stderr } = await run(...PLACE, ...ROOF);
    expect([stdout.includes("273 m"), stderr.includes("coarse")]).toEqual([true, false]);
  });

  test("with --dem has the altitude of the model, in whole metres, and a year of that altitude", async () => {
    const dem = ["--dem", fileURLToPath(new URL("../../fixtures/terrain/jacksboro.tif", import.meta.url))];
    const place = ["--lat=36.55", "--lon=-84.245", "--surface-tilt=30", "--surface-azimuth=180"];
    const { stdout, stderr } = await run(...place, ...dem, "--out=dem.json");
    expect(stderr).not.toContain("coarse");
    const { place: found, total } = jsonOf("dem.json");
    expect(Number.isInteger(found.altitude)).toBe(false);
    expect(stdout).toContain(`, at 36.55, -84.245, ${Math.round(found.altitude)} m; weather: a generated`);
    expect(stdout).toMatch(/\nhorizon line +−\d/);
    await run(...place, `--altitude=${found.altitude}`, "--out=high.json");
    const high = jsonOf("high.json");
    expect(total.horizontalIrradiation).toBeCloseTo(high.total.horizontalIrradiation, 9);
    expect(high.losses[2]).toMatchObject({ name: "shading", note: "not given" });
  });

  test("a PVGIS year behind its own horizon says so", async () => {
    const hourly = Array.from({ length: 8760 }, (_, hour) => {
      const stamp = new Date(Date.UTC(2023, 0, 1) + hour * 3_600_000).toISOString();
      const light = Math.max(0, 600 * Math.sin((((hour % 24) - 11.33) / 12) * Math.PI));
      return {
        "time(UTC)": `${stamp.slice(0, 10).replaceAll("-", "")}:${stamp.slice(11, 13)}00`,
        T2m: 15,
        "G(h)": light,
      };
    });
    for (const use_horizon of [true, false]) {
      const inputs = {
        location: { latitude: 36.1, longitude: -79.95, elevation: 273, irradiance_time_offset: 0 },
        meteo_data: { radiation_db: "PVGIS-ERA5", use_horizon },
      };
      put("own.json", JSON.stringify({ inputs, outputs: { tmy_hourly: hourly } }));
      const words = use_horizon ? "in the light" : "not given";
      expect((await run("--weather=own.json", ...ROOF)).stdout).toMatch(new RegExp(`\nhorizon line +${words} `));
    }
  });

  test("pictures and notices say what the year is of, and what was assumed", async () => {
    const { stderr } = await run(
      ...PLACE,
      "--surface-tilt=30",
      "--surface-azimuth=0",
      "--plot=g.svg",
      "--loss-plot=h.svg",
    );
    expect(stderr).toMatch(/note: the weather has no wind: 1 m\/s assumed/);
    expect(stderr).toMatch(
      /note: the plane of tilt 30°, azimuth 0° gets \d+ % less than one of azimuth 180°: .* PVGIS/,
    );
    for (const name of ["g.svg", "h.svg"]) {
      const picture = textOf(name);
      expect(picture).toMatch(
        /weather: a typical year generated from the embedded world climatology; .* \(temperate land; \d+ judged\) are within \d+ % in a year's GHI</,
      );
      expect(picture).toContain("losses of the system −8.2 %; horizon line not given");
    }
    const fence = ["--surface-tilt=90", "--surface-azimuth=90", "--rows", "--gcr=0.001", "--bifacial=0.7"];
    expect((await run(...PLACE, ...fence)).stdout).toContain("\nPR relates to the light on the fronts (IEC 61724-1)");
  });

  test.each([
    [
      [...PLACE, "--surface-tilt=30", "--surface-azimuth=-45"],
      "--surface-azimuth must be from 0 (north) to 360, got -45; where azimuths count",
    ],
    [[...PLACE, ...ROOF, "--bifacial=0.7"], "for a single row, such as a fence, give --rows --gcr 0.001"],
    [[], "give --weather FILE, or --lat and --lon"],
    [["--weather=pandas.csv"], "--lat is required: the weather file does not state its location"],
    [["--weather=pvgis.csv", "--surface-tilt=30"], "--surface-azimuth is required with --surface-tilt"],
    [["--weather=pvgis.csv", "--surface-azimuth=180"], "--surface-tilt is required with --surface-azimuth"],
    [["--weather=pvgis.csv", "--plane=30/180/8", "--kwp=3"], "leave out --surface-tilt, --surface-azimuth and --kwp"],
    [["--weather=pvgis.csv", "--plane=30/180"], "It must be tilt/azimuth/kwp"],
    [["--weather=pvgis.csv", "--plane=91/180/1"], "--plane 91/180/1: surfaceTilt must be from 0 to 90, got 91"],
    [["--weather=pvgis.csv", ...ROOF, "--losses=dirt=3"], 'has no option "dirt": known are soiling'],
    [["--weather=pvgis.csv", ...ROOF, "--dc-ac-ratio=0"], "--dc-ac-ratio must be from 0.1 to 10, got 0"],
    [["--weather=pvgis.csv", ...ROOF, "--dc-ac-ratio=120"], "--dc-ac-ratio must be from 0.1 to 10, got 120"],
    [["--weather=pvgis.csv", ...ROOF, "--losses=soiling=-4"], "--losses soiling must be from 0 to 100, got -4"],
    [
      ["--weather=pvgis.csv", "--surface-tilt=400", "--surface-azimuth=180"],
      "--surface-tilt must be from 0 to 90, got 400",
    ],
    [["--weather=pvgis.csv", ...ROOF, "--models=pv=huldSystem"], "yield does not take --models pv"],
    [["--weather=pvgis.csv", ...ROOF, "--altitude=30000"], "--altitude must be a number from -500 to 9000"],
    [["--weather=pvgis.csv", ...ROOF, "--random-seed=2"], "--random-seed applies to a generated year"],
    [[...PLACE, ...ROOF, "--label=end"], "--label needs --weather"],
    [[...PLACE, ...ROOF, "--year=2020"], "--year needs --weather"],
    [[...PLACE, ...ROOF, "--horizon-zero=north"], "--horizon-zero needs --horizon-file"],
    [["--weather=cold.csv", ...PLACE, ...ROOF], "or a constant in °C, such as --temperature 15"],
    [["--weather=daily.csv", ...PLACE, ...ROOF], "daily values (one a day): a yield needs steps of at most 6 hours"],
    [["--weather=none.csv", ...PLACE], "none.csv"],
    [["--lat=91", "--lon=0"], '--lat must be a number from -90 to 90, got "91"'],
  ])("%j is refused in one line", async (args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status === 0, stdout]).toEqual([false, ""]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n").at(-1)).toMatch(/^(irradiance|error): /);
  });
});
