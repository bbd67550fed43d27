import { join } from "node:path";
import { expect, it } from "vitest";
import { budgetOf, zarrSource } from "../src/index.js";
import { folderOfFile } from "./folder.js";
import { type StoredArray, writeStore } from "./zarr-store.js";

const HOUR = 3_600_000;
const START = Date.UTC(2024, 5, 1);
const LIGHT = [...Array(24).keys()].map((h) => Math.max(0, 700 * Math.sin(((h - 5.5) / 12) * Math.PI)));

const folder = folderOfFile();

function storeOf(units: string, factor: number): Promise<string> {
  const axis = (name: string, values: readonly number[], of: string): StoredArray => ({
    dimensions: [name],
    shape: [values.length],
    values,
    attributes: { units: of },
  });
  const cube = (values: readonly number[], of: string): StoredArray => ({
    dimensions: ["time", "lat", "lon"],
    shape: [24, 2, 2],
    values: values.flatMap((one) => [one, one + 1000, one + 2000, one + 3000]),
    attributes: { units: of, _FillValue: -999 },
  });
  return writeStore(join(folder, units.replace(/\W/g, "")), {
    ALLSKY_SFC_SW_DWN: cube(
      LIGHT.map((one) => one * factor),
      units,
    ),
    T2M: cube(
      LIGHT.map((_, h) => (h === 3 ? -999 : h)),
      "C",
    ),
    time: axis("time", [...LIGHT.keys()], "hours since 2024-06-01"),
    lat: axis("lat", [46.5, 47.5], "degrees_north"),
    lon: axis("lon", [7.5, 8.5], "degrees_east"),
  });
}

it.each([
  ["W m-2", 1],
  ["MJ m-2", 0.0036],
])("hours in %s begin at their time", async (units, factor) => {
  const source = zarrSource({ location: await storeOf(units, factor), product: "nasa-power" });
  const place = { latitude: 46.6, longitude: 7.4 };
  const [offer] = await source.offer(place, START);
  const use = { signal: new AbortController().signal, budget: budgetOf({ files: 100, bytes: 1e8, values: 1e6 }) };
  const period = { start: START, end: START + 24 * HOUR };
  const columns = ["global_horizontal_irradiance", "temperature"] as const;
  const [part] = await source.read(offer!, place, period, columns, use);
  const { series } = part!;
  expect([series.start, series.interval, series.sampling]).toEqual([START, 3600, undefined]);
  expect(Array.from(series.columns.global_horizontal_irradiance!)).toEqual(LIGHT.map((one) => expect.closeTo(one, 6)));
  const missing = Array.from(series.columns.temperature!).flatMap((one, h) => (Number.isNaN(one) ? [h] : []));
  expect(missing).toEqual([3]);
  expect(series.columns.temperature![4]).toBe(4);
  await source.close();
});
