/** `irradiance observe --archive` and `irradiance bulk --archive`: the library's command line on described sources. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { computeColumns, writeCsv } from "irradiance-engine";
import { openClimatology } from "irradiance-engine/climatology";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runCli } from "../../test/cli/in-process.js";
import type { DescribedWeather } from "../src/description/description.js";
import { openWeather } from "../src/index.js";
import { folderOfFile } from "./folder.js";
import { HOUR } from "./made.js";
import { writeStore } from "./zarr-store.js";

const CLI = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const START = Date.UTC(2024, 5, 20);
const DAYS = 4;
const LATITUDES = [46, 46.5, 47, 47.5, 48];
const LONGITUDES = [7, 7.5, 8, 8.5, 9];
/** Inside of the weather, so that every interval has its neighbours. */
const PERIOD = { start: "2024-06-21T00:00Z", end: "2024-06-23T00:00Z" };
const QUERY = { frequency: "1_hour", parameters: "global_tilted_irradiance,direct_normal_irradiance,temperature" };
const TILT = { surface_tilt: 30, surface_azimuth: 180 };

const folder = folderOfFile();
beforeAll(async () => {
  const hours = DAYS * 24;
  const cells = LATITUDES.length * LONGITUDES.length;
  const value = (k: number, of: (hour: number, cell: number) => number) => of(Math.floor(k / cells), k % cells);
  const field = (of: (hour: number, cell: number) => number, units: string) => ({
    dimensions: ["time", "latitude", "longitude"],
    shape: [hours, LATITUDES.length, LONGITUDES.length],
    values: Array.from({ length: hours * cells }, (_, k) => value(k, of)),
    attributes: { units },
  });
  const light = (hour: number, cell: number) =>
    Math.max(0, 850 * Math.sin((((hour % 24) - 4) / 16) * Math.PI)) * (0.6 + 0.4 * Math.sin(hour * 1.7 + cell));
  await writeStore(join(folder, "era5.zarr"), {
    time: {
      dimensions: ["time"],
      shape: [hours],
      values: Array.from({ length: hours }, (_, h) => START / HOUR + h + 1),
      attributes: { units: "hours since 1970-01-01" },
    },
    latitude: {
      dimensions: ["latitude"],
      shape: [LATITUDES.length],
      values: LATITUDES,
      attributes: { units: "degrees_north" },
    },
    longitude: {
      dimensions: ["longitude"],
      shape: [LONGITUDES.length],
      values: LONGITUDES,
      attributes: { units: "degrees_east" },
    },
    ssrd: field((hour, cell) => light(hour, cell) * 3600, "J m**-2"),
    t2m: field((hour, cell) => 290 + 5 * Math.sin(hour / 3) + cell / 10, "K"),
  });
  await writeFile(
    join(folder, "archive.json"),
    JSON.stringify({ sources: [{ kind: "zarr", location: "era5.zarr", product: "era5" }] }),
  );
});

const run = (...args: string[]) => runCli(args, folder);

const flags = (values: Record<string, string | number>) =>
  Object.entries(values).flatMap(([name, value]) => [`--${name.replaceAll("_", "-")}`, String(value)]);

/** The response of a place: the engine on the archive's weather. */
async function single(archive: DescribedWeather, lat: number, lon: number, altitude: number | undefined) {
  const period = { start: Date.parse(PERIOD.start), end: Date.parse(PERIOD.end) };
  const given = altitude === undefined ? {} : { altitude };
  const wish = { place: { latitude: lat, longitude: lon, ...given }, period, interval: 3600, now: Date.now() };
  const { series } = await archive.read(wish);
  const maps = await openClimatology();
  const height = altitude ?? Math.round(maps.altitude(lat, lon));
  const context = { altitude: height, linkeTurbidity: maps.clearTurbidity(lat, lon, { altitude: height }) };
  return computeColumns({ lat, lon, ...PERIOD, ...QUERY, ...TILT }, series, context);
}

/** The archive that the commands are given. */
async function openArchive(): Promise<DescribedWeather> {
  const archive = await openWeather(join(folder, "archive.json"));
  onTestFinished(() => archive.close());
  return archive;
}

describe("observe --archive", () => {
  it("answers from the archive, and says where its weather is from", async () => {
    const args = ["observe", "--archive", "archive.json", "--lat", "46.6", "--lon", "7.9", "--altitude", "700"];
    const { stdout, stderr, status } = await run(
      ...args,
      ...flags({ ...PERIOD, ...QUERY, ...TILT }),
      "--response-format",
      "csv",
    );
    expect([status, stdout]).toEqual([
      0,
      new TextDecoder().decode(writeCsv(await single(await openArchive(), 46.6, 7.9, 700))),
    ]);
    expect(stderr).toMatch(
      /^weather: zarr: ERA5 \(reanalysis, \d+\.\d km away, CC-BY-4\.0\), global_horizontal_irradiance, temperature; /,
    );
    expect(stderr).toContain("clear-sky index taken from the cell to the place");
  });

  it.each([
    ["no period", ["--lat", "46", "--lon", "8"], "--archive needs --start and --end"],
    ["no place", flags(PERIOD), "--lat is required: an archive covers many places"],
    [
      "two sources",
      ["--weather", "a.csv", "--lat", "46", "--lon", "8"],
      "--weather and --archive both name the weather",
    ],
  ])("refuses %s", async (_, args, message) => {
    const { status, stderr } = await run("observe", "--archive", "archive.json", ...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("refuses a wrong description, and says when there is no weather", async () => {
    const where = ["--lat", "46", "--lon", "8", ...flags(PERIOD)];
    const wrong = await run("observe", "--archive", "gone.json", ...where);
    expect([wrong.status, wrong.stderr]).toEqual([2, "irradiance: --archive: gone.json: cannot be read (ENOENT)\n"]);
    const none = await run("observe", "--archive", "archive.json", "--lat", "10", "--lon", "8", ...flags(PERIOD));
    expect([none.status, none.stderr]).toEqual([1, expect.stringContaining("no weather for the place from")]);
  });

  it("tells values that cannot be, and light that is not the sun's", async () => {
    // W/m² of the Kelvin: both units say something else.
    const variables = {
      ssrd: { column: "global_horizontal_irradiance", is: "sum", label: "end", unit: "kJ m-2" },
      t2m: { column: "temperature", is: "instant", unit: "degC" },
    };
    const about = { dataset: "Ours", class: "reanalysis", licence: "ours" };
    const sources = [{ kind: "zarr", id: "ours", location: "era5.zarr", variables, ...about }];
    await writeFile(join(folder, "wrong.json"), JSON.stringify({ sources }));
    const args = ["--archive", "wrong.json", ...flags({ ...PERIOD, ...QUERY })];
    const { status, stderr } = await run("observe", ...args, "--lat", "46.6", "--lon", "7.9");
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /weather: ours\/Ours: global_horizontal_irradiance: \d+ of \d+ values are left out because they are below/,
    );
    expect(stderr).toMatch(
      /weather: ours\/Ours: temperature: (\d+) of \1 values are left out.* All look like K: declare/,
    );
    const bulk = await run("bulk", ...args, "--grid=46,7,47,8,0.5", "--out", "wrong.csv");
    expect(bulk.stderr).toMatch(
      /note: ours\/Ours: temperature: .* All look like K.* \(site 46_7, and similarly at 8 more\)/,
    );
  });

  it("does without a source whose server never answers, and ends when the answer is written", async () => {
    let connections = 0;
    const silent = createServer(() => connections++).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const far = { kind: "zarr", id: "far", location: `http://127.0.0.1:${port}/era5.zarr`, product: "sarah" };
    const near = { kind: "zarr", id: "near", location: "era5.zarr", product: "era5" };
    await writeFile(join(folder, "silent.json"), JSON.stringify({ timeout: 5, sources: [far, near] }));
    const args = ["observe", "--archive", "silent.json", "--lat", "46.6", "--lon", "7.9", ...flags(PERIOD)];
    const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    const [status] = await once(child, "close");
    silent.close();
    expect([status, stderr]).toEqual([0, expect.stringContaining("weather: far: the source far took longer than 5 s")]);
    // Its four requests have three attempts of 10 s each, and nobody waits for the later ones.
    expect(connections).toBeLessThan(12);
  });
});

describe("bulk --archive", () => {
  it("five hundred sites are five hundred single answers, bit for bit", async () => {
    const sites = Array.from({ length: 500 }, (_, k) => ({
      lat: 45.9 + (Math.floor(k / 25) * 2) / 19,
      lon: 6.9 + ((k % 25) * 2) / 24,
      // Every third is left to the embedded map.
      altitude: k % 3 === 0 ? undefined : 200 + 3 * k,
    }));
    const rows = sites.map(({ lat, lon, altitude }, k) => `s${k},${lat},${lon},${altitude ?? ""}`);
    await writeFile(join(folder, "sites.csv"), ["id,lat,lon,altitude", ...rows, ""].join("\n"));
    const args = [
      "bulk",
      "--archive",
      "archive.json",
      "--sites",
      "sites.csv",
      "--out",
      "all.csv",
      "--decimals",
      "full",
    ];
    const { status, stderr } = await run(...args, ...flags({ ...PERIOD, ...QUERY, ...TILT }), "--threads", "2");
    expect([status, stderr]).toEqual([0, expect.stringContaining("sites: 500; 0 failed")]);
    const lines = readFileSync(join(folder, "all.csv"), "utf8").trim().split("\n");
    const names = lines[0]!.split(",").slice(2);
    expect([...names].sort()).toEqual(QUERY.parameters.split(",").sort());
    expect(lines).toHaveLength(1 + 500 * 48);
    const archive = await openArchive();
    for (const [k, { lat, lon, altitude }] of sites.entries()) {
      const { values } = await single(archive, lat, lon, altitude);
      const written = lines.slice(1 + 48 * k, 1 + 48 * (k + 1)).map((line) => {
        const [site, , ...cells] = line.split(",");
        return [site, ...cells.map((cell) => (cell === "" ? Number.NaN : Number(cell)))];
      });
      const wanted = written.map((_, row) => names.map((name) => values[name as keyof typeof values]![row]!));
      expect(written).toEqual(wanted.map((row) => [`s${k}`, ...row]));
    }
  });

  it("says at its end which source served how many sites, and which failed, with the details of each beside the file", async () => {
    const sources = [
      { kind: "zarr", id: "gone", location: "gone.zarr", product: "sarah" },
      { kind: "zarr", id: "near", location: "era5.zarr", product: "era5" },
      { kind: "synthetic", id: "drawn" },
    ];
    await writeFile(join(folder, "mixed.json"), JSON.stringify({ sources }));
    // The last two rows lie north of the grid.
    const args = ["bulk", "--archive", "mixed.json", "--grid=47,8,49,9,0.5", "--out", "mixed.csv", "--threads", "1"];
    const { status, stderr } = await run(...args, ...flags({ ...PERIOD, ...QUERY }));
    expect([status, stderr]).toEqual([0, expect.stringContaining("sites: 15; 0 failed")]);
    expect(stderr).toContain("weather: at 9 sites near: ERA5 (reanalysis, CC-BY-4.0)\n");
    expect(stderr).toMatch(/weather: at 6 sites, the first 48\.5_8, synthetic: drawn: .* \(synthetic, /);
    expect(stderr).toMatch(/weather: at 15 sites without a source that failed; the first, 47_8: gone: .*gone\.zarr/);
    expect(stderr).toMatch(
      /note: altitude \d+ m, of the coarse embedded map; give yours in the column altitude, with --altitude or with --dem/,
    );
    expect(stderr).toContain("weather: the notices of each site are in mixed.csv.weather.csv\n");
    const told = readFileSync(join(folder, "mixed.csv.weather.csv"), "utf8").split("\n");
    expect(told[0]).toBe("index,site,code,about,message");
    const drawn = told.filter((line) => line.includes(",synthetic-weather,"));
    expect(drawn.map((line) => line.split(",")[1])).toEqual(
      [48.5, 49].flatMap((lat) => [8, 8.5, 9].map((lon) => `${lat}_${lon}`)),
    );
    expect(told.filter((line) => line.includes(",passed-over,gone,"))).toHaveLength(15);
  });

  it("needs a period, and tells of synthetic weather", async () => {
    await writeFile(join(folder, "two.csv"), "lat,lon\n46,8\n47,8\n");
    const none = await run("bulk", "--archive", "archive.json", "--sites", "two.csv", "--out", "none.csv");
    expect([none.status, none.stderr]).toEqual([2, "irradiance: --archive needs --start\n"]);
    const sources = [{ kind: "zarr", location: "era5.zarr", product: "era5" }, { kind: "synthetic" }];
    await writeFile(join(folder, "both.json"), JSON.stringify({ sources }));
    const both = await run(
      "bulk",
      "--archive",
      "both.json",
      "--sites",
      "two.csv",
      "--out",
      "both.csv",
      ...flags({ ...PERIOD, ...QUERY }),
    );
    expect(both.status).toBe(0);
    expect(both.stderr).toContain("weather: where no other source has irradiance, weather is synthetic");
  });
});
