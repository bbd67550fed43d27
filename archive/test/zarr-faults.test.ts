/** Zarr stores that are damaged, hostile, incomplete or not what they seem: refused with a reason, or told. */
import { mkdir, mkdtemp, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { drawsOf } from "../../test/draws.js";
import { DEFAULT_LIMITS } from "../src/budget.js";
import { byteStore } from "../src/bytes/byte-store.js";
import { diskCache } from "../src/bytes/disk-cache.js";
import { decodeTimes } from "../src/cf/decode.js";
import { conversionOf, stepsOfDays, timeAxisOf } from "../src/cf/time-axis.js";
import { decodeBlosc, decodeZstd, zstdReady } from "../src/codecs/blosc.js";
import { decodeLz4 } from "../src/codecs/lz.js";
import { crc32c, withoutChecksum } from "../src/codecs/shuffle.js";
import {
  ArchiveError,
  budgetOf,
  netcdfSource,
  omSource,
  openArchive,
  plan,
  type ZarrOptions,
  zarrSource,
} from "../src/index.js";
import { Arrays } from "../src/zarr/arrays.js";
import { readHierarchy } from "../src/zarr/hierarchy.js";
import { folderStore } from "../src/zarr/references.js";
import { damage } from "./damage.mjs";
import { fixture } from "./fixture.mjs";
import { folderOfTest } from "./folder.js";
import { GHI, HOUR } from "./made.js";
import { rangeServer } from "./range-server.mjs";
import { use } from "./replicas.js";

type Files = Map<string, Buffer>;

const STORES: { [store: string]: { [path: string]: string } } = fixture("zarr.json.gz");
const PLACE = { latitude: 50, longitude: 10 };
const YEARS = { start: Date.UTC(2020, 0, 1), end: Date.UTC(2030, 0, 1) };

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

function filesOf(store: string): Files {
  return new Map(Object.entries(STORES[store]!).map(([path, content]) => [path, Buffer.from(content, "base64")]));
}

async function store(files: Files): Promise<string> {
  const home = await mkdtemp(join(folder, "store-"));
  for (const [path, content] of files) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
  }
  return home;
}

// biome-ignore lint/suspicious/noExplicitAny: metadata of any form, changed at will
type Json = { [key: string]: any };

/** A store whose consolidated metadata are changed. */
async function edited(name: string, change: (metadata: Json) => void, options: Partial<ZarrOptions> = {}) {
  const files = filesOf(name);
  const path = files.has("zarr.json") ? "zarr.json" : ".zmetadata";
  const json: Json = JSON.parse(files.get(path)!.toString("utf8"));
  change(path === "zarr.json" ? json.consolidated_metadata.metadata : json.metadata);
  files.set(path, Buffer.from(JSON.stringify(json)));
  return zarrSource({ location: await store(files), product: "era5", ...options });
}

async function readAll(source: ReturnType<typeof zarrSource>) {
  const [offer] = await source.offer(PLACE, 0);
  return source.read(offer!, PLACE, YEARS, [GHI], use());
}

describe("a store is refused, with the way out,", () => {
  it("if it is made of maps", async () => {
    const source = zarrSource({ location: await store(filesOf("maps")), product: "era5" });
    const offering = source.offer(PLACE, 0);
    await expect(offering).rejects.toThrow(
      /ssrd is stored as maps, in chunks of 1 × 5 × 8 \(time, latitude, longitude\): a year of one place would take 1,000 chunks/,
    );
    await expect(offering).rejects.toThrow(
      /Store it again with chunks that are long in time, such as 8784 × 4 × 4: docs\/how-to\/archives.md/,
    );
  });

  it("if it is compressed with bz2", async () => {
    const reading = readAll(zarrSource({ location: await store(filesOf("bz2")), product: "era5" }));
    await expect(reading).rejects.toThrow(/it is compressed with "bz2"; supported are blosc, zstd/);
    await expect(reading).rejects.toMatchObject({ code: "ERR_ARCHIVE_UNREADABLE" });
  });

  it.each([0, -4, 2.5, "4"])("if its values are shuffled by %s bytes", async (size) => {
    const source = await edited("v2-zlib-shuffle", (metadata) => {
      for (const [path, one] of Object.entries(metadata))
        if (path.endsWith(".zarray"))
          for (const filter of one.filters ?? []) if (filter.id === "shuffle") filter.elementsize = size;
    });
    const reading = readAll(source);
    await expect(reading).rejects.toThrow(`a shuffle of values of ${size} bytes`);
  });

  it("if nothing is there, or something else", async () => {
    await expect(zarrSource({ location: join(folder, "none"), product: "era5" }).offer(PLACE, 0)).rejects.toThrow(
      /there is no Zarr group: no zarr.json, .zmetadata or .zgroup/,
    );
    const files = new Map([["zarr.json", Buffer.from("<html>")]]);
    await expect(zarrSource({ location: await store(files), product: "era5" }).offer(PLACE, 0)).rejects.toThrow(
      /it is not JSON/,
    );
  });

  it("if it has none of the variables, which it lists", async () => {
    const source = zarrSource({ location: await store(filesOf("cams")), product: "sarah" });
    await expect(source.offer(PLACE, 0)).rejects.toThrow(
      /none of the variables SIS, SID.*; it has .*GHI.*: name yours in `variables`/,
    );
  });

  it("if a unit is unknown or does not fit, which it names", async () => {
    const unknown = await edited("v3-zstd", (metadata) =>
      Object.assign(metadata.ssrd.attributes, { units: "cal cm-2" }),
    );
    const [offer] = await unknown.offer(PLACE, 0);
    expect(offer!.columns).toEqual(["temperature"]);
    const kelvin = await edited("v3-zstd", (metadata) => {
      for (const name of ["ssrd", "t2m"]) metadata[name].attributes.units = name === "t2m" ? "J m-2" : "K";
    });
    await expect(kelvin.offer(PLACE, 0)).rejects.toThrow(
      /ssrd: the unit "K" is not supported; supported are J m-2, kJ m-2, .*t2m: the unit "J m-2" is not supported; supported are K, kelvin/s,
    );
  });

  it("if a unit is missing, with what to say in its place", async () => {
    const without = (names: readonly string[]) => (metadata: Json) => {
      for (const name of names) delete metadata[name].attributes.units;
    };
    const neither = await edited("v3-zstd", without(["ssrd", "t2m"]));
    const message = await neither.offer(PLACE, 0).catch((error: Error) => error.message);
    const [, said = ""] = /ssrd: it has no attribute "units": give .*? as in ("variables": \{.*?\}\})/.exec(
      message as string,
    )!;
    expect(message).toContain('t2m: it has no attribute "units"');
    // What it says to say is enough.
    const described = await edited("v3-zstd", without(["ssrd"]), JSON.parse(`{${said}}`));
    const [offer] = await described.offer(PLACE, 0);
    expect(offer!.columns).toEqual(["global_horizontal_irradiance", "temperature"]);
  });

  it("if nobody says where in its interval a time lies", async () => {
    const source = zarrSource({ location: await store(filesOf("cams")), product: "cams" });
    await expect(source.offer({ latitude: 46, longitude: 6 }, 0)).rejects.toThrow(/give `label`, which/);
  });

  it("if one of several has to be chosen", async () => {
    const source = zarrSource({ location: await store(filesOf("ensemble")), product: "era5" });
    await expect(source.offer(PLACE, 0)).rejects.toThrow(
      /ssrd has 2 of number: choose one by `select: \{ number: 0 \}`/,
    );
  });

  const both = (change: Json) => ({ ssrd: change, t2m: change });
  const chunks = { chunk_grid: { configuration: { chunk_shape: [64, 1e9, 1e9] } } };
  const mixed = (into: Json, changes: Json) => {
    for (const [key, value] of Object.entries(changes)) {
      if (value?.constructor === Object) mixed(into[key], value);
      else into[key] = value;
    }
  };

  it.each<[string, Json, RegExp]>([
    ["shape", both({ shape: [100, -5, 8] }), /shape must be whole numbers of at least 0/],
    ["chunks", both(chunks), /chunks of 64 × 1000000000|stored as maps/],
    [
      "calendar",
      { time: { attributes: { calendar: "360_day" } } },
      /its calendar "360_day" has days that do not exist/,
    ],
    [
      "time unit",
      { time: { attributes: { units: "months since 2000-01-01" } } },
      /the units of its times must be like "hours since 1900-01-01"/,
    ],
    ["scale", both({ attributes: { scale_factor: "many" } }), /scale_factor must be a number, got "many"/],
    ["type", both({ data_type: "complex64" }), /values of type "complex64" are not read/],
    ["dimension names", both({ dimension_names: null }), /its 3 dimensions must have names/],
  ])("if its %s cannot be", async (_, change, message) => {
    const source = await edited("v3-zstd", (metadata) => mixed(metadata, change));
    const reading = readAll(source);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(ArchiveError);
  });
});

describe("values", () => {
  it("that cannot be are left out, and told", async () => {
    // Numbers in °C that say they are K.
    const source = await edited("date-line", (metadata) => Object.assign(metadata.t2m.attributes, { units: "K" }));
    const place = { latitude: -14, longitude: 178 };
    const [offer] = await source.offer(place, 0);
    const parts = await source.read(offer!, place, YEARS, ["temperature"], use());
    expect([...(parts[0]!.series.columns.temperature as Float64Array)].every(Number.isNaN)).toBe(true);
    expect(parts[0]!.provenance.corrections).toEqual(["100 impossible values of temperature left out"]);
  });

  it("say how they were made", async () => {
    const source = zarrSource({ location: await store(filesOf("era5-land")), product: "era5-land" });
    const place = { latitude: 46, longitude: 6 };
    const [offer] = await source.offer(place, 0);
    expect(offer!.cell.altitude).toBeCloseTo(981 / 9.80665, 10);
    const parts = await source.read(offer!, place, YEARS, offer!.columns, use());
    expect(parts.map(({ provenance: { corrections, method } }) => ({ corrections, method }))).toEqual([
      {
        corrections: ["sums since midnight split into steps", "energy of intervals divided by their time"],
        method: "point",
      },
      { corrections: [], method: "point" },
    ]);
  });

  it("of a part of the period are those of the whole, also of sums since midnight", async () => {
    const source = zarrSource({ location: await store(filesOf("era5-land")), product: "era5-land" });
    const place = { latitude: 46, longitude: 6 };
    const [offer] = await source.offer(place, 0);
    const read = async (period: typeof YEARS) => (await source.read(offer!, place, period, [GHI], use()))[0]!.series;
    const whole = await read(YEARS);
    for (let k = 0; k < 70; k += 7) {
      const start = (whole.start as number) + k * HOUR;
      const some = await read({ start, end: start + 5 * HOUR });
      expect(some.start).toBe(start);
      expect(some.columns[GHI]).toEqual((whole.columns[GHI] as Float64Array).slice(k, k + 5));
    }
  });

  it("become the series of an answer, on the hours of the irradiance", async () => {
    const archive = openArchive({
      sources: [zarrSource({ location: await store(filesOf("v3-shard")), product: "era5" })],
    });
    const survey = await archive.survey(PLACE, Date.UTC(2026, 0, 1));
    expect(survey.failures).toEqual([]);
    const period = { start: Date.UTC(2024, 1, 29), end: Date.UTC(2024, 2, 1) };
    const { series, provenance } = await archive.read(
      plan(survey, { purpose: "history", period, columns: [GHI, "temperature"] }),
    );
    expect(series.start).toBe(period.start);
    expect(series.columns[GHI]).toHaveLength(24);
    expect([...(series.columns[GHI] as Float64Array)].every((value) => value >= 0 && value < 1000)).toBe(true);
    expect([...(series.columns.temperature as Float64Array)].every((value) => value > -10 && value < 40)).toBe(true);
    expect(provenance.map(({ dataset, licence }) => [dataset, licence])).toEqual([["ERA5", "CC-BY-4.0"]]);
    await archive.close();
  });

  it("are not read beyond what one answer may take", async () => {
    const source = zarrSource({ location: await store(filesOf("v3-zstd")), product: "era5" });
    const [offer] = await source.offer(PLACE, 0);
    for (const limits of [{ values: 10 }, { bytes: 100 }, { files: 0 }]) {
      const budget = budgetOf({ ...DEFAULT_LIMITS, ...limits });
      const { signal } = new AbortController();
      await expect(source.read(offer!, PLACE, YEARS, [GHI], { signal, budget })).rejects.toMatchObject({
        code: "ERR_ARCHIVE_LIMIT",
      });
    }
  });
});

describe("a store on a web server", () => {
  it("is read in few requests, and by many at once in as few", async () => {
    const files = filesOf("v3-shard");
    const server = await rangeServer((path) => files.get(path), { delay: 5 });
    const source = zarrSource({ location: server.url, product: "era5" });
    const year = async () => {
      const [offer] = await source.offer(PLACE, 0);
      return source.read(offer!, PLACE, YEARS, offer!.columns, use());
    };
    await Promise.all(Array.from({ length: 50 }, year));
    // zarr.json, and no .zmetadata; three coordinates; two shards, whose chunks came with the index.
    expect(server.requests.map(({ path }) => path).sort()).toEqual(
      [".zmetadata", "latitude/c/0", "longitude/c/0", "ssrd/c/0/0/0", "t2m/c/0/0/0", "time/c/0", "zarr.json"].sort(),
    );
    await year();
    expect(server.requests).toHaveLength(7);
    await server.close();
  });

  it("is read in the same values when its shards come from the cache on a disk", async () => {
    const files = filesOf("v3-shard");
    const server = await rangeServer((path) => files.get(path));
    const disk = diskCache({ folder, bytes: 1e8 });
    const read = () => readAll(zarrSource({ location: server.url, product: "era5", disk, cacheBytes: 1e6 }));
    const first = await read();
    await vi.waitFor(async () => {
      server.requests.length = 0;
      expect(await read()).toEqual(first);
      expect(server.requests).toEqual([]);
    });
    await server.close();
  });

  it("that forbids what it does not have is read; a chunk that it forbids is missing, which is said", async () => {
    const files = filesOf("v2-zstd");
    const server = await rangeServer((path) => files.get(path), {
      fault: (request, response) => !files.has(request.url!.slice(1)) && !!response.writeHead(403).end(),
    });
    const source = zarrSource({ location: server.url, product: "era5" });
    const [offer] = await source.offer(PLACE, 0);
    expect(await source.read(offer!, PLACE, YEARS, [GHI], use())).toHaveLength(1);
    files.delete("t2m/0.0.0");
    const [air] = await source.read(offer!, PLACE, YEARS, ["temperature"], use());
    expect(Array.from(air!.series.columns.temperature!).some(Number.isNaN)).toBe(true);
    expect(air!.notices).toEqual([{ code: "missing", message: expect.stringContaining("one file is refused (403)") }]);
    await server.close();
  });

  it("that is replaced between offer and read is offered anew", async () => {
    const files = filesOf("v3-zstd");
    const server = await rangeServer((path) => files.get(path));
    const source = zarrSource({ location: server.url, product: "era5", refreshMs: 0 });
    const [offer] = await source.offer(PLACE, 0);
    files.set("zarr.json", Buffer.from(files.get("zarr.json")!.toString("utf8").replace('"K"', '"degC"')));
    await expect(source.read(offer!, PLACE, YEARS, [GHI], use())).rejects.toMatchObject({
      code: "ERR_ARCHIVE_CHANGED",
    });
    const [again] = await source.offer(PLACE, 0);
    expect(again!.revision).not.toBe(offer!.revision);
    expect(await source.read(again!, PLACE, YEARS, [GHI], use())).toHaveLength(1);
    await server.close();
  });
});

describe("a store that is replaced while it is read", () => {
  /** Two versions of the same irradiance: that of the store, and the temperature's numbers in its place. */
  const SHARD = "ssrd/c/0/0/0";
  const versions = () => [filesOf("v3-shard").get(SHARD)!, filesOf("v3-shard").get("t2m/c/0/0/0")!] as const;

  async function valuesOf(source: ReturnType<typeof zarrSource>) {
    const [part] = await readAll(source);
    return JSON.stringify([...(part!.series.columns[GHI] as Float64Array)]);
  }

  it("on a web server is read as it is now, all of it", async () => {
    const files = filesOf("v3-shard");
    const server = await rangeServer((path) => files.get(path));
    // Nothing is kept in memory: what is read is asked for, on condition of the version known.
    const source = zarrSource({ location: server.url, product: "era5", cacheBytes: 0 });
    const [one, other] = versions();
    const before = await valuesOf(source);
    files.set(SHARD, other);
    const after = await valuesOf(source);
    expect(after).not.toBe(before);
    files.set(SHARD, one);
    expect(await valuesOf(source)).toBe(before);
    await server.close();
  });

  it("between two chunks of one answer is told", async () => {
    const home = await store(filesOf("v3-shard"));
    const keys = folderStore(byteStore({ allow: [home], maxAge: 0 }), home);
    const array = (await readHierarchy(keys, [], use())).arrays.get("ssrd")!;
    const arrays = new Arrays(keys, 0);
    const reading = { ...use(), versions: new Map<string, string>() };
    await arrays.chunk(array, [0, 1, 0], reading);
    await writeFile(join(home, "next"), versions()[1]);
    await rename(join(home, "next"), join(home, SHARD));
    await expect(arrays.chunk(array, [1, 1, 0], reading)).rejects.toMatchObject({ code: "ERR_ARCHIVE_CHANGED" });
    // What is there now: the bytes of another variable.
    const other = (await readHierarchy(keys, [], use())).arrays.get("t2m")!;
    const now = await arrays.chunk(array, [1, 1, 0], { ...reading, versions: new Map() });
    const valuesIn = async (chunk: Awaited<typeof now>) => {
      const values = new Float64Array(50 * 1 * 2);
      await chunk!.copy(0, 1, values, 0, values.length, use());
      return values;
    };
    const same = await arrays.chunk(other, [1, 1, 0], { ...reading, versions: new Map() });
    expect(await valuesIn(now)).toEqual(await valuesIn(same));
    expect(now!.bytes).toBe(same!.bytes);
  });

  it("on disk is one version or the other, never a mix", async () => {
    const home = await store(filesOf("v3-shard"));
    const both = versions();
    const known: string[] = [];
    const put = async (k: number) => {
      await writeFile(join(home, "next"), both[k % 2]!);
      await rename(join(home, "next"), join(home, SHARD));
    };
    for (const k of [0, 1]) {
      await put(k);
      known.push(await valuesOf(zarrSource({ location: home, product: "era5" })));
    }
    let isOver = false;
    const writing = (async () => {
      // Every other one stays for a while: some answers have the time to be of one version.
      for (let k = 0; !isOver; k++) {
        await put(k);
        await pause(k % 2 === 0 ? 0 : 40);
      }
    })();
    const seen = new Map<string, number>();
    const reader = async () => {
      const source = zarrSource({ location: home, product: "era5", cacheBytes: 0, refreshMs: 0 });
      for (let k = 0; k < 60; k++) {
        const values = await valuesOf(source).catch((error: ArchiveError) => error.code);
        seen.set(values, (seen.get(values) ?? 0) + 1);
      }
    };
    await Promise.all([reader(), reader()]);
    isOver = true;
    await writing;
    const others = [...seen.keys()].filter((values) => !known.includes(values) && values !== "ERR_ARCHIVE_CHANGED");
    expect(others).toEqual([]);
    expect([...seen].filter(([values]) => known.includes(values)).length).toBeGreaterThan(0);
  });
});

describe("a reference file", () => {
  async function leadingTo(target: string, options: Partial<ZarrOptions> = {}) {
    const files = filesOf("references");
    const json: Json = JSON.parse(files.get("era5.json")!.toString("utf8"));
    json.templates.u = target;
    files.set("era5.json", Buffer.from(JSON.stringify(json)));
    const home = await store(files);
    const source = zarrSource({ location: join(home, "era5.json"), product: "era5", ...options });
    return readAll(source);
  }

  it.each(["/etc/passwd", "../era5.nc", "file:///etc/passwd", "http://127.0.0.1:9/era5.nc"])(
    "does not lead to %s",
    async (target) => {
      await expect(leadingTo(target)).rejects.toThrow(
        /era5.json leads to .*, which is not allowed: list it in `allow`/,
      );
    },
  );

  it("leads to what is listed", async () => {
    const files = filesOf("references");
    const server = await rangeServer((path) => files.get(path));
    const [part] = await leadingTo(`${server.url}/era5.nc`, { allow: [server.url] });
    expect(part!.series.columns[GHI]).toHaveLength(100);
    await server.close();
  });

  it("to a file that is not there, or shorter, is an error", async () => {
    await expect(leadingTo("none.nc")).rejects.toThrow(
      /none.nc cannot be read: there is no such file, but .*era5.json refers to it/,
    );
    await expect(leadingTo("era5.json")).rejects.toThrow(/cut off or damaged|a chunk is damaged/);
  });
});

describe("options", () => {
  it.each<[Partial<ZarrOptions>, RegExp]>([
    [{}, /product or variables must be given/],
    [
      { product: "merra" as never },
      /product must be one of era5, era5-land, era5-land-timeseries, cams, sarah, nsrdb, nasa-power, .*, got merra/,
    ],
    [{ variables: { a: { column: GHI, is: "mean", label: "end" } } }, /dataset must be given/],
    [{ product: "era5", class: "typical" }, /class must be one of measured, satellite, reanalysis, got typical/],
    [
      { product: "era5", variables: { a: { column: "ghi" as never, is: "mean" } } },
      /variables.a.column must be one of global_horizontal_irradiance/,
    ],
    [
      { product: "era5", variables: { a: { column: GHI, is: "mean" } } },
      /variables.a.label must be one of start, center, end, got undefined/,
    ],
    [
      { product: "era5", variables: { a: { column: GHI, is: "average" as never } } },
      /variables.a.is must be one of mean, sum/,
    ],
    [{ product: "era5", location: "s3://bucket/x.zarr" }, /location must be a path, file:, http: or https:/],
  ])("%j are refused", (options, message) => {
    expect(() => zarrSource({ location: join(tmpdir(), "none"), ...options })).toThrow(message);
  });

  it("map variables of any store to columns", async () => {
    const source = zarrSource({
      location: await store(filesOf("cams")),
      variables: {
        GHI: { column: GHI, is: "sum", label: "end" },
        DHI: { column: "temperature", is: "instant", unit: "degC" },
      },
      dataset: "own",
      class: "satellite",
      licence: "mine",
    });
    const [offer] = await source.offer({ latitude: 46, longitude: 6 }, 0);
    expect(offer).toMatchObject({ dataset: "own", class: "satellite", licence: "mine", columns: [GHI, "temperature"] });
  });
});

describe("sums since midnight", () => {
  const first = Date.UTC(2024, 0, 1, 1);
  it("are taken apart; the sum of a day stands at 00 UTC of the next", () => {
    const sums = Float64Array.from({ length: 48 }, (_, k) => ((k % 24) + 1) * 10);
    expect([...stepsOfDays(sums, first, HOUR)]).toEqual(Array(48).fill(10));
  });

  it("share what came in a short gap, and know nothing of a long one", () => {
    const sums = Float64Array.from({ length: 24 }, (_, k) => (k + 1) ** 2);
    sums.fill(Number.NaN, 4, 5);
    sums.fill(Number.NaN, 10, 13);
    const steps = stepsOfDays(sums, first, HOUR);
    expect([...steps.slice(3, 7)]).toEqual([7, 10, 10, 13]);
    expect([...steps.slice(9, 15)]).toEqual([19, Number.NaN, Number.NaN, Number.NaN, Number.NaN, 29]);
  });

  it("that begin inside a day have no first value", () => {
    const steps = stepsOfDays(Float64Array.of(100, 130), first + 5 * HOUR, HOUR);
    expect([...steps]).toEqual([Number.NaN, 30]);
  });
});

describe("times", () => {
  const at = (units: string, calendar?: string) =>
    decodeTimes(Float64Array.of(0), { units, ...(calendar && { calendar }) }, "time")[0];
  it.each([
    ["hours since 1900-01-01", Date.UTC(1900, 0, 1)],
    ["hours since 1900-01-01 00:00:00.0", Date.UTC(1900, 0, 1)],
    ["seconds since 1970-1-1T00:00:00Z", 0],
    ["days since 2000-01-01 12:00:00 +01:30", Date.UTC(2000, 0, 1, 10, 30)],
    ["minutes since 2000-01-01 -0500", Date.UTC(2000, 0, 1, 5)],
    ["ms since 2000-02-29", Date.UTC(2000, 1, 29)],
  ])("from %s", (units, time) => expect(at(units)).toBe(time));

  it.each(["hours since 2001-02-29", "hours since yesterday", "fortnights since 2000-01-01", ""])(
    "are not counted from %j",
    (units) => {
      expect(() => at(units)).toThrow(ArchiveError);
    },
  );

  it.each([
    [[0, 0], /do not ascend/],
    [[1, 0], /do not ascend/],
    [[0, Number.NaN], /do not ascend/],
    [
      [0, 31, 59],
      /its 3 times are not in equal steps of 0.028 s: 1970-01-01T00:00:00.000Z is followed by 1970-01-01T00:00:00.031Z$/,
    ],
    [[5], /needs at least two times/],
    // Hours, then every third: not gaps of two.
    [
      [0, 1, 2, 3, 6, 9, 12].map((hour) => hour * 3_600_000),
      /10800 s apart from 1970-01-01T03:00:00.000Z on, elsewhere 3600 s/,
    ],
  ])("%j are no axis", (times, message) => expect(() => timeAxisOf(Float64Array.from(times), "time")).toThrow(message));
});

describe("units", () => {
  it.each([
    ["J m**-2", GHI, { factor: 1, offset: 0, isEnergy: true }],
    ["W/m^2", GHI, { factor: 1, offset: 0, isEnergy: false }],
    ["W m-2", GHI, { factor: 1, offset: 0, isEnergy: false }],
    ["kJ/m2", GHI, { factor: 1000, offset: 0, isEnergy: true }],
    ["K", "temperature", { factor: 1, offset: -273.15, isEnergy: false }],
    ["m", "snow_depth", { factor: 1000, offset: 0, isEnergy: false }],
    ["kg m**-2", "precipitable_water", { factor: 0.1, offset: 0, isEnergy: false }],
    ["%", "relative_humidity", { factor: 1, offset: 0, isEnergy: false }],
  ] as const)("%s as %s", (unit, column, conversion) => expect(conversionOf(unit, column)).toEqual(conversion));

  it("that do not fit are none", () => {
    expect(conversionOf("K", GHI)).toBeUndefined();
    expect(conversionOf("constructor", GHI)).toBeUndefined();
  });
});

describe("codecs", () => {
  it("LZ4 repeats what it has just written", () => {
    const into = new Uint8Array(20);
    // 2 literals, then 13 from 2 back, then 5 literals.
    decodeLz4(Uint8Array.of(0x29, 1, 2, 2, 0, 0x50, 7, 7, 7, 7, 7), into, 0, 20);
    expect([...into]).toEqual([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 7, 7, 7, 7, 7]);
  });

  it.each([
    ["before its beginning", [0x10, 1, 5, 0]],
    ["without an end", [0xf0, 255, 255]],
    ["too many literals", [0x50, 1, 2]],
    ["too few", [0x10, 1]],
    ["offset 0", [0x10, 1, 0, 0]],
  ])("LZ4 refuses a copy %s", (_, block) => {
    expect(() => decodeLz4(Uint8Array.from(block), new Uint8Array(20), 0, 20)).toThrow("damaged LZ4 block");
  });

  it("Blosc refuses what is not whole, before anything is allocated", () => {
    const head = (size: number, block: number, length: number) => {
      const bytes = new Uint8Array(24);
      bytes.set([2, 1, 0x21, 4]);
      const view = new DataView(bytes.buffer);
      for (const [k, value] of [size, block, length].entries()) view.setUint32(4 + 4 * k, value, true);
      return bytes;
    };
    expect(() => decodeBlosc(head(100, 100, 99), 100)).toThrow(/24 bytes instead of 99/);
    expect(() => decodeBlosc(head(4e9, 100, 24), 100)).toThrow(/more than the 100 expected/);
    expect(() => decodeBlosc(head(100, 0, 24), 100)).toThrow(/blocks of 0 bytes/);
    expect(() => decodeBlosc(head(100, 100, 24), 100)).toThrow(/damaged Blosc container/);
    expect(() => decodeBlosc(new Uint8Array(3), 100)).toThrow(/cut off/);
  });

  it("Zstandard decodes on after thousands of damaged frames", async () => {
    await zstdReady();
    const chunk = filesOf("v2-zstd").get("ssrd/0.0.0")!;
    const size = 64 * 2 * 3 * 4;
    const whole = decodeZstd(chunk, size, size);
    const damaged = Buffer.from(chunk);
    damaged.fill(0x55, 12);
    for (let k = 0; k < drawsOf(5000); k++) expect(() => decodeZstd(damaged, size, size)).toThrow(/Zstandard/);
    expect(decodeZstd(chunk, size, size)).toEqual(whole);
    expect(() => decodeZstd(chunk, size, size - 1)).toThrow(/more than the/);
  });

  it("CRC-32C is that of RFC 3720", () => {
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, k) => k))).toBe(0x46dd794e);
    expect(() => withoutChecksum(Uint8Array.of(1, 2, 3, 4, 5))).toThrow(/its checksum is another/);
  });
});

it("damage of any file is an error, is told, or is of a kind that the format cannot show", async () => {
  const only = ["v2-packed-delta", "v3-shard", "v3-crc32c", "v2-loose", "references"];
  const count = drawsOf(250);
  const { read, refused, failures } = await damage(
    { zarrSource, omSource, netcdfSource, budgetOf, ArchiveError },
    { format: "zarr", count, seed: 2, only },
  );
  expect(failures).toEqual([]);
  expect(read).toBe(count);
  expect(refused).toBeGreaterThan(0.4 * count);
});
