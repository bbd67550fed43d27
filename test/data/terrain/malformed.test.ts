/** Bad files and places: a TerrainError that names the file. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { TerrainErrorCode } from "../../../src/data/terrain/errors.js";
import { FileReader } from "../../../src/data/terrain/files.js";
import { openTerrain, TerrainError } from "../../../src/data/terrain/index.js";
import { type TiffOptions, temporaryFolder, tiff } from "./tiff-writer.js";

const files = temporaryFolder();
afterAll(() => files.remove());

const STEP = 1 / 1200;
const base: TiffOptions = { width: 60, height: 50, at: (c, r) => c + r, x0: 8, y0: 47, dx: STEP };

async function failure(work: Promise<unknown>, code: TerrainErrorCode = "ERR_TERRAIN"): Promise<TerrainError> {
  const cause = await work.then(
    () => undefined,
    (error) => error,
  );
  expect(cause).toBeInstanceOf(TerrainError);
  expect(cause.code).toBe(code);
  return cause;
}

describe("opening", () => {
  const good = tiff(base);
  const cases: [string, Uint8Array, string?][] = [
    ["is empty", new Uint8Array(0)],
    ["is not a TIFF", Buffer.from("lat,lon,height\n1,2,3\n")],
    ["is not a TIFF", Buffer.from("II")],
    ["is truncated", good.subarray(0, 8)],
    ["is truncated", good.subarray(0, good.length - 200)],
    ["is truncated", good.subarray(0, 3000)],
    ["no georeferencing", tiff({ ...base, georeference: false })],
    ["coordinate system", tiff({ ...base, keys: null })],
    [
      "EPSG:12345",
      tiff({
        ...base,
        keys: [
          [1024, 1],
          [3072, 12345],
        ],
      }),
    ],
    ["1000 bytes are not 3601 × 3601, 1201 × 1201", Buffer.alloc(1000), "N46E008.hgt"],
    ["8 bytes are not 3601 × 3601, 1201 × 1201", Buffer.alloc(8), "N46E009.hgt"],
    ["from S90 to N89 and from W180 to E179", Buffer.alloc(2 * 1201 * 1201), "N46E200.hgt"],
    ["from S90 to N89 and from W180 to E179", Buffer.alloc(2 * 1201 * 1201), "N95E007.hgt"],
    ["does not state its corner", Buffer.alloc(2 * 1201 * 1201), "alps.hgt"],
  ];
  it.each(cases)("%s", async (message, bytes, name) => {
    const path = files.write(bytes, name);
    const error = await failure(openTerrain(path));
    expect(error.file).toBe(path);
    expect(error.message).toContain(path);
    expect(error.message).toContain(message);
  });

  it("every length of a truncated file fails at once or when it is read, and never gives heights", async () => {
    const compressed = tiff({ ...base, deflate: true, predictor: 3, tile: [32, 32] });
    for (let length = 0; length < compressed.length; length += 97) {
      const path = files.write(compressed.subarray(0, length), "cut.tif");
      expect((await failure(openTerrain(path))).file).toBe(path);
    }
  });

  it("damaged blocks", async () => {
    const bytes = Buffer.from(tiff({ ...base, deflate: true }));
    bytes.fill(0xaa, 8, 200);
    const path = files.write(bytes);
    const terrain = await openTerrain(path);
    const error = await failure(terrain.altitude(47 - 20 * STEP, 8 + 20 * STEP));
    expect(error.file).toBe(path);
    expect(error.message).toMatch(/cannot be decoded/);
    await terrain.close();
  });

  it("nothing there, an empty folder, no files", async () => {
    const missing = join(files.folder, "missing.tif");
    expect((await failure(openTerrain(missing))).message).toBe(`${missing}: does not exist`);
    const empty = join(files.folder, "empty");
    mkdirSync(empty);
    expect((await failure(openTerrain(empty))).message).toBe(`${empty}: is a folder without .tif, .tiff or .hgt files`);
    await failure(openTerrain([]));
  });

  it("a folder takes all its tiles, and one bad tile is named", async () => {
    const folder = join(files.folder, "tiles");
    mkdirSync(folder);
    files.write(tiff({ ...base, width: 30 }), "tiles/a.tif");
    files.write(tiff({ ...base, width: 30, x0: 8 + 30 * STEP, at: (c, r) => c + 30 + r }), "tiles/b.TIFF");
    files.write(Buffer.from("notes"), "tiles/readme.txt");
    const terrain = await openTerrain(folder);
    expect(terrain.files).toHaveLength(2);
    expect(await terrain.altitude(47 - 10 * STEP, 8 + 29.5 * STEP)).toBeCloseTo(39.5, 6);
    await terrain.close();
    const bad = files.write(Buffer.from("II*"), "tiles/c.tif");
    expect((await failure(openTerrain(folder))).file).toBe(bad);
  });

  it("wrong kinds of arguments", async () => {
    await expect(openTerrain(7 as unknown as string)).rejects.toThrow(TypeError);
    await expect(openTerrain([files.write(good)], { cacheBytes: 10 })).rejects.toThrow(RangeError);
    await failure(openTerrain(files.write(good), { projection: "EPSG:999999" }));
  });
});

describe("places", () => {
  it("outside the data, on a pixel without data, after close", async () => {
    const path = files.write(tiff({ ...base, at: (c, r) => (c > 40 ? Number.NaN : c + r) }));
    const terrain = await openTerrain(path);
    const outside = await failure(terrain.horizon(48, 8), "ERR_TERRAIN_NO_DATA");
    expect(outside.message).toBe(`${path}: does not reach latitude 48, longitude 8`);
    const void_ = await failure(terrain.altitude(47 - 10 * STEP, 8 + 50 * STEP), "ERR_TERRAIN_NO_DATA");
    expect(void_.message).toMatch(/has no data \(nodata\) at latitude/);
    expect(void_.file).toBe(path);
    await terrain.close();
    await failure(terrain.altitude(47 - 10 * STEP, 8 + 10 * STEP));
  });

  it("partial cover is an answer with what is missing", async () => {
    const terrain = await openTerrain(files.write(tiff(base)));
    const { covered, notices, profile } = await terrain.horizon(47 - 25 * STEP, 8 + 30 * STEP);
    expect(covered.complete).toBe(false);
    expect(covered.share).toBeLessThan(0.1);
    expect(notices[0]).toMatch(/360 of 360 azimuths/);
    expect(profile.every((e) => e > -90 && e < 90)).toBe(true);
    await terrain.close();
  });
});

describe("close while a horizon is on its way", () => {
  it("ends it, and neither opens files again nor keeps data", async () => {
    const path = files.write(tiff({ ...base, width: 1500, height: 1500, tile: [64, 64], deflate: true }));
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    for (const ms of [0, 2, 5]) {
      const terrain = await openTerrain(path);
      const horizon = failure(terrain.horizon(47 - 750 * STEP, 8 + 750 * STEP));
      if (ms > 0) await wait(ms);
      await terrain.close();
      expect((await horizon).message).toBe(`${path}: was closed`);
      expect(terrain.memory().bytes).toBe(0);
    }
  });

  it("a reader that was closed reads no more", async () => {
    const path = files.write(tiff(base));
    const reader = new FileReader();
    expect(await reader.read(path, 0, 2)).toHaveLength(2);
    await reader.close();
    expect((await failure(reader.read(path, 0, 2))).message).toBe(`${path}: was closed`);
  });
});

describe("tiles that contradict each other", () => {
  it("are found when they are opened, if they overlap much", async () => {
    const one = files.write(tiff(base));
    const two = files.write(tiff({ ...base, at: (c, r) => c + r + 100 }));
    const error = await failure(openTerrain([one, two]));
    expect(error.file).toBe(two);
    expect(error.message).toContain(one);
  });

  it("are found when they are read, if they share a seam", async () => {
    const left = files.write(tiff({ ...base, width: 2000, tile: [256, 16] }));
    const right = files.write(
      tiff({ ...base, width: 2000, tile: [256, 16], x0: 8 + 1999 * STEP, at: (c, r) => c + r }),
    );
    const terrain = await openTerrain([left, right]);
    expect(await terrain.altitude(47 - 10 * STEP, 8 + 100 * STEP)).toBeCloseTo(110, 3);
    const error = await failure(terrain.altitude(47 - 10 * STEP, 8 + 1999 * STEP));
    expect(error.file).toBe(right);
    expect(error.message).toContain(left);
    await terrain.close();
  });

  it("some metres at a seam are no contradiction", async () => {
    const one = files.write(tiff(base));
    const two = files.write(tiff({ ...base, at: (c, r) => c + r + 5 }));
    const terrain = await openTerrain([one, two]);
    expect(await terrain.altitude(47 - 10 * STEP, 8 + 10 * STEP)).toBeCloseTo(20, 6);
    await terrain.close();
  });
});
