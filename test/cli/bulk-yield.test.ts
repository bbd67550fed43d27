/** `irradiance bulk --yield`: the numbers of `irradiance yield`, resumable, and bad rows that fail alone. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import { loadSample } from "../../src/data/weather/index.js";
import { runCli, workplace } from "./in-process.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const { folder, jsonOf, put, run, textOf } = workplace("bulk", "--yield");

/** Rows of a CSV by column; cells have no commas here. */
function rowsOf(name: string): { [column: string]: string }[] {
  const [head, ...lines] = textOf(name).trim().split("\n");
  const names = head!.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, k) => [names[k]!, cell])));
}

/** The embedded sample, a typical year. */
beforeAll(async () => {
  const { start, interval, columns } = await loadSample();
  const names = ["global_horizontal_irradiance", "temperature"] as const;
  const rows = Array.from(columns.temperature!, (_, k) =>
    [new Date(Number(start) + k * interval * 1000).toISOString(), ...names.map((name) => columns[name]![k])].join(),
  );
  const head = "# latitude: 36.1\n# longitude: -79.95\n# altitude: 273\n# time_zone: -5\n# typical_year: true\n";
  put("weather.csv", `${head}start_time,${names.join()}\n${rows.join("\n")}\n`);
});

describe("one system", () => {
  const system = { losses: { soiling: 4 }, dc_ac_ratio: 1.4 };

  it.each([
    ["of a file", ["--weather", "weather.csv"], "36.1,-79.95"],
    ["of a bare place", [], "47.4,8.5"],
  ])("has the digits of irradiance yield, %s", async (_what, weather, place) => {
    const [lat, lon] = place.split(",") as [string, string];
    put("roof.json", JSON.stringify(system));
    put("one.csv", `lat,lon,tilt,azimuth,kwp,system\n${place},30,170,8,roof.json\n`);
    expect(await run("--sites", "one.csv", ...weather, "--out", "one-out.csv", "--force", "--quiet")).toMatchObject({
      status: 0,
      stderr: "",
    });
    const alone = ["yield", ...weather, "--lat", lat, "--lon", lon, "--quiet", "--out", "alone.json"];
    const plane = ["--surface-tilt=30", "--surface-azimuth=170", "--kwp=8", "--losses=soiling=4", "--dc-ac-ratio=1.4"];
    expect((await runCli([...alone, ...plane], folder)).status).toBe(0);
    const { annual, losses } = jsonOf("alone.json");
    const [row] = rowsOf("one-out.csv");
    expect(row).toMatchObject({
      energy: String(annual.energy),
      performance_ratio: String(annual.performanceRatio),
      plane_irradiation: String(annual.planeIrradiation),
    });
    for (const { name, factor } of losses.slice(1)) expect(row![`factor_${name}`], name).toBe(String(factor));
  });
});

describe("a list of systems", () => {
  const bad = [
    "95,8.5,30,180,8,,,", // No place.
    "47.4,8.5,30,180,eight,,,",
    "47.4,8.5,30,180,8,none.json,,",
    '47.4,8.5,30,180,8,"{""losses"": 3",,',
    "47.4,8.5,30,180,8,,130,",
    "47.4,8.5,30,180,8,,,a module of our own",
  ];

  it("keeps what is wrong to its row, with the reason and its place in the list", async () => {
    const head = "lat,lon,surface_tilt,surface_azimuth,kwp,system,losses,module";
    put("bad.csv", [head, "36.1,-79.95,30,180,8,,10,premium", ...bad, ""].join("\n"));
    const { status, stderr } = await run("--sites", "bad.csv", "--weather", "weather.csv", "--out", "bad-out.csv");
    expect(status).toBe(1);
    expect(stderr).toContain("sites: 7; 6 failed");
    expect(stderr).toMatch(/speed: \S+ systems\/s \(7 in/);
    expect(rowsOf("bad-out.csv").map(({ site }) => site)).toEqual(["0"]);
    const failed = textOf("bad-out.csv.failed.csv").trim().split("\n").slice(1);
    expect(failed.map((line) => line.split(",", 1)[0])).toEqual(["1", "2", "3", "4", "5", "6"]);
    const reasons = [
      /lat/,
      /site\.kwp must be a number of kW, got ""eight""/,
      /none\.json: cannot be read \(ENOENT\)/,
      /site\.system must be an object, got .*not JSON/,
      /losses must be from 0 to 100, got 130/,
      /a module of our own/,
    ];
    for (const [k, reason] of reasons.entries()) expect(failed[k]).toMatch(reason);
  });

  it("has months and hours as rows of a Parquet file, with units", async () => {
    put("two.csv", "id,lat,lon,tilt,azimuth\na,36.1,-79.95,30,180\nb,36.1,-79.95,best,\n");
    const common = ["--sites", "two.csv", "--weather", "weather.csv", "--quiet", "--force", "--kwp", "5"];
    await run(...common, "--aggregate", "monthly", "--out", "months.parquet");
    const read = async (name: string) => {
      const { buffer } = new Uint8Array(readFileSync(join(folder, name)));
      return parquetReadObjects({ file: buffer });
    };
    const months = await read("months.parquet");
    expect(months.map(({ site, month }) => `${site}${month}`)).toEqual(
      ["a", "b"].flatMap((site) => Array.from({ length: 12 }, (_, k) => `${site}${k + 1}`)),
    );
    expect(months[0]!.factor_rows).toBeNull();
    await run(...common, "--aggregate", "hourly", "--out", "hours.parquet");
    const hours = await read("hours.parquet");
    expect(hours).toHaveLength(2 * 8760);
    const energy = hours.slice(0, 8760).reduce((sum, { ac }) => sum + ac / 1000, 0);
    expect(energy).toBeCloseTo(
      months.slice(0, 12).reduce((sum, month) => sum + month.energy, 0),
      6,
    );
  });
});

describe("options", () => {
  it.each([
    [["--yield", "--parameters", "temperature"], "--parameters does not apply to --yield"],
    [["--yield", "--start", "2023-01-01"], "--start does not apply to --yield, unless an archive has the weather"],
    [["--yield", "--system", "nothing.json"], "--system nothing.json: cannot be read (ENOENT)"],
    [["--yield", "--system", '{"loses": 3}'], 'has no option "loses": is losses meant?'],
    [["--yield", "--aggregate", "daily"], "must be one of annual, monthly, hourly"],
    [["--kwp", "3", "--weather", "weather.csv"], "--kwp needs --yield"],
  ])("%j are refused", async (args, message) => {
    put("place.csv", "lat,lon\n36.1,-79.95\n");
    const { status, stderr } = await runCli(["bulk", "--sites", "place.csv", "--out", "no.csv", ...args], folder);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
    expect(existsSync(join(folder, "no.csv"))).toBe(false);
  });

  it("two columns of one thing are refused", async () => {
    put("twice.csv", "lat,lon,tilt,surface_tilt\n36.1,-79.95,3,4\n");
    const { status, stderr } = await run("--sites", "twice.csv", "--out", "no.csv");
    expect([status, stderr]).toEqual([2, expect.stringContaining('"tilt" and "surface_tilt" are the same')]);
  });
});

describe("a long run", () => {
  const args = (out: string) => {
    const common = ["bulk", "--yield", "--sites", "many.csv", "--weather", "weather.csv", "--quiet"];
    return [...common, "--part-sites", "2", "--threads", "1", "--out", out];
  };

  it("goes on after kill −9 to the same bytes", async () => {
    const rows = Array.from({ length: 24 }, (_, k) => `s${k},36.1,-79.95,${k},180,${k === 5 ? "x" : k + 1}`);
    put("many.csv", ["id,lat,lon,surface_tilt,surface_azimuth,kwp", ...rows, ""].join("\n"));
    await runCli(args("whole.csv"), folder);
    const child = spawn(process.execPath, [MAIN, ...args("killed.csv")], { cwd: folder, stdio: "ignore" });
    const ended = new Promise((resolve) => void child.once("exit", resolve));
    const journal = join(folder, "killed.csv.partial", "journal");
    const parts = () => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length - 2 : 0);
    while (parts() < 2 && child.exitCode === null) await new Promise((resolve) => void setTimeout(resolve, 5));
    child.kill("SIGKILL");
    await ended;
    expect(existsSync(join(folder, "killed.csv"))).toBe(false);
    const other = await runCli([...args("killed.csv"), "--resume", "--kwp", "2"], folder);
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining("the unfinished run differs: yields")]);
    await runCli([...args("killed.csv"), "--resume"], folder);
    expect(textOf("killed.csv")).toBe(textOf("whole.csv"));
    expect(textOf("killed.csv.failed.csv")).toBe(textOf("whole.csv.failed.csv"));
    expect(rowsOf("killed.csv")).toHaveLength(23);
  });
});
