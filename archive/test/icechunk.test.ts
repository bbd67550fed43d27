/** Icechunk stores of both specs against what zarr-python reads from them through icechunk: bits, requests, branches that move. */
import { describe, expect, it, onTestFinished } from "vitest";
import { byteStore } from "../src/bytes/byte-store.js";
import { diskCache } from "../src/bytes/disk-cache.js";
import { decodeZstd, decodeZstdWithin, zstdReady } from "../src/codecs/blosc.js";
import { inspectZarr, zarrSource } from "../src/index.js";
import { Arrays } from "../src/zarr/arrays.js";
import { readHierarchy, readLine } from "../src/zarr/hierarchy.js";
import { icechunkStore } from "../src/zarr/icechunk/store.js";
import { nameOfId } from "../src/zarr/icechunk/metadata-files.js";
import type { KeyStore } from "../src/zarr/references.js";
import { fixture } from "./fixture.mjs";
import { folderOfTest } from "./folder.js";
import { rangeServer } from "./range-server.mjs";
import { type Stores, use } from "./replicas.js";

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

function bytesOf(store: string): Map<string, Buffer> {
  return new Map(Object.entries(STORES[store]!).map(([path, content]) => [path, Buffer.from(content, "base64")]));
}

async function served(files: Map<string, Buffer>, options: Parameters<typeof rangeServer>[1] = {}) {
  const server = await rangeServer((path) => files.get(path), options);
  onTestFinished(() => server.close());
  return server;
}

/** A store and the arrays of its newest snapshot. */
async function opened(url: string, options: { readonly cacheBytes?: number; readonly maxAge?: number } = {}) {
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
    expect([...(await found.line("ingested_forecast_length", 0, [0, 0]))]).toEqual(ingested);
    expect([...(await found.line("pressure_level/temperature", 1, [1, 0]))]).toEqual([3, 4]);
  });
});

describe("requests", () => {
  it("of all leads at a place are the index of its shard and one for each part of it", async () => {
    const files = bytesOf("spread");
    const server = await served(files);
    const { line } = await opened(server.url, { cacheBytes: 8 * 1024 * 1024 });
    await line(LIGHT, 2, [0, 0, 0, 47, 47]);
    // A manifest that is there, and the chunks in it.
    server.requests.length = 0;
    const values = await line(LIGHT, 2, [0, 2, 0, 0, 0]);
    expect([...values]).toEqual(Array.from({ length: 48 }, (_, lead) => 200 + lead));
    expect(server.requests.length).toBeLessThanOrEqual(3);
    const other = await opened(server.url);
    const before = server.requests.filter(({ path }) => !path.startsWith("chunks/")).length;
    await other.line(LIGHT, 2, [0, 1, 0, 24, 0]);
    const chunks = server.requests.slice(before).filter(({ path }) => path.startsWith("chunks/"));
    expect(chunks.length).toBeLessThanOrEqual(4 + 3);
  });
});
