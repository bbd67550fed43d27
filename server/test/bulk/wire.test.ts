import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SentWeather } from "irradiance-engine/internal/bulk-command";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cutSites } from "../../src/background/cut.js";
import { packedParts } from "../../src/bulk/sent-weather.js";
import {
  type NumberedPart,
  type PackedWeather,
  packSites,
  packWeather,
  unpackSites,
  unpackWeather,
} from "../../src/bulk/wire.js";

it("sites come back as they were: numbers to the last bit, and those that JSON does not have", async () => {
  const sites = [
    { id: "a", lat: "47.1", lon: 8.100000000000001, altitude: Number.NaN, linkeTurbidity: [2.1, 3.3] },
    { id: "b", lat: -0.1, lon: 5e-324, horizon: Float64Array.of(0.5, 1), map_altitude: Number.NEGATIVE_INFINITY },
  ];
  const [a, b] = await unpackSites(await packSites(sites));
  expect(a).toEqual(sites[0]);
  expect(b).toEqual({ ...sites[1], horizon: [0.5, 1] });
});

it("weather comes back with its bits, gaps and place", async () => {
  const values = Array.from({ length: 100 }, (_, i) => (i % 7 === 0 ? null : Math.sqrt(i)));
  const place = { latitude: 47, longitude: 8, altitude: 400 };
  const columns = { global_horizontal_irradiance: values, temperature: values.map((_, i) => -i / 3) };
  const back = await unpackWeather(
    await packWeather({ start: "2023-01-01T00:00:00Z", interval: 3600, columns, place }),
  );
  expect(back).toMatchObject({ start: Date.UTC(2023), interval: 3600, place });
  const gaps = values.map((value) => value ?? Number.NaN);
  expect(Array.from(back.columns.global_horizontal_irradiance as Float64Array)).toEqual(gaps);
  expect(Array.from(back.columns.temperature as Float64Array)).toEqual(columns.temperature);
});

it("bytes that were cut off are refused", async () => {
  const bytes = await packSites([{ id: "a", lat: 1, lon: 2 }]);
  await expect(unpackSites(bytes.subarray(0, 10))).rejects.toThrow();
  const weather = await packWeather({ start: 0, interval: 3600, columns: { temperature: [1, 2] } });
  const packed = { bytes: weather, place: undefined, failure: undefined, told: [] };
  const withWeather = await packSites([{ lat: 1, lon: 2, weather_packed: packed }]);
  await expect(unpackSites(withWeather.subarray(0, -5))).rejects.toThrow();
});

describe("weather files of single sites", () => {
  const file = (name: string) => join(folder, name);
  const at = (name: string, more = {}) => ({
    lat: 47,
    lon: 8,
    weather_file: { path: file(name), options: {} },
    ...more,
  });
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "irradiance-wire-"));
    for (const name of ["a.csv", "b.csv"])
      writeFileSync(
        file(name),
        `start_time,global_horizontal_irradiance\n2023-06-01T10:00:00Z,500\n2023-06-01T11:00:00Z,${name === "a.csv" ? 600 : ""}\n`,
      );
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function* partOf(...sites: NumberedPart["sites"]) {
    yield { part: 0, first: 0, sites };
  }

  it("travel with their sites, once for all that share one; what cannot be read fails its site alone", async () => {
    const sites = [at("a.csv"), at("b.csv"), at("a.csv", { map_altitude: 500 }), at("none.csv"), { lat: 1, lon: 2 }];
    for await (const { sites: packed } of packedParts(partOf(...sites))) {
      const blobs = packed.map(({ weather_packed }) => (weather_packed as PackedWeather | undefined)?.bytes);
      expect(blobs[2]).toBe(blobs[0]);
      const unpacked = await unpackSites(await packSites(packed));
      const sent = unpacked.map(({ weather_sent }) => weather_sent as SentWeather | undefined);
      const light = sent.map((one) => one?.series && Array.from(one.series.columns.global_horizontal_irradiance!));
      expect(light).toEqual([[500, 600], [500, Number.NaN], [500, 600], undefined, undefined]);
      expect(sent[0]!.series!.place).toBeUndefined();
      expect(sent[2]!.series!.place).toEqual({ latitude: 47, longitude: 8, altitude: 500 });
      expect(sent[2]!.told).toMatchObject([{ code: "altitude" }]);
      expect(sent[3]).toMatchObject({ failure: { message: expect.stringContaining("none.csv") }, told: [] });
      expect(unpacked[4]).toEqual({ lat: 1, lon: 2 });
    }
  });

  it("are refused where they are too much for a part", async () => {
    const parts = packedParts(partOf(at("a.csv"), at("a.csv"), at("b.csv")), 150);
    await expect(parts.next()).rejects.toThrow(
      "the weather files of part 0 have more than 0 MiB, packed: give --part-sites fewer than its 3 sites",
    );
  });
});

it("sites are cut into parts of one size, the last one shorter, and read no further than asked", async () => {
  let read = 0;
  async function* sites() {
    for (let i = 0; i < 7; i++, read++) yield { id: i, lat: i, lon: i };
  }
  const parts: NumberedPart[] = [];
  for await (const part of cutSites(sites(), { sites: 3 })) {
    parts.push(part);
    expect(read).toBeLessThan(3 * parts.length + 1);
  }
  expect(parts.map(({ part, first, sites: { length } }) => [part, first, length])).toEqual([
    [0, 0, 3],
    [1, 3, 3],
    [2, 6, 1],
  ]);
});
