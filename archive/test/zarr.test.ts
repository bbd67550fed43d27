/** Zarr stores, read as xarray reads them: replicas of public archives, on disk and from a web server. */

import { rm } from "node:fs/promises";
import type { WeatherColumn } from "irradiance-engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Place, type ZarrOptions, zarrSource } from "../src/index.js";
import { fixture } from "./fixture.mjs";
import { ALWAYS, columnsOf, type ExpectedColumns, fromServer, onDisk, type Stores, use } from "./replicas.js";

interface Expected {
  readonly store: string;
  readonly location: string;
  readonly options: Partial<ZarrOptions>;
  readonly place: readonly [number, number];
  readonly none?: true;
  readonly cell: readonly [number, number];
  readonly step: number;
  readonly columns: ExpectedColumns;
}

const STORES = fixture<Stores>("zarr.json.gz");
const EXPECTED = fixture<Expected[]>("zarr-expected.json.gz");
const NOW = Date.UTC(2026, 0, 1);

let folder: string;
let server: Awaited<ReturnType<typeof fromServer>>;

beforeAll(async () => {
  folder = await onDisk(STORES);
  server = await fromServer(STORES);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function check(expected: Expected, base: string) {
  const source = zarrSource({
    location: [base, expected.store, expected.location].filter((part) => part !== "").join("/"),
    ...expected.options,
  });
  const [latitude, longitude] = expected.place;
  const place: Place = { latitude, longitude };
  const offers = await source.offer(place, NOW);
  if (expected.none) return expect(offers).toEqual([]);
  expect(offers).toHaveLength(1);
  const [offer] = offers;
  expect([offer!.cell.latitude, offer!.cell.longitude].map(Math.fround)).toEqual(expected.cell.map(Math.fround));
  expect(offer!.interval).toBe(expected.step);
  expect([...offer!.columns].sort()).toEqual(Object.keys(expected.columns).sort());
  const parts = await source.read(offer!, place, ALWAYS, offer!.columns as WeatherColumn[], use());
  expect(columnsOf(parts)).toEqual(expected.columns);
}

describe.each([...new Set(EXPECTED.map(({ store }) => store))])("%s", (store) => {
  const own = EXPECTED.filter((one) => one.store === store);

  it("on disk is what xarray reads, to the last bit", async () => {
    for (const expected of own) await check(expected, folder);
  });

  it("from a web server, too", async () => {
    for (const expected of own) await check(expected, server.url);
  });
});
