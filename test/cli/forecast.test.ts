/** `irradiance forecast`: from a run in a file to the power of a roof. */
import { beforeAll, describe, expect, test } from "vitest";
import { tuneToMeter } from "../../src/answers/meter/index.js";
import { powerTuningText } from "../../src/answers/yield/internal.js";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";
import { runCli, workplace } from "./in-process.js";

const { folder, jsonOf, put, textOf } = workplace();

const HOUR = 3_600_000;
const START = Date.UTC(2024, 5, 20);
const place = { latitude: 47.4, longitude: 8.5, altitude: 430 };
const NOW = "--now=2024-06-21T08:00Z";
const PLACE = ["--lat=47.4", "--lon=8.5", "--altitude=430"];
const ROOF = ["--surface-tilt=30", "--surface-azimuth=180", "--kwp=8"];

/** A weather file of hours. @param index clear-sky index */
function write(name: string, hours: number, index: number): void {
  const { global } = clearSkyOn({ start: START, step: HOUR, count: hours }, place, 3);
  const rows = Array.from(
    global,
    (light, k) => `${new Date(START + k * HOUR).toISOString()},${(index * light).toFixed(2)},18`,
  );
  put(name, `time,ghi,temp_air\n${rows.join("\n")}\n`);
}

beforeAll(() => {
  write("run.csv", 96, 0.9);
  write("seen.csv", 32, 0.3);
  put(
    "roof.json",
    JSON.stringify({ planes: [{ surface_tilt: 30, surface_azimuth: 180, kwp: 8 }], export_limit: "5 kW" }),
  );
});

const FLAT = ["--surface-tilt=10", "--surface-azimuth=180", "--kwp=8"];
beforeAll(() => {
  const { global } = clearSkyOn({ start: START, step: HOUR, count: 24 * 12 }, place, 3);
  const runs = Array.from({ length: 12 }, (_, day) => ({
    issued: START + day * 24 * HOUR - HOUR,
    series: {
      ...{ start: START + day * 24 * HOUR, interval: 3600 },
      columns: {
        temperature: new Float64Array(24).fill(18),
        global_horizontal_irradiance: global.slice(24 * day, 24 * day + 24).map((light) => (0.4 + 0.05 * day) * light),
      },
    },
  }));
  const system = { planes: [{ surfaceTilt: 10, surfaceAzimuth: 180, kwp: 8 }] };
  const meter = {
    start: START,
    step: HOUR,
    power: global.map((light, hour) => 0.005 * (0.4 + 0.05 * Math.floor(hour / 24)) * light),
  };
  const sky = { linkeTurbidity: Array.from({ length: 12 }, () => 3), temperature: new Float64Array(12).fill(12) };
  put(
    "taught.json",
    powerTuningText(tuneToMeter({ runs, meter }, { place: { ...place, ...sky }, system, runs: ["model"] })),
  );
});

const run = (...args: string[]) => runCli(["forecast", "--weather=run.csv", NOW, ...PLACE, ...args], folder);

test("prints the days and hours of two days, and writes them", async () => {
  const { status, stdout, stderr } = await run(...ROOF, "--out=all.json", "--plot=tomorrow.svg");
  expect([status, stderr]).toEqual([0, expect.stringContaining("the run is as it came")]);
  expect(stdout).toContain("8 kWp, 6.667 kW at most, at 47.4, 8.5; issued 2024-06-21 10:00 Europe/Zurich");
  expect(stdout).toMatch(/^2024-06-22 +\d\d\.\d\d/m);
  expect(stdout).toMatch(/^2024-06-21 13:00 +[56]\.\d\d/m);
  const json = jsonOf("all.json");
  expect(json.start_times.length).toBe(48);
  expect(json.energy.tomorrow).toBeGreaterThan(30);
  expect(stdout).toContain(json.energy.tomorrow.toFixed(2));
  expect(textOf("tomorrow.svg")).toMatch(/^<svg.*2024-06-22.*<\/svg>/s);
});

test("observations lower the next hours and not the next day", async () => {
  const power = async (...more: string[]) => {
    expect((await run(...ROOF, "--quiet", "--frequency=15_minutes", "--out=rows.csv", ...more)).status).toBe(0);
    const [head, ...rows] = textOf("rows.csv").trim().split("\n");
    expect(head).toBe("start_time,end_time,ac_power,plane_irradiance,snow_loss,ac_power_p10,ac_power_p90");
    return rows.map((row) => Number(row.split(",")[2]));
  };
  const [alone, corrected] = [await power(), await power("--observations=seen.csv")];
  expect(corrected[2]).toBeLessThan(0.7 * alone[2]!);
  // A corrected run follows the sun within its hours.
  expect(Math.abs(corrected[110]! / alone[110]! - 1)).toBeLessThan(0.01);
});

test("a described system with its limit", async () => {
  const { stdout } = await run("--system=roof.json", "--quiet", "--hours=24");
  expect(stdout).toContain("5 kW at most");
});

test("what the system's meter taught, and what it is from", async () => {
  const { status, stderr } = await run(...FLAT, "--tuning=taught.json", "--out=taught-out.json");
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining("power is as the system's own meter taught it: 12 days"),
  ]);
  expect(stderr).not.toContain("as it came");
  const [own, plain] = [jsonOf("taught-out.json"), (await run(...FLAT, "--out=plain.json")) && jsonOf("plain.json")];
  expect(own.meta.taught).toMatchObject({ days: 12, from: "2024-06-20" });
  expect(own.energy.tomorrow).toBeLessThan(plain.energy.tomorrow);
});

describe("is refused, by the name of the option:", () => {
  test.each([
    [["--hours=0"], /--hours must be a number from 1 to 336, got 0/],
    [["--now=tomorrow"], /--now must be a time in UTC/],
    [["--quantiles=p10,x"], /--quantiles must be none, or names/],
    [["--time-zone=Mars"], /--time-zone must be/],
    [["--tuning=roof.json"], /--tuning: roof\.json cannot be used: format must be/],
    [["--tuning=none.json"], /--tuning: none\.json cannot be used/],
    [
      ["--tuning", "taught.json", "taught.json"],
      /taught\.json cannot be used: it is the second file of what was learnt of the power/,
    ],
    [["--tuning=taught.json"], /--tuning: the power was learnt for a system of another description/],
    [["--out=run.csv"], /--out and --weather are the same file/],
    [["--plot=a.png"], /--plot draws SVG/],
  ])("%j", async (args, message) => {
    const { status, stderr } = await run(...ROOF, ...args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test("no plane", async () => {
    const { status, stderr } = await run();
    expect([status, stderr]).toEqual([2, expect.stringContaining("give the plane: --surface-tilt")]);
  });
});
