import { expect, it } from "vitest";
import { cutSites, type NumberedPart } from "../../src/jobs/cut.js";
import { packSites, packWeather, unpackSites, unpackWeather } from "../../src/jobs/wire.js";

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
});

it("sites are cut into parts of one size, the last one shorter, and read no further than asked", async () => {
  let read = 0;
  async function* sites() {
    for (let i = 0; i < 7; i++, read++) yield { id: i, lat: i, lon: i };
  }
  const parts: NumberedPart[] = [];
  for await (const part of cutSites(sites(), 3)) {
    parts.push(part);
    expect(read).toBeLessThan(3 * parts.length + 1);
  }
  expect(parts.map(({ part, first, sites: { length } }) => [part, first, length])).toEqual([
    [0, 0, 3],
    [1, 3, 3],
    [2, 6, 1],
  ]);
});
