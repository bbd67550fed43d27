/** One word each on a played host: `openWeather`, `observe`, `bulk` and `yield` with ERA5 by its name, in cells of its true grid. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../test/cli/in-process.js";
import { openWeather } from "../src/index.js";
import { GHI, HOUR } from "./made.js";
import { ERA5_STORE, lightAt, playedArco } from "./played-arco.js";
import { rangeServer } from "./range-server.mjs";

let folder: string;
let server: Awaited<ReturnType<typeof rangeServer>>;
let word: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-words-"));
  const store = playedArco({ first: Date.UTC(2024, 11, 25), end: Date.UTC(2026, 0, 5) });
  server = await rangeServer((path) =>
    path.startsWith(ERA5_STORE) ? store(path.slice(ERA5_STORE.length)) : undefined,
  );
  word = `era5=${server.url}`;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runCli(args, folder);

it("a word is an archive: the hours are the host's", async () => {
  const weather = await openWeather([word], { environment: { HOME: folder } });
  const period = { start: Date.UTC(2025, 5, 21, 6), end: Date.UTC(2025, 5, 21, 18) };
  const now = Date.UTC(2026, 0, 10);
  const { series, provenance } = await weather.read({
    place: { latitude: 47, longitude: 8 },
    ...{ period, interval: 3600, now },
  });
  const noon = (Date.UTC(2025, 5, 21, 12) - Number(series.start)) / HOUR;
  expect(series.columns[GHI]![noon]).toBeCloseTo(lightAt(Date.UTC(2025, 5, 21, 13)), 0);
  expect(provenance[0]).toMatchObject({ source: "era5", dataset: "ERA5", licence: "CC-BY-4.0" });
  await weather.close();
});

describe("the command line", () => {
  const PLACE = ["--lat", "47", "--lon", "8"];
  const DAY = ["--start", "2025-06-21T00:00Z", "--end", "2025-06-22T00:00Z", "--frequency", "1_hour"];

  it("observe takes it, and says where the weather is from", async () => {
    const { status, stdout, stderr } = await run(
      "observe",
      "--weather",
      word,
      ...PLACE,
      ...DAY,
      "--response-format",
      "csv",
    );
    expect([status, stdout.split("\n").length]).toEqual([0, 26]);
    expect(stderr).toMatch(/\nweather: era5: ERA5 \(reanalysis, 0\.0 km away, CC-BY-4\.0\)/);
  });

  it("bulk takes it for each site", async () => {
    await writeFile(join(folder, "sites.csv"), "id,lat,lon\na,47,8\nb,-30,20\n");
    const words = ["bulk", "--sites", "sites.csv", "--weather", word, ...DAY, "--out", "out.csv", "--threads", "1"];
    const { status, stderr } = await run(...words);
    expect([status, stderr]).toEqual([0, expect.stringContaining("era5: ERA5 (reanalysis, CC-BY-4.0)")]);
    expect((await readFile(join(folder, "out.csv"), "utf8")).split("\n").length).toBeGreaterThan(48);
  });

  it("yield takes it for a calendar year", async () => {
    const { status, stdout, stderr } = await run(
      "yield",
      "--weather",
      word,
      ...PLACE,
      "--year",
      "2025",
      "--surface-tilt",
      "30",
      "--surface-azimuth",
      "180",
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining("weather: era5: ERA5")]);
    expect(stdout).toContain("weather: 2025 from era5: ERA5 (reanalysis, CC-BY-4.0)");
    expect(stdout).not.toMatch(/synthetic|typical/i);
  });

  it.each([
    ["35", "139.7", "2025-01-01T00:00:00+09:00", "2026-01-01T00:00:00+09:00"],
    ["33.4", "-112.1", "2025-01-01T00:00:00-07:00", "2026-01-01T00:00:00-07:00"],
    ["-33.9", "18.4", "2025-01-01T00:00:00+02:00", "2026-01-01T00:00:00+02:00"],
    // Hours are those of UTC.
    ["28.6", "77.2", "2024-12-31T23:30:00+05:30", "2025-12-31T23:30:00+05:30"],
  ])("a year of %s° N, %s° E is one of standard time: from %s", async (lat, lon, start, end) => {
    const words = ["yield", "--weather", word, `--lat=${lat}`, `--lon=${lon}`, "--year=2025", "--surface-tilt=30"];
    const { status } = await run(...words, "--surface-azimuth=180", "--series=year.csv");
    const rows = (await readFile(join(folder, "year.csv"), "utf8")).trim().split("\n").slice(1);
    expect([status, rows[0]!.split(",")[0], rows.at(-1)!.split(",")[1]]).toEqual([0, start, end]);
  });

  it.each([
    [
      ["observe", "--weather", "era5", ...PLACE, ...DAY],
      /^irradiance: --weather: era5: it needs a key of the Climate Data Store: 1\. /,
    ],
    [
      ["observe", "--weather", "erra5", ...PLACE, ...DAY],
      /^irradiance: --weather: there is no file and no source "erra5" \(Did you mean era5\?\)/,
    ],
    [
      ["observe", "--weather", "era5", ...PLACE, ...DAY, "--label", "end"],
      /^irradiance: --label describes a weather file, and --weather names a source\n$/,
    ],
    [
      ["observe", "--weather", "era5", "folder/missing.csv", ...PLACE, ...DAY],
      /^irradiance: --weather: there is no file folder\/missing\.csv\n$/,
    ],
    [
      ["observe", "--weather", "a.csv", "b.csv", ...PLACE, ...DAY, "--weather-format", "tmy3"],
      /^irradiance: --weather-format describes a weather file, and --weather names several\n$/,
    ],
    [
      ["observe", "--archive", "a.json", ...PLACE, ...DAY, "--time-offset", "1"],
      /^irradiance: --time-offset describes a weather file, and --archive names a source\n$/,
    ],
    [["observe", "--weather", "era5", ...PLACE], /^irradiance: --weather needs --start and --end/],
    [
      ["observe", "--weather", "era5", "--archive", "a.json", ...PLACE],
      /--weather and --archive both name the weather/,
    ],
    [["bulk", "--sites", "sites.csv", "--weather", "geos", "--out", "x.csv"], /Did you mean goes/],
    [
      ["bulk", "--sites", "sites.csv", "--weather", "era5", "{id}.csv", ...DAY, "--out", "x.csv"],
      /--weather \{id\}\.csv, a file for each site, does not go with a source/,
    ],
    [["yield", "--weather", "open-metoe"], /Did you mean open-meteo/],
    [["yield", "--weather", "era5"], /^irradiance: --weather era5 needs --lat and --lon/],
    [
      ["yield", "--weather", "era5", ...PLACE, "--label", "end"],
      /--label describes a weather file, and --weather names a source/,
    ],
    [["yield", "--weather", "era5", ...PLACE, "--year", "24"], /--year must be a calendar year such as 2024, got 24/],
    [["weather", "show", "erra5"], /Did you mean era5/],
    [
      ["explain", "--weather", "era5", "--at", "2025-06-21T12:00Z"],
      /names a public source, which observe, bulk and yield take/,
    ],
    [["explain", "--weather", "era6", "--at", "2025-06-21T12:00Z"], /Did you mean era5/],
    [["weather", "lst"], /Allowed choices are list, show, check/],
  ])("%s is refused", async (args, message) => {
    const { status, stderr } = await run(...args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it("weather list and check print what the package says", async () => {
    const list = await run("weather", "list", "--json");
    expect(JSON.parse(list.stdout).map(({ name }: { name: string }) => name)).toContain("era5");
    const check = await run("weather", "check", word);
    expect(check.status).toBe(1);
    expect(check.stdout).toContain("  it began by 1940-01-03, and begins on 2024-12-24\n");
  });
});
