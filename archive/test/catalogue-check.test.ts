import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { passedChecks } from "../src/catalogue/compare.js";
import { checkEntry, weatherReport } from "../src/index.js";
import { fixture } from "./fixture.mjs";
import { folderOfFile } from "./folder.js";
import { HOUR } from "./made.js";
import { type ArcoOptions, ERA5_GRID, ERA5_STORE, ERA5_VARIABLES, LAND_GRID, playedArco } from "./played-arco.js";
import { rangeServer } from "./range-server.mjs";
import type { Stores } from "./replicas.js";

const NOW = Date.UTC(2026, 5, 21);
const KEY = "0123abcd-4567-89ef-0123-456789abcdef";
const SHORT = { first: Date.UTC(1940, 0, 2), end: Date.UTC(2026, 5, 16) };

const folder = folderOfFile();

/** A byte every few milliseconds, for ever. */
const endless: Fault = (_request, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
  return true;
};

const astray: Fault = (_request, response) =>
  Boolean(response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" }).end());

/** As many hours as a number can say. */
function swollen(path: string): Uint8Array | undefined {
  const bytes = era5()(path);
  if (bytes === undefined || !path.endsWith(".zmetadata")) return bytes;
  return Buffer.from(
    Buffer.from(bytes)
      .toString()
      .replace(/"shape":\[\d{6,7}/g, `"shape":[${Number.MAX_SAFE_INTEGER}`),
  );
}

type Fault = NonNullable<Parameters<typeof rangeServer>[1]>["fault"];

async function hostOf(find: (path: string) => Uint8Array | undefined, fault?: Fault) {
  const server = await rangeServer(find, fault === undefined ? {} : { fault });
  onTestFinished(() => server.close());
  return server;
}

function era5(options: ArcoOptions = {}) {
  const store = playedArco({ ...SHORT, ...options });
  return (path: string) => (path.startsWith(ERA5_STORE) ? store(path.slice(ERA5_STORE.length)) : undefined);
}

async function changesOf(
  find: (path: string) => Uint8Array | undefined,
  fault?: Fault,
  timeout = 600_000,
): Promise<readonly string[]> {
  const { url } = await hostOf(find, fault);
  const environment = { CDSAPI_KEY: KEY };
  const { sources, passed } = await checkEntry({ name: "era5", address: url }, { environment, now: NOW, timeout });
  const changes = sources.flatMap((source) => source.changes);
  expect(passed).toBe(changes.length === 0);
  return changes;
}

describe("a check of era5", () => {
  it("passes where all is as it was, within few requests, each with the key", async () => {
    const { url, requests } = await hostOf(era5());
    const file = join(folder, "checks.json");
    const report = await weatherReport("check", [`era5=${url}`], {
      ...{ environment: { CDSAPI_KEY: KEY }, now: NOW, checksFile: file },
    });
    expect(report.lines).toEqual([
      `era5 at ${url}: as in the catalogue`,
      expect.stringMatching(
        /^ {2}era5 has 1940-01-01T23:00Z to 2026-06-1\dT\d\d:00Z, every 3600 s, \d+ requests, \d+ KiB$/,
      ),
    ]);
    expect(report.passed).toBe(true);
    expect(requests.length).toBeLessThan(12);
    expect(requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    // A mirror is no public host: nothing is kept of it.
    expect((await passedChecks(file)).size).toBe(0);
  });

  it("prints a host's text as one line each, and commands no terminal", async () => {
    const unit = `W\u001b[2J\n\u009b1mera5: as in the catalogue${" m".repeat(5000)}`;
    const { url } = await hostOf(era5({ variables: { ...ERA5_VARIABLES, ssrd: unit } }));
    const { lines } = await weatherReport("check", [`era5=${url}`], { environment: { CDSAPI_KEY: KEY }, now: NOW });
    expect(lines.find((line) => line.includes("ssrd: its unit"))).toMatch(
      /^ {2}ssrd: its unit was J m\*\*-2, and is W \[2J 1mera5: as in the catalogue m.*…$/,
    );
    expect(lines.filter((line) => /\p{Cc}/u.test(line) || line.length > 1001)).toEqual([]);
  });

  const { ssrd: _, ...withoutLight } = ERA5_VARIABLES;
  const { fdir: __, ...withoutBeam } = ERA5_VARIABLES;
  it.each<[string, ArcoOptions, RegExp]>([
    [
      "another unit",
      { variables: { ...ERA5_VARIABLES, ssrd: "W m**-2" } },
      /^ssrd: its unit was J m\*\*-2, and is W m\*\*-2$/,
    ],
    [
      "a coarser grid",
      { grid: { ...ERA5_GRID, step: 0.5, rows: 361, columns: 720 } },
      /^ERA5: its grid had 1038240 cells, and has 259920$/,
    ],
    ["other chunks", { chunks: [8784, 8, 8] }, /^fdir: its chunks were of 67584 × 4 × 4, and are of 8784 × 8 × 8$/],
    ["a variable that is gone", { variables: withoutBeam }, /^fdir is gone$/],
    ["light that is gone", { variables: withoutLight }, /^ssrd is gone, and nothing serves in its place$/],
    ["a later beginning", { first: Date.UTC(1979, 0, 1) }, /^it began by 1940-01-03, and begins on 1978-12-31$/],
    [
      "an end long ago",
      { end: Date.UTC(2026, 3, 1) },
      /^it ends on 2026-03-31: its updates have stalled, or it is retired$/,
    ],
  ])("names %s", async (_name, options, message) => {
    expect(await changesOf(era5(options))).toContainEqual(expect.stringMatching(message));
  });

  it.each<[string, (path: string) => Uint8Array | undefined, Fault, RegExp, timeout?: number]>([
    [
      "a store that is gone",
      () => undefined,
      undefined,
      /: (it was moved, renamed or retired|its variables were renamed)$/,
    ],
    [
      "a key that is refused",
      era5(),
      (_request, response) => Boolean(response.writeHead(403).end()),
      /answers 403.*: the host wants another key, or its licence accepted$/,
    ],
    ["a page in place of data", () => Buffer.from("<html>moved</html>"), undefined, /it is not JSON/],
    ["a host that never answers", era5(), () => true, /took longer than 3 s/, 3000],
    ["a host that never ends its answer", era5(), endless, /(took longer than 3 s|has \d+ bytes; the limit is)/, 3000],
    ["a redirect elsewhere", era5(), astray, /leads to http:\/\/127\.0\.0\.1:9\/.*, which is not allowed/],
    ["times without end", (path) => swollen(path), undefined, /time/],
    ["metadata that are cut off", (path) => era5()(path)?.subarray(0, 100), undefined, /it is not JSON/],
  ])("names %s, and ends", async (_name, find, fault, message, timeout) => {
    const changes = await changesOf(find, fault, timeout);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatch(message);
    expect(changes[0]).not.toContain(KEY);
  });

  it("names a host that cannot be reached, and a key that is missing", async () => {
    const away = await checkEntry({ name: "era5", address: "http://127.0.0.1:9" }, { environment: { HOME: "/none" } });
    expect(away.sources[0]!.changes[0]).toMatch(/cannot be reached/);
    const report = await weatherReport("check", ["open-meteo=http://127.0.0.1:9"], { checksFile: join(folder, "x") });
    expect(report.lines[0]).toBe("open-meteo at http://127.0.0.1:9: not reached");
    const keyless = await weatherReport("check", ["era5"], {
      environment: { HOME: "/none" },
      checksFile: join(folder, "x"),
    });
    expect([keyless.passed, keyless.lines[0]]).toEqual([false, "era5: cannot be used as it is"]);
    expect(keyless.lines[1]).toMatch(/^ {2}it needs a key of the Climate Data Store: 1\. /);
  });

  it("leaves with its caller", async () => {
    const { url } = await hostOf(era5(), () => true);
    const leaving = AbortSignal.timeout(200);
    const check = checkEntry({ name: "era5", address: url }, { environment: { CDSAPI_KEY: KEY }, signal: leaving });
    await expect(check).rejects.toThrow(/aborted/);
  });
});

it("era5-land is four stores: each is checked, and named where it changed", async () => {
  const at = (bucket: string, group: string) =>
    `cadl-arco-geo-${bucket}/arco/reanalysis_era5_land/${group}/geoChunked.zarr/`;
  const land = { ...SHORT, grid: LAND_GRID, first: Date.UTC(1950, 0, 2) };
  const stores: [string, ReturnType<typeof playedArco>][] = [
    [at("010", "sfc-radiation-heat"), playedArco({ ...land, variables: { ssrd: "J m**-2" } })],
    [at("007", "sfc-2m-temperature"), playedArco({ ...land, variables: { t2m: "K", d2m: "K" } })],
    [at("008", "sfc-wind"), playedArco({ ...land, variables: { u10: "m s**-1", v10: "m s**-1" } })],
    [at("009", "sfc-pressure-precipitation"), playedArco({ ...land, variables: { sp: "hPa" } })],
  ];
  const { url } = await hostOf((path) => {
    const [prefix, store] = stores.find(([home]) => path.startsWith(home)) ?? [];
    return prefix === undefined ? undefined : store!(path.slice(prefix.length));
  });
  const { sources } = await checkEntry(
    { name: "era5-land", address: url },
    { environment: { CDSAPI_KEY: KEY }, now: NOW },
  );
  expect(sources.map(({ id, changes }) => [id, changes])).toEqual([
    ["era5-land-radiation", []],
    ["era5-land-temperature", []],
    ["era5-land-wind", []],
    ["era5-land-pressure", ["sp: its unit was Pa, and is hPa"]],
  ]);
});

describe("a check of open-meteo", () => {
  const replicas = fixture<Stores>("om.json.gz");
  const bucket = new Map(Object.entries(replicas.era5!).map(([path, bytes]) => [path, Buffer.from(bytes, "base64")]));
  const meta = "data/copernicus_era5/static/meta.json";

  async function checked(files: ReadonlyMap<string, Uint8Array>) {
    const { url } = await hostOf((path) => files.get(path));
    const { sources } = await checkEntry({ name: "open-meteo", address: url }, { now: Date.UTC(2026, 5, 22) });
    return sources;
  }

  it("names variables and models that are gone, and a file's version", async () => {
    const [own, ...others] = await checked(bucket);
    expect(own!.form).toBe("OM version 3");
    expect(own!.changes).toEqual([
      "there are no files of direct_radiation, dew_point_2m, wind_u_component_10m, wind_v_component_10m",
    ]);
    expect(others).toHaveLength(7);
    for (const { changes } of others)
      expect(changes[0]).toMatch(/there is no such file.*: it was moved, renamed or retired$/);
  });

  it("names a key of meta.json that was renamed, and another step", async () => {
    const json = JSON.parse(bucket.get(meta)!.toString());
    const { chunk_time_length: length, ...renamed } = json;
    const [own] = await checked(
      new Map([...bucket, [meta, Buffer.from(JSON.stringify({ ...renamed, chunk_length: length }))]]),
    );
    expect(own!.changes).toEqual([expect.stringMatching(/chunk_time_length must be a whole number/)]);
  });

  it("names another grid in the files", async () => {
    const path = "data/copernicus_era5/shortwave_radiation/chunk_20624.om";
    const other = Buffer.from(replicas.world!["data/world/shortwave_radiation/chunk_3351.om"]!, "base64");
    const [own] = await checked(new Map([...bucket, [path, other]]));
    expect(own!.changes).toContainEqual(
      expect.stringMatching(
        /^shortwave_radiation: its files have .* values, but the model's grid has 721 × 1440 cells$/,
      ),
    );
  });
});

it("a newest value may be behind by what the entry says, and no more", async () => {
  const lag = async (end: number) => (await changesOf(era5({ end }))).filter((text) => text.startsWith("it ends"));
  expect(await lag(NOW - 8 * 24 * HOUR)).toEqual([]);
  expect(await lag(NOW - 10 * 24 * HOUR)).toHaveLength(1);
  expect(ERA5_GRID.rows).toBe(721);
});

describe("a check of scans that are published one by one", () => {
  const now = Date.UTC(2026, 5, 21, 12, 34);
  const names = (from: number, ending: string) =>
    Array.from({ length: 6 }, (_, k) => `SISin20260621${String(from + k).padStart(2, "0")}00EAv4.nc${ending}`);
  const page = (files: readonly string[]) =>
    Buffer.from(
      `<html><pre><a href="../">../</a>\n${files.map((one) => `<a href="${one}">${one}</a>`).join("\n")}</pre>`,
    );
  const at = "weather/satellite/radiation/sis/";

  async function checkedAt(name: "dwd-sis" | "goes", find: (path: string, search: string) => Uint8Array | undefined) {
    const asked: string[] = [];
    const server = await rangeServer(() => undefined, {
      fault: ({ url = "/" }, response) => {
        asked.push(url);
        const { pathname, search } = new URL(url, "http://localhost");
        const found = find(pathname.slice(1), decodeURIComponent(search));
        response.writeHead(found === undefined ? 404 : 200).end(found);
        return true;
      },
    });
    onTestFinished(() => server.close());
    const { sources, passed } = await checkEntry({ name, address: server.url }, { now });
    return { passed, asked, sources, changes: sources.map(({ changes }) => changes) };
  }

  it.each(["", ".bz2"])("passes by DWD's page with a new file%s", async (ending) => {
    const { passed, sources, asked } = await checkedAt("dwd-sis", (path) =>
      path === at ? page(names(7, ending)) : undefined,
    );
    expect([passed, sources[0]!.form, asked]).toEqual([true, `SISin202606211200EAv4.nc${ending}`, [`/${at}`]]);
    expect(sources[0]!.last).toBe(Date.UTC(2026, 5, 21, 12));
  });

  it("names files that stopped, that are of another version, and a page that is gone", async () => {
    const old = await checkedAt("dwd-sis", () => page(names(1, "")));
    const stopped = [["its newest file is SISin202606210600EAv4.nc: nothing has been published since"]];
    expect(old.changes).toEqual(stopped);
    const ahead = await checkedAt("dwd-sis", () => page([...names(1, ""), "SISin202706210600EAv4.nc"]));
    expect(ahead.changes).toEqual(stopped);
    const other = await checkedAt("dwd-sis", () => page(names(7, "").map((name) => name.replace("v4", "v5"))));
    expect(other.changes[0]![0]).toMatch(
      /no file of a name such as SISin202606211200EAv4\.nc is published there: it was moved, renamed or retired$/,
    );
    expect((await checkedAt("dwd-sis", () => undefined)).passed).toBe(false);
  });

  it("passes by the listings of both buckets of GOES, and names a satellite that was replaced", async () => {
    const key = (satellite: number, hour: string) =>
      `noaa-goes${satellite}/ABI-L2-DSRF/2026/172/${hour}/OR_ABI-L2-DSRF-M6_G${satellite}_s2026172${hour}00204_e2026172${hour}09512_c2026172${hour}13000.nc`;
    const listing = (keys: readonly string[]) =>
      Buffer.from(
        `<ListBucketResult>${keys.map((one) => `<Contents><Key>${one}</Key></Contents>`).join("")}</ListBucketResult>`,
      );
    const prefixOf = (search: string) => new URLSearchParams(search).get("prefix") ?? "";
    const play = (find: (prefix: string) => readonly string[]) =>
      checkedAt("goes", (path, search) => (path === "" ? listing(find(prefixOf(search))) : undefined));
    const { sources, passed } = await play((prefix) => {
      const [, satellite, hour] = /^noaa-goes(\d+)\/ABI-L2-DSRF\/2026\/172\/(\d\d)\/$/.exec(prefix) ?? [];
      return hour === "11" ? [key(Number(satellite), "11")] : [];
    });
    expect([passed, sources.map(({ id }) => id)]).toEqual([
      true,
      ["goes at noaa-goes19.s3.amazonaws.com", "goes at noaa-goes18.s3.amazonaws.com"],
    ]);
    expect(sources[0]!.last).toBe(Date.UTC(2026, 5, 21, 11, 0, 20));
    const replaced = await play(() => [key(20, "12")]);
    expect(replaced.changes.flat()).toHaveLength(2);
  });
});
