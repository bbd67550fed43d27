/** `archive inspect`, and a server whose sources are described in a file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inFolder, rangeServer } from "../../../archive/test/range-server.mjs";
import { sourcesOf } from "../../src/answers/sources.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { settingsWith } from "../../src/settings.js";
import { NOW, stand } from "../http/harness.js";

function fixture(name: string): { [store: string]: { [path: string]: string } } {
  return JSON.parse(
    gunzipSync(readFileSync(new URL(`../../../archive/test/fixtures/${name}`, import.meta.url))).toString("utf8"),
  );
}
const STORES = fixture("zarr.json.gz");
const NETCDF = fixture("netcdf.json.gz");
const OM = fixture("om.json.gz");
const GHI = "global_horizontal_irradiance";
/** ERA5 as shards, and one stored as maps. */
const ERA5 = Object.keys(STORES).find((name) => "ssrd/zarr.json" in STORES[name]!)!;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "irradiance-inspect-"));
  const all = [ERA5, "maps", "references", "point-v2"].map((store) => [store, STORES[store]!] as const);
  for (const [store, files] of [
    ...all,
    ["classic", NETCDF.classic!],
    ["deflate", NETCDF.deflate!],
    ["om", OM.era5!],
    ["icechunk", fixture("icechunk.json.gz")["gfs-v2"]!],
  ] as const) {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, store, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, Buffer.from(content, "base64"));
    }
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function inspect(...args: string[]) {
  const result = { out: [] as string[], err: [] as string[] };
  const code = await (await COMMANDS.archive!()).run(["inspect", ...args], {
    out: (text) => void result.out.push(text),
    write: async () => {},
    err: (text) => void result.err.push(text),
    input: async () => "",
    stream: () => Readable.from([]),
    env: {},
    now: () => NOW,
    actor: "ann@host",
  });
  return { code, ...result };
}

describe("archive inspect", () => {
  it("shows the arrays of a store, and which products they could be", async () => {
    const { code, out } = await inspect(join(folder, ERA5));
    expect(code).toBe(0);
    expect(out.join("\n")).toMatch(
      /^ {2}ssrd {2}float32, time 100 × latitude 5 × longitude 8, chunks of .*, J m\*\*-2$/m,
    );
    expect(out).toContain(
      "products whose variables it has: era5, era5-land, era5-land-timeseries; say which with --product",
    );
  });

  it("shows the scalars of a point, and where it is", async () => {
    const { code, out } = await inspect(join(folder, "point-v2"), "--product", "era5");
    expect(code).toBe(0);
    expect(out).toContain("  latitude  float64, one value");
    expect(out.join("\n")).toMatch(/^cells: 1 /m);
  });

  it("with a product it shows columns, period, cells, and what a year of a place costs", async () => {
    const { code, out } = await inspect(join(folder, ERA5), "--product", "era5");
    expect(code).toBe(0);
    expect(out).toContain("data set: ERA5, reanalysis");
    expect(out).toContain(`  ${GHI}  from ssrd: sum, the time is its end, chunks of 64 × 2 × 3`);
    expect(out).toContain("  temperature  from t2m: at the time, chunks of 64 × 2 × 3");
    expect(out).toContain("cells: 40 from -90 to 90° N, all round, 45° apart");
    expect(out.join("\n")).toMatch(/^period: 2024-02-28T19:00:00.000Z to 2024-03-03T23:00:00.000Z, every 3600 s$/m);
    expect(out.join("\n")).toMatch(
      /^all there is at 0, -180: \d+ requests, [\d.]+ KiB for 200 values, 0 of them missing$/m,
    );
    const { out: json } = await inspect(join(folder, ERA5), "--product", "era5", "--json");
    const facts = JSON.parse(json[0]!);
    expect(facts).toMatchObject({
      kind: "zarr",
      products: ["era5", "era5-land", "era5-land-timeseries"],
      datasets: [{ step: 3600, gaps: 0 }],
    });
    expect(facts.datasets[0].year.requests).toBeGreaterThan(0);
    expect(facts.datasets[0].year.bytes).toBeGreaterThan(0);
  });

  it("says why a store of maps cannot be served", async () => {
    const { code, out, err } = await inspect(join(folder, "maps"), "--product", "era5");
    expect(code).toBe(1);
    expect(out.join("\n")).toMatch(/^problem: .* is stored as maps, .*: a year of one place would take 1,000 chunks/m);
    expect(err).toEqual(["irradiance-server archive: nothing in it can be used"]);
  });

  it("takes a reference file for a store", async () => {
    const { code, out } = await inspect(join(folder, "references", "era5.json"), "--product", "era5");
    expect(code).toBe(0);
    expect(out).toContain(`  ${GHI}  from ssrd: sum, the time is its end, chunks of 50 × 3 × 4`);
  });

  it.each([
    [
      ["gone"],
      1,
      "gone: there is no such file or folder; what can be inspected: a Zarr or Icechunk store or reference file (.json), ",
    ],
    [["http://127.0.0.1:1/x.zarr"], 1, "http://127.0.0.1:1/x.zarr/zarr.json cannot be reached"],
    [["https://example.org/x.nc"], 1, "web servers are read through a reference file"],
    [["a", "b"], 2, "arguments must be LOCATION"],
    [["$", "--product", "era6"], 2, "product must be one of era5, era5-land"],
    [["$", "--model", "dwd_icon"], 2, "--model is for archives of Open-Meteo's files, got it for zarr"],
    [["$", "--label", "end"], 2, "--label needs a --product"],
  ])("%j ends with %d", async (args, code, message) => {
    const result = await inspect(...args.map((arg) => (arg === "$" ? join(folder, ERA5) : arg)));
    expect([result.code, result.err.at(-1)]).toEqual([code, expect.stringContaining(message)]);
  });

  it("takes a folder with nothing known in it for weather files, and says what else could be there", async () => {
    mkdirSync(join(folder, "empty", "data"), { recursive: true });
    const { code, err } = await inspect(join(folder, "empty"));
    expect([code, err[0]]).toEqual([
      1,
      expect.stringMatching(/there is no weather file in it; what can be inspected: a Zarr/),
    ]);
    writeFileSync(
      join(folder, "empty", "data", "roof.csv"),
      "# latitude: 47\n# longitude: 8\nstart_time,end_time,temperature\n2024-06-01T00:00:00Z,2024-06-01T01:00:00Z,10\n2024-06-01T01:00:00Z,2024-06-01T02:00:00Z,11\n",
    );
    expect((await inspect(join(folder, "empty"))).out[0]).toBe("1 weather file");
  });

  it("names the spec of an Icechunk store, and its arrays", async () => {
    const { code, out } = await inspect(join(folder, "icechunk"));
    expect([code, ...out.slice(0, 2)]).toEqual([0, "Icechunk store (spec 2)", "arrays:"]);
    const size = "init_time 6 × lead_time 25 × latitude 5 × longitude 6, chunks of 1 × 14 × 4 × 4";
    expect(out).toContain(`  temperature_2m  float32, ${size}, degree_Celsius`);
  });

  it("names what it looked for where a web server has none of it", async () => {
    const server = await rangeServer(() => undefined);
    const { code, err } = await inspect(`${server.url}/mistyped.zarr`);
    await server.close();
    expect(code).toBe(1);
    expect(err[0]).toMatch(
      /mistyped\.zarr cannot be read: there is no Zarr group: .*; what can be inspected: a Zarr or Icechunk store/,
    );
  });

  it.each(["classic", "deflate"])("shows NetCDF files, one or a folder of them: %s", async (store) => {
    const file = `${store}.nc`;
    const { code, out } = await inspect(join(folder, store, file), "--product", "era5");
    expect([code, out[0]]).toEqual([0, "arrays:"]);
    expect(out.join("\n")).toMatch(/^ {2}global_horizontal_irradiance {2}from ssrd: /m);
    expect(out.join("\n")).toMatch(/^(a year|all there is) at .*: [\d.]+ KiB for \d+ values, \d+ of them missing$/m);
    expect((await inspect(join(folder, store))).out).toEqual((await inspect(join(folder, store, file))).out);
  });

  it("shows an archive of Open-Meteo's files by its model, the folder of the model, and a single file", async () => {
    const archive = join(folder, "om");
    const { code, out } = await inspect(archive, "--model", "copernicus_era5");
    expect([code, out[0]]).toEqual([0, "Open-Meteo's files of copernicus_era5"]);
    expect(out.join("\n")).toMatch(
      /^ {2}global_horizontal_irradiance {2}from shortwave_radiation: mean, the time is its end/m,
    );
    expect((await inspect(join(archive, "data", "copernicus_era5"))).out).toEqual(out);
    const file = Object.keys(OM.era5!).find((path) => path.includes("shortwave_radiation"))!;
    const single = await inspect(join(archive, file));
    expect([single.code, single.out[1]]).toEqual([
      0,
      expect.stringMatching(/^ {2}data {2}float32 \(pfor_delta_2d_int16\), 721 × 1440 × 24, chunks of 1 × 6 × 24$/),
    ]);
    const server = await rangeServer(inFolder(folder));
    const remote = await inspect(`${server.url}/om/${file}`);
    await server.close();
    expect(remote.out).toEqual(single.out);
  });

  it("opens each source of a description, and fails if one cannot be used, which it names", async () => {
    const file = join(folder, "archive.json");
    const sources = [
      { kind: "zarr", location: ERA5, product: "era5" },
      { kind: "zarr", id: "mistyped", location: "gone.zarr", product: "era5" },
      { kind: "sample" },
    ];
    writeFileSync(file, JSON.stringify({ sources: [sources[0], sources[2]] }));
    const { code, out, err } = await inspect(file);
    expect([code, err]).toEqual([0, []]);
    expect(out).toContain("zarr (zarr): Zarr store");
    expect(out).toContain("  cells: 40 from -90 to 90° N, all round, 45° apart");
    expect(out).toContain("sample (sample): always there");
    writeFileSync(file, JSON.stringify({ sources }));
    const broken = await inspect(file);
    expect([broken.code, broken.err]).toEqual([
      1,
      ["irradiance-server archive: 1 of 3 sources cannot be used: mistyped"],
    ]);
    expect(broken.out).toContain("zarr (zarr): Zarr store");
    expect(broken.out.join("\n")).toMatch(
      /^mistyped \(zarr\): not there: .*gone\.zarr cannot be read: there is no Zarr group/m,
    );
    const json = JSON.parse((await inspect(file, "--json")).out[0]!);
    expect(json.sources).toMatchObject([
      { id: "zarr", kind: "zarr", datasets: [{ extent: { west: -180, east: 180 } }] },
      { id: "mistyped", failure: { kind: "not there" } },
      { id: "sample" },
    ]);
  });
});

describe("--archive", () => {
  it("gives a server its sources", async () => {
    const file = join(folder, "served.json");
    const sources = [{ kind: "zarr", id: "era5", location: ERA5, product: "era5" }];
    writeFileSync(file, JSON.stringify({ timeout: 600, sources }));
    const given = await sourcesOf(settingsWith({ archive: file }));
    expect(given.sources.map(({ id }) => id)).toEqual(["era5", "synthetic"]);
    expect(given.timeout).toBe(600_000);
    const { ask } = await stand({ sources: given.sources });
    const period = "start=2024-02-29T10:00Z&end=2024-02-29T14:00Z";
    const answer = await ask(`/v1/observation/historical?lat=0&lon=90&${period}&frequency=1_hour&parameters=${GHI}`);
    expect(answer.status).toBe(200);
    expect(answer.headers["weather-sources"]).toContain('"era5/ERA5"');
    expect(answer.json.values[GHI].some((value: number) => value > 0)).toBe(true);
  });

  it("tells of a wrong description as of a wrong setting", async () => {
    const file = join(folder, "wrong.json");
    writeFileSync(file, JSON.stringify({ sources: [{ kind: "grib" }] }));
    await expect(sourcesOf(settingsWith({ archive: file }))).rejects.toThrow(
      /^setting "archive": .*wrong\.json: sources\[0\]\.kind must be one of zarr, om, netcdf, files, live, scans, sample, synthetic, catalogue, got "grib"$/,
    );
  });

  it("has synthetic weather once, if it is described", async () => {
    const file = join(folder, "both.json");
    writeFileSync(file, JSON.stringify({ sources: [{ kind: "synthetic", id: "drawn" }] }));
    const { sources } = await sourcesOf(settingsWith({ archive: file }));
    expect(sources.map(({ id }) => id)).toEqual(["drawn"]);
  });
});
