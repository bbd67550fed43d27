/** What commands say of the files they read: options in items, options that do nothing, notices of many files, and long lines. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileItems } from "../../src/cli/file-items.js";
import { toItems } from "../../src/cli/options/parse.js";
import { wrapped } from "../../src/foundation/text/number.js";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";
import { workplace } from "./in-process.js";

const { folder, put, run } = workplace();
const PLACE = ["--lat=47.4", "--lon=8.5", "--altitude=430"];
const ROOF = [...PLACE, "--surface-tilt=30", "--surface-azimuth=180", "--kwp=8", "--temperature=15"];

/** Days of a clear sky in hours, in UTC with an offset. */
function file(name: string, start: string, days: number): string {
  const grid = { start: Date.parse(start), step: 3_600_000, count: 24 * days };
  const { global } = clearSkyOn(grid, { latitude: 47.4, longitude: 8.5, altitude: 430 }, 3);
  const rows = Array.from(global, (light, row) => `${new Date(grid.start + row * grid.step).toISOString()},${light}`);
  put(name, ["time,ghi", ...rows, ""].join("\n"));
  return name;
}

describe("items", () => {
  test.each([
    ["unit=kW,time-zone=America/Denver", { unit: "kW", zone: "America/Denver" }],
    ["column=P_AC kWh/h, date-format=MM/DD/YYYY HH:mm", { column: "P_AC kWh/h", dateFormat: "MM/DD/YYYY HH:mm" }],
    ["column=Power, AC [kW],label=end", { column: "Power, AC [kW]", label: "end" }],
    [`column="a, unit=b",unit='kW'`, { column: "a, unit=b", unit: "kW" }],
    ["column=3,time_offset=-7,zone=UTC,units=W", { column: 3, timeOffset: -7, zone: "UTC", unit: "W" }],
    ['{"column": "1/2", "fill": "hold", "longest-gap": 2}', { column: "1/2", fill: "hold", longestGap: 2 }],
  ])("%s", (text, options) => expect(fileItems("--measured-as", toItems(text))).toEqual(options));

  test.each(["kW", "unit=kW;label", "{unit: kW}"])("%s is none", (text) => {
    expect(() => fileItems("--observations-as", { ...toItems(text), fill: "hold" })).toThrow(
      /Every item|like JSON|must be/,
    );
  });
});

describe("an option that does nothing is refused:", () => {
  file("day.csv", "2024-06-01T00:00Z", 30);
  test.each([
    [
      ["observe", "--weather=day.csv", ...PLACE],
      "--weather-time-zone=Europe/Berlin",
      /--weather-time-zone does nothing/,
    ],
    [["yield", "--weather=day.csv", ...ROOF], "--weather-time-zone=UTC", /does nothing: all times of day\.csv state/],
    [["forecast", "--weather=day.csv", ...ROOF], "--observations-as=unit=W/m2", /needs --observations/],
    [
      ["forecast", "--weather=day.csv", "--observations=day.csv", "--now=2024-06-20T08:00Z", ...ROOF],
      "--observations-as=zone=Europe/Berlin",
      /--observations-as time-zone does nothing: all times of day\.csv/,
    ],
  ])("%j %s", async (command, option, message) => {
    const { status, stderr } = await run(...command, option);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

test("equal notices of many files are said once, with the first and the last of them", async () => {
  const names = Array.from({ length: 8 }, (_, k) => file(`d${k}.csv`, `2024-06-0${k + 1}T00:00Z`, 1));
  const { status, stdout, stderr } = await run("yield", "--weather", ...names, ...ROOF);
  expect(status, stderr).toBe(0);
  expect(stdout.split("\n", 1)[0]).toMatch(/; weather: d0\.csv to d7\.csv \(8 files\)$/);
  expect(stderr).toContain("weather: d0.csv to d7.csv (8 files), format timestamped, 192 intervals of 3600 s");
  expect(stderr.match(/columns recognised/g)).toHaveLength(1);
});

test("the demo leaves no folder behind", async () => {
  const { TMPDIR } = process.env;
  onTestFinished(() => void (TMPDIR === undefined ? delete process.env.TMPDIR : (process.env.TMPDIR = TMPDIR)));
  mkdirSync(join(folder, "tmp"));
  process.env.TMPDIR = join(folder, "tmp");
  const { status, stdout } = await run("demo");
  expect([status, readdirSync(join(folder, "tmp"))]).toEqual([0, []]);
  expect(stdout).toContain("JSON): with --out FILE");
});

test("long lines are broken between words, below the last column; rows of tables are not", () => {
  expect(wrapped("note: one two three four five six", 20)).toBe("note: one two three\n  four five six");
  expect(wrapped("light  5.1  world climatology, mountains", 30)).toBe(
    "light  5.1  world climatology,\n            mountains",
  );
  const row = "Jan  28.9  45.5  37.7  37.7  0.829";
  expect(wrapped(row, 20)).toBe(row);
  expect(wrapped("short", 20)).toBe("short");
});
