/** What `irradiance bulk` is made of: the list of sites, the progress bar. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { gridNotices, gridSites } from "../../src/cli/bulk/grid.js";
import { formatDuration, startBulkProgress } from "../../src/cli/bulk/report.js";
import { DistinctNames } from "../../src/cli/bulk/site-list.js";
import { readSites, surveySites } from "../../src/cli/bulk/sites.js";
import type { BulkOptions } from "../../src/cli/options/power.js";

const folder = mkdtempSync(join(tmpdir(), "irradiance-sites-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "sites.csv");

function list(text: string): string {
  writeFileSync(path, text);
  return path;
}

describe("the list of sites", () => {
  it("gives sites with what differs there", async () => {
    const text =
      '\ufeff# ours\nid,lat,lon, altitude,time_zone,albedo,horizon,name\n"a, b",1,2,100,,,"0,1",x\n\nc,,3,,-5.5,no,,\n';
    const survey = await surveySites(list(text));
    expect(survey).toMatchObject({ sites: 2, unused: ["name"] });
    const sites = [];
    for await (const { site } of readSites(survey)) sites.push(site);
    expect(sites).toEqual([
      { id: "a, b", lat: "1", lon: "2", altitude: 100, horizon: "0,1" },
      { id: "c", lat: "", lon: "3", timeZone: -5.5, albedo: Number.NaN },
    ]);
  });

  it.each([
    ["lat,lon\n1,6.5\n2,13.4\n", 6.9],
    ["lat,lon\n1,6.5\n2,\n", 0],
    ["lat,lon\n1,179.7\n2,-179.5\n", 0.8],
    ["lat,lon\n1,-0.3\n2,0.4\n", 0.7],
    ["lat,lon,weather\n1,6.5,\n2,13.4,own.csv\n", 0],
  ])("knows how far apart its sites are: %j", async (text, span) => {
    expect((await surveySites(list(text))).span).toBeCloseTo(span, 9);
  });

  it("is told from another one by a hash of its bytes", async () => {
    const { sha256 } = await surveySites(list("lat,lon\n1,2\n"));
    expect((await surveySites(list("lat,lon\n1,2\n"))).sha256).toBe(sha256);
    expect((await surveySites(list("lat,lon\n1,3\n"))).sha256).not.toBe(sha256);
  });

  it.each([
    ["id,lat\na,1\n", "no column lon; expected a header with id, weather, lat, lon"],
    ["lat,lon,lat\n1,2,3\n", 'two columns are named "lat"'],
    ["id,lat,lon\na,1,2\nb,1\n", "site 2 has 2 cells, the header has 3"],
    ["id,lat,lon\na,1,2\nb,1,2\na,1,3\n", 'site 3 has the same id as another one, "a"'],
    ["id,lat,lon\n,1,2\n", "site 1 has no id"],
    ["lat,lon,tilt,azimuth\n1,2,30,180\n", 'the column "tilt" would be ignored: is surface_tilt meant?'],
    ["lat,lon,surface_tilt,azimuth\n1,2,30,180\n", 'the column "azimuth" would be ignored: is surface_azimuth meant?'],
    ["id,lat,lon\n", "no sites"],
    ["", "no sites"],
    ['id,lat,lon\n"a,1,2\n', "is not a CSV file"],
  ])("is refused as a whole when it is none: %j", async (text, message) => {
    await expect(surveySites(list(text))).rejects.toMatchObject({
      name: "UsageError",
      message: expect.stringContaining(message),
    });
  });

  it("is not read to its end where a quote is not closed: each piece would take longer than the one before", async () => {
    const open = `id,lat,lon\na,1,2\n"b,1,2\n${"c,1,2\n".repeat(200_000)}`;
    await expect(surveySites(list(open))).rejects.toThrow(/a row after site 1 has more than 512 KiB: is a quote not/);
    const long = `lat,lon\n${"1.0,2.0\n".repeat(100_000)}`;
    expect((await surveySites(list(long))).sites).toBe(100_000);
  });

  it("says which file cannot be read", () =>
    expect(surveySites(join(folder, "none.csv"))).rejects.toThrow(/none\.csv: cannot be read \(ENOENT\)$/));

  it("knows a name again among many", () => {
    const names = new DistinctNames();
    const added = Array.from({ length: 5000 }, (_, i) => names.add(`site ${i}`));
    expect(added.every((isNew) => isNew)).toBe(true);
    expect([0, 77, 4999].map((i) => names.add(`site ${i}`))).toEqual([false, false, false]);
    expect(names.add("site 5000")).toBe(true);
  });
});

describe("progress", () => {
  const follow = (isTTY: boolean, quiet = false) => {
    let [text, now] = ["", 0];
    const stream = { isTTY, write: (more: string) => (text += more) };
    const progress = startBulkProgress({ total: 1000, done: 200, quiet, stream, clock: () => now });
    for (let site = 0; site < 400; site++) {
      now += 250;
      progress.step(site % 100 === 0);
    }
    progress.clear();
    return text;
  };

  it("is a bar on a terminal, taken away at the end", () => {
    const states = follow(true).split("\r\u001b[K");
    expect(states[1]).toBe("[####....................]  20 %  201/1000 sites  4.00/s  3 min 20 s left  1 failed");
    expect(states.at(-2)).toBe("[##############..........]  60 %  600/1000 sites  4.00/s  1 min 40 s left  4 failed");
    expect([states.length, states[0], states.at(-1)]).toEqual([402, "", ""]);
  });

  it("is a line every half minute elsewhere, and nothing when quiet", () => {
    const lines = follow(false).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^bulk: \[#+\.+\] {2}32 % {2}320\/1000 sites/);
    expect(follow(true, true)).toBe("");
  });

  it("tells durations", () => {
    expect([0, 9.94, 9.96, 59.6, 125, 3599.6, 7620].map(formatDuration)).toEqual([
      "0.0 s",
      "9.9 s",
      "10 s",
      "1 min 00 s",
      "2 min 05 s",
      "1 h 00 min",
      "2 h 07 min",
    ]);
  });
});

describe("a grid", () => {
  const bulk = (grid: string, more: object = {}) =>
    gridNotices(gridSites(grid), { out: "x.csv", ...more } as BulkOptions);

  it("says which of its edges the step does not reach", () => {
    expect(gridSites("45,5,48,11,0.25").notes).toEqual([]);
    expect(gridSites("0,0,1,1,0.3").notes).toEqual([
      "the last row is at 0.9, not at the northern edge 1: the step 0.3 does not reach it",
      "the last column is at 0.9, not at the eastern edge 1: the step 0.3 does not reach it",
    ]);
    expect(gridSites("0,179,0,-179,0.75").span).toBeCloseTo(1.5, 9);
    expect(gridSites("0,179,0,-179,0.75").notes).toEqual([
      "the last column is at -179.5, not at the eastern edge -179: the step 0.75 does not reach it",
    ]);
  });

  it("of a thousand sites tells how long and how large; of more than 250,000 it wants a word", () => {
    expect(bulk("0,0,1,1,0.1")).toEqual([]);
    const hours = { threads: 2, frequency: "1_hour", parameters: "pv_production" };
    expect(bulk("0,0,30,39.9,0.1", hours)).toEqual([
      "120,400 sites, for each year of weather about 16 min 43 s on 2 threads and about 8.4 GB",
    ]);
    expect(bulk("0,0,30,39.9,0.1", { ...hours, aggregate: "annual" })[0]).toContain("less than 0.1 GB");
    const fine = () => bulk("0,0,10,10,0.01", hours);
    expect(fine).toThrow(
      "--grid has 1,002,001 sites, for each year of weather about 2 h 19 min on 2 threads and about 70 GB",
    );
    expect(fine).toThrow("--yes starts it anyway");
    expect(bulk("0,0,10,10,0.01", { ...hours, yes: true })).toHaveLength(1);
  });
});
