/** Zarr stores, read as xarray reads them: replicas of public archives, on disk and from a web server. */

import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { WeatherColumn } from "irradiance-engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budgetOf, DEFAULT_LIMITS, type Part, type Place, type ZarrOptions, zarrSource } from "../src/index.js";
import { rangeServer } from "./range-server.mjs";

interface Expected {
  readonly store: string;
  readonly location: string;
  readonly options: Partial<ZarrOptions>;
  readonly place: readonly [number, number];
  readonly none?: true;
  readonly cell: readonly [number, number];
  readonly step: number;
  readonly columns: {
    readonly [name: string]: {
      readonly start: number;
      readonly sampling: "mean" | "instant";
      readonly values: readonly (number | null)[];
    };
  };
}

function fixture<T>(name: string): T {
  return JSON.parse(gunzipSync(readFileSync(new URL(`fixtures/${name}`, import.meta.url))).toString("utf8"));
}

const STORES = fixture<{ [store: string]: { [path: string]: string } }>("zarr.json.gz");
const EXPECTED = fixture<Expected[]>("zarr-expected.json.gz");
/** Before and after anything in the replicas. */
const ALWAYS = { start: Date.UTC(2000, 0, 1), end: Date.UTC(2030, 0, 1) };
const NOW = Date.UTC(2026, 0, 1);

let folder: string;
let server: Awaited<ReturnType<typeof rangeServer>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-zarr-"));
  for (const [store, files] of Object.entries(STORES)) {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, store, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, Buffer.from(content, "base64"));
    }
  }
  server = await rangeServer((path) => {
    const [store, ...rest] = path.split("/");
    const content = STORES[store!]?.[rest.join("/")];
    return content === undefined ? undefined : Buffer.from(content, "base64");
  });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const options = () => ({ signal: new AbortController().signal, budget: budgetOf(DEFAULT_LIMITS) });

/** The values that overlap, by column, as parts have them. */
function columnsOf(parts: readonly Part[]) {
  return Object.fromEntries(
    parts.flatMap(({ series }) =>
      Object.entries(series.columns).map(([name, values]) => [
        name,
        {
          start: series.start,
          sampling: series.sampling ?? "mean",
          values: [...(values as Float64Array)].map((v) => (Number.isNaN(v) ? null : v)),
        },
      ]),
    ),
  );
}

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
  const parts = await source.read(offer!, place, ALWAYS, offer!.columns as WeatherColumn[], options());
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
