/** Replicas of dynamical.org's archives in Icechunk, both specs: runs by their products, against what zarr-python reads. */
import { deaccumulate } from "irradiance-engine/forecast";
import { describe, expect, it, onTestFinished } from "vitest";
import { DYNAMICAL } from "../src/catalogue/entries/dynamical.js";
import type { ProductName } from "../src/cf/products.js";
import { checkEntry, type WeatherSource, weatherReport, zarrSource } from "../src/index.js";
import { fixture } from "./fixture.mjs";
import { GHI, HOUR } from "./made.js";
import { rangeServer } from "./range-server.mjs";
import { ALWAYS, columnsOf, type Stores, use } from "./replicas.js";

interface Expected {
  readonly inits: readonly number[];
  readonly leads: readonly number[];
  readonly members: number | null;
  readonly places: readonly (readonly [number, number])[];
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
  readonly values: { readonly [variable: string]: string };
  readonly truth: { readonly shape: readonly number[]; readonly means: string };
}

const STORES = fixture<Stores>("icechunk.json.gz");
const EXPECTED = fixture<{ [store: string]: Expected }>("icechunk-expected.json.gz");
const [LIGHT, WARMTH] = ["downward_short_wave_radiation_flux_surface", "temperature_2m"];
const EACH = [
  ["gefs-v1", "dynamical-gefs"],
  ["gefs-v2", "dynamical-gefs"],
  ["gfs-v1", "dynamical-gfs"],
  ["gfs-v2", "dynamical-gfs"],
] as const;

async function served(store: string, product: ProductName, options: object = {}) {
  const files = new Map(
    Object.entries(STORES[store]!).map(([path, content]) => [path, Buffer.from(content, "base64")]),
  );
  const server = await rangeServer((path) => files.get(path));
  onTestFinished(() => server.close());
  return { server, source: zarrSource({ id: "runs", location: server.url, product, ...options }) };
}

/** What zarr-python reads at a place: by run, member and lead. */
function stored(name: string, variable: string, place: number): number[][][] {
  const { inits, leads, members, values } = EXPECTED[name]!;
  const bytes = Buffer.from(values[variable]!, "base64");
  const many = members ?? 1;
  const at = (run: number, member: number, lead: number) =>
    bytes.readFloatLE(4 * (((place * inits.length + run) * many + member) * leads.length + lead));
  return inits.map((_, run) =>
    Array.from({ length: many }, (_, member) => leads.map((_, lead) => at(run, member, lead))),
  );
}

/** In the order of members, as they are added. */
function meanOf(members: readonly (readonly number[])[]): number[] {
  return members[0]!.map((_, k) => members.reduce((sum, own) => sum + own[k]!, 0) / members.length);
}

async function allOf(
  run: WeatherSource,
  place: { latitude: number; longitude: number },
  columns = [GHI, "temperature"],
) {
  const offers = await run.offer(place, ALWAYS.end);
  const parts = await Promise.all(offers.map((one) => run.read(one, place, ALWAYS, columns as never, use())));
  return parts.map(columnsOf);
}

const listOf = (found: Awaited<ReturnType<typeof allOf>>, column: string) =>
  found.map((one) => one[column]!.values as number[]);

describe.each(EACH)("%s", (store, product) => {
  const name = store.split("-")[0]!;
  const { inits, leads, places, latitudes, longitudes } = EXPECTED[name]!;
  const placeOf = ([y, x]: readonly [number, number]) => ({ latitude: latitudes[y]!, longitude: longitudes[x]! });

  it("has all leads of its runs bit by bit, and means of steps from running means", async () => {
    const { source } = await served(store, product);
    const runs = await source.runs!(ALWAYS);
    // Of the last one nothing is there.
    expect(runs).toHaveLength(inits.length - 1);
    const kept = new Map<WeatherSource, number>(runs.map((run, k) => [run, k]));
    for (const [k, place] of places.entries()) {
      for (const [run, index] of kept) {
        const found = await allOf(run, placeOf(place));
        const warmth = meanOf(stored(name, WARMTH!, k)[index]!);
        const light = meanOf(stored(name, LIGHT!, k)[index]!);
        const there = warmth.findLastIndex((value) => !Number.isNaN(value)) + 1;
        const [instants, means] = [listOf(found, "temperature"), listOf(found, GHI)];
        // The last instant of the first steps is the first of the next.
        expect(instants.flatMap((own, part) => (part === 0 ? own : own.slice(1)))).toEqual(warmth.slice(0, there));
        const edges = leads.slice(0, there).map((lead) => (inits[index]! + lead) * 1000);
        const expected = deaccumulate(light.slice(1, there), edges, { kind: "mean", reset: 21_600 });
        expect(means.flat()).toHaveLength(expected.length);
        for (const [row, value] of means.flat().entries()) expect(value).toBeCloseTo(expected[row]!, 9);
      }
    }
  });

  it("is close to the hours that its running means were made of", async () => {
    const { source } = await served(store, product);
    const { shape, means } = EXPECTED[name]!.truth;
    const truth = Buffer.from(means, "base64");
    const [, , members, hours] = shape as [number, number, number, number];
    const [run] = await source.runs!(ALWAYS);
    const own = listOf(await allOf(run!, placeOf(places[0]!)), GHI).flat();
    const [worst, sum] = own.reduce(
      ([most, all], value, k) => {
        const [from, to] = [leads[k]! / 3600, leads[k + 1]! / 3600];
        let total = 0;
        for (let member = 0; member < members; member++) {
          for (let hour = from; hour < to; hour++) total += truth.readFloatLE(4 * (member * hours + hour));
        }
        const error = Math.abs(value - total / members / (to - from));
        return [Math.max(most, error), all + error];
      },
      [0, 0],
    );
    // 7 bits of up to 1000 W/m² are ±2 W/m², of six hours in the sixth ±22.
    expect(worst).toBeLessThan(22);
    expect(sum / own.length).toBeLessThan(3);
  });

  it("takes few requests: a run's chunk and its index, of what is asked for, and of leads that are needed", async () => {
    const { server, source } = await served(store, product);
    const place = placeOf(places[0]!);
    const [run] = await source.runs!(ALWAYS);
    const [first, ...later] = await run!.offer(place, ALWAYS.end);
    const counted = server.requests.length;
    const period = { start: first!.first, end: first!.first + 9 * HOUR };
    await run!.read(first!, place, period, [GHI], use());
    expect(server.requests.length - counted).toBeLessThanOrEqual(2);
    for (const offer of [first!, ...later]) await run!.read(offer, place, ALWAYS, [GHI], use());
    expect(server.requests.length - counted).toBeLessThanOrEqual(5);
    const chunks = new Set(server.requests.slice(counted).map(({ path }) => path));
    expect([...chunks].every((path) => path.startsWith("chunks/"))).toBe(true);
  });
});

describe("weather check", () => {
  const stores = fixture<Stores>("dynamical.json.gz");
  const now = Date.UTC(2026, 5, 21, 14);
  const hosted = async (spec: string, change: (path: string) => boolean = () => true) => {
    const server = await rangeServer((path) => {
      const content = change(path) ? stores[spec]![path] : undefined;
      return content === undefined ? undefined : Buffer.from(content, "base64");
    });
    onTestFinished(() => server.close());
    return server;
  };

  it.each(
    Object.keys(DYNAMICAL).flatMap((name) => [1, 2].map((spec) => [name as keyof typeof DYNAMICAL, spec] as const)),
  )("%s passes by a replica of its true size in spec %i", async (name, spec) => {
    const { url, requests } = await hosted(`spec ${spec}`);
    const { lines, passed } = await weatherReport("check", [`${name}=${url}`], { environment: {}, now });
    expect([lines.slice(0, -1), passed]).toEqual([[`${name} at ${url}: as in the catalogue`], true]);
    expect(lines.at(-1)).toMatch(new RegExp(`Icechunk store \\(spec ${spec}\\), \\d+ requests, \\d+ KiB$`));
    expect(requests.length).toBeLessThan(24);
  });

  it("names what changed: no new runs, another place, a version that is gone", async () => {
    const { url } = await hosted("spec 2");
    const changes = async (name: keyof typeof DYNAMICAL, at: number, address = url) =>
      (await checkEntry({ name, address }, { environment: {}, now: at })).sources.flatMap((one) => one.changes);
    expect(await changes("dynamical-aifs", now + 3 * 24 * HOUR)).toEqual([
      "it ends on 2026-07-06: its updates have stalled, or it is retired",
    ]);
    const gone = await hosted("spec 2", (path) => !path.includes("gefs-forecast"));
    const [message] = await changes("dynamical-gefs", now, gone.url);
    expect(message).toMatch(/: it was moved, renamed or retired$/);
  });
});

it("a run of one place is two requests in shards of GEFS's true size: the index, and the chunk of the leads alone", async () => {
  const [members, leads, rows, columns] = [31, 64, 6, 9];
  const form = (shape: readonly number[], chunks: readonly number[], names: readonly string[], units: string) => ({
    ...{
      zarr_format: 3,
      node_type: "array",
      shape,
      dimension_names: names,
      attributes: { units },
      data_type: "float32",
    },
    ...{ fill_value: "NaN", chunk_key_encoding: { name: "default" }, codecs: [{ name: "bytes" }] as unknown[] },
    chunk_grid: { name: "regular", configuration: { chunk_shape: chunks } },
  });
  const list = (name: string, length: number, units: string) => form([length], [length], [name], units);
  const names = ["init_time", "ensemble_member", "lead_time", "latitude", "longitude"];
  const shards = [1, members, 3 * leads, 22 * rows, 23 * columns];
  const sharding = {
    chunk_shape: [1, members, leads, rows, columns],
    codecs: [{ name: "bytes" }],
    index_codecs: [{ name: "bytes" }],
  };
  const light = form([2, members, 181, 22 * rows, 23 * columns], shards, names, "W m-2");
  const metadata = {
    init_time: list("init_time", 2, "days since 2026-06-20"),
    lead_time: list("lead_time", 181, "hours"),
    latitude: list("latitude", 22 * rows, "degree_north"),
    longitude: list("longitude", 23 * columns, "degree_east"),
    [LIGHT!]: { ...light, codecs: [{ name: "sharding_indexed", configuration: sharding }] },
  };
  const values = Float32Array.from(
    { length: members * leads * rows * columns },
    (_, k) => Math.floor(k / (rows * columns)) % leads,
  );
  const index = new BigUint64Array(2 * 3 * 22 * 23).fill(2n ** 64n - 1n);
  // The first leads of rows 66… and columns 63…: not at the beginning of the file, and beside other chunks.
  index.set([200_001n, BigInt(values.byteLength)], 2 * (11 * 23 + 7));
  const shard = Buffer.concat([
    new Uint8Array(200_001),
    new Uint8Array(values.buffer),
    new Uint8Array(400_000),
    new Uint8Array(index.buffer),
  ]);
  const numbers = (length: number, step: number) =>
    new Uint8Array(Float32Array.from({ length }, (_, k) => k * step).buffer);
  const group = { zarr_format: 3, node_type: "group", consolidated_metadata: { metadata } };
  const files: { readonly [path: string]: Uint8Array } = {
    "zarr.json": Buffer.from(JSON.stringify(group)),
    ...{ "init_time/c/0": numbers(2, 1), "lead_time/c/0": numbers(181, 3) },
    ...{ "latitude/c/0": numbers(22 * rows, 0.25), "longitude/c/0": numbers(23 * columns, 0.25) },
    [`${LIGHT}/c/1/0/0/0/0`]: shard,
  };
  const server = await rangeServer((path) => files[path]);
  onTestFinished(() => server.close());
  const source = zarrSource({ location: server.url, product: "dynamical-gefs" });
  const place = { latitude: 17, longitude: 16 };
  // Of the first run nothing was ever written: a fill value would be a night.
  const [never, run] = await source.runs!(ALWAYS);
  expect(listOf(await allOf(never!, place), GHI)).toEqual([Array(181 - 1).fill(null)]);
  const before = source.traffic!();
  const [offer] = await run!.offer(place, ALWAYS.end);
  const [part] = await run!.read(offer!, place, { start: offer!.first, end: offer!.first + 96 * HOUR }, [GHI], use());
  expect([...(part!.series.columns[GHI] as Float64Array)].slice(0, 4)).toEqual([1, 3, 3, 5]);
  expect(part!.provenance.corrections).toContain("mean of 31 members");
  const { requests, bytes } = source.traffic!();
  // Of the index, 24,288 bytes, the blocks that hold it.
  expect([requests - before.requests, bytes - before.bytes]).toEqual([2, values.byteLength + 2 * 65_536]);
});
