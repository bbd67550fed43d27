/** Bare places around the world: one place has one answer, whichever door is asked, and nothing that is drawn makes it surer. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleSource, syntheticSource } from "irradiance-archive";
import { type SiteResult, simulate } from "irradiance-engine/bulk";
import { worldYear } from "irradiance-engine/climate";
import { type Yield, yieldAnswer, yieldOf } from "irradiance-engine/yield";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/cli/in-process.js";
import { partOf } from "../../../test/draws.js";
import { folderOfFile } from "../temporary.js";
import { BATCH, posted, stand } from "./harness.js";
import { type JobStand, jobStand } from "./jobs-fixture.js";

/** Both hemispheres, poles, the date line, half-hour zones, sea, ice, mountains; places that are known to be far off; free places. */
const PLACES = partOf<readonly [name: string, latitude: number, longitude: number]>(
  [
    ["Zurich", 47.37, 8.55],
    ["Davos", 46.8, 9.83],
    ["Tromsø", 69.65, 18.96],
    ["the North Pole", 90, 0],
    ["Antarctica", -85, 170],
    ["Greenland", 72, -40],
    ["Fiji, west of the date line", -17, 179.9],
    ["east of the date line", -17, -179.9],
    ["Chatham Islands", -43.95, -176.55],
    ["Kathmandu", 27.72, 85.32],
    ["Adelaide", -34.93, 138.6],
    ["Chengdu", 30.67, 104.07],
    ["250 km east of Chengdu", 30.67, 106.68],
    ["Quito", -0.22, -78.51],
    ["Cairo", 30.05, 31.24],
    ["Lhasa", 29.65, 91.14],
    ["Phoenix", 33.45, -112.07],
    ["the Sahara", 23.5, 5],
    ["Singapore", 1.35, 103.82],
    ["the Southern Ocean", -55, -30],
    ["a free place of a known height", 50, 10],
    ["the place of the sample", 36.1, -79.95],
  ],
  6,
  2,
);
const MISSES = ["Chengdu", "250 km east of Chengdu", "Quito", "Cairo", "Lhasa"];
const SYSTEM = { planes: [{ surfaceTilt: 20, surfaceAzimuth: 150, kwp: 5 }] };
const PLANE = "tilt=20&azimuth=150&kwp=5";

const folder = folderOfFile();
let server: JobStand;
let bulk: ReadonlyMap<string, SiteResult>;
beforeAll(async () => {
  const settings = { synthetic: true, jobs: join(folder, "jobs") };
  server = await jobStand({ keep: true, sources: [syntheticSource()], settings });
  const sites = PLACES.map(([id, lat, lon]) => ({ id, lat, lon, surface_tilt: 20, surface_azimuth: 150, kwp: 5 }));
  const results = new Map<string, SiteResult>();
  for await (const result of simulate({ sites, yields: {}, aggregate: "annual", threads: 1 }))
    results.set(result.id, result);
  bulk = results;
});
afterAll(() => server.server.stop());

const nextYear = ({ uncertainty }: Pick<Yield, "uncertainty">) =>
  uncertainty!.horizons.find(({ years }) => years === 1)!;
const p90Of = (found: Pick<Yield, "uncertainty">) =>
  nextYear(found).values.find(({ exceedance }) => exceedance === 90)!.energy;
const sorted = (notices: readonly { readonly message: string }[]) =>
  [...notices].sort((a, b) => (a.message < b.message ? -1 : 1));
const codesOf = (notices: readonly { readonly code: string }[]) => [...new Set(notices.map(({ code }) => code))].sort();
/** The yield itself, without what an answer says beside it. */
const bare = ({ weather, notices, optimum, series, ...found }: { readonly [key: string]: unknown }) => found;

describe.each(PLACES)("%s", (name, latitude, longitude) => {
  const place = `lat=${latitude}&lon=${longitude}`;

  it("has the same energy, percent, P90, altitude and notices in the library, over HTTP, on the command line and in bulk", async () => {
    const year = await worldYear(latitude, longitude);
    const found = yieldOf(year, SYSTEM);
    const all = [...year.notices, ...found.notices];
    const { json, status, body } = await server.ask(`/v1/yield?${place}&${PLANE}`);
    expect(status, body).toBe(200);
    expect(bare(json)).toEqual(bare(yieldAnswer(found)));
    expect(sorted(json.notices)).toEqual(sorted(all));

    const flags = [`--lat=${latitude}`, `--lon=${longitude}`, "--surface-tilt=20", "--surface-azimuth=150", "--kwp=5"];
    const { status: exit, stderr } = await runCli(["yield", ...flags, "--out", "yield.json"], folder);
    expect(exit, stderr).toBe(0);
    const printed = JSON.parse(readFileSync(join(folder, "yield.json"), "utf8"));
    expect(bare(yieldAnswer(printed))).toEqual(bare(yieldAnswer(found)));
    expect(printed.notices).toEqual(found.notices);
    for (const { message } of year.notices) expect(stderr).toContain(message);

    const site = bulk.get(name)! as Extract<SiteResult, { ok: true }>;
    expect(site.ok).toBe(true);
    const { energy, uncertainty, p90 } = site.columns as { readonly [column: string]: Float64Array };
    expect([energy![0], uncertainty![0], p90![0], site.altitude]).toEqual([
      ...[found.annual!.energy, nextYear(found).percent, p90Of(found), found.place.altitude],
    ]);
    expect(codesOf([...site.told, ...site.notices])).toEqual(codesOf(all));

    expect((await server.ask(`/v1/altitude?${place}`)).json.altitude).toBe(found.place.altitude);
    expect(found.notices.filter(({ code }) => code === "known-miss")).toHaveLength(MISSES.includes(name) ? 1 : 0);
  });

  it("is no surer by years that are drawn, and has no P-values of them", async () => {
    const typical = yieldOf(await worldYear(latitude, longitude), SYSTEM);
    const { json, status, body } = await server.ask(
      `/v1/yield?${place}&${PLANE}&weather=history&start_year=2015&end_year=2017`,
    );
    expect(status, body).toBe(200);
    expect([json.exceedance, json.uncertainty.trend, json.years.length]).toEqual([null, null, 3]);
    expect(nextYear(json).percent).toBeGreaterThanOrEqual(nextYear(typical).percent);
    const share = (found: Pick<Yield, "uncertainty">, key: string) =>
      found.uncertainty!.shares.find((one) => one.key === key)!.percent;
    for (const key of ["irradiance", "plane"]) expect(share(json, key)).toBe(share(typical, key));
    expect(share(json, "interannual")).toBeGreaterThanOrEqual(0.95 * share(typical, "interannual"));
    expect(codesOf(json.notices).includes("known-miss")).toBe(codesOf(typical.notices).includes("known-miss"));
  });
});

describe("years that are nobody's history", () => {
  const QUERY = "weather=history&start_year=2015&end_year=2024";

  it("have no P-values at any door", async () => {
    const [lat, lon] = [47.37, 8.55];
    const query = { lat, lon, weather: "history", start_year: 2015, end_year: 2024, tilt: 20, azimuth: 150, kwp: 5 };
    const got = await server.ask(`/v1/yield?lat=${lat}&lon=${lon}&${PLANE}&${QUERY}`);
    const { planes } = { planes: [{ surface_tilt: 20, surface_azimuth: 150, kwp: 5 }] };
    const given = await server.ask(`/v1/yield?lat=${lat}&lon=${lon}&${QUERY}`, posted({ planes }));
    const lines = await server.ask(BATCH, posted({ requests: [{ endpoint: "yield", query }] }));
    const { lat: _lat, lon: _lon, ...common } = query;
    const id = await server.made({ endpoint: "yield", query: common, sites: [{ lat, lon }] });
    await server.ended(id);
    const [ofJob] = await server.lines(id);
    const found = [got.json, given.json, JSON.parse(lines.body).response, ofJob.response];
    for (const json of found) {
      expect(json.exceedance).toBeNull();
      expect(json.uncertainty).toEqual(got.json.uncertainty);
      expect(json.years).toHaveLength(10);
    }
  });

  it("neither has a typical year ten times over, whose light is the typical year's", async () => {
    const demo = await stand({ sources: [sampleSource(), syntheticSource()], settings: { synthetic: true } });
    const place = "lat=36.1&lon=-79.95";
    const typical = (await demo.ask(`/v1/yield?${place}&${PLANE}`)).json;
    const { json } = await demo.ask(`/v1/yield?${place}&${PLANE}&${QUERY}`);
    expect([json.exceedance, json.uncertainty.trend]).toEqual([null, null]);
    expect(nextYear(json).percent).toBeGreaterThanOrEqual(nextYear(typical).percent);
    const lightOf = ({ uncertainty }: Pick<Yield, "uncertainty">) =>
      uncertainty!.shares.find(({ key }) => key === "irradiance");
    expect(lightOf(json)).toEqual(lightOf(typical));
    expect(lightOf(json)!.reason).toContain("typical year");
  });

  it("are worth their climate in bulk, too", async () => {
    const { knownMiss } = (await worldYear(30.67, 104.07)).expectedError;
    writeFileSync(join(folder, "archive.json"), JSON.stringify({ sources: [{ kind: "synthetic" }] }));
    writeFileSync(join(folder, "sites.csv"), "lat,lon,surface_tilt,surface_azimuth\n30.67,104.07,20,150\n");
    const [start, end] = [2015, 2018].map((year) => `${year - 1}-12-31T16:00Z`);
    const many = [
      "bulk",
      "--yield",
      "--archive",
      "archive.json",
      "--start",
      start!,
      "--end",
      end!,
      "--sites",
      "sites.csv",
    ];
    const { status, stderr } = await runCli([...many, "--out", "many.csv", "--threads=1", "--quiet"], folder);
    expect(status, stderr).toBe(0);
    const [head, row] = readFileSync(join(folder, "many.csv"), "utf8").trim().split("\n");
    const cellOf = (name: string) => row!.split(",")[head!.split(",").indexOf(name)];
    expect(Number(cellOf("uncertainty"))).toBeGreaterThan(100 * knownMiss!.error);
    expect([cellOf("p50_weather"), cellOf("p90_weather")]).toEqual(["", ""]);
  });
});

describe("a place that is known to be far off", () => {
  const PATHS = ["climate/tmy", "climate/amy", "observation/realtime", "forecast/basic", "forecast/precision"];
  const place = "lat=30.67&lon=104.07";

  it("says so in every answer that is drawn from the climatology, with figures", async () => {
    const answers = [...PATHS.map((path) => `${path}?${place}&meta=extended`), `forecast/pv?${place}&tilt=20&kwp=5`];
    for (const path of answers) {
      const { json, status, body } = await server.ask(`/v1/${path}`);
      expect(status, body).toBe(200);
      const told = (json.notices ?? json.meta.notices).filter(({ code }: { code: string }) => code === "known-miss");
      expect(told, path).toHaveLength(1);
      // What is drawn was never observed.
      expect(JSON.stringify(json.notices ?? json.meta.notices)).not.toMatch(/observ/i);
      expect(told[0].message).toMatch(
        /found 30 % above published values at Chengdu, \d km from here: they are 23 % lower/,
      );
    }
  });

  it("says nothing where the light is measured", async () => {
    const measured = await stand();
    for (const path of [...PATHS.map((path) => `${path}?${place}&meta=extended`), `yield?${place}&${PLANE}`]) {
      const { json } = await measured.ask(`/v1/${path}`);
      expect(codesOf(json.notices ?? json.meta.notices), path).not.toContain("known-miss");
    }
  });
});
