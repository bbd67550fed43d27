/** `irradiance bulk` as a process, from dist/. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import { openClimatology } from "../../src/data/climatology/index.js";
import { readWeather } from "../../src/data/weather/node.js";
import { computeColumns, type WeatherSeries } from "../../src/index.js";
import { type Ended, runCli, workplace } from "./in-process.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const { fails, folder, jsonOf, put, run, textOf } = workplace("bulk");

const HOUR = 3_600_000;
const NAMES = ["global_horizontal_irradiance", "global_tilted_irradiance", "pv_production", "temperature"] as const;

/** Hourly weather at a place, from 2024-06-01 on; `level` scales it. */
function weatherText(days: number, [lat, lon]: [number, number] = [36, -80], level = 1): string {
  const rows = Array.from({ length: 24 * days }, (_, i) => {
    const ghi = Math.max(0, Math.round(level * (850 + 7 * (i % 11)) * (1 - (((i % 24) - 16.8) / 7) ** 2)));
    return `${new Date(Date.UTC(2024, 5, 1) + i * HOUR).toISOString()},${ghi},${15 + (i % 24) / 4}`;
  });
  const place = `# latitude: ${lat}\n# longitude: ${lon}\n# altitude: 250\n# time_zone: -5\n`;
  return `${place}start_time,global_horizontal_irradiance,temperature\n${rows.join("\n")}\n`;
}

function sitesText(count: number, bad: number[] = []): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const tilt = i % 3 === 0 ? "" : String(i % 60);
    return `s${i},${bad.includes(i) ? 95 : 35 + i / 50},${-80 + i / 100},${tilt},${100 * (i % 4)}`;
  });
  return `id,lat,lon,surface_tilt,altitude\n${rows.join("\n")}\n`;
}

const weather = put("weather.csv", weatherText(3));
const sites = put("sites.csv", sitesText(12, [3, 7]));
const QUERY = ["--parameters", NAMES.join(), "--frequency", "1_hour"];

const bytesOf = (name: string) => readFileSync(join(folder, name));

/** A typical year, laid over a year of UTC, whose light is 300 W/m² in the hour of each day about noon. */
function typicalText(longitude: number, timeZone?: number): string {
  const noon = Math.floor((36 - longitude / 15) % 24);
  const hours = Array.from(
    { length: 8760 },
    (_, i) => `${new Date(Date.UTC(2023, 0, 1) + i * HOUR).toISOString()},${i % 24 === noon ? 300 : 0},10`,
  );
  const zone = timeZone === undefined ? "" : `# time_zone: ${timeZone}\n`;
  const head = `# latitude: 10\n# longitude: ${longitude}\n# altitude: 40\n# typical_year: true\n${zone}`;
  return `${head}start_time,global_horizontal_irradiance,temperature\n${hours.join("\n")}\n`;
}

it("one weather without a place for sites far apart is asked about", async () => {
  const bare = put("bare.csv", weatherText(3).replace(/^#.*\n/gm, ""));
  const far = put("far.csv", "lat,lon\n36,-80\n36,-73.1\n");
  const args = ["--sites", far, "--weather", bare, ...QUERY, "--out", "far.parquet"];
  const { status, stderr } = await run(...args);
  expect(status).toBe(2);
  expect(stderr).toContain("the sites that share it are 6.9° of longitude apart, 28 minutes of solar time");
  expect((await run(...args, "--yes")).status).toBe(0);
  const near = put("near.csv", "lat,lon\n36,-80\n36,-79.1\n");
  expect((await run("--sites", near, "--weather", bare, ...QUERY, "--out", "near.parquet")).status).toBe(0);
});

describe("months of a typical year", () => {
  const monthly = async (name: string, ...args: string[]) => {
    const options = [
      "--out",
      name,
      ..."--parameters global_horizontal_irradiance --aggregate monthly --quiet".split(" "),
    ];
    const { status, stderr } = await run(...args, ...options);
    expect(status, stderr).toBe(0);
    return textOf(name).trimEnd().split("\n").slice(1);
  };

  it.each([
    { longitude: 151.2, zone: 10, first: 744, last: 744 },
    // The hours that the ends of the year cut are left out, at night.
    { longitude: 85.3, zone: 5.75, first: 743.25, last: 743.75 },
    { longitude: -120, zone: -8, first: 744, last: 744 },
    { longitude: 138.6, zone: undefined, first: 744, last: 744 },
  ])(
    "are whole at longitude $longitude with time zone $zone, of one file for all and of a site's own",
    async ({ longitude, zone, first, last }) => {
      put("typical.csv", typicalText(longitude, zone));
      put("typical-sites.csv", `id,lat,lon\na,10,${longitude}\n`);
      const shared = await monthly("shared.csv", "--sites", "typical-sites.csv", "--weather", "typical.csv", "--force");
      expect(shared).toHaveLength(12);
      expect(shared[0]).toBe(`a,2023-01-01T00:00:00,${first},0,9300`);
      expect(shared[11]).toBe(`a,2023-12-01T00:00:00,${last},0,9300`);
      const own = ["--sites", "typical-sites.csv", "--weather", "typic{id}l.csv", "--force"];
      expect(await monthly("own.csv", ...own)).toEqual(shared);
    },
  );

  it("are those of the hours of a period that is named", async () => {
    put("typical.csv", typicalText(151.2, 10));
    put("typical-sites.csv", "id,lat,lon\na,10,151.2\n");
    const period = ["--start", "2023-01-01T00:00Z", "--end", "2024-01-01T00:00Z", "--force"];
    const rows = await monthly("named.csv", "--sites", "typical-sites.csv", "--weather", "typical.csv", ...period);
    expect(rows).toHaveLength(13);
  });
});

/** A failure with nothing written. */
async function expectFailure(args: readonly string[], status: number, text: string) {
  const before = readdirSync(folder);
  await fails(args, status, text);
  expect(readdirSync(folder)).toEqual(before);
}

describe("a run", () => {
  let result: Ended;
  let series: WeatherSeries;
  beforeAll(async () => {
    const args = ["--sites", sites, "--weather", weather, ...QUERY, "--surface-azimuth", "200"];
    result = await run(...args, "--part-sites", "5", "--out", "year.parquet");
    ({ series } = await readWeather(join(folder, weather)));
  });

  it("has the numbers of the single call, in the order of the sites, and leaves failed sites out", async () => {
    const rows = await parquetReadObjects({ file: new Uint8Array(bytesOf("year.parquet")).buffer });
    const maps = await openClimatology();
    const expected = Array.from({ length: 12 }, (_, i) => i)
      .filter((i) => i !== 3 && i !== 7)
      .flatMap((i) => {
        const tilt = i % 3 === 0 ? {} : { surface_tilt: i % 60 };
        const place = { lat: 35 + i / 50, lon: -80 + i / 100, ...tilt, surface_azimuth: 200 };
        const query = { ...place, parameters: NAMES, frequency: "1_hour" };
        const { values, start } = computeColumns(query, series, {
          altitude: 100 * (i % 4),
          linkeTurbidity: maps.clearTurbidity(place.lat, place.lon, { altitude: 100 * (i % 4) }),
        });
        return Array.from(values.temperature!, (_, row) => ({
          site: `s${i}`,
          start_time: new Date(start + row * HOUR),
          ...Object.fromEntries(NAMES.map((name) => [name, values[name]![row]!])),
        }));
      });
    expect(rows).toHaveLength(10 * 72);
    expect(rows).toEqual(expected);
  });

  it("lists failed sites and ends with 1; all that is for people is on standard error", () => {
    expect([result.status, result.stdout]).toEqual([1, ""]);
    expect(textOf("year.parquet.failed.csv").trim().split("\n")).toEqual([
      "index,site,code,reason",
      expect.stringMatching(/^3,s3,ERR_REQUEST,"parameter ""lat"" must be a number from -90 to 90/),
      expect.stringMatching(/^7,s7,ERR_REQUEST,/),
    ]);
    expect(result.stderr).toContain("sites: 12; 2 failed\n");
    expect(result.stderr).toMatch(/^failed: s3: parameter "lat" must/m);
    expect(result.stderr).toMatch(/^speed: [\d.]+ site-years\/s \(12 sites, /m);
    expect(result.stderr).toMatch(/^memory: \d+ MiB peak \(this process with all its threads/m);
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  });
});

describe("options", () => {
  it("aggregates; units of a CSV are in a file beside it", async () => {
    const period = ["--start", "2024-06-01T05:00Z", "--end", "2024-06-03T05:00Z"];
    const args = ["--sites", sites, "--weather", weather, ...QUERY, ...period, "--aggregate", "daily", "--quiet"];
    expect(await run(...args, "--out", "days.csv")).toEqual({ status: 1, stdout: "", stderr: "" });
    const lines = textOf("days.csv").split("\n");
    expect(lines[0]).toBe(`site,period_start,hours,missing,${NAMES.join()}`);
    expect(lines[1]).toMatch(/^s0,2024-06-01T00:00:00,24,0,\d/);
    expect(lines[2]).toMatch(/^s0,2024-06-02T00:00:00,24,0,\d/);
    expect(jsonOf("days.csv.units.json")).toEqual({
      hours: "h",
      missing: "1",
      global_horizontal_irradiance: "Wh/m**2",
      global_tilted_irradiance: "Wh/m**2",
      pv_production: "Wh/kWp",
      temperature: "°C",
    });
  });

  it("takes each site's weather from a file of its own, by a name with columns, or the nearest", async () => {
    mkdirSync(join(folder, "w"));
    put("w/a.csv", weatherText(1, [40, -80], 0.5));
    put("w/b.csv", weatherText(1, [36, -80], 1));
    const list = put("places.csv", "id,lat,lon,weather,Cell 2\na,40,-80,w/b.csv,x\nb,36,-80,,b\nc,39,-80,,c\n");
    const noons = (name: string) =>
      textOf(name)
        .split("\n")
        .filter((line) => line.includes("T17:00"))
        .map((line) => line.replace("2024-06-01T17:00:00Z,", ""));
    const query = ["--parameters", "global_horizontal_irradiance", "--frequency", "1_hour"];
    const go = (out: string, ...paths: string[]) =>
      run("--sites", list, "--weather", ...paths, ...query, "--threads", "1", "--out", out);

    const pattern = await go("pattern.csv", "w/{Cell 2}.csv");
    expect(pattern.status).toBe(1);
    expect(pattern.stderr).toContain("sites: ignored columns: Cell 2\n");
    expect(pattern.stderr).toMatch(/failed: c: .*c\.csv: cannot be read: there is no such file \(ERR_WEATHER\)/);
    const nearest = await go("nearest.csv", "w/a.csv", "w/b.csv");
    expect(nearest.status).toBe(0);
    expect(existsSync(join(folder, "nearest.csv.failed.csv"))).toBe(false);
    const [full, half] = [noons("pattern.csv")[0]!.slice(2), noons("nearest.csv")[2]!.slice(2)];
    expect(Number(full) / Number(half)).toBeCloseTo(2, 1);
    expect(noons("pattern.csv")).toEqual([`a,${full}`, `b,${full}`]);
    expect(noons("nearest.csv")).toEqual([`a,${full}`, `b,${full}`, `c,${half}`]);
  });

  it("are refused on one line, with nothing written", async () => {
    const good = ["--sites", sites, "--weather", weather, ...QUERY];
    await expectFailure([...good, "--out", "year.xls"], 2, "year.xls: expected a file name that ends in .parquet");
    await expectFailure(
      [...good, "--out", "nowhere/year.csv"],
      2,
      "nowhere/year.csv: the folder nowhere does not exist",
    );
    mkdirSync(join(folder, "folder.csv"), { recursive: true });
    await expectFailure([...good, "--out", "folder.csv", "--force"], 2, "folder.csv: is a folder");
    await expectFailure(
      [...good, "--out", "o.csv", "--models", "transposition=perz"],
      2,
      'unknown transposition model "perz"',
    );
    await expectFailure(["--sites", sites, "--weather", "{name}.csv", "--out", "o.csv"], 2, "has no column for {name}");
  });
});

describe("an interrupted run", () => {
  const SITES = 40;
  let undisturbed: Buffer;
  const long = (out: string, ...more: string[]) => [
    ...["bulk", "--sites", "many.csv", "--weather", "year.csv", ...QUERY, "--float32", "--part-sites", "2"],
    ...["--threads", "2", "--out", out, ...more],
  ];
  beforeAll(async () => {
    put("year.csv", weatherText(40));
    put("many.csv", sitesText(SITES, [2, 33]));
    expect((await runCli(long("whole.parquet"), folder)).status).toBe(1);
    undisturbed = bytesOf("whole.parquet");
    expect(undisturbed.length).toBeGreaterThan(150_000);
  });

  /** Starts the command and sends the signal once some parts, but not all, are written. */
  async function stopInTheMiddle(out: string, signal: NodeJS.Signals, parts: number, ...more: string[]) {
    const child = spawn(process.execPath, [MAIN, ...long(out, ...more)], { cwd: folder });
    let stderr = "";
    child.stderr.on("data", (text) => (stderr += text));
    const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
    const journal = join(folder, `${out}.partial`, "journal");
    while (child.exitCode === null && partsIn(journal) < parts) await new Promise((resolve) => setTimeout(resolve, 2));
    child.kill(signal);
    const status = await closed;
    expect(existsSync(join(folder, out))).toBe(false);
    expect(partsIn(journal)).toBeGreaterThanOrEqual(parts);
    return { status, stderr };
  }

  function partsIn(journal: string): number {
    return existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length - 2 : 0;
  }

  it("goes on after SIGINT and then kill −9 to the same bytes", async () => {
    const stopped = await stopInTheMiddle("killed.parquet", "SIGINT", 3);
    expect(stopped.status).toBe(130);
    expect(stopped.stderr.trim().split("\n").at(-1)).toBe(
      "irradiance: killed.parquet: interrupted; finished parts are kept in killed.parquet.partial, --resume continues",
    );
    await stopInTheMiddle("killed.parquet", "SIGKILL", 8, "--resume");
    const args = long("killed.parquet").slice(1);
    await expectFailure(args, 2, "killed.parquet.partial contains an unfinished run: --resume continues it");
    const other = [...args, "--resume", "--albedo", "0.3"];
    await expectFailure(other, 2, "cannot be resumed: the unfinished run differs: context");
    // Another number of threads makes no difference.
    const { status, stderr } = await run(...args, "--resume", "--threads", "1");
    expect(status).toBe(1);
    const [, earlier] = /^sites: 40, (\d+) of them from an earlier run; 2 failed$/m.exec(stderr)!;
    expect(Number(earlier)).toBeGreaterThanOrEqual(16);
    expect(bytesOf("killed.parquet").equals(undisturbed)).toBe(true);
    expect(textOf("killed.parquet.failed.csv")).toBe(textOf("whole.parquet.failed.csv"));
    expect(existsSync(join(folder, "killed.parquet.partial"))).toBe(false);
  });

  // A file system of 100 KiB, where the kernel lets us have one.
  const disk = join(folder, "disk");
  const onSmallDisk = (script: string) =>
    spawnSync("unshare", ["-rm", "sh", "-c", `mount -t tmpfs -o size=100k none ${disk} && ${script}`], {
      cwd: folder,
      encoding: "utf8",
    });
  mkdirSync(disk);
  const canMount = onSmallDisk("true").status === 0;

  it.skipIf(!canMount)("says that the disk is full, and goes on where there is room", async () => {
    const command = [process.execPath, MAIN, ...long("disk/full.parquet")].join(" ");
    const { status, stderr } = onSmallDisk(`{ ${command}; code=$?; cp -r disk/full.parquet.partial .; exit $code; }`);
    expect(status).toBe(1);
    expect(stderr.trim().split("\n").at(-1)).toMatch(
      /^irradiance: disk\/full\.parquet: the disk is full \(ENOSPC\); finished parts are kept in disk\/full\.parquet\.partial: free some space/,
    );
    expect((await run(...long("full.parquet", "--resume").slice(1))).stderr).toMatch(/ of them from an earlier run/);
    expect(bytesOf("full.parquet").equals(undisturbed)).toBe(true);
  });
});

describe("--grid", () => {
  const common = ["--weather", weather, ...QUERY, "--decimals", "full", "--quiet"];

  it("is the list of its places, edges among them, row by row from the south-west", async () => {
    const places = [35, 35.5, 36].flatMap((lat) => [-80.2, -80.1, -80].map((lon) => `${lat}_${lon},${lat},${lon}`));
    const list = put("grid-places.csv", `id,lat,lon\n${places.join("\n")}\n`);
    expect((await run("--sites", list, "--out", "listed.csv", ...common)).status).toBe(0);
    const { status, stderr } = await run("--grid", "35,-80.2,36,-80,0.5,0.1", "--out", "gridded.csv", ...common);
    expect(status, stderr).toBe(0);
    expect(bytesOf("gridded.csv").equals(bytesOf("listed.csv"))).toBe(true);
  });

  it("goes over the date line, and may be one place", async () => {
    expect((await run("--grid", "0,179.5,0,-179.5,0.5", "--out", "line.csv", ...common)).status).toBe(0);
    const names = new Set(
      textOf("line.csv")
        .split("\n")
        .slice(1, -1)
        .map((row) => row.split(",")[0]),
    );
    expect([...names]).toEqual(["0_179.5", "0_180", "0_-179.5"]);
    expect((await run("--grid", "36,-80,36,-80,1", "--out", "one.csv", ...common)).status).toBe(0);
  });

  it.each([
    ["four numbers", "35,-80,36,-79", "--grid must be south,west,north,east,step in degrees"],
    ["text", "35,-80,36,-79,fine", "--grid must be south,west,north,east,step in degrees"],
    [
      "the north below the south",
      "36,-80,35,-79,1",
      "from a southern to a northern edge within -90 … 90, got 36 to 35",
    ],
    ["a longitude of 190", "35,-80,36,190,1", "edges within -180 … 180 in the west and east, got -80 to 190"],
    ["no step", "35,-80,36,-79,0", "--grid must have steps above 0"],
  ])("%s is refused", (_, grid, text) => expectFailure(["--grid", grid, "--out", "bad.csv", ...common], 2, text));

  it("is one of two ways to name sites", async () => {
    await expectFailure(
      ["--grid", "1,1,1,1,1", "--sites", sites, "--out", "bad.csv", ...common],
      2,
      "give one of them",
    );
    await expectFailure(
      ["--out", "bad.csv", ...common],
      2,
      "required option '--sites <file>' not specified, nor --grid",
    );
  });
});
