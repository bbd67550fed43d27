import { join } from "node:path";
import { expect, it } from "vitest";
import type { CfOptions } from "../src/cf/options.js";
import { zarrSource } from "../src/index.js";
import { folderOfFile } from "./folder.js";
import { GHI, HOUR, JUNE } from "./made.js";
import { writeStore } from "./zarr-store.js";

const SIGNAL = new AbortController().signal;
const folder = folderOfFile();

/** Two days of sums and temperatures, one in `hours`. */
async function store(hours: number): Promise<string> {
  const count = 48 / hours;
  const cells = { dimensions: ["time", "latitude", "longitude"], shape: [count, 1, 2] };
  const constant = (value: number) => Array.from({ length: count * 2 }, () => value);
  return writeStore(join(folder, `every-${hours}.zarr`), {
    time: {
      dimensions: ["time"],
      shape: [count],
      values: Array.from({ length: count }, (_, k) => JUNE / HOUR + (k + 1) * hours),
      attributes: { units: "hours since 1970-01-01" },
    },
    latitude: { dimensions: ["latitude"], shape: [1], values: [50], attributes: { units: "degrees_north" } },
    longitude: { dimensions: ["longitude"], shape: [2], values: [8, 9], attributes: { units: "degrees_east" } },
    ssrd: { ...cells, values: constant(360_000), attributes: { units: "J m**-2" } },
    t2m: { ...cells, values: constant(290), attributes: { units: "K" } },
  });
}

async function lookAt(hours: number, options: Partial<CfOptions> = {}) {
  const source = zarrSource({ location: await store(hours), product: "era5", ...options });
  const { datasets, problems } = await source.look!(SIGNAL);
  return { columns: datasets.flatMap(({ columns }) => columns.map(({ column }) => column)), problems };
}

it("ERA5's sums are of an hour: with every third of them the light is left out, and the problem says how to declare them", async () => {
  expect(await lookAt(1)).toEqual({ columns: [GHI, "temperature"], problems: [] });
  const { columns, problems } = await lookAt(3);
  expect(columns).toEqual(["temperature"]);
  expect(problems).toEqual([
    expect.stringContaining("ssrd: its sums cover 3600 s each, but its times are 10800 s apart"),
  ]);
  const said = JSON.parse(/"variables": (.*)$/.exec(problems[0]!)![1]!);
  expect(await lookAt(3, { variables: said })).toEqual({ columns: [GHI, "temperature"], problems: [] });
});
