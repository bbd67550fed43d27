/** Every encoding gives the same heights; where a file lies is read from every kind of georeference. */
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { openTerrain } from "../../../src/data/terrain/index.js";
import { type TiffOptions, temporaryFolder, tiff } from "./tiff-writer.js";

const files = temporaryFolder();
afterAll(() => files.remove());

const WIDTH = 53;
const HEIGHT = 41;
const STEP = 1 / 1200;
/** Whole numbers, so that all types hold them. */
const heightOf = (c: number, r: number) => 500 + ((c * 37 + r * 91) % 400) + c * 10;
const base: TiffOptions = { width: WIDTH, height: HEIGHT, at: heightOf, x0: 8, y0: 47, dx: STEP };

/** Heights at samples all over the file and at one point between four. */
async function expectHeights(path: string): Promise<void> {
  const terrain = await openTerrain(path);
  for (const [c, r] of [
    [0, 0],
    [52, 40],
    [15, 16],
    [16, 15],
    [31, 32],
    [52, 0],
    [0, 40],
    [47, 39],
  ] as const) {
    expect(await terrain.altitude(47 - r * STEP, 8 + c * STEP), `column ${c}, row ${r}`).toBeCloseTo(heightOf(c, r), 6);
  }
  const mean = (heightOf(9, 8) + heightOf(10, 8) + heightOf(9, 9) + heightOf(10, 9)) / 4;
  expect(await terrain.altitude(47 - 8.5 * STEP, 8 + 9.5 * STEP)).toBeCloseTo(mean, 6);
  await terrain.close();
}

describe("encodings", () => {
  const layouts: Partial<TiffOptions>[] = [
    { rowsPerStrip: 1 },
    { rowsPerStrip: 7 },
    {},
    { tile: [16, 16] },
    { tile: [64, 64] },
  ];
  const cases = (["int16", "uint16", "float32", "int32", "float64"] as const).flatMap((type) =>
    [false, true].flatMap((bigEndian) =>
      layouts.flatMap((layout) =>
        ([1, 2, 3] as const)
          .filter((predictor) => predictor === 1 || (predictor === 3 ? type.startsWith("float") : type !== "float64"))
          .map((predictor) => ({ ...layout, type, bigEndian, predictor, deflate: predictor !== 1 || bigEndian })),
      ),
    ),
  );

  it(`all ${cases.length} combinations of type, byte order, layout, compression and predictor`, async () => {
    for (const options of cases) {
      const path = files.write(tiff({ ...base, ...options }));
      await expectHeights(path).catch((cause) => {
        throw new Error(JSON.stringify(options), { cause });
      });
    }
  });

  it("the first of several bands", () =>
    expectHeights(files.write(tiff({ ...base, bands: 3, type: "int16", predictor: 2, deflate: true }))));

  it("the full resolution of a file with overviews", () =>
    expectHeights(files.write(tiff({ ...base, overview: true, tile: [16, 16] }))));

  it("feet, where the file says so", async () => {
    const path = files.write(
      tiff({
        ...base,
        keys: [
          [1024, 2],
          [2048, 4326],
          [4099, 9002],
        ],
      }),
    );
    const terrain = await openTerrain(path);
    expect(await terrain.altitude(47, 8)).toBeCloseTo(heightOf(0, 0) * 0.3048, 3);
    await terrain.close();
  });
});

describe("georeference", () => {
  it("PixelIsPoint, a tie point elsewhere, a transformation", async () => {
    await expectHeights(files.write(tiff({ ...base, point: true })));
    await expectHeights(files.write(tiff({ ...base, tieAt: [10, 20] })));
    await expectHeights(files.write(tiff({ ...base, tieAt: [10, 20], point: true })));
    await expectHeights(files.write(tiff({ ...base, matrix: true })));
    await expectHeights(files.write(tiff({ ...base, matrix: true, point: true })));
  });

  it("rows from south to north", () =>
    expectHeights(
      files.write(
        tiff({
          ...base,
          at: (c, r) => heightOf(c, HEIGHT - 1 - r),
          y0: 47 - (HEIGHT - 1) * STEP,
          dy: STEP,
          matrix: true,
        }),
      ),
    ));

  it("a projection given by the caller, in place of none", async () => {
    const path = files.write(tiff({ ...base, keys: null }));
    await expect(openTerrain(path)).rejects.toThrow(/coordinate system/);
    const terrain = await openTerrain(path, { projection: "EPSG:4326" });
    expect(await terrain.altitude(47, 8)).toBeCloseTo(heightOf(0, 0), 6);
    await terrain.close();
  });
});

describe("no data", () => {
  const holes = (fill: number) => (c: number, r: number) => (c >= 20 && c < 30 && r < 20 ? fill : heightOf(c, r));
  it.each([
    ["-32768", -32768, "int16"],
    ["65535", 65535, "uint16"],
    ["nan", Number.NaN, "float32"],
    ["-3.4028234663852886e+38", -3.4028234663852886e38, "float32"],
    ["-9999", -9999, "float64"],
    [undefined, -32768, "int16"],
    [undefined, Number.NaN, "float32"],
  ] as const)("%s (%d in %s)", async (noData, fill, type) => {
    const path = files.write(tiff({ ...base, at: holes(fill), type, ...(noData === undefined ? {} : { noData }) }));
    const terrain = await openTerrain(path);
    await expect(terrain.altitude(47 - 5 * STEP, 8 + 25 * STEP)).rejects.toMatchObject({
      code: "ERR_TERRAIN_NO_DATA",
      file: path,
    });
    expect(await terrain.altitude(47 - 5 * STEP, 8 + 19 * STEP)).toBeCloseTo(heightOf(19, 5), 6);
    // Nearer to a sample that is there than to one that is not: the samples that are there.
    const beside = 8 + 19.25 * STEP;
    expect(await terrain.altitude(47 - 5 * STEP, beside)).toBeCloseTo(heightOf(19, 5), 6);
    await expect(terrain.altitude(47 - 5 * STEP, 8 + 19.75 * STEP)).rejects.toThrow(/no data/);
    await terrain.close();
  });
});

describe("SRTM .hgt", () => {
  const hgt = (side: number, at: (c: number, r: number) => number) => {
    const bytes = Buffer.alloc(side * side * 2);
    for (let r = 0; r < side; r++) for (let c = 0; c < side; c++) bytes.writeInt16BE(at(c, r), 2 * (r * side + c));
    return bytes;
  };

  it("is read by its name, with voids, and joins its neighbour", async () => {
    const left = hgt(1201, (c, r) => (c === 600 && r === 600 ? -32768 : c + r));
    const right = hgt(1201, (c, r) => 1200 + c + r);
    const paths = [files.write(left, "N46E007.hgt"), files.write(right, "N46E008.hgt")];
    const terrain = await openTerrain(paths);
    expect(await terrain.altitude(47, 7)).toBe(0);
    expect(await terrain.altitude(46, 7)).toBeCloseTo(1200, 6);
    expect(await terrain.altitude(46.5, 8)).toBeCloseTo(1800, 6);
    expect(await terrain.altitude(46.5, 8 + 1 / 2400)).toBeCloseTo(1800.5, 6);
    await expect(terrain.altitude(46.5, 7.5)).rejects.toThrow(/N46E007\.hgt: has no data/);
    await terrain.close();
  });

  it("in the south and west", async () => {
    const path = files.write(
      hgt(1201, (c, r) => c + r),
      "S34W071.hgt",
    );
    const terrain = await openTerrain(path);
    expect(await terrain.altitude(-33, -71)).toBe(0);
    expect(await terrain.altitude(-34, -70)).toBeCloseTo(2400, 6);
    await terrain.close();
  });
});

describe("files that GDAL wrote (fixtures/terrain/make.py)", () => {
  const folder = new URL("../../../fixtures/terrain/", import.meta.url).pathname;
  const { copies } = JSON.parse(readFileSync(`${folder}horizons.json`, "utf8"));
  const kentucky =
    "+proj=lcc +lat_0=36.3333333333333 +lon_0=-85.75 +lat_1=37.0833333333333 +lat_2=38.6666666666667 " +
    "+x_0=1500000 +y_0=999999.9998984 +ellps=GRS80 +towgs84=0,0,0 +units=us-ft";

  it.each(Object.keys(copies))("%s", async (name) => {
    const options = name === "kentucky" ? { projection: kentucky } : {};
    const terrain = await openTerrain(`${folder}copies/${name}.tif`, options);
    for (const { latitude, longitude, altitude } of copies[name]) {
      // Projections agree to a few mm, slopes are below 1; NAD27 by another datum shift to a few metres.
      const tolerance = name === "nad27" ? 5 : 0.02;
      expect(Math.abs((await terrain.altitude(latitude, longitude)) - altitude)).toBeLessThan(tolerance);
    }
    await terrain.close();
  });
});
