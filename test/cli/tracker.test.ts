/** A tracker described on the command line, for every command that computes a plane. */
import { describe, expect, test } from "vitest";
import { computeColumns } from "../../src/index.js";
import { tracker } from "../../src/physics/models/tracking/index.js";
import type { TrackerOptions } from "../../src/physics/models/tracking/tracker.js";
import { workplace } from "./in-process.js";

const { put, run, textOf } = workplace();

/** A clear day's hours. */
const GHI = [0, 0, 0, 0, 0, 40, 180, 350, 520, 660, 760, 810, 810, 760, 660, 520, 350, 180, 40, 0, 0, 0, 0, 0];
put(
  "day.csv",
  ["time,ghi,temp_air", ...GHI.map((value, h) => `2021-06-21T${String(h).padStart(2, "0")}:00Z,${value},20`), ""].join(
    "\n",
  ),
);
const WEATHER = ["--weather", "day.csv", "--lat=47", "--lon=0", "--altitude=100", "--turbidity=3"];
const LIGHT = ["--parameters=global_tilted_irradiance", "--frequency=1_hour", "--decimals=full", "--quiet"];

function ofLibrary(options: TrackerOptions) {
  const place = { latitude: 47, longitude: 0, altitude: 100 };
  const columns = { global_horizontal_irradiance: GHI, temperature: GHI.map(() => 20) };
  const weather = { start: "2021-06-21T00:00Z", interval: 3600, place, columns };
  const query = { lat: 47, lon: 0, frequency: "1_hour", tracking_mode: "1_axis" };
  const parameters = "global_tilted_irradiance";
  return Array.from(
    computeColumns({ ...query, parameters }, weather, { tracker: tracker(options), timeZone: 0, altitude: 100 }).values
      .global_tilted_irradiance!,
  );
}

describe("observe", () => {
  test.each([
    [["--max-angle=60"], { maxAngle: 60 }],
    [["--tracking-mode=1_axis", "--max-angle=60", "--no-backtrack"], { maxAngle: 60, backtrack: false }],
    [["--axis-tilt=20", "--axis-azimuth=180", "--gcr=0.4"], { axisTilt: 20, axisAzimuth: 180, gcr: 0.4 }],
    [["--cross-axis-tilt=-5"], { crossAxisTilt: -5 }],
    [["--dual-axis"], { mode: "dual-axis" }],
    [["--tracking-mode=1_axis", "--max-angle=60", "--surface-tilt=30"], { maxAngle: 60 }],
  ])("%j is the library's %o", async (args, options) => {
    const { status, stdout, stderr } = await run("observe", ...WEATHER, ...LIGHT, ...args);
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout).values.global_tilted_irradiance).toEqual(ofLibrary(options as TrackerOptions));
  });

  test.each([
    [["--gcr=2"], "--gcr must be a number above 0, at most 1, got 2"],
    [["--max-angle=120"], "--max-angle must be a number from 0 to 90, got 120"],
    [["--axis-tilt=20"], "--axis-azimuth is required for a tilted axis"],
    [["--dual-axis", "--gcr=0.4"], "--gcr must be left out of a dual-axis tracker, got 0.4"],
    [["--dual-axis", "--no-backtrack"], "--no-backtrack must be left out of a dual-axis tracker"],
    [["--max-angle=60", "--tracking-mode=none"], "--max-angle needs a tracker, not --tracking-mode none"],
    [
      ["--max-angle=60", "--surface-tilt=30"],
      "--max-angle describes a tracker and --surface-tilt a fixed plane: leave out one",
    ],
    [
      ["--gcr=0.4", "--surface-azimuth=90"],
      "--gcr describes a tracker and --surface-azimuth a fixed plane: leave out one",
    ],
    [["--max-angle=wide"], "'--max-angle <degrees>' argument 'wide' is invalid. It must be a number."],
  ])("%j is refused", async (args, message) => {
    const { status, stderr } = await run("observe", ...WEATHER, ...LIGHT, ...args);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});

test("explain shows it", async () => {
  const { status, stdout } = await run("explain", ...WEATHER, "--max-angle=60", "--at=2021-06-21T06:30Z", "--quiet");
  expect(status).toBe(0);
  expect(JSON.parse(stdout).plan.steps.plane).toMatchObject({ mode: "single-axis", maxAngle: 60 });
});

test("bulk computes it at every site", async () => {
  put("sites.csv", "id,lat,lon,altitude,linke_turbidity,time_zone\na,47,0,100,3,0\n");
  const args = ["--sites", "sites.csv", "--weather", "day.csv", "--out", "out.csv", "--threads=1", "--decimals=full"];
  const light = ["--parameters=global_tilted_irradiance", "--frequency=1_hour", "--quiet"];
  const { status, stderr } = await run("bulk", ...args, ...light, "--max-angle=60");
  expect([status, stderr]).toEqual([0, ""]);
  const rows = textOf("out.csv").trim().split("\n").slice(1);
  expect(rows.map((row) => Number(row.split(",").at(-1)))).toEqual(ofLibrary({ maxAngle: 60 }));
});

describe("yield", () => {
  const PLACE = ["--lat=47", "--lon=8", "--altitude=400", "--turbidity=3", "--quiet"];
  const ofPlanes = async (...args: string[]) => await run("yield", ...PLACE, ...args);

  test("of a tracker in rows with bifacial modules has its stages", async () => {
    const { status, stdout, stderr } = await ofPlanes(
      "--max-angle=60",
      "--gcr=0.4",
      "--rows",
      "--bifacial=0.7",
      "--kwp=100",
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("100 kWp, one-axis tracker, at 47, 8");
    expect(stdout).toContain("rows that shade one another");
    expect(stdout).toMatch(/light on the rear +\+\d/);
  });

  test.each([
    [["--surface-tilt=30", "--surface-azimuth=180", "--rows"], "--gcr is required with --rows"],
    [
      ["--surface-tilt=30", "--surface-azimuth=180", "--gcr=0.4"],
      "--gcr applies to trackers and rows: give --tracking-mode 1_axis or --rows",
    ],
    [
      ["--surface-tilt=30", "--surface-azimuth=180", "--bifacial=0.7"],
      "--bifacial needs rows of modules: give --rows and --gcr",
    ],
    [
      ["--surface-tilt=30", "--surface-azimuth=180", "--max-angle=60"],
      "--max-angle describes a tracker, which has no fixed plane: leave out --surface-tilt",
    ],
    [
      ["--tracking-mode=1_axis", "--rows", "--axis-tilt=10", "--axis-azimuth=180"],
      "irradiance: rows stand on level ground: the tracker must have a level axis, got axisTilt 10",
    ],
    [["--plane=30/180/5", "--max-angle=60"], "--max-angle needs a tracker, but all planes are fixed"],
    [
      ["--rows", "--gcr=0.4"],
      "--rows needs a plane: give --surface-tilt and --surface-azimuth, --plane or --tracking-mode 1_axis",
    ],
    [["--tracking-mode=1_axis", "--gcr=4"], "--gcr must be a number above 0, at most 1, got 4"],
    [["--surface-tilt=30", "--surface-azimuth=180", "--rows", "--gcr=4"], "--gcr must be above 0 and at most 1, got 4"],
    [["--tracking-mode=1_axis", "--rows", "--bifacial=70"], "--bifacial must be from 0 to 1, got 70"],
    [
      ["--tracking-mode=1_axis", "--rows", "--row-height=1"],
      "--row-height is of the light on the rear: give --bifacial",
    ],
    [
      ["--tracking-mode=1_axis", "--rows", "--bifacial=0.7", "--row-height=0.2"],
      "--row-height must be at least 0.354 widths of a row",
    ],
    [
      ["--tracking-mode=1_axis", "--rows", "--bifacial=0.7", "--row-height=2400"],
      "--row-height must be from 0 to 1000 widths of a row, got 2400",
    ],
  ])("%j is refused", async (args, message) => {
    const { status, stderr } = await ofPlanes(...args);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
  });
});
