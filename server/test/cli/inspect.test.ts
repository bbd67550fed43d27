/** `archive inspect`, and a server whose sources are described in a file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { sourcesOf } from "../../src/compute/sources.js";
import { settingsWith } from "../../src/settings.js";
import { NOW, stand } from "../http/harness.js";

const STORES: { [store: string]: { [path: string]: string } } = JSON.parse(
  gunzipSync(readFileSync(new URL("../../../archive/test/fixtures/zarr.json.gz", import.meta.url))).toString("utf8"),
);
const GHI = "global_horizontal_irradiance";
/** ERA5 as shards, and one stored as maps. */
const ERA5 = Object.keys(STORES).find((name) => "ssrd/zarr.json" in STORES[name]!)!;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "irradiance-inspect-"));
  for (const store of [ERA5, "maps", "references"]) {
    for (const [path, content] of Object.entries(STORES[store]!)) {
      const file = join(folder, store, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, Buffer.from(content, "base64"));
    }
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function inspect(...args: string[]) {
  const result = { out: [] as string[], err: [] as string[] };
  const code = await COMMANDS.archive!.run(["inspect", ...args], {
    out: (text) => void result.out.push(text),
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
    expect(out).toContain("products whose variables it has: era5, era5-land; say which with --product");
  });

  it("with a product it shows columns, period, cells, and what a year of a place costs", async () => {
    const { code, out } = await inspect(join(folder, ERA5), "--product", "era5");
    expect(code).toBe(0);
    expect(out).toContain(`  ${GHI}  from ssrd: sum, the time is its end`);
    expect(out).toContain("  temperature  from t2m: at the time");
    expect(out).toContain("cells: 40 from -90 to 90° N, 0 to 315° E, 45° apart");
    expect(out.join("\n")).toMatch(/^period: 2024-02-28T19:00:00.000Z to 2024-03-03T23:00:00.000Z, every 3600 s$/m);
    expect(out.join("\n")).toMatch(
      /^a year at 0, 135: \d+ requests, [\d.]+ KiB for 200 values, of which 0 are missing$/m,
    );
    const { out: json } = await inspect(join(folder, ERA5), "--product", "era5", "--json");
    const facts = JSON.parse(json[0]!);
    expect(facts).toMatchObject({ kind: "zarr", products: ["era5", "era5-land"], groups: [{ step: 3600, gaps: 0 }] });
    expect(facts.groups[0].year.requests).toBeGreaterThan(0);
    expect(facts.groups[0].year.bytes).toBeGreaterThan(0);
  });

  it("says why a store of maps cannot be served", async () => {
    const { code, out, err } = await inspect(join(folder, "maps"), "--product", "era5");
    expect(code).toBe(1);
    expect(out.join("\n")).toMatch(/^problem: .* is stored as maps, .*: a year of one place would take 1,000 chunks/m);
    expect(err).toEqual(["irradiance-server archive: nothing in it can be used"]);
  });

  it("takes a reference file for a store", async () => {
    const { code, out } = await inspect(join(folder, "references", "era5.json"), "--product", "era5");
    expect([code, out]).toEqual([0, expect.arrayContaining([`  ${GHI}  from ssrd: sum, the time is its end`])]);
  });

  it.each([
    [["gone"], 1, "there is no weather in gone that can be used"],
    [["a", "b"], 2, "arguments must be LOCATION"],
    [["$", "--product", "era6"], 2, "product must be one of era5, era5-land"],
  ])("%j ends with %d", async (args, code, message) => {
    const result = await inspect(...args.map((arg) => (arg === "$" ? join(folder, ERA5) : arg)));
    expect([result.code, result.err.at(-1)]).toEqual([code, expect.stringContaining(message)]);
  });

  it("names the sources of a description", async () => {
    const file = join(folder, "archive.json");
    writeFileSync(
      file,
      JSON.stringify({ sources: [{ kind: "zarr", location: ERA5, product: "era5" }, { kind: "sample" }] }),
    );
    expect(await inspect(file)).toEqual({ code: 0, out: ["zarr: zarr", "sample: sample"], err: [] });
  });
});

describe("--archive", () => {
  it("gives a server its sources", async () => {
    const file = join(folder, "served.json");
    const sources = [{ kind: "zarr", id: "era5", location: ERA5, product: "era5" }];
    writeFileSync(file, JSON.stringify({ timeout: 5, sources }));
    const given = await sourcesOf(settingsWith({ archive: file }));
    expect(given.sources.map(({ id }) => id)).toEqual(["era5", "synthetic"]);
    expect(given.timeout).toBe(5000);
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
      /^setting "archive": .*wrong\.json: sources\[0\]\.kind must be one of zarr, om, netcdf, files, live, sample, synthetic, got "grib"$/,
    );
  });

  it("has synthetic weather once, if it is described", async () => {
    const file = join(folder, "both.json");
    writeFileSync(file, JSON.stringify({ sources: [{ kind: "synthetic", id: "drawn" }] }));
    const { sources } = await sourcesOf(settingsWith({ archive: file }));
    expect(sources.map(({ id }) => id)).toEqual(["drawn"]);
  });
});
