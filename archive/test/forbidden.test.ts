/** 403 in place of 404, as buckets answer that may not be listed: a file that is not there is missing values, and the answer says so. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { omSource, openArchive, type WeatherSource, zarrSource } from "../src/index.js";
import { fixture } from "./fixture.mjs";
import { GHI, HOUR } from "./made.js";
import { LAND_GRID, lightAt, playedArco } from "./played-arco.js";
import { rangeServer } from "./range-server.mjs";

const NOON = Date.UTC(2025, 5, 21, 12);
const NEWEST = { first: Date.UTC(2025, 0, 1), end: Date.UTC(2025, 6, 1) };
const DIRECT = "direct_horizontal_irradiance";

/** A server that answers a status where the path matches. */
async function serving(files: (path: string) => Uint8Array | undefined, status: number, pattern: RegExp) {
  const fault = ({ url = "" }: IncomingMessage, response: ServerResponse) =>
    pattern.test(url) && Boolean(response.writeHead(status).end());
  const server = await rangeServer(files, { fault });
  onTestFinished(() => server.close());
  return server.url;
}

async function read(source: WeatherSource, start = NOON, place = { latitude: 47.5, longitude: 8.5 }) {
  const archive = openArchive({ sources: [source], timeout: 20_000 });
  onTestFinished(() => archive.close());
  const period = { start, end: start + HOUR };
  const columns = [GHI, DIRECT, "temperature"] as const;
  const { series, notices, provenance } = await archive.weather(place, start + 200 * 24 * HOUR, {
    ...{ purpose: "history", period, columns: [...columns], interval: 3600 },
  });
  const at = Math.round((start - Number(series.start)) / HOUR);
  return { values: columns.map((name) => series.columns[name]?.[at]), notices, cell: provenance[0]?.cell };
}

const REFUSED =
  "are refused (403) beside granted ones and taken as missing, as object stores answer for files that are not there, if they may not be listed";

it("of a Zarr store: a chunk is missing, as with 404, and the answer says so", async () => {
  const beam = /\/fdir\/\d+\.\d+\.\d+$/;
  const at = async (status: number) =>
    read(zarrSource({ location: await serving(playedArco(NEWEST), status, beam), product: "era5" }));
  const [forbidden, absent] = [await at(403), await at(404)];
  expect(forbidden.values).toEqual([expect.closeTo(lightAt(NOON + HOUR), 0), Number.NaN, expect.any(Number)]);
  expect(forbidden.values).toEqual(absent.values);
  const told = forbidden.notices.filter(({ message }) => message.includes("403"));
  expect(told).toEqual([{ code: "missing", message: `zarr/ERA5: one file is${REFUSED.slice(3)}` }]);
  expect(absent.notices.filter(({ message }) => message.includes("refused"))).toEqual([]);
  await expect(at(401)).rejects.toThrow(/fdir.* cannot be read: the server answers 401/);
});

it.each([/\/time\/0$/, /\/latitude\/0$/, /\.zmetadata$/])(
  "of a coordinate or metadata it is an error: %s",
  async (what) => {
    const location = await serving(playedArco(NEWEST), 403, what);
    await expect(read(zarrSource({ location, product: "era5" }))).rejects.toThrow(/the server answers 403/);
  },
);

it("of a cell in the sea: the next one on land is taken, and nothing is said", async () => {
  const land = playedArco({ ...NEWEST, grid: LAND_GRID, variables: { ssrd: "J m**-2", t2m: "K" } });
  // The chunk of the eight columns from 8.1 to 8.8° E.
  const sea = new RegExp(`/(ssrd|t2m)/\\d+\\.\\d+\\.${Math.floor(Math.round((8.8 + 179.9) / 0.1) / 8)}$`);
  const location = await serving(land, 403, sea);
  const { values, notices, cell } = await read(zarrSource({ location, product: "era5-land-timeseries" }), NOON, {
    latitude: 47.5,
    longitude: 8.8,
  });
  expect(values[0]).toBeGreaterThan(700);
  expect(cell!.longitude).toBeCloseTo(8.9, 6);
  expect(notices.filter(({ message }) => message.includes("403"))).toEqual([]);
});

it("of a chunk of Open-Meteo's archive", async () => {
  const replica = fixture("om.json.gz");
  const bucket = new Map(
    Object.entries<string>(replica.era5).map(([path, text]) => [path, Buffer.from(text, "base64")]),
  );
  const files = (path: string) => bucket.get(path);
  const POLE = { latitude: 90, longitude: -180 };
  const warmth = /\/temperature_2m\/(chunk|year)_\d+\.om$/;
  const om = async (status: number) =>
    read(
      omSource({ location: await serving(files, status, warmth), model: "copernicus_era5" }),
      Date.UTC(2026, 5, 20, 9),
      POLE,
    );
  const [forbidden, absent] = [await om(403), await om(404)];
  expect(forbidden.values).toEqual(absent.values);
  expect(forbidden.values[0]).toBeGreaterThan(0);
});
