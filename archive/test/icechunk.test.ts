/** Icechunk stores of both specs against what zarr-python reads from them through icechunk: bits, requests, branches that move. */
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ByteStoreOptions, byteStore } from "../src/bytes/byte-store.js";
import { diskCache } from "../src/bytes/disk-cache.js";
import { decodeZstd, decodeZstdWithin, zstdReady } from "../src/codecs/blosc.js";
import { inspectZarr, zarrSource } from "../src/index.js";
import { Arrays } from "../src/zarr/arrays.js";
import { readHierarchy, readLine } from "../src/zarr/hierarchy.js";
import { nameOfId } from "../src/zarr/icechunk/metadata-files.js";
import { icechunkStore } from "../src/zarr/icechunk/store.js";
import type { KeyStore } from "../src/zarr/references.js";
import { bomb, RUNS } from "./damage.mjs";
import { fixture } from "./fixture.mjs";
import { folderOfTest } from "./folder.js";
import { rangeServer } from "./range-server.mjs";
import { ALWAYS, filesIn, onDisk, type Stores, use } from "./replicas.js";

interface Expected {
  readonly inits: readonly number[];
  readonly leads: readonly number[];
  readonly members: number | null;
  readonly places: readonly (readonly [number, number])[];
  readonly latitudes: readonly number[];
  readonly ingested: readonly (readonly (number | null)[])[];
  readonly values: { readonly [variable: string]: string };
}

const STORES = fixture<Stores>("icechunk.json.gz");
const EXPECTED = fixture<{ [store: string]: Expected }>("icechunk-expected.json.gz");
const LIGHT = "downward_short_wave_radiation_flux_surface";

const PLACE = { latitude: 49.5, longitude: 8.75 };

type Faults = NonNullable<Parameters<typeof rangeServer>[1]>;

const bytesOf = (store: string) => filesIn(STORES, store);

async function served(files: Map<string, Buffer>, options: Faults = {}) {
  const server = await rangeServer((path) => files.get(path), options);
  onTestFinished(() => server.close());
  return server;
}

/** A store and the arrays of its newest snapshot. */
async function opened(url: string, options: Partial<ByteStoreOptions> = {}) {
  const bytes = byteStore({ allow: [url], ...options });
  const repository = icechunkStore(bytes, url, options.cacheBytes);
  const store = (await repository.newest(use()))!;
  return { repository, bytes, ...(await arraysOf(store)) };
}

async function arraysOf(store: KeyStore) {
  const { arrays, problems, version } = await readHierarchy(store, [], use());
  const chunks = new Arrays(store, 16 * 1024 * 1024);
  const line = (path: string, axis: number, at: readonly number[]) => {
    const array = arrays.get(path)!;
    return readLine(chunks, array, axis, 0, array.shape[axis]!, at, use());
  };
  return { store, arrays, problems, version, line };
}

/** All leads of all runs and members at the places, in the order of the expected values. */
async function allLeads({ line, arrays }: Awaited<ReturnType<typeof arraysOf>>, path: string, expected: Expected) {
  const [runs] = arrays.get(path)!.shape as [number];
  const lines: Float64Array[] = [];
  for (const place of expected.places) {
    for (let run = 0; run < runs; run++) {
      for (let member = 0; member < (expected.members ?? 1); member++) {
        const at = expected.members === null ? [run, 0, ...place] : [run, member, 0, ...place];
        lines.push(await line(path, at.length - 3, at));
      }
    }
  }
  return Float32Array.from(lines.flatMap((one) => [...one]));
}

const REPLICAS = ["gefs-v1", "gefs-v2", "gfs-v1", "gfs-v2"];
const expectedOf = (store: string) => EXPECTED[store.split("-")[0]!]!;

describe("values of all leads at 20 places are bit by bit those that zarr-python reads", () => {
  it.each(REPLICAS)("%s", async (name) => {
    const expected = expectedOf(name);
    expect(expected.places).toHaveLength(20);
    const found = await opened((await served(bytesOf(name))).url);
    expect(found.problems).toEqual(new Map());
    for (const [path, content] of Object.entries(expected.values)) {
      expect(Buffer.from((await allLeads(found, path, expected)).buffer).toString("base64")).toBe(content);
    }
    expect([...(await found.line("init_time", 0, [0]))]).toEqual(expected.inits);
    expect([...(await found.line("lead_time", 0, [0]))]).toEqual(expected.leads);
    expect([...(await found.line("latitude", 0, [0]))]).toEqual(expected.latitudes);
    const ingested = expected.ingested.map(([first]) => first ?? Number.NaN);
    const first = expected.members === null ? [0] : [0, 0];
    expect([...(await found.line("ingested_forecast_length", 0, first))]).toEqual(ingested);
    expect([...(await found.line("pressure_level/temperature", 1, [1, 0]))]).toEqual([3, 4]);
  });
});

describe("requests", () => {
  it("of all leads at a place are one for the index of the shard and one for each part of it", async () => {
    const server = await served(bytesOf("spread"));
    const { line } = await opened(server.url);
    await line(LIGHT, 2, [0, 0, 0, 47, 47]);
    const metadata = ["repo", "snapshots", "manifests"].map((folder) =>
      server.requests.filter(({ path }) => path.startsWith(folder)),
    );
    expect(metadata.map((asked) => asked.length)).toEqual([1, 1, 1]);
    // Of 1.3 MB, in three parts, their neighbours apart.
    expect(server.requests.length - 3).toBe(4);
    expect([...(await line(LIGHT, 2, [0, 2, 0, 0, 0]))]).toEqual(Array.from({ length: 48 }, (_, lead) => 200 + lead));
    expect(server.requests.length - 3).toBe(4 + 3);
  });

  it("are for the branch alone, when it is looked at again, also by a process that comes after", async () => {
    const server = await served(bytesOf("gefs-v2"));
    const disk = diskCache({ folder: folderOfTest(), bytes: 1e8 });
    const read = async () => {
      const found = await opened(server.url, { disk, maxAge: 0 });
      return allLeads(found, LIGHT, expectedOf("gefs-v2"));
    };
    const first = await read();
    expect(new Set(server.requests.map(({ path }) => path)).size).toBe(server.requests.length);
    await vi.waitFor(async () => {
      server.requests.length = 0;
      expect(await read()).toEqual(first);
      expect(server.requests.map(({ path }) => path)).toEqual(["repo"]);
    });
  });

  it("for a store of Zarr are not more", async () => {
    const server = await served(bytesOf("gefs-v1"));
    await inspectZarr({ location: `${server.url}/` });
    const heads = ["zarr.json", ".zmetadata", ".zgroup", "repo", "refs/branch.main/ref.json"];
    expect(server.requests.slice(0, 5).map(({ path }) => path)).toEqual(heads);
    expect(server.requests).toHaveLength(6);
  });
});

it("a proxy that knows no ranges changes nothing", async () => {
  const fault: Faults["fault"] = ({ headers }) => {
    delete headers.range;
    return false;
  };
  const values = await allLeads(await opened((await served(bytesOf("gfs-v2"), { fault })).url), LIGHT, EXPECTED.gfs!);
  expect(Buffer.from(values.buffer).toString("base64")).toBe(EXPECTED.gfs!.values[LIGHT]);
});

describe("a branch that moves", () => {
  it.each(["gefs-v1", "gefs-v2"])("is read as one snapshot throughout, then as the new one: %s", async (name) => {
    const [files, before] = [bytesOf(name), bytesOf(`${name}-before`)];
    const [head] = [...before.keys()] as [string];
    const newest = files.get(head)!;
    files.set(head, before.get(head)!);
    const server = await served(files);
    const found = await opened(server.url, { maxAge: 0 });
    const old = await found.line(LIGHT, 0, [0, 1, 2, 2, 2]);
    expect(old).toHaveLength(4);
    files.set(head, newest);
    // What was opened stays what it was.
    expect(await found.line(LIGHT, 0, [0, 1, 2, 2, 2])).toEqual(old);
    expect(found.arrays.get(LIGHT)!.shape[0]).toBe(4);
    const next = await arraysOf((await found.repository.newest(use()))!);
    expect(next.version).not.toBe(found.version);
    const now = await next.line(LIGHT, 0, [0, 1, 2, 2, 2]);
    expect([...now.slice(0, 4), now[4]]).toEqual([...old, Number.NaN]);
    expect(await found.repository.newest(use())).toBe(next.store);
  });

  it("changes the revision of what is offered", async () => {
    const [files, before] = [bytesOf("gefs-v2"), bytesOf("gefs-v2-before")];
    const newest = files.get("repo")!;
    files.set("repo", before.get("repo")!);
    const server = await served(files);
    const source = zarrSource({ location: server.url, refreshMs: 0, ...RUNS });
    const [offer] = await source.offer(PLACE, 0);
    const read = () => source.read(offer!, PLACE, ALWAYS, ["temperature"], use());
    expect(await read()).toHaveLength(1);
    files.set("repo", newest);
    await expect(read()).rejects.toMatchObject({ code: "ERR_ARCHIVE_CHANGED" });
    const [again] = await source.offer(PLACE, 0);
    expect(again!.revision).not.toBe(offer!.revision);
    expect((await source.look!(new AbortController().signal)).what).toBe("Icechunk store (spec 2)");
    await source.close();
  });
});

describe("what is said of a store", () => {
  it.each(REPLICAS)("%s: its spec and its arrays", async (name) => {
    const home = join(await onDisk({ [name]: STORES[name]! }), name);
    const { arrays, form, problems } = await inspectZarr({ location: home });
    expect(form).toBe(`Icechunk store (spec ${name.at(-1)})`);
    expect(problems).toEqual([expect.stringContaining("pressure_level/temperature")]);
    expect(arrays.find((one) => one.name === LIGHT)).toMatchObject({ units: "W m-2", type: "float32" });
  });

  it.each(["virtual-v1", "virtual-v2"])("%s holds references into GRIB, which it names", async (name) => {
    const { line, arrays } = await opened((await served(bytesOf(name))).url);
    expect(arrays.get("temperature_2m")!.shape).toEqual([1200, 2, 2]);
    const reading = line("temperature_2m", 0, [0, 1, 1]);
    await expect(reading).rejects.toThrow(
      /temperature_2m\S* cannot be read: it holds references into other files \(GRIB\)/,
    );
    await expect(reading).rejects.toMatchObject({ code: "ERR_ARCHIVE_UNREADABLE", kind: "unusable" });
  });

  it("is that nothing is there, in the words of Zarr", async () => {
    const { url } = await served(new Map());
    await expect(inspectZarr({ location: url })).rejects.toThrow(/there is no Zarr group/);
    await expect(inspectZarr({ location: `${url}/gefs.icechunk` })).rejects.toThrow(/there is no Zarr group/);
  });

  it("is read where a server forbids what it does not have, and by its name at once", async () => {
    const files = new Map([...bytesOf("gfs-v1")].map(([path, content]) => [`gfs.icechunk/${path}`, content]));
    const fault: Faults["fault"] = (request, response) =>
      !files.has(request.url!.slice(1)) && !!response.writeHead(403).end();
    const server = await served(files, { fault });
    expect((await inspectZarr({ location: `${server.url}/gfs.icechunk` })).form).toBe("Icechunk store (spec 1)");
    expect(server.requests).toHaveLength(3);
  });
});

describe("names of files and frames without size", () => {
  it("ids are written in Crockford's base 32", () => {
    // The first snapshot of every repository (Icechunk's specification).
    const first = Uint8Array.of(0x0b, 0x1c, 0xc8, 0xd6, 0x78, 0x75, 0x80, 0xf0, 0xe3, 0x3a, 0x65, 0x34);
    expect(nameOfId(first)).toBe("1CECHNKREP0F1RSTCMT0");
    expect(nameOfId(Uint8Array.of(255, 255, 255, 255, 255))).toBe("ZZZZZZZZ");
  });

  it("Zstandard frames are read whether they say their size or not, up to a bound", async () => {
    await zstdReady();
    const NO_HEAD = Buffer.alloc(0);
    const snapshots = ["gefs-v2", "gefs-v1"].map((name) => {
      return [...bytesOf(name)].find(([path]) => path.startsWith("snapshots/"))![1].subarray(39);
    });
    // The flag of the size, and of a single segment: the newer Icechunk says how many bytes there are.
    expect(snapshots.map((frame) => frame[4]! & 0xe0)).toEqual([0x60, 0]);
    for (const frame of snapshots) {
      const whole = decodeZstdWithin(frame, 1e6);
      expect(whole.length).toBeGreaterThan(frame.length);
      expect(Buffer.compare(decodeZstd(frame, whole.length, whole.length), whole)).toBe(0);
      expect(() => decodeZstdWithin(frame.subarray(0, -1), 1e6)).toThrow(/Zstandard frame/);
      expect(() => decodeZstdWithin(Buffer.concat([frame, Buffer.alloc(8)]), 1e6)).toThrow(/Zstandard frame/);
    }
    expect(Buffer.compare(decodeZstdWithin(bomb(NO_HEAD, 2), 1e6), Buffer.alloc(2 * 131072))).toBe(0);
    expect(() => decodeZstdWithin(bomb(NO_HEAD, 32768), 80e6)).toThrow("more than the 80000000 bytes expected");
  });
});
