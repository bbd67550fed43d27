/** What sources say of themselves: what is in them, where it lies, what a year of a place costs, and why they fail. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gridPlaces } from "../src/cf/places.js";
import { kindOf } from "../src/errors.js";
import {
  createLiveStore,
  filesSource,
  inspectSource,
  inspectZarr,
  liveSource,
  omSource,
  openArchive,
  openLiveWriter,
  type WeatherSource,
  zarrSource,
} from "../src/index.js";
import { gridOf } from "../src/om/grids.js";
import { MODELS } from "../src/om/options.js";
import { extentOfPlaces } from "../src/source.js";
import { folderOfFile } from "./folder.js";
import { csv, GHI, HOUR, JUNE } from "./made.js";
import { inFolder, rangeServer } from "./range-server.mjs";
import { writeStore } from "./zarr-store.js";

const folder = folderOfFile();

function gridExtent(latitudes: readonly number[], longitudes: readonly number[]) {
  return gridPlaces(Float64Array.from(latitudes), Float64Array.from(longitudes), 25, "made").extent()!;
}

describe("the extent of a grid", () => {
  it.each([
    ["0…360 across Greenwich", [355, 356, 357, 358, 359, 0, 1, 2], -5, 2],
    ["0…360 in Asia", [100, 101, 102], 100, 102],
    ["0…360 in America", [250, 251, 252], -110, -108],
    ["a turn too far", [365, 368, 371], 5, 11],
    ["across the date line", [178, 179, 180, 181], 178, -179],
    ["across it, in two halves", [178, 179, -180, -179], 178, -179],
    ["up to it", [170, 175, 180], 170, 180],
    ["all round from 0", [0, 90, 180, 270], -180, 180],
    ["all round from −180", [-180, -90, 0, 90], -180, 180],
    ["one column", [190], -170, -170],
  ])("%s has longitudes of −180…180", (_, longitudes, west, east) => {
    expect(gridExtent([50, 49], longitudes)).toMatchObject({ south: 49, north: 50, west, east });
  });

  it("has a middle that is one of its cells", () => {
    expect(gridExtent([50, 49, 48], [355, 0, 5]).middle).toEqual({ latitude: 49, longitude: 0 });
  });

  it.each([
    ["on both sides of the date line", [179, -179, 178], 178, -179],
    ["on both sides of Greenwich", [-1, 1, 359], -1, 1],
    ["0…360", [350, 355], -10, -5],
  ])("of stations %s is the narrower one", (_, longitudes, west, east) => {
    const latitudes = longitudes.map((_, k) => k);
    expect(extentOfPlaces(latitudes, longitudes)).toMatchObject({ west, east, south: 0, north: longitudes.length - 1 });
  });

  it("of HRRR is the one that NOAA tells of it", () => {
    // NCEP, "HRRR grid": corners 21.138° N 122.720° W, 47.838° N 134.095° W, 47.842° N 60.917° W; 52.616° N in the north.
    const { south, north, west, east } = gridOf(MODELS.ncep_hrrr_conus_15min.grid).extent();
    for (const [value, expected] of [
      [south, 21.138],
      [north, 52.616],
      [west, -134.095],
      [east, -60.917],
    ]) {
      expect(Math.abs(value! - expected!)).toBeLessThan(0.001);
    }
  });

  it.each([
    ["dwd_icon_eu", 29.5, 70.5, -23.5, 62.5],
    ["copernicus_era5", -90, 90, -180, 180],
    ["ecmwf_ifs", -89.947, 89.947, -180, 180],
    ["jma_jaxa_himawari_10min", -60, 60, 80, -160],
  ] as const)("of %s is the model's", (model, south, north, west, east) => {
    const extent = gridOf(MODELS[model].grid).extent();
    const told = [extent.south, extent.north, extent.west, extent.east];
    for (const [k, value] of [south, north, west, east].entries()) {
      expect(Math.abs(told[k]! - value)).toBeLessThan(0.001);
    }
  });

  it("around a pole is all round, up to the pole", () => {
    const grid = gridOf({
      type: "projected",
      projection: { type: "stereographic", pole: 90, latitude: 60, longitude: 0, radius: 6_371_229 },
      ...{ columns: 21, rows: 21, dx: 100_000, dy: 100_000 },
      first: { latitude: 77.6, longitude: -45 },
    });
    expect(grid.extent()).toMatchObject({ north: 90, west: -180, east: 180, cells: 441 });
  });
});

const HOURS = 48;
const SIGNAL = new AbortController().signal;

/** Cells around Greenwich in longitudes of 0…360, hourly sums; the albedo has no unit. */
async function madeStore(
  name: string,
  ofTimes: { readonly calendar?: string } = {},
  light: { readonly [name: string]: string | undefined } = { ssrd: "J m**-2" },
): Promise<string> {
  const cells = { dimensions: ["time", "latitude", "longitude"], shape: [HOURS, 2, 2] };
  const values = Array.from({ length: HOURS * 4 }, (_, k) => 3600 * (k % 800));
  return writeStore(join(folder, name), {
    time: {
      ...{ dimensions: ["time"], shape: [HOURS], values: Array.from({ length: HOURS }, (_, k) => JUNE / HOUR + k + 1) },
      attributes: { units: "hours since 1970-01-01", ...ofTimes },
    },
    latitude: { dimensions: ["latitude"], shape: [2], values: [51, 50], attributes: { units: "degrees_north" } },
    longitude: { dimensions: ["longitude"], shape: [2], values: [359.5, 0], attributes: { units: "degrees_east" } },
    ...Object.fromEntries(
      Object.entries(light).map(([of, units]) => [of, { ...cells, values, ...(units && { attributes: { units } }) }]),
    ),
    fal: { ...cells, values: values.map(() => 0.2) },
  });
}

it("a listing says what to write of values without a unit, and that works as it is printed", async () => {
  const location = await madeStore("bare.zarr", {}, { poa: undefined });
  const { problems } = await inspectZarr({ location });
  expect(problems).toHaveLength(2);
  const parts = problems.map((text) => {
    const [, own] = /^\w+: it has no attribute "units": give the unit of \w+, as in "variables": (\{.*\})$/.exec(text)!;
    return JSON.parse(own!);
  });
  const variables = Object.assign({}, ...parts);
  expect(Object.keys(variables)).toEqual(["poa", "fal"]);
  const about = { dataset: "bare", class: "reanalysis", licence: "none" } as const;
  const facts = await zarrSource({ location, variables, ...about }).look!(SIGNAL);
  expect(facts.problems).toEqual([]);
  expect(facts.datasets[0]!.columns.map(({ column }) => column)).toEqual([GHI, "albedo"]);
});

describe("a look at a source", () => {
  it("of Zarr tells columns, period, grid and what is left out, and an inspection what a year costs and what to doubt in it", async () => {
    const source = zarrSource({ location: await madeStore("look.zarr"), product: "era5" });
    const found = await inspectSource(source, JUNE);
    expect(found).toMatchObject({
      what: "Zarr store",
      problems: [
        expect.stringContaining('fal: it has no attribute "units"'),
        expect.stringContaining("of the light falls while the sun is more than 6° below the horizon"),
      ],
    });
    const [dataset] = found!.datasets;
    expect(dataset).toMatchObject({
      ...{ dataset: "ERA5", class: "reanalysis", step: 3600, first: JUNE, last: JUNE + HOURS * HOUR, gaps: 0 },
      columns: [{ column: GHI, variable: "ssrd", is: "sum, the time is its end", chunks: [HOURS, 2, 2] }],
      extent: { south: 50, north: 51, west: -0.5, east: 0, cells: 4, spacing: 1 },
      year: { values: HOURS, missing: 0, requests: 1, bytes: HOURS * 4 * 8 },
    });
    expect(found!.opened!.requests).toBeGreaterThan(0);
  });

  it("of weather files names their places, and of an empty folder says that nothing is there", async () => {
    const path = join(folder, "station.csv");
    const noon = (row: number) => Math.max(0, Math.round(900 * Math.cos(((row - 18.5) / 12) * Math.PI)));
    await writeFile(path, csv({ latitude: 40, longitude: -105 }, JUNE, HOUR, 24, noon, GHI));
    const found = await inspectSource(filesSource({ paths: [path] }), JUNE);
    expect(found).toMatchObject({ what: "1 weather file", problems: [], opened: undefined });
    expect(found!.datasets[0]).toMatchObject({
      first: JUNE,
      extent: { cells: 1, west: -105 },
      year: { values: 24, missing: 0 },
    });
    const gone = filesSource({ paths: [join(folder, "gone")] });
    await expect(gone.look!(SIGNAL)).rejects.toMatchObject({
      kind: "not there",
      message: expect.stringContaining("gone"),
    });
  });

  it("of a live store tells its columns and places", async () => {
    const path = join(folder, "live");
    await createLiveStore(path, { dataset: "roofs", columns: [GHI], interval: 3600 });
    const source = liveSource({ folder: path });
    expect((await source.look!(SIGNAL)).datasets).toMatchObject([
      { dataset: "roofs", first: undefined, extent: undefined },
    ]);
    const writer = await openLiveWriter(path);
    const columns = { [GHI]: new Float64Array(24) };
    await writer.ingest([{ places: [{ latitude: 47, longitude: 8 }], start: JUNE, columns }]);
    await writer.close();
    const found = await inspectSource(source, JUNE);
    expect(found!.datasets).toMatchObject([
      { first: JUNE, columns: [{ column: GHI }], year: { values: 24, missing: 0 } },
    ]);
  });
});

describe("a source that fails says why in a word, and in its message where", () => {
  const failing: readonly [string, (url: string) => WeatherSource][] = [
    ["unreachable", () => zarrSource({ location: "http://127.0.0.1:1/dead.zarr", product: "era5" })],
    ["unreachable", (url) => zarrSource({ location: `${url}/500`, product: "era5" })],
    ["refused", (url) => zarrSource({ location: `${url}/403`, product: "era5" })],
    ["not there", (url) => zarrSource({ location: `${url}/none`, product: "era5" })],
    ["not there", (url) => omSource({ location: url, model: "dwd_icon" })],
    ["not there", () => liveSource({ folder: join(folder, "no-store") })],
    ["damaged", (url) => zarrSource({ location: `${url}/damaged`, product: "era5" })],
    ["no such column", (url) => zarrSource({ location: `${url}/good.zarr`, product: "sarah" })],
    ["unusable", (url) => zarrSource({ location: `${url}/360_day.zarr`, product: "era5" })],
  ];

  it.each(failing)("%s", async (kind, open) => {
    await madeStore("good.zarr");
    await madeStore("360_day.zarr", { calendar: "360_day" });
    const find = inFolder(folder);
    const server = await rangeServer((path) => (path.startsWith("damaged/") ? Buffer.from("{") : find(path)), {
      fault(request, response) {
        const status = Number(/^\/(\d{3})\//.exec(request.url ?? "")?.[1]);
        if (!(status >= 100)) return false;
        response.writeHead(status).end();
        return true;
      },
    });
    const source = open(server.url);
    const error = await source.look!(SIGNAL).catch((thrown: unknown) => thrown);
    expect(kindOf(error)).toBe(kind);
    const survey = await openArchive({ sources: [source] }).survey({ latitude: 50, longitude: 0 }, JUNE);
    expect(survey.failures).toMatchObject([{ source: source.id, kind }]);
    await server.close();
  });
});
